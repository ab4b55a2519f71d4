import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import fc from 'fast-check';
import { type Files, nodeFiles } from '../../../../src/protocol/files/filesPort.ts';
import { Tail, type TailSink } from '../../../../src/protocol/files/tail.ts';
import { withFolder } from '../../../fakes/folder.ts';

/** Keeps what a tail gives out: `text@offset#line`. */
class Heard implements TailSink {
  lines: string[] = [];
  restarts = 0;
  restart(): void {
    this.lines = [];
    this.restarts += 1;
  }
  line(text: string, line: number, offset: number): void {
    this.lines.push(`${text}@${offset}#${line}`);
  }
  async longLine(bytes: Uint8Array, line: number, offset: number): Promise<void> {
    this.lines.push(`long ${bytes.length}@${offset}#${line}`);
  }
  unheldLine(code: string, line: number, offset: number): void {
    this.lines.push(`${code}@${offset}#${line}`);
  }
}

async function withLog(
  use: (at: {
    file: string;
    root: string;
    read: (tail?: Tail) => Promise<string[]>;
    heard: Heard;
    tail: Tail;
  }) => Promise<void>,
  files: Files = nodeFiles,
): Promise<void> {
  await withFolder(async (root) => {
    const file = path.join(root, 'events.jsonl');
    const heard = new Heard();
    const tail = new Tail(file, { files });
    const read = async () => {
      await tail.read(root, heard);
      return heard.lines;
    };
    await use({ file, root, read, heard, tail });
  });
}

