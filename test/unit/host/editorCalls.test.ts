import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The calls that put text where the editor could make acts of it. */
const SHOWING =
  /\b(?:show(?:Information|Warning|Error)Message|showQuickPick|createQuickPick|showInputBox|createInputBox|createStatusBarItem|setStatusBarMessage|withProgress|createOutputChannel|new TreeItem|MarkdownString|new Diagnostic)\b/;

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));
}

describe('the wrappers of src/host', () => {
  it('are the only callers of messages, quick input, status bar, tree rows and diagnostics', () => {
    const callers = sources('src').filter((file) => SHOWING.test(readFileSync(file, 'utf8')));
    assert.ok(callers.length > 5);
    assert.deepEqual(
      callers.filter((file) => !file.startsWith(join('src', 'host'))),
      [],
    );
  });

  it('make no Markdown of anything but of one sentence of their own', () => {
    const users = sources('src').filter((file) =>
      /MarkdownString|markdown\./.test(readFileSync(file, 'utf8')),
    );
    const own = join('src', 'host', 'readOnlyNote.ts');
    assert.deepEqual(users, [own]);
    assert.match(readFileSync(own, 'utf8'), /function readOnlyNote\(\)/, 'nothing is given to it');
  });
});
