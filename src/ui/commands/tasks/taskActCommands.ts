/** The commands that do one thing to each of the chosen tasks: which tasks they take, what is asked first, what is done. */

import { actOn, type Outcome } from '../../../acts/tasks/actOnTasks.ts';
import type { ChosenTask } from '../../../acts/tasks/chosenTasks.ts';
import { resultOf } from '../../../acts/tasks/resultText.ts';
import {
  blockFor,
  changeTo,
  claimAs,
  completeWith,
  failWith,
  mendBy,
  release,
  retry,
  type TaskAct,
  unblock,
  withdrawAs,
} from '../../../acts/tasks/taskActs.ts';
import { priorityOf } from '../../../acts/tasks/taskForm.ts';
import { confirm, progress } from '../../../host/messages.ts';
import { askText, pickOne } from '../../../host/quickPick.ts';
import { join, type Shown } from '../../../text/agentText.ts';
import { ours, say } from '../../../text/say.ts';
import type { TaskAbility } from '../../../workspace/tasks/taskAbilities.ts';
import { taskMoment } from '../../../workspace/tasks/taskMoment.ts';
import { knownName, personName } from '../../kit/personName.ts';
import type { Services } from '../../kit/services.ts';
import { TAKES_BACK } from '../../kit/taskTargets.ts';
import type { Command } from '../quickCommands.ts';
import { askKept, draftKeyOf, type KeptText } from './askKept.ts';
import { type Choice, chooseTasks } from './chooseTasks.ts';
import { jsonFaultWords } from './jsonWords.ts';
import { mendTitle, mendWays } from './mendWords.ts';
import { askedOf, boundElsewhere, runsAtDetail, runsAtQuestion, type TaskVerb } from './taskActWords.ts';
import { sayOutcome } from './tellTasks.ts';

interface Prepared {
  /** What is done to each. */
  act: TaskAct;
  /** What the person typed for it. */
  typed?: KeptText;
  /** Of what was refused: what is done instead, where the person agrees to it. */
  instead?: (outcome: Outcome) => Promise<TaskAct | undefined>;
}

/** Asks what must be asked before the act. Undefined: the person went away. */
type Prepare = (services: Services, choice: Choice, many: unknown) => Promise<Prepared | undefined>;

function taskCommand(
  verb: TaskVerb,
  ability: TaskAbility,
  prepare: Prepare,
  { one = false }: { one?: boolean } = {},
): Command {
  return async (services, argument, many) => {
    const choice = await chooseTasks(services, { verb, ability, one }, argument, many);
    const prepared = choice && (await prepare(services, choice, many));
    if (choice === undefined || prepared === undefined) return;
    const { act, typed, instead } = prepared;
    let outcome = await runTasks(services, choice, act);
    const other = await instead?.(outcome);
    if (other !== undefined) outcome = await runTasks(services, choice, other);
    sayOutcome(services, verb, outcome, typed?.text);
    if (outcome.refused.length === 0) await typed?.used();
  };
}

/** Waiting tasks become the person's own; those that are addressed to somebody else only once that was asked. */
export const claimTask = taskCommand('claim', 'claimable', async (services, { tasks }) => {
  const name = await personName(services);
  if (name === undefined) return undefined;
  const others = tasks.filter(({ facts }) => facts.boundTo !== null && facts.boundTo !== name);
  const [first] = others;
  if (first !== undefined) {
    const { row, facts } = first;
    const question = boundElsewhere(others.length, facts.title || row.id, facts.boundTo ?? '');
    if ((await confirm(question, undefined, [ours('Claim')])) === undefined) return undefined;
  }
  return { act: claimAs(name) };
});

/** Waiting tasks get another priority. */
export const changePriority = taskCommand('prioritise', 'editable', async (_, { tasks }) => {
  const before = new Set(tasks.map(({ facts }) => facts.priority));
  const [only] = before;
  const typed = await askText({
    title: askedOf(ours('Which priority?'), tasks),
    prompt: ours('A whole number: 1 comes first, 10 last'),
    value: before.size === 1 && typeof only === 'number' ? String(only) : '',
    check: (text) => (priorityOf(text) === null ? ours('A whole number') : undefined),
  });
  const priority = typed === undefined ? null : priorityOf(typed);
  return priority === null ? undefined : { act: changeTo({ priority }) };
});

/** Waiting tasks are bound to nobody any more. */
export const releaseTask = taskCommand('release', 'releasable', async () => ({ act: release }));

/**
 * Waiting tasks are blocked as withdrawn, unless an agent was faster; of several a list is shown first, for a single one
 * it is asked. *Unblock* takes that back.
 */
export const withdrawTask = taskCommand('withdraw', 'withdrawable', async (services, { tasks }, many) => {
  const [first] = tasks;
  if (first !== undefined && tasks.length === 1 && many !== TAKES_BACK) {
    const pressed = await confirm(
      say('toast', 'Withdraw “{0}”?', first.facts.title || first.row.id),
      ours('It is blocked then, so that no agent takes it. Unblock lets it wait again.'),
      [ours('Withdraw')],
    );
    if (pressed === undefined) return undefined;
  }
  const name = await personName(services);
  return name === undefined ? undefined : { act: withdrawAs(name) };
});

