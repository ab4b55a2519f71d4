import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { ANSWER_EXTENSION } from '../../src/contract.ts';
import { nodeFiles } from '../../src/protocol/files/filesPort.ts';
import { systemClock } from '../../src/protocol/lib/clock.ts';
import { AnswerEditor } from '../../src/ui/commands/answer/answerEditor.ts';
import {
  type DocumentTarget,
  documentName,
  documentTarget,
} from '../../src/ui/commands/answer/documentTarget.ts';
import { AnswerFiles } from '../../src/workspace/kept/answerFiles.ts';
import { DraftStore } from '../../src/workspace/kept/drafts.ts';
import type { WatchedLoop } from '../../src/workspace/loops/watchedLoop.ts';
import { FakeLog } from '../fakes/fakeLog.ts';
import { FakeWatcher } from '../fakes/fakeWatcher.ts';

const LOOP = { key: '/repo|nightly', id: 'nightly', folder: '/repo/loops/nightly' } as WatchedLoop;
const DRAFT = 'note|nightly';

describe('an answer’s document', () => {
  let root: string;
  let drafts: DraftStore;
  let editor: AnswerEditor;
  let files: AnswerFiles<DocumentTarget>;
  /** What happens while a note is on its way. */
  let meanwhile: () => Promise<void>;
  const sent: { text: string; noteId: string }[] = [];

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'answers-'));
    const log = new FakeLog();
    drafts = new DraftStore({
      folder: join(root, 'drafts'),
      files: nodeFiles,
      clock: systemClock,
      log,
      watcher: new FakeWatcher(),
    });
    files = new AnswerFiles({
      folder: join(root, 'answers'),
      files: nodeFiles,
      extension: ANSWER_EXTENSION,
      nameOf: documentName,
      parse: documentTarget,
    });
    const outbox = {
      reply: () => assert.fail('It is a note.'),
      respond: () => assert.fail('It is a note.'),
    };
    sent.length = 0;
    editor = new AnswerEditor({
      files,
      drafts,
      clock: systemClock,
      log,
      outbox,
      teller: {
        send: () => assert.fail('It is a note.'),
        tell: () => assert.fail('It can be written.'),
      },
      steerBox: {
        send: async (_loop, text, noteId) => {
          sent.push({ text, noteId });
          await meanwhile();
          await drafts.delete(DRAFT);
          return true;
        },
      },
    });
    editor.start();
    await editor.openNote(LOOP, DRAFT, 'note-1', 'Sent words');
  });

  afterEach(async () => {
    editor.dispose();
    drafts.dispose();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(root, { recursive: true, force: true });
  });

  const front = () => vscode.window.activeTextEditor?.document;

  it('goes with its draft when it was sent', async () => {
    meanwhile = async () => undefined;
    await editor.send();
    assert.equal(drafts.get(DRAFT), undefined);
    assert.equal(front(), undefined);
  });

  it('keeps what was typed while it was sent, as a draft and a note of its own', async () => {
    const document = front();
    assert.ok(document);
    meanwhile = async () => {
      const edit = new vscode.WorkspaceEdit();
      edit.insert(document.uri, document.lineAt(document.lineCount - 1).range.end, ' and more');
      await vscode.workspace.applyEdit(edit);
    };
    await editor.send();
    assert.deepEqual(sent, [{ text: 'Sent words', noteId: 'note-1' }]);
    assert.match(document.getText(), /Sent words and more$/);
    assert.equal(front(), document);
    assert.equal(drafts.get(DRAFT)?.text, 'Sent words and more');
    meanwhile = async () => undefined;
    await editor.send();
    assert.equal(sent[1]?.text, 'Sent words and more');
    assert.notEqual(sent[1]?.noteId, 'note-1');
    assert.equal(front(), undefined);
  });
});
