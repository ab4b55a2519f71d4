import { NOWHERE, type Problem } from '../lib/result.ts';
import { MANIFEST_FILE } from './loopFiles.ts';
import type { Manifest } from './manifest.ts';
import { type ManifestProblem, parseManifest } from './parseManifest.ts';

export interface ManifestState {
  manifest: Manifest | null;
  problems: readonly Problem[];
}

/** The text of a `loop.json`, with each thing wrong in it at its line and column. `folder`: the name it must go by. */
export function readManifestText(text: string, folder: string): ManifestState {
  const read = parseManifest(text);
  if (!read.ok) {
    return { manifest: null, problems: read.problems.map((problem) => placed(problem, text)) };
  }
  const { manifest } = read;
  if (manifest.id === folder) return { manifest, problems: [] };
  const message = `${MANIFEST_FILE} calls itself ${manifest.id}, its folder ${folder}.`;
  const args = { id: manifest.id, folder };
  return { manifest, problems: [{ ...wholeFile(message), code: 'id-differs', args, severity: 'warning' }] };
}

export function manifestDied(): ManifestState {
  const message = `${MANIFEST_FILE} took more memory to read than it may have.`;
  return { manifest: null, problems: [{ ...wholeFile(message), code: 'parser-died' }] };
}

function wholeFile(message: string): Problem {
  return {
    code: 'field',
    args: {},
    severity: 'error',
    file: MANIFEST_FILE,
    ...NOWHERE,
    message,
  };
}

function placed(problem: ManifestProblem, text: string): Problem {
  const words = `${MANIFEST_FILE}${problem.path === '' ? ' ' : `, ${problem.path}: `}${problem.message}`;
  const found = { ...wholeFile(words), code: problem.code, args: { path: problem.path, ...problem.args } };
  if (problem.start === null) return found;
  const before = text.slice(0, problem.start);
  const lineStart = before.lastIndexOf('\n') + 1;
  const lineEnd = text.indexOf('\n', problem.start);
  const end = Math.min(problem.end ?? problem.start + 1, lineEnd < 0 ? text.length : lineEnd);
  return {
    ...found,
    line: before.split('\n').length,
    column: problem.start - lineStart + 1,
    endColumn: Math.max(end, problem.start + 1) - lineStart + 1,
    offset: Buffer.byteLength(text.slice(0, lineStart)),
  };
}
