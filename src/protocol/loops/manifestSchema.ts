/**
 * How a `loop.json` is written: one schema gives the type, the check before a write, and the JSON schema that editors offer.
 * Stricter than reading: no numbers as text, and only paths that we would also open.
 */
import * as z from 'zod/mini';
import { STEP_KINDS } from './manifest.ts';
import { graphProblem } from './stepGraph.ts';
import { type Checked, check } from './writeProblems.ts';
import { RULES, writtenCount, writtenId, writtenPath, writtenText, writtenWord } from './writtenFields.ts';

const text = (says: string) => z.optional(writtenText(says));
const textOrNull = (says: string) => z.nullish(writtenText(says));
const cap = (says: string) => z.nullish(writtenCount(1, says));

const step = z.looseObject({
  id: writtenId('Unique among the steps: lower-case letters, digits, dot, dash, underscore; at most 64.'),
  kind: z.optional(writtenWord(STEP_KINDS, 'What sort of work the step does.')),
  name: text('The step as people read it.'),
  purpose: text('What the step is there for, in a sentence.'),
  prompt: z.nullish(writtenPath('The file with its prompt, relative to the repository.')),
  backend: textOrNull('Who runs it: a command line, a script, a person. Shown only.'),
  model: textOrNull('The model it runs on. Shown only.'),
  after: z.nullish(
    z
      .array(z.string())
      .check(
        z.describe(
          'Ids of the steps it waits for. Left out, it follows the step before it; [] waits for none.',
        ),
      ),
  ),
});

const namedPath = z.looseObject({
  name: writtenText('What it is called.'),
  path: writtenPath('Where it is, relative to the repository.'),
});

const brief = z.looseObject({
  goal: text('What the loop is to reach.'),
  audience: text('Whom its work is for.'),
  bar: text('What is good enough.'),
  path: z.nullish(writtenPath('The file with the whole brief, relative to the repository.')),
});

const workspace = z.looseObject({
  branch: text('The git branch.'),
  worktree: text('The folder. Shown only.'),
});

export const manifestSchema = z
  .looseObject({
    protocol: z.optional(z.literal(1).check(z.describe('The version of the format.'))),
    id: writtenId("The loop's id, which is the name of its folder."),
    title: text('The loop as people read it.'),
    brief: z.optional(
      brief.check(z.describe('What the loop is for, in the words of the person who wants it.')),
    ),
    steps: z.optional(z.array(step).check(z.describe('The roles of one round, in order.'))),
    round_cap: cap('The loop ends after this many rounds.'),
    runtime_cap_minutes: cap('The loop ends after this many minutes of work.'),
    cost_cap_usd: z.nullish(
      z.number().check(z.gt(0), z.describe('The loop ends once it cost this much, in US dollars.')),
    ),
    pace: text('How often it runs, in words.'),
    commands: z.optional(
      z
        .record(z.string(), z.string())
        .check(z.describe('Commands by name, run in the repository. "start" is offered to the person.')),
    ),
    outputs: z.optional(z.array(namedPath).check(z.describe('What the loop makes.'))),
    workspace: z.nullish(workspace.check(z.describe('Where the loop works, to be picked up by hand.'))),
    state: z.optional(z.array(namedPath).check(z.describe('Files that one round hands to the next.'))),
  })
  .check(
    z.superRefine(({ steps = [] }, context) => {
      const problem = graphProblem(steps.map(({ id, after }) => ({ id, after: after ?? undefined })));
      if (problem !== null) context.addIssue({ code: 'custom', message: problem.message, path: ['steps'] });
    }),
  );

/** A manifest as one writes it: what may be left out is optional, and fields of later protocols are kept. */
type WrittenManifest = z.infer<typeof manifestSchema>;

/** The manifest, or all that keeps it from being written. */
export function checkManifest(manifest: unknown): Checked<WrittenManifest> {
  return check(manifestSchema, manifest);
}

/** The same as a JSON schema of draft 7, for editors. */
export function manifestJsonSchema(): object {
  const schema = z.toJSONSchema(manifestSchema, {
    target: 'draft-7',
    io: 'input',
    override: ({ jsonSchema }) => {
      // VS Code shows this in place of the pattern.
      const words = RULES.get(jsonSchema.pattern ?? '');
      if (words !== undefined) jsonSchema['patternErrorMessage'] = words;
    },
  });
  return { ...schema, title: 'An agent loop (.loops/<id>/loop.json)' };
}
