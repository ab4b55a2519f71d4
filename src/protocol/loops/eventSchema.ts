/**
 * How events and inbox entries are written: type, check and JSON schema in one. The time of a line is set by whoever
 * writes it, so it is no field here; `null` and missing mean the same and are not written.
 */
import * as z from 'zod/mini';
import type { EventName } from './loopModel.ts';
import { type Checked, check, type WriteProblem } from './writeProblems.ts';
import { writtenCount, writtenPath, writtenText, writtenTime, writtenWord } from './writtenFields.ts';

const text = (says: string) => z.nullish(writtenText(says));
const path = (says: string) => z.nullish(writtenPath(says));

const at = z.nullish(
  writtenTime('When it really happened, if that was earlier than now: ISO 8601 with zone.'),
);
const round = writtenCount(1, 'The number of the round, from 1.');
const step = writtenText('The id of the step.');
const artifact = path('The file that it made, relative to the repository.');
const next_at = z.nullish(writtenTime('When to expect the next sign: ISO 8601 with zone.'));
const stop_reason = z.nullish(
  writtenWord(
    ['goal_met', 'round_cap', 'cost_cap', 'runtime_cap', 'person', 'no_progress', 'error', 'impossible'],
    'Why it ended.',
  ),
);

const finding = z.object({
  id: z.union([writtenText('Unique within its step and round.'), z.int()]),
  text: writtenText('What is wrong.'),
  severity: z.nullish(
    writtenWord(['material', 'minor'], 'Whether it keeps the work from being good enough.'),
  ),
});

const tokens = z.nullish(writtenCount(0, 'From 0.'));
const cost = z.nullish(
  z
    .object({
      usd: z.nullish(z.number().check(z.gte(0))),
      tokens_in: tokens,
      tokens_out: tokens,
      tokens_cache_read: tokens,
      tokens_cache_write: tokens,
      turns: tokens,
      estimated: z.nullish(z.boolean().check(z.describe('True where the figures are an estimate.'))),
    })
    .check(z.describe('What it cost.')),
);

const metrics = z.nullish(
  z
    .array(
      z.object({
        name: writtenText('What is measured.'),
        value: z.number(),
        target: z.nullish(z.number()),
        better: z.nullish(writtenWord(['higher', 'lower'], 'Which way is better.')),
        unit: text('Of the value.'),
      }),
    )
    .check(z.describe('Numbers that the loop works on.')),
);

