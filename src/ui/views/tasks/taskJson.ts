/** The very text of a task's file, for reading alone, with its problems at their places. */
import { join } from 'node:path';
import { type Disposable, workspace } from 'vscode';
import { SCHEME } from '../../../contract.ts';
import { run } from '../../../host/commands.ts';
import { LoopDiagnostics } from '../../../host/diagnostics.ts';
import { type Documents, fileUri } from '../../../host/documents.ts';
import { confirm, info } from '../../../host/messages.ts';
import { nodeFiles } from '../../../protocol/files/filesPort.ts';
import { readSmall } from '../../../protocol/files/readWhole.ts';
import { DisposableList } from '../../../protocol/lib/disposables.ts';
import type { Problem } from '../../../protocol/lib/result.ts';
import type { TaskRow } from '../../../protocol/tasks/taskModel.ts';
import { type Shown, shown } from '../../../text/agentText.ts';
import { ours, say } from '../../../text/say.ts';
import { taskReason } from '../../../text/taskReasonWords.ts';
import type { ReadModel } from '../../../workspace/model.ts';
import type { TaskWorkspace } from '../../../workspace/tasks/taskWorkspace.ts';
import { taskKey, taskOfKey } from '../../kit/taskIdentity.ts';
import { linesOf, problemLocations } from './problemLocations.ts';

const KIND = 'taskfile';
/** Above this a file is opened only when the person says so. */
const LARGE = 1024 * 1024;
const MOST = 64 * 1024 * 1024;

interface Found {
  workspace: TaskWorkspace;
  row: TaskRow;
}

export class TaskJson implements Disposable {
  readonly #model: ReadModel;
  readonly #documents: Documents;
  readonly #diagnostics = new LoopDiagnostics();
  readonly #disposables = new DisposableList();
  /** The versions of the files that are on screen, by address. */
  readonly #versions = new Map<string, string>();

  constructor(model: ReadModel, documents: Documents) {
    this.#model = model;
    this.#documents = documents;
    this.#disposables.add(this.#diagnostics);
    this.#disposables.add(
      workspace.onDidOpenTextDocument(({ uri }) => {
        if (uri.scheme === SCHEME) this.changed();
      }),
    );
    this.#disposables.add(workspace.onDidCloseTextDocument(({ uri }) => this.#diagnostics.setAt(uri, [])));
    this.#disposables.add(
      workspace.onDidChangeTextDocument(({ document: { uri, isClosed } }) => {
        if (uri.scheme === SCHEME && !isClosed) this.#mark();
      }),
    );
    this.changed();
  }

  /** The bytes of the file behind an address. */
  async read(key: string): Promise<Uint8Array | undefined> {
    const found = this.#find(key);
    if (found === undefined) return undefined;
    const file = await readSmall(nodeFiles, pathOf(found), MOST);
    return file.ok ? file.bytes : undefined;
  }

  async open(workspaceKey: string, row: TaskRow): Promise<void> {
    const key = taskKey(workspaceKey, row);
    const found = this.#find(key);
    if (found === undefined) return;
    const words = await whyNot(found);
    if (words !== undefined) {
      await info(words);
      return;
    }
    if (!(await this.#mayOpen(found))) return;
    await run('vscode.open', fileUri(KIND, key, shown(`${row.id || 'task'}.json`, 'document', 120)), {
      preview: true,
    });
  }

  /** Looks whether files that are on screen are others now. */
  changed(): void {
    for (const { uri, key } of this.#documents.openFiles(KIND)) {
      const version = this.#find(key)?.row.version ?? '';
      const id = uri.toString();
      if (this.#versions.get(id) === version) continue;
      const isFirst = !this.#versions.has(id);
      this.#versions.set(id, version);
      if (!isFirst) this.#documents.fileChanged(uri);
    }
    this.#mark();
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #find(key: string): Found | undefined {
    return taskOfKey(key, (workspaceKey) => this.#model.workspace(workspaceKey));
  }

  #mark(): void {
    for (const { uri, key } of this.#documents.openFiles(KIND)) {
      const found = this.#find(key);
      const document = workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
      if (found === undefined || document === undefined) continue;
      const { problems } = found.workspace.scan;
      const own = problems.filter(({ file }) => file === found.row.file);
      const text = document.getText();
      this.#diagnostics.setAt(
        uri,
        own.flatMap((problem) => placed(problem, text, found.row)),
      );
    }
  }

  async #mayOpen(found: Found): Promise<boolean> {
    const { size } = await nodeFiles.stat(pathOf(found));
    if (size <= LARGE) return true;
    const pressed = await confirm(
      say('toast', '{0} is {1} MiB large. Open it all the same?', found.row.file, (size / LARGE).toFixed(1)),
      undefined,
      [ours('Open')],
    );
    return pressed === 0;
  }
}

export { KIND as TASK_FILE };

function pathOf({ workspace: { folder }, row }: Found): string {
  return join(folder, ...row.file.split('/'));
}

/** What is no file, or can't be read, is said rather than opened. */
async function whyNot(found: Found): Promise<Shown<'toast'> | undefined> {
  const { file, problem } = found.row;
  const words = () =>
    say(
      'toast',
      '{0} can’t be opened: {1}.',
      file,
      problem === null ? ours('it is not there') : taskReason(problem),
    );
  try {
    const there = await nodeFiles.stat(pathOf(found));
    if (there.kind !== 'file') return words();
    if (there.size > MOST) return say('toast', '{0} can’t be opened: it is over 64 MiB large.', file);
    return undefined;
  } catch {
    // Whatever the system says, the row knows it in words.
    return words();
  }
}

function placed(problem: Problem, text: string, row: TaskRow): { problem: Problem; words: Shown<'tree'> }[] {
  const words = taskReason(problem.code);
  const places = problem.line === null ? linesOf(text, problemLocations(text, problem.code, row.task)) : [];
  if (places.length === 0) return [{ problem, words }];
  return places.map(({ line, column, end }) => ({
    problem: { ...problem, line, column, endColumn: end },
    words,
  }));
}