/** Active tasks are done, with a result of the person's. A finished copy is replaced only where the person says so. */
export const completeTask = taskCommand('complete', 'completable', async (services, choice) => {
  if (!(await mayTakeOver(services, choice.tasks))) return undefined;
  const typed = await askKept(services, draftKeyOf('complete', choice), {
    title: askedOf(ours('What is the result?'), choice.tasks),
    prompt: ours('Text, or JSON that begins with a brace, a bracket or a quote. Empty: no result.'),
    check: (text) => {
      const result = resultOf(text);
      if (result.ok) return undefined;
      return join<'prompt'>(
        [jsonFaultWords(text, result.fault, result.at), ours('with a space before it, it is text')],
        ' · ',
      );
    },
  });
  const result = typed && resultOf(typed.text);
  if (typed === undefined || !result?.ok) return undefined;
  const { value } = result;
  const instead = async (outcome: Outcome) => {
    const over = await overDone(services, choice, outcome);
    return over === undefined ? undefined : completeWith(value, over);
  };
  return { act: completeWith(value), typed, instead };
});

/** The version of the finished copy that the person lets be replaced. */
async function overDone(
  services: Pick<Services, 'model'>,
  choice: Choice,
  outcome: Outcome,
): Promise<string | undefined> {
  const [task] = choice.tasks;
  const [refused] = outcome.refused;
  if (task === undefined || choice.tasks.length !== 1 || refused?.refusal.code !== 'exists') return undefined;
  const copy = services.model.workspace(task.workspace.key)?.row('done', task.row.id);
  if (refused.refusal.args['folder'] !== 'done' || copy === undefined) return undefined;
  const pressed = await confirm(
    say('toast', '“{0}” is done already. Replace that copy and its result?', task.facts.title || task.row.id),
    ours('Its agent may have ended it before it went on. What stands in done/ now is lost.'),
    [ours('Replace')],
  );
  return pressed === undefined ? undefined : copy.version;
}

/** Active tasks fail with an error of the person's: they wait for another attempt, or end as failed. */
export const failTask = taskCommand('fail', 'failable', async (services, choice) => {
  const typed = await askWhy(services, 'fail', choice, {
    title: ours('What went wrong?'),
    prompt: ours('The next attempt’s agent reads it. A task without attempts left ends as failed.'),
    none: ours('An error says something'),
  });
  return typed && { act: failWith(typed.text), typed };
});

/** Active tasks wait for something outside, with the reason. */
export const blockTask = taskCommand('block', 'blockable', async (services, choice) => {
  const typed = await askWhy(services, 'block', choice, {
    title: ours('Why is it blocked?'),
    prompt: ours('What it waits for outside. It stays blocked until somebody unblocks it.'),
    none: ours('A reason says something'),
  });
  return typed && { act: blockFor(typed.text), typed };
});

/** Blocked tasks wait again. */
export const unblockTask = taskCommand('unblock', 'unblockable', async () => ({ act: unblock }));

/** Failed tasks wait again, their attempts counted anew. */
export const retryTask = taskCommand('retry', 'retriable', async () => ({ act: retry }));

/** What another program left half done is finished, undone or put back, as the person says. */
export const mendTask = taskCommand(
  'mend',
  'mendable',
  async (_, { tasks: [task] }) => {
    if (task === undefined) return undefined;
    const way = await pickOne(mendWays(task.row, task.facts), {
      title: mendTitle(task.row, task.facts),
      placeholder: ours('Nothing is changed before you choose'),
      stays: true,
    });
    return way && { act: mendBy(way.how) };
  },
  { one: true },
);

/** Asks for the text without which the person's act on agents' tasks says nothing. `none`: it is empty. */
async function askWhy(
  services: Services,
  verb: TaskVerb,
  choice: Choice,
  words: { title: Shown<'pick'>; prompt: Shown<'prompt'>; none: Shown<'prompt'> },
): Promise<KeptText | undefined> {
  if (!(await mayTakeOver(services, choice.tasks))) return undefined;
  return askKept(services, draftKeyOf(verb, choice), {
    title: askedOf(words.title, choice.tasks),
    prompt: words.prompt,
    check: (text) => (text.trim() === '' ? words.none : undefined),
  });
}

/** Asks before the person ends what agents have claimed. True: go on. */
async function mayTakeOver(services: Services, tasks: readonly ChosenTask[]): Promise<boolean> {
  const me = knownName(services);
  const others = tasks.filter(({ facts }) => facts.agent !== null && facts.agent !== me);
  const [first] = others;
  if (first === undefined) return true;
  const { workspace, row, facts } = first;
  const now = services.model.now();
  const { lastSeen, lasts } = taskMoment(workspace, row, now);
  const pressed = await confirm(
    runsAtQuestion(others.length, facts.title || row.id, facts.agent ?? ''),
    others.length === 1 ? runsAtDetail(lastSeen, lasts, now) : undefined,
    [ours('Go On')],
  );
  return pressed !== undefined;
}

/** Fewer are done before a notification would be read. */
const MANY = 10;

/** Does it to the chosen tasks one after the other; nothing is said of what became of them. */
async function runTasks(services: Pick<Services, 'tasks'>, choice: Choice, act: TaskAct): Promise<Outcome> {
  const go = () => actOn(services.tasks, choice.tasks, act);
  const outcome =
    choice.tasks.length > MANY
      ? await progress(ours('{0} tasks, one after the other…', choice.tasks.length), go)
      : await go();
  outcome.refused.push(...choice.missed);
  outcome.left.push(...choice.left);
  return outcome;
}
