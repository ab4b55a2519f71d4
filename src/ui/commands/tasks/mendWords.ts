/** What can be done about what another program left half done. */
import type { TaskRow } from '../../../protocol/tasks/taskModel.ts';
import type { Shown } from '../../../text/agentText.ts';
import { ours, say } from '../../../text/say.ts';
import { folderWords } from '../../../text/taskRefusalWords.ts';
import type { TaskFacts } from '../../../workspace/tasks/taskWorkspace.ts';
import { titleWords } from './taskActWords.ts';

export interface MendWay {
  how: 'finish' | 'undo' | 'put-back';
  label: Shown<'pick'>;
  description: Shown<'pick'>;
}

export function mendTitle(row: TaskRow, facts: TaskFacts): Shown<'pick'> {
  const title = titleWords('pick', facts.title, row.id, 60);
  switch (facts.state) {
    case 'edit-interrupted':
      return say('pick', 'A change of “{0}” was interrupted: no agent finds it now', title);
    case 'claim-interrupted':
      return say('pick', 'A claim of “{0}” was interrupted: nobody works on it', title);
    default:
      return say(
        'pick',
        '“{0}” was on its way from {1} to {2}, and did not arrive',
        title,
        folderWords(row.folder),
        folderWords(facts.movesTo ?? 'inbox'),
      );
  }
}

export function mendWays(row: TaskRow, facts: TaskFacts): MendWay[] {
  switch (facts.state) {
    case 'edit-interrupted':
      return [
        {
          how: 'put-back',
          label: ours('Put it back'),
          description: ours('it waits again, as it was left'),
        },
      ];
    case 'claim-interrupted':
      return [
        {
          how: 'undo',
          label: ours('Return it'),
          description: ours('it waits again, for any agent that takes it'),
        },
      ];
    default:
      return [
        {
          how: 'finish',
          label: ours('Finish the move'),
          description: say(
            'pick',
            'it is {0} then, as its last entry says',
            folderWords(facts.movesTo ?? 'inbox'),
          ),
        },
        {
          how: 'undo',
          label: ours('Undo the move'),
          description: say('pick', 'it stays {0}, and an entry says so', folderWords(row.folder)),
        },
      ];
  }
}
