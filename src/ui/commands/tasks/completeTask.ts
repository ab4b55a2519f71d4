import type { Outcome } from '../../../acts/tasks/actOnTasks.ts';
import { resultOf } from '../../../acts/tasks/resultText.ts';
import { completeWith } from '../../../acts/tasks/taskActs.ts';
import { confirm } from '../../../host/messages.ts';
import { jsonFaultWords } from '../../../text/jsonWords.ts';
import { ours, say } from '../../../text/say.ts';
import { join } from '../../../text/shown.ts';
import type { Services } from '../../kit/services.ts';
import { askedOf } from '../../kit/words/taskActWords.ts';
import { askKept, draftKeyOf } from './askKept.ts';
import { type Choice, chooseTasks } from './chooseTasks.ts';
import { mayTakeOver } from './takeOver.ts';
import { runTasks } from './taskActCommands.ts';
import { sayOutcome } from './tellTasks.ts';

/** Active tasks are done, with a result of the person's. A finished copy is replaced only where the person says so. */
export async function completeTask(services: Services, argument: unknown, many: unknown): Promise<void> {
  const choice = await chooseTasks(services, { verb: 'complete', ability: 'completable' }, argument, many);
  if (choice === undefined || !(await mayTakeOver(services, choice.tasks))) return;
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
  if (typed === undefined) return;
  const result = resultOf(typed.text);
  if (!result.ok) return;
  let outcome = await runTasks(services, choice, completeWith(result.value));
  const over = await overDone(services, choice, outcome);
  if (over !== undefined) outcome = await runTasks(services, choice, completeWith(result.value, over));
  sayOutcome(services, 'complete', outcome, typed.text);
  if (outcome.refused.length === 0) await typed.used();
}

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
