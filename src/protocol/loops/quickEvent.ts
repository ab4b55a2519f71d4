/**
 * The common lines, quickly: `JSON.parse` and checks by hand. Whatever is not plainly right (or may mean something else to
 * Python than to JavaScript) gives null, and the slow way decides.
 */
import type { Option } from '../lib/option.ts';
import { MAX_DEPTH, MAX_DIGITS } from '../lib/pythonJson.ts';
import { numberMicros, textMicros } from '../lib/time.ts';
import type {
  Better,
  Cost,
  ErrorKind,
  Finding,
  FindingSeverity,
  FoldEvent,
  Metric,
  Micros,
  StepError,
  StepStatus,
  StopReason,
  Verdict,
} from './loopModel.ts';

/** Any JSON object: members of these names may hold anything. */
type Raw = Readonly<Record<string, unknown>>;

// False once anything was not plainly right. A flag of the module, since a line is read in one go.
let sure = true;

/** The event of a line in its usual form, or null: then `parseFoldEventSlowly` decides. Never throws. */
export function quickEvent(line: string): FoldEvent | null {
  if (line.length > 2 * MAX_DEPTH && mayDiffer(line)) return null;
  let raw: unknown;
  try {
    raw = JSON.parse(line);
  } catch {
    return null;
  }
  if (typeof raw !== 'object' || raw === null) return null;
  sure = true;
  const event = build(raw as Raw);
  return sure ? event : null;
}

/** Whether a long line may be nested too deep, or hold more digits than Python takes. */
function mayDiffer(line: string): boolean {
  let open = 0;
  let digits = 0;
  for (let at = 0; at < line.length; at += 1) {
    const unit = line.charCodeAt(at);
    if (unit >= 0x30 && unit <= 0x39) {
      digits += 1;
      if (digits > MAX_DIGITS) return true;
    } else {
      digits = 0;
      if (unit === 0x5b || unit === 0x7b) {
        open += 1;
        if (open > MAX_DEPTH) return true;
      }
    }
  }
  return false;
}

function build(raw: Raw): FoldEvent | null {
  const ts = time(raw['ts']);
  const event = fields(raw, ts);
  if (event !== null && raw['at'] !== undefined && raw['at'] !== null) event.at = time(raw['at']);
  return event;
}

function fields(raw: Raw, ts: Micros): FoldEvent | null {
  switch (raw['event']) {
    case 'step_started':
      return {
        event: 'step_started',
        ts,
        round: whole(raw['round']),
        step: text(raw['step']),
        label: words(raw['label']),
      };
    case 'step_finished':
      return stepFinished(raw, ts);
    case 'round_started': {
      const event: FoldEvent = {
        event: 'round_started',
        ts,
        round: whole(raw['round']),
        plan: words(raw['plan']),
      };
      if (given(raw['artifact'])) event.artifact = path(raw['artifact']);
      return event;
    }
    case 'round_finished':
      return roundFinished(raw, ts);
    case 'finding_closed':
      return findingClosed(raw, ts);
    case 'heartbeat': {
      const event: FoldEvent = { event: 'heartbeat', ts, text: words(raw['text']) };
      if (given(raw['next_at'])) event.next_at = time(raw['next_at']);
      return event;
    }
    case 'inbox_read':
      return { event: 'inbox_read', ts, ids: list(raw['ids'], text) };
    case 'question':
      return question(raw, ts);
    case 'check':
      return check(raw, ts);
    default:
      return null;
  }
}

function stepFinished(raw: Raw, ts: Micros): FoldEvent {
  const event: FoldEvent = {
    event: 'step_finished',
    ts,
    round: whole(raw['round']),
    step: text(raw['step']),
    label: words(raw['label']),
    status: stepStatus(raw['status']),
    summary: words(raw['summary']),
    findings: raw['findings'] === undefined ? [] : list(raw['findings'], finding),
    metrics: raw['metrics'] === undefined ? [] : list(raw['metrics'], metric),
  };
  if (given(raw['artifact'])) event.artifact = path(raw['artifact']);
  if (given(raw['cost'])) event.cost = cost(raw['cost']);
  if (given(raw['attempt'])) event.attempt = whole(raw['attempt']);
  if (given(raw['error'])) event.error = stepError(raw['error']);
  if (given(raw['session'])) event.session = text(raw['session']);
  if (given(raw['model'])) event.model = text(raw['model']);
  return event;
}

function roundFinished(raw: Raw, ts: Micros): FoldEvent {
  const event: FoldEvent = {
    event: 'round_finished',
    ts,
    round: whole(raw['round']),
    verdict: verdict(raw['verdict']),
    summary: words(raw['summary']),
    next: words(raw['next']),
    metrics: raw['metrics'] === undefined ? [] : list(raw['metrics'], metric),
  };
  if (given(raw['stop_reason'])) event.stop_reason = stopReason(raw['stop_reason']);
  if (given(raw['commit'])) event.commit = text(raw['commit']);
  if (given(raw['artifact'])) event.artifact = path(raw['artifact']);
  if (given(raw['cost'])) event.cost = cost(raw['cost']);
  if (given(raw['outcome'])) event.outcome = oneOfTwo(raw['outcome'], 'kept', 'discarded');
  if (given(raw['next_at'])) event.next_at = time(raw['next_at']);
  return event;
}

function findingClosed(raw: Raw, ts: Micros): FoldEvent {
  const event: FoldEvent = {
    event: 'finding_closed',
    ts,
    round: whole(raw['round']),
    step: text(raw['step']),
    id: text(raw['id']),
    label: words(raw['label']),
    reason: words(raw['reason']),
  };
  switch (raw['resolution']) {
    case undefined:
    case null:
      break;
    case 'fixed':
    case 'accepted':
    case 'wontfix':
    case 'false_positive':
    case 'duplicate':
      event.resolution = raw['resolution'];
      break;
    default:
      sure = false;
  }
  return event;
}

