/** The panel's host and where its reader is. One of each a page. */
import { signal } from '@preact/signals';
import type { LoopContract, LoopTexts, SectionName } from '../../src/ui/panels/loop/loopMessages.ts';
import { AnswerDesk } from '../shared/answerDesk.ts';
import { Host } from '../shared/host.ts';
import { useWords } from '../shared/words.tsx';

export const host = new Host<LoopContract>({
  look: ({ section, round }) => {
    if (round !== null) chosenRound.value = round;
    lookAt(section);
  },
});

/** `PAGE` of the messages: a page takes their types alone. */
export const PAGE: typeof import('../../src/ui/panels/loop/loopMessages.ts')['PAGE'] = 100;

/** Names of the asks that wait, as they were last given. */
export const waiting = signal<readonly string[]>([]);

export const desk = new AnswerDesk(host, {
  others: (key) => waiting.peek().filter((each) => each !== key).length,
  many: true,
});

/** null: the newest, also when another one becomes it. */
export const chosenRound = host.ui<number | null>('round', null);
/** Of the step graph; empty: the first that failed or runs. */
export const chosenStep = host.ui('step', '');

type Part = SectionName | 'checks' | 'files';

export const open: Record<Part, ReturnType<typeof host.ui<boolean>>> = {
  waits: host.ui('open.waits', true),
  trend: host.ui('open.trend', true),
  round: host.ui('open.round', true),
  findings: host.ui('open.findings', true),
  rounds: host.ui('open.rounds', true),
  sent: host.ui('open.sent', true),
  questions: host.ui('open.questions', false),
  checks: host.ui('open.checks', false),
  files: host.ui('open.files', false),
  problems: host.ui('open.problems', false),
};

/** The part that somebody asked for; scrolled to once it is drawn. */
export const wanted = signal<Part | null>(null);

export function lookAt(section: Part): void {
  open[section].value = true;
  wanted.value = section;
}

export function useTexts() {
  return useWords<LoopTexts>();
}
