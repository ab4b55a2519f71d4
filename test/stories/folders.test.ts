import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '../fakes/until.ts';
import { agentLoop } from './agentLoop.ts';
import { useEditor } from './story.ts';

describe('the rows, as places come and go', () => {
  const story = useEditor();

  it('go when the loop is deleted while it asks, and come when another is made', async () => {
    const folder = await story.folder();
    const loop = await agentLoop(folder, 'nightly');
    await loop.ask('audience', 'Who reads it?', ['Leads', 'Devs']);
    const window = await story.window({ open: folder });
    await window.openContainer();
    await window.rowIs('Needs You', 'nightly');
    await window.badgeIs('1');
    await rm(loop.folder, { recursive: true });
    await window.row('Needs You', 'nightly').waitFor({ state: 'detached' });
    await window.row('Loops', 'nightly').waitFor({ state: 'detached' });
    await window.badgeIs('');
    const other = await agentLoop(folder, 'weekly');
    await other.ask('audience', 'Who reads it?', ['Leads', 'Devs']);
    await window.rowIs('Needs You', 'weekly');
    await window.badgeIs('1');
  });

  it('follow the folders of a workspace, from none to two', async () => {
    const parent = await story.folder('places');
    const [one, two] = [join(parent, 'one'), join(parent, 'two')];
    for (const place of [one, two]) await mkdir(place);
    await agentLoop(one, 'nightly');
    await agentLoop(two, 'nightly');
    const file = join(parent, 'both.code-workspace');
    const write = async (...names: string[]): Promise<void> => {
      await writeFile(`${file}.new`, JSON.stringify({ folders: names.map((path) => ({ path })) }));
      await rename(`${file}.new`, file);
    };
    await write();
    const window = await story.window({ open: file });
    await window.openContainer();
    await window.rowIs('Loops', 'No folder is open');
    for (const names of [['one'], ['one', 'two'], ['two']]) {
      const rowsAre = async () =>
        (await window.rows('Loops')).filter((row) => row.label === 'nightly').length === names.length;
      await until(`${names} in the workspace`, async () => {
        // Again where nothing comes of it: VS Code does not watch its workspace file from the first moment on.
        await write(...names);
        await until(`a row for each of ${names}`, rowsAre, 2_000);
      });
    }
  });
});
