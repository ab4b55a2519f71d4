import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { nodeFiles } from '../../../../src/protocol/files/filesPort.ts';
import type { Found, Listing } from '../../../../src/workspace/kernel/system.ts';
import { listRoot } from '../../../../src/workspace/tasks/listRoot.ts';
import { digestsOf, makeWorkspace, taskText } from '../../../fakes/taskWorkspace.ts';
import { tempFolder } from '../../../fakes/tempFolder.ts';

describe('finding task workspaces', () => {
  const temp = tempFolder();

  function folders(at: string, ...names: string[]): string {
    const folder = path.join(temp(), at);
    for (const name of names) fs.mkdirSync(path.join(folder, name), { recursive: true });
    return folder;
  }

  function list(root: string, known: string[] = []): Promise<Listing<Found>> {
    return listRoot(nodeFiles, root, new Set(known));
  }

  async function namesIn(
    root: string,
    known: string[] = [],
  ): Promise<{ found: string[]; offered: string[] }> {
    const { found } = await list(root, known);
    const names = (isOffered: boolean): string[] =>
      found
        .filter(({ offered = false }) => offered === isOffered)
        .map(({ folder }) => path.relative(root, folder));
    return { found: names(false), offered: names(true) };
  }

  it('looks at the root and one level down, no deeper', async () => {
    makeWorkspace(temp());
    makeWorkspace(path.join(temp(), 'deeper'));
    const before = digestsOf(temp());
    assert.deepEqual(await namesIn(temp()), { found: ['ws'], offered: [] });
    assert.deepEqual(await namesIn(path.join(temp(), 'ws')), { found: [''], offered: [] });
    assert.deepEqual(digestsOf(temp()), before);
  });

  it('knows one by all six task folders, or by inbox, two others and a file that is a task', async () => {
    folders('whole', 'inbox', 'active', 'done', 'failed', 'blocked', 'feedback');
    folders('cloned', 'inbox', 'done', 'agents');
    fs.writeFileSync(path.join(temp(), 'cloned/done/a.json'), taskText('a'));
    folders('mail', 'inbox', 'done', 'agents');
    fs.writeFileSync(path.join(temp(), 'mail/inbox/a.json'), '{"subject": "hello"}');
    folders('two', 'inbox', 'done');
    fs.writeFileSync(path.join(temp(), 'two/inbox/a.json'), taskText('a'));
    folders('alone', 'inbox', 'other');
    folders('headless', 'active', 'done', 'failed', 'blocked', 'feedback');
    assert.deepEqual(await namesIn(temp()), { found: ['cloned', 'whole'], offered: ['mail', 'two'] });
  });

  it('does not count folders that are links out of it, and counts those inside', async () => {
    folders('elsewhere', 'done');
    const outside = folders('outside', 'inbox', 'active', 'failed', 'blocked', 'feedback');
    fs.symlinkSync(path.join(temp(), 'elsewhere/done'), path.join(outside, 'done'));
    const inside = folders('inside', 'inbox', 'active', 'failed', 'blocked', 'feedback', 'store');
    fs.symlinkSync('store', path.join(inside, 'done'));
    assert.deepEqual(await namesIn(temp()), { found: ['inside'], offered: ['outside'] });
  });

  it('follows a link in a root only where it stays in it, and counts one folder once', async () => {
    const root = path.join(temp(), 'root');
    const real = makeWorkspace(root);
    const other = makeWorkspace(path.join(temp(), 'other'));
    fs.symlinkSync(other, path.join(root, 'out'));
    fs.symlinkSync(real, path.join(root, 'again'));
    const { found } = await list(root);
    assert.deepEqual(
      found.map((each) => each.real),
      [real],
    );
    const linked = path.join(temp(), 'linked');
    fs.symlinkSync(other, linked);
    const own = await list(linked);
    assert.deepEqual(
      own.found.map((each) => [each.folder, each.real]),
      [[linked, other]],
    );
  });

  it('keeps a known one that lost most of its folders, as git and agents leave it', async () => {
    const folder = folders('cloned', 'active');
    assert.deepEqual(await namesIn(temp()), { found: [], offered: [] });
    assert.deepEqual((await namesIn(temp(), [folder])).found, ['cloned']);
    fs.rmSync(path.join(folder, 'active'), { recursive: true });
    assert.deepEqual((await namesIn(temp(), [folder])).found, []);
  });

  it('says what hinders it', async () => {
    const file = path.join(temp(), 'file');
    fs.writeFileSync(file, '');
    const listings = await Promise.all(
      [path.join(temp(), 'nowhere'), file, temp()].map((root) => list(root)),
    );
    assert.deepEqual(
      listings.map(({ problem }) => problem),
      ['missing', 'not-a-folder', null],
    );
  });
});
