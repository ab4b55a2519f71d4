import { useEditor } from './story.ts';

describe('the packaged extension in a window', () => {
  const story = useEditor();

  it('shows its two views and its commands', async () => {
    const window = await story.window({ open: await story.folder() });
    await window.openContainer();
    await window.view('Needs You').waitFor();
    await window.view('Loops').waitFor();
    await window.hasCommand('Quarterdeck: Create Demo Loop');
    await window.moment('empty-folder');
  });
});
