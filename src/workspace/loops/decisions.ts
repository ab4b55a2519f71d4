/**
 * What the person decided about findings, and the note that says it to the loop. Pure.
 *
 * The note's form is fixed: one line for each finding, `STEP/ID: WHAT: WHY`, or `STEP/ID [LABEL]: WHAT: WHY` where the
 * run has a label; `: WHY` only where there is a remark. WHAT is one of `fix`, `won't fix`, `false positive`, `duplicate`,
 * `later`. The prompts teach loops to read it, `loophelper.py` does, and so does `decidedIn`.
 *
 * For panels: `decisionDrafts.ts` keeps what is not sent yet, `decisionOutcome.ts` says what became of what was.
 */

export const DECISIONS = ['fix', 'wontfix', 'false_positive', 'duplicate', 'later'] as const;
export type Decision = (typeof DECISIONS)[number];

/** Which finding of a loop is meant. */
export interface FindingName {
  step: string;
  label: string;
  id: string;
}

export interface Decided extends FindingName {
  decision: Decision;
  remark: string;
}

/** As a note says it: never translated. */
const NOTE_WORDS: Record<Decision, string> = {
  fix: 'fix',
  wontfix: "won't fix",
  false_positive: 'false positive',
  duplicate: 'duplicate',
  later: 'later',
};

const LINE =
  /^([^/\s]+)\/(.+?)(?: \[([^[\]]*)\])?: (fix|won't fix|false positive|duplicate|later)(?:: (.*))?$/;

export function noteText(decided: readonly Decided[]): string {
  return decided.map(noteLine).join('\n');
}

function noteLine({ step, label, id, decision, remark }: Decided): string {
  const name = spoken({ step, label, id });
  const of = name.label === '' ? '' : ` [${name.label}]`;
  const why = oneLine(remark);
  return `${name.step}/${name.id}${of}: ${NOTE_WORDS[decision]}${why === '' ? '' : `: ${why}`}`;
}

/** The lines of a text that are decisions, in their order; of two about one finding the last. */
export function decidedIn(text: string): Decided[] {
  const found = new Map<string, Decided>();
  // Most of what people write is no such note, and may be long.
  if (!text.includes('/')) return [];
  for (const line of text.split('\n')) {
    const [, step, id, label = '', word, why = ''] = LINE.exec(line.trim()) ?? [];
    const decision = DECISIONS.find((each) => NOTE_WORDS[each] === word);
    if (step === undefined || id === undefined || decision === undefined) continue;
    const decided = { step, label, id: id.trim(), decision, remark: why };
    const key = nameKey(decided);
    found.delete(key);
    found.set(key, decided);
  }
  return [...found.values()];
}

/** Nothing in it that a line has no room for. */
const PLAIN = /^[\x21-\x7e]*$/;

/** The same for a finding and for the line of a note about it. */
export function nameKey(name: FindingName): string {
  if (PLAIN.test(name.id) && PLAIN.test(name.step) && name.label === '') return `${name.step}\n\n${name.id}`;
  const { step, label, id } = spoken(name);
  return `${step}\n${label}\n${id}`;
}

/** A name as a line has room for it. */
function spoken({ step, label, id }: FindingName): FindingName {
  return {
    step: oneLine(step),
    label: label === '' ? '' : oneLine(label.replace(/\[/g, '(').replace(/\]/g, ')')),
    id: readable(oneLine(id)),
  };
}

/** What within an id would be read as the decision: then the one that is meant would be about another finding. */
const LIKE_A_DECISION = /: (?=(?:fix|won't fix|false positive|duplicate|later)(?:: |$))/g;
/** What at the end of an id would be read as a label. */
const LIKE_A_LABEL = / \[([^[\]]*)\]$/;

/** An id that a line gives back as one. */
function readable(id: string): string {
  return id.replace(LIKE_A_DECISION, ':').replace(LIKE_A_LABEL, ' ($1)');
}

function oneLine(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.toWellFormed().replace(/\s+/g, ' ').trim();
}
