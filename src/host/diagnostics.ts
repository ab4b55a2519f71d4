/** Problems of loop files, where the editor shows problems. */
import { Diagnostic, DiagnosticSeverity, type Disposable, languages, Range, Uri, workspace } from 'vscode';
import type { Problem } from '../protocol/lib/result.ts';
import type { Shown } from '../text/agentText.ts';
import { problemWords } from '../text/problemWords.ts';

const MOST_A_FILE = 100;

const SEVERITIES = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
} as const;

export class LoopDiagnostics implements Disposable {
  readonly #collection = languages.createDiagnosticCollection('quarterdeck');

  /** What is wrong in this file, in place of what was said before; nothing where `problems` is empty. */
  set(path: string, problems: readonly Problem[]): void {
    const uri = Uri.file(path);
    if (problems.length === 0) this.#collection.delete(uri);
    else
      this.#collection.set(
        uri,
        problems.slice(0, MOST_A_FILE).map((problem) => diagnostic(problem)),
      );
  }

  /** What is wrong in an open copy of a file, in words of the caller's. */
  setAt(uri: Uri, found: readonly { problem: Problem; words: Shown<'tree'> }[]): void {
    if (found.length === 0) this.#collection.delete(uri);
    else
      this.#collection.set(
        uri,
        found.slice(0, MOST_A_FILE).map(({ problem, words }) => diagnostic(problem, words)),
      );
  }

  clear(): void {
    this.#collection.clear();
  }

  dispose(): void {
    this.#collection.dispose();
  }
}

function diagnostic(problem: Problem, words = problemWords('tree', problem)): Diagnostic {
  const line = Math.max(0, (problem.line ?? 1) - 1);
  const from = Math.max(0, (problem.column ?? 1) - 1);
  // Without an end the editor draws the word there; without a column the whole line is meant.
  const to =
    problem.endColumn === null
      ? problem.column === null
        ? Number.MAX_SAFE_INTEGER
        : from + 1
      : problem.endColumn - 1;
  const made = new Diagnostic(
    new Range(line, from, line, Math.max(from, to)),
    words,
    SEVERITIES[problem.severity],
  );
  made.source = 'Quarterdeck';
  made.code = problem.code;
  return made;
}

/** The paths of files that are open in an editor, and news of them. */
export function openFiles(): string[] {
  return workspace.textDocuments.filter((each) => each.uri.scheme === 'file').map((each) => each.uri.fsPath);
}

export function onDidChangeOpenFiles(listener: () => void): Disposable {
  const opened = workspace.onDidOpenTextDocument(() => listener());
  const closed = workspace.onDidCloseTextDocument(() => listener());
  return {
    dispose: () => {
      opened.dispose();
      closed.dispose();
    },
  };
}
