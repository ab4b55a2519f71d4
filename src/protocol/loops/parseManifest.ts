/** The text of a `loop.json` to the manifest and the graph of its steps, as the peer reads it. */
import {
  count,
  defaulted,
  defaultedNew,
  type Field,
  type FieldProblem,
  float,
  glimpse,
  listOf,
  note,
  nullable,
  oneOf,
  path,
  type Read,
  record,
  required,
  slug,
  text,
  textsByName,
} from './laxFields.ts';
import { fieldProblems, type LineProblem, readObject } from './lineProblem.ts';
import { PROTOCOL } from './loopFiles.ts';
import { type Manifest, STEP_KINDS } from './manifest.ts';
import { graphProblem, stepEdges } from './stepGraph.ts';

/**
 * One thing wrong with a `loop.json`: `path` as `steps.0.id`, empty for the whole; `message` without it; places in the text in
 * UTF-16 units from 0.
 */
export interface ManifestProblem {
  path: string;
  message: string;
  code: string;
  args: Record<string, unknown>;
  start: number | null;
  end: number | null;
}

type ManifestResult =
  | { ok: true; manifest: Manifest; edges: [string, string][] }
  | { ok: false; problems: ManifestProblem[] };

const protocol: Read<number> = (value, field) => {
  const before = field.problems.length;
  const found = count()(value, field);
  if (field.problems.length === before && found !== PROTOCOL) {
    note(field, 'protocol', `must be ${PROTOCOL}, the only protocol known here, is ${glimpse(value)}`);
  }
  return found;
};

const brief = record({
  goal: defaulted(text, ''),
  audience: defaulted(text, ''),
  bar: defaulted(text, ''),
  path: nullable(path),
});

const step = record({
  id: required(slug),
  kind: defaulted(oneOf(...STEP_KINDS), 'other'),
  name: defaulted(text, ''),
  purpose: defaulted(text, ''),
  prompt: nullable(path),
  backend: nullable(text),
  model: nullable(text),
  after: nullable(listOf(text)),
});

const namedPath = record({ name: required(text), path: required(path) });

const readManifest: Read<Manifest> = record({
  protocol: defaulted(protocol, PROTOCOL),
  id: required(slug),
  title: defaulted(text, ''),
  brief: defaultedNew(brief, () => ({ goal: '', audience: '', bar: '' })),
  steps: defaultedNew(listOf(step), () => []),
  round_cap: nullable(count(1)),
  runtime_cap_minutes: nullable(count(1)),
  cost_cap_usd: nullable(float({ above: 0 })),
  pace: defaulted(text, ''),
  commands: defaultedNew(textsByName(text), () => ({})),
  outputs: defaultedNew(listOf(namedPath), () => []),
  workspace: nullable(record({ branch: defaulted(text, ''), worktree: defaulted(text, '') })),
  state: defaultedNew(listOf(namedPath), () => []),
});

/** Never throws, whatever the text. `edges` are the pairs (before, after) of the steps. */
export function parseManifest(source: string): ManifestResult {
  const read = readObject(source);
  if (!read.ok) return { ok: false, problems: [wholeProblem(read)] };
  const field: Field = { keys: [], problems: [] };
  const manifest = readManifest(read.object, field);
  if (field.problems.length === 0) {
    const wrong = graphProblem(manifest.steps);
    if (wrong === null) return { ok: true, manifest, edges: stepEdges(manifest.steps) };
    note(field, wrong.rule, wrong.message, wrong.args);
  }
  const placed = fieldProblems(source, field.problems);
  return {
    ok: false,
    problems: field.problems.map((problem, index) => manifestProblem(problem, placed[index])),
  };
}

function wholeProblem(problem: LineProblem): ManifestProblem {
  const { code, args, message, column } = problem;
  const start = column === null ? null : column - 1;
  return { path: '', message, code, args, start, end: null };
}

function manifestProblem(problem: FieldProblem, placed: LineProblem | undefined): ManifestProblem {
  // What is wrong with the whole needs no place.
  const { column = null, endColumn = null } = problem.keys.length > 0 ? (placed ?? {}) : {};
  return {
    path: problem.keys.join('.'),
    message: problem.message,
    code: placed?.code ?? 'bad-field',
    args: placed?.args ?? {},
    start: column === null ? null : column - 1,
    end: endColumn === null ? null : endColumn - 1,
  };
}