function question(raw: Raw, ts: Micros): FoldEvent {
  const event: FoldEvent = {
    event: 'question',
    ts,
    text: text(raw['text']),
    blocks: flag(raw['blocks']),
    options: raw['options'] === undefined ? [] : list(raw['options'], option),
  };
  if (given(raw['round'])) event.round = whole(raw['round']);
  if (given(raw['timeout_s'])) event.timeout_s = whole(raw['timeout_s']);
  if (given(raw['id'])) event.id = text(raw['id']);
  return event;
}

function check(raw: Raw, ts: Micros): FoldEvent | null {
  const result = raw['result'];
  if (result !== 'pass' && result !== 'partly' && result !== 'fail' && result !== 'blocked') return null;
  const event: FoldEvent = {
    event: 'check',
    ts,
    item: text(raw['item']),
    kind: text(raw['kind']),
    result,
    who: words(raw['who']),
    finding: words(raw['finding']),
  };
  if (given(raw['evidence'])) event.evidence = path(raw['evidence']);
  if (given(raw['round'])) event.round = whole(raw['round']);
  return event;
}

function given(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function unsure<T>(filler: T): T {
  sure = false;
  return filler;
}

function time(value: unknown): Micros {
  const micros =
    typeof value === 'string'
      ? textMicros(value)
      : typeof value === 'number'
        ? numberMicros(value)
        : Number.NaN;
  if (Number.isNaN(micros)) sure = false;
  return micros;
}

/** A whole number from 1 that a double holds. */
function whole(value: unknown): number {
  return typeof value === 'number' && value >= 1 && Number.isSafeInteger(value) ? value : unsure(1);
}

/** A whole number from 0; JavaScript's -0 is Python's 0. */
function tokens(value: unknown): number {
  if (value === undefined) return 0;
  return typeof value === 'number' && value >= 0 && Number.isSafeInteger(value) ? value + 0 : unsure(0);
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : unsure('');
}

/** A text that may be missing, but not null. */
function words(value: unknown): string {
  return value === undefined ? '' : text(value);
}

function flag(value: unknown): boolean {
  if (value === undefined) return false;
  return typeof value === 'boolean' ? value : unsure(false);
}

function path(value: unknown): string {
  const found = text(value);
  const first = found.charCodeAt(0);
  return first === 0x2f || first === 0x7e || found.includes('..') ? unsure('') : found;
}

function list<T>(value: unknown, item: (inner: unknown) => T): T[] {
  if (!Array.isArray(value)) return unsure([]);
  const items: T[] = [];
  for (const inner of value) items.push(item(inner));
  return items;
}

const NO_MEMBERS: Raw = {};

function object(value: unknown): Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Raw)
    : unsure(NO_MEMBERS);
}

function oneOfTwo<A extends string, B extends string>(value: unknown, first: A, second: B): A | B {
  return value === first || value === second ? (value as A | B) : unsure(first);
}

function finding(value: unknown): Finding {
  const raw = object(value);
  const severity: FindingSeverity =
    raw['severity'] === undefined ? 'material' : oneOfTwo(raw['severity'], 'material', 'minor');
  return { id: text(raw['id']), text: text(raw['text']), severity };
}

function option(value: unknown): Option {
  const raw = object(value);
  return { id: text(raw['id']), label: text(raw['label']) };
}

/** A finite float. -0 could be Python's whole 0 or its float -0.0. */
function float(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && !Object.is(value, -0) ? value : unsure(0);
}

function metric(value: unknown): Metric {
  const raw = object(value);
  const found: Metric = { name: text(raw['name']), value: float(raw['value']), unit: words(raw['unit']) };
  if (given(raw['target'])) found.target = float(raw['target']);
  if (given(raw['better'])) found.better = oneOfTwo<Better, Better>(raw['better'], 'higher', 'lower');
  return found;
}

function cost(value: unknown): Cost {
  const raw = object(value);
  const usd = raw['usd'] === undefined ? 0 : float(raw['usd']);
  return {
    usd: usd >= 0 ? usd : unsure(0),
    tokens_in: tokens(raw['tokens_in']),
    tokens_out: tokens(raw['tokens_out']),
    tokens_cache_read: tokens(raw['tokens_cache_read']),
    tokens_cache_write: tokens(raw['tokens_cache_write']),
    turns: tokens(raw['turns']),
    estimated: flag(raw['estimated']),
  };
}

function stepError(value: unknown): StepError {
  const raw = object(value);
  const kind: ErrorKind =
    raw['kind'] === undefined ? 'transient' : oneOfTwo(raw['kind'], 'transient', 'needs_person');
  return { kind, text: words(raw['text']) };
}

function stepStatus(value: unknown): StepStatus {
  switch (value) {
    case undefined:
    case 'ok':
      return 'ok';
    case 'failed':
    case 'skipped':
      return value;
    default:
      return unsure('ok');
  }
}

function verdict(value: unknown): Verdict {
  switch (value) {
    case 'continue':
    case 'done':
    case 'wait':
    case 'stopped':
    case 'failed':
      return value;
    default:
      return unsure('continue');
  }
}

function stopReason(value: unknown): StopReason {
  switch (value) {
    case 'goal_met':
    case 'round_cap':
    case 'cost_cap':
    case 'runtime_cap':
    case 'person':
    case 'no_progress':
    case 'error':
    case 'impossible':
      return value;
    default:
      return unsure('person');
  }
}