describe('reading a file of lines on', () => {
  it('gives each line its number and the offset of its first byte, blank lines only the number', async () => {
    await withLog(async ({ file, read }) => {
      await fs.writeFile(file, 'a\r\n \t\r\n\né\nb\n');
      assert.deepEqual(await read(), ['a\r@0#1', 'é@8#4', 'b@11#5']);
      await fs.appendFile(file, 'c\n');
      assert.equal((await read()).at(-1), 'c@13#6');
    });
  });

  it('waits for the newline of a line that comes in pieces, cut inside a character', async () => {
    await withLog(async ({ file, read }) => {
      const bytes = Buffer.from('x\n"né🙂"\n');
      await fs.writeFile(file, '');
      const seen: number[] = [];
      for (const byte of bytes) {
        await fs.appendFile(file, new Uint8Array([byte]));
        seen.push((await read()).length);
      }
      assert.deepEqual(await read(), ['x@0#1', '"né🙂"@2#2']);
      assert.deepEqual(seen, [0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2]);
    });
  });

  it('starts over where the file is shorter, another, or changed in what was read', async () => {
    await withLog(async ({ file, read, heard }) => {
      await fs.writeFile(file, 'one\ntwo\n');
      await read();
      await fs.writeFile(file, 'one\n');
      assert.deepEqual(await read(), ['one@0#1']);
      await fs.writeFile(`${file}.new`, 'one\nthree\n');
      await fs.rename(`${file}.new`, file);
      assert.deepEqual(await read(), ['one@0#1', 'three@4#2']);
      const open = await fs.open(file, 'r+');
      await open.write('T', 4);
      await open.close();
      await fs.appendFile(file, 'four\n');
      assert.deepEqual(await read(), ['one@0#1', 'Three@4#2', 'four@10#3']);
      assert.equal(heard.restarts, 3);
    });
  });

  it('forgets what was deleted and reads what was made again', async () => {
    await withLog(async ({ file, read, root, heard, tail }) => {
      assert.deepEqual(await tail.read(root, heard), { state: 'missing' });
      await fs.writeFile(file, 'one\n');
      await read();
      await fs.rm(file);
      assert.deepEqual(await tail.read(root, heard), { state: 'missing' });
      assert.deepEqual(heard.lines, []);
      await fs.writeFile(file, 'two\n');
      assert.deepEqual(await read(), ['two@0#1']);
    });
  });

  it('skips a byte order mark at the start of the file and there alone', async () => {
    await withLog(async ({ file, read }) => {
      await fs.writeFile(file, '\uFEFFa\n\uFEFFb\n');
      assert.deepEqual(await read(), ['a@3#1', '\uFEFFb@5#2']);
    });
  });

  it('reads bytes that are not UTF-8 as U+FFFD', async () => {
    await withLog(async ({ file, read }) => {
      await fs.writeFile(file, Buffer.from([0x61, 0xff, 0xc3, 0x0a, 0x62, 0x0a]));
      assert.deepEqual(await read(), ['a\uFFFD\uFFFD@0#1', 'b@4#2']);
    });
  });

  it('reads regular files alone, and never waits for the other end of a pipe', async () => {
    await withLog(async ({ file, root, heard, tail }) => {
      await fs.mkdir(file);
      assert.deepEqual(await tail.read(root, heard), { state: 'not-a-file' });
      await fs.rmdir(file);
      if (process.platform !== 'win32') {
        execFileSync('mkfifo', [file]);
        assert.deepEqual(await tail.read(root, heard), { state: 'not-a-file' });
        await fs.rm(file);
        await fs.symlink('/dev/zero', file);
        assert.deepEqual(await tail.read(root, heard), { state: 'link' });
      }
    });
  });

  it('follows a link inside its root and none out of it', async () => {
    await withFolder(async (outside) => {
      await withLog(async ({ file, root, heard, tail }) => {
        await fs.writeFile(path.join(outside, 'secret'), 'secret\n');
        await fs.symlink(path.join(outside, 'secret'), file);
        assert.deepEqual(await tail.read(root, heard), { state: 'link' });
        assert.deepEqual(heard.lines, []);
        await fs.rm(file);
        await fs.writeFile(path.join(root, 'kept'), 'kept\n');
        await fs.symlink('kept', file);
        await tail.read(root, heard);
        assert.deepEqual(heard.lines, ['kept@0#1']);
      });
    });
  });

  it('says why a file cannot be read and keeps what was', async () => {
    let denied = false;
    const files: Files = {
      ...nodeFiles,
      open: (name, flags, mode) =>
        denied
          ? Promise.reject(Object.assign(new Error('no'), { code: 'EACCES', syscall: 'open' }))
          : nodeFiles.open(name, flags, mode),
    };
    await withLog(async ({ file, root, heard, tail }) => {
      await fs.writeFile(file, 'a\n');
      await tail.read(root, heard);
      denied = true;
      assert.deepEqual(await tail.read(root, heard), { state: 'unreadable', errno: 'EACCES' });
      assert.deepEqual(heard.lines, ['a@0#1']);
      denied = false;
      await fs.appendFile(file, 'b\n');
      await tail.read(root, heard);
      assert.deepEqual(heard.lines, ['a@0#1', 'b@2#2']);
    }, files);
  });

  it('hands over a line of more than 1 MiB as bytes, whole or in pieces, and goes on behind it', async () => {
    await withLog(async ({ file, read }) => {
      const long = 'x'.repeat(3_000_001);
      await fs.writeFile(file, `a\n${long}\nb\n${long}`);
      assert.deepEqual(await read(), ['a@0#1', 'long 3000001@2#2', 'b@3000004#3']);
      await fs.appendFile(file, 'xx\nc\n');
      assert.deepEqual((await read()).slice(3), ['long 3000003@3000006#4', 'c@6000010#5']);
    });
  });

  it('never holds a line of more than 64 MiB or the NULs of a sparse file', async () => {
    let most = 0;
    const counting: Files = {
      ...nodeFiles,
      open: async (name, flags, mode) => {
        const file = await nodeFiles.open(name, flags, mode);
        return {
          ...file,
          read: (into, offset, length, position) => {
            most = Math.max(most, into.byteLength);
            return file.read(into, offset, length, position);
          },
        };
      },
    };
    await withLog(async ({ file, read }) => {
      const size = 600 * 1_048_576;
      await fs.writeFile(file, 'first\n');
      await fs.truncate(file, size);
      await fs.appendFile(file, `\n${Array.from({ length: 10 }, (_, index) => `line ${index}\n`).join('')}`);
      const lines = await read();
      assert.equal(lines[0], 'first@0#1');
      assert.equal(lines[1], 'nul-bytes@6#2');
      assert.equal(lines[2], `line 0@${size + 1}#3`);
      assert.equal(lines.length, 12);
      assert.ok(most <= 2 * 1_048_576, `a buffer of ${most} bytes`);
    }, counting);
  }).timeout(20_000);

  it('starts nothing twice where a read failed half way through', async () => {
    let failing = false;
    const files: Files = {
      ...nodeFiles,
      open: async (name, flags, mode) => {
        const file = await nodeFiles.open(name, flags, mode);
        return {
          ...file,
          read: (into, offset, length, position) =>
            failing && position > 0
              ? Promise.reject(Object.assign(new Error('no'), { code: 'EIO', syscall: 'read' }))
              : file.read(into, offset, length, position),
        };
      },
    };
    await withLog(async ({ file, root, tail, heard, read }) => {
      const lines = Array.from({ length: 300_000 }, (_, index) => `${index}`);
      await fs.writeFile(file, `${lines.join('\n')}\n`);
      failing = true;
      assert.deepEqual(await tail.read(root, heard), { state: 'unreadable', errno: 'EIO' });
      failing = false;
      const texts = (await read()).map((line) => line.slice(0, line.indexOf('@')));
      assert.deepEqual(texts, lines);
    }, files);
  });

  it('says the same of any bytes however they come', async () => {
    const piece = fc.oneof(
      fc.constantFrom('\n', '\r\n', '\uFEFF', ' ', '{"a":1}', '\0', 'é🙂').map((text) => Buffer.from(text)),
      fc.uint8Array({ maxLength: 6 }).map((bytes) => Buffer.from(bytes)),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 40 }),
        fc.array(fc.nat(100), { maxLength: 8 }),
        async (pieces, cuts) => {
          const bytes = Buffer.concat(pieces);
          await withLog(async ({ file, root, read, heard }) => {
            const places = [...cuts.map((cut) => Math.min(cut, bytes.length)), bytes.length].sort(
              (a, b) => a - b,
            );
            let done = 0;
            for (const place of places) {
              await fs.appendFile(file, bytes.subarray(done, place));
              done = place;
              await read();
            }
            const once = new Heard();
            await new Tail(file, { files: nodeFiles }).read(root, once);
            assert.deepEqual(heard.lines, once.lines);
            assert.equal(heard.restarts, 0);
          });
        },
      ),
      { numRuns: 60 },
    );
  });
});
