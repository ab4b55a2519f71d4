import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { nodeFiles } from '../../../../src/protocol/files/filesPort.ts';
import { gitWorktrees, type Worktree } from '../../../../src/workspace/kernel/gitWorktrees.ts';
import { tempFolder } from '../../../fakes/tempFolder.ts';

describe('gitWorktrees', () => {
  const temp = tempFolder();

  function git(folder: string, ...args: string[]): void {
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], {
      cwd: folder,
      stdio: 'ignore',
    });
  }

  async function makeRepository(name: string, ...worktrees: string[]): Promise<string> {
    const folder = join(temp(), name);
    await fs.mkdir(folder);
    git(folder, 'init', '-q');
    git(folder, 'commit', '-q', '--allow-empty', '-m', 'first');
    for (const worktree of worktrees) {
      git(folder, 'worktree', 'add', '-q', join(temp(), worktree));
    }
    return folder;
  }

  async function find(folder: string): Promise<Worktree[]> {
    const found = await gitWorktrees(nodeFiles, folder);
    return found.sort((a, b) => (a.folder < b.folder ? -1 : 1));
  }

  const at = (name: string, pointsBack = true): Worktree => ({ folder: join(temp(), name), pointsBack });

  it('finds what git made, from the main folder and from each worktree', async () => {
    await makeRepository('main', 'one', 'two');
    assert.deepEqual(await find(join(temp(), 'main')), [at('one'), at('two')]);
    assert.deepEqual(await find(join(temp(), 'one')), [at('main'), at('two')]);
    assert.deepEqual(await find(join(temp(), 'two')), [at('main'), at('one')]);
  });

  it('finds them from a link to the repository', async () => {
    const main = await makeRepository('main', 'one');
    await fs.symlink(main, join(temp(), 'linked'));
    assert.deepEqual(await find(join(temp(), 'linked')), [at('one')]);
  });

  it('leaves out those whose folder is gone', async () => {
    const main = await makeRepository('main', 'one', 'two');
    await fs.rm(join(temp(), 'one'), { recursive: true });
    assert.deepEqual(await find(main), [at('two')]);
  });

  it('finds none where there is no repository, and itself nowhere', async () => {
    assert.deepEqual(await find(temp()), []);
    assert.deepEqual(await find(join(temp(), 'none')), []);
    assert.deepEqual(await find(await makeRepository('alone')), []);
  });

  it('reads pointers that are relative', async () => {
    const main = await makeRepository('main', 'one');
    await fs.writeFile(join(main, '.git', 'worktrees', 'one', 'gitdir'), '../../../../one/.git\n');
    await fs.writeFile(join(temp(), 'one', '.git'), 'gitdir: ../main/.git/worktrees/one\n');
    assert.deepEqual(await find(main), [at('one')]);
    assert.deepEqual(await find(join(temp(), 'one')), [at('main')]);
  });

  it('does not let a repository claim a folder that does not point back', async () => {
    const main = await makeRepository('main', 'one');
    await makeRepository('victim');
    await fs.mkdir(join(temp(), 'plain'));
    for (const name of ['victim', 'plain']) {
      await fs.mkdir(join(main, '.git', 'worktrees', name));
      await fs.writeFile(join(main, '.git', 'worktrees', name, 'gitdir'), join(temp(), name, '.git'));
    }
    assert.deepEqual(await find(main), [at('one'), at('plain', false), at('victim', false)]);
  });

  it('does not let a folder claim a repository that does not know it', async () => {
    const main = await makeRepository('main', 'one');
    const fake = join(temp(), 'fake');
    await fs.mkdir(fake);
    await fs.writeFile(join(fake, '.git'), `gitdir: ${join(main, '.git', 'worktrees', 'one')}`);
    assert.deepEqual(await find(fake), [at('main', false), at('one', false)]);
  });

  it('takes hostile files for none', async () => {
    const main = await makeRepository('main');
    const worktrees = join(main, '.git', 'worktrees');
    for (const [name, text] of [
      ['empty', ''],
      ['long', 'x'.repeat(100_000)],
      ['nul', '/a\0b/.git'],
      ['elsewhere', '/etc/passwd'],
      ['__proto__', '\n\n'],
    ] as const) {
      await fs.mkdir(join(worktrees, name), { recursive: true });
      await fs.writeFile(join(worktrees, name, 'gitdir'), text);
    }
    await fs.mkdir(join(worktrees, 'folder', 'gitdir'), { recursive: true });
    execFileSync('mkfifo', [join(worktrees, 'fifo')]);
    await fs.mkdir(join(worktrees, 'piped'));
    execFileSync('mkfifo', [join(worktrees, 'piped', 'gitdir')]);
    assert.deepEqual(await find(main), []);
    await fs.rm(join(main, '.git'), { recursive: true });
    await fs.writeFile(join(main, '.git'), 'no pointer');
    assert.deepEqual(await find(main), []);
  });
});