const fields = {
  round_started: z.object({ at, round, plan: text('What this round is to do.'), artifact }),
  step_started: z.object({ at, round, step, label: text('Tells runs of one step in a round apart.') }),
  step_finished: z.object({
    at,
    round,
    step,
    label: text('As in its step_started.'),
    status: z.nullish(writtenWord(['ok', 'failed', 'skipped'], 'How it went; ok if left out.')),
    summary: text('What came of it.'),
    artifact,
    findings: z.nullish(z.array(finding).check(z.describe('What it found wrong, for a step that judges.'))),
    cost,
    metrics,
    attempt: z.nullish(writtenCount(1, 'Which try it was, from 1.')),
    error: z.nullish(
      z.object({
        kind: z.nullish(writtenWord(['transient', 'needs_person'], 'Whether a retry may help.')),
        text: text('What happened.'),
      }),
    ),
    session: text('The session of the agent, to be resumed by hand.'),
    model: text('The model that it really used.'),
  }),
  finding_closed: z.object({
    at,
    round,
    step,
    id: z.union([writtenText('The id of the finding.'), z.int()]),
    label: text('Of the run that found it; left out, of all runs of the step.'),
    resolution: z.nullish(
      writtenWord(['fixed', 'accepted', 'wontfix', 'false_positive', 'duplicate'], 'How it was settled.'),
    ),
    reason: text('Why.'),
  }),
  round_finished: z.object({
    at,
    round,
    verdict: writtenWord(['continue', 'done', 'wait', 'stopped', 'failed'], 'What comes after the round.'),
    stop_reason,
    summary: text('What the round reached.'),
    next: text('What the next round is to do.'),
    commit: text('The git commit of the work.'),
    artifact,
    cost,
    metrics,
    outcome: z.nullish(writtenWord(['kept', 'discarded'], 'Whether the work of the round was kept.')),
    next_at,
  }),
  loop_stopped: z.object({ at, stop_reason, summary: text('How it ended.') }),
  heartbeat: z.object({ at, text: text('What goes on.'), next_at }),
  question: z.object({
    at,
    text: writtenText('The question to the person.'),
    round: z.nullish(round),
    blocks: z.nullish(z.boolean().check(z.describe('True where the loop stands still until the answer.'))),
    timeout_s: z.nullish(writtenCount(1, 'Seconds that the loop waits at most.')),
    id: text('Names the question in its answer.'),
    options: z.nullish(
      z
        .array(
          z.object({
            id: writtenText('What the answer names.'),
            label: writtenText('What the person reads.'),
          }),
        )
        .check(z.describe('Answers to choose from.')),
    ),
  }),
  question_closed: z.object({
    at,
    question: text('The id of the question; left out, the newest open one.'),
    reason: z.nullish(
      writtenWord(['answered', 'superseded', 'withdrawn'], 'How it ended; answered if left out.'),
    ),
    answer: text('What was taken as the answer.'),
  }),
  check: z.object({
    at,
    item: writtenText('What was checked.'),
    kind: writtenText('What sort of thing that is.'),
    result: writtenWord(['pass', 'partly', 'fail', 'blocked'], 'What came of it.'),
    who: text('Who checked.'),
    finding: text('What was seen.'),
    evidence: path('The file that shows it, relative to the repository.'),
    round: z.nullish(round),
  }),
  inbox_read: z.object({ at, ids: z.array(writtenText('The id of an entry.')) }),
} satisfies Record<EventName, z.ZodMiniType>;

/** The schema of the fields of each event, for tools that describe what they take. */
export const eventFieldSchemas: Readonly<Record<EventName, z.ZodMiniType<Record<string, unknown>>>> = fields;

export const EVENT_NAMES = Object.keys(fields) as EventName[];

/** The fields as they are written (nothing that is null or unknown), or what is wrong with them. */
export function checkEvent(name: string, given: unknown): Checked<Record<string, unknown>> {
  if (!isEventName(name)) {
    const problem: WriteProblem = {
      path: 'event',
      message: `Invalid option: expected one of ${EVENT_NAMES.join(', ')}`,
    };
    return { ok: false, problems: [problem] };
  }
  const checked = check(eventFieldSchemas[name], given);
  return checked.ok ? { ok: true, value: withoutNulls(checked.value) } : checked;
}

export const inboxEntrySchema = z.object({
  id: writtenText('Unique in the file.'),
  ts: writtenTime('When it was sent, UTC.'),
  kind: writtenWord(['reply', 'stop'], 'An answer or a note, or the wish that the loop ends.'),
  text: writtenText('What the person says.'),
  round: z.optional(round),
  loop: writtenText("The loop's id."),
  question: z.optional(writtenText('The id of the question that it answers.')),
  choice: z.optional(writtenText('The id of the option taken.')),
});

/** An entry of ours before it is signed, or what keeps it from being written. */
export function checkInboxEntry(entry: unknown): Checked<z.infer<typeof inboxEntrySchema>> {
  return check(inboxEntrySchema, entry);
}

function isEventName(name: string): name is EventName {
  return Object.hasOwn(fields, name);
}

function withoutNulls(value: Record<string, unknown>): Record<string, unknown> {
  const kept = Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined);
  return Object.fromEntries(kept.map(([name, inner]) => [name, cleaned(inner)]));
}

function cleaned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cleaned);
  return typeof value === 'object' && value !== null ? withoutNulls(value as Record<string, unknown>) : value;
}
