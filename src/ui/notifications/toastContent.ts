import type { Option } from '../../protocol/lib/option.ts';
import { cut, type Shown, shown } from '../../text/agentText.ts';
import { ours } from '../../text/say.ts';
import type { WatchedLoop } from '../../workspace/loops/watchedLoop.ts';
import { canAnswer, type Wait } from '../../workspace/needsYou.ts';
import type { FeedbackWait } from '../../workspace/tasks/taskAttention.ts';
import type { Toast } from '../../workspace/toastPlan.ts';
import { optionLabel } from '../kit/words/answerWords.ts';
import {
  noProgressWords,
  overCapWords,
  reminderWords,
  severalWords,
  summaryWords,
  waitWords,
} from './toastWords.ts';

export type ToastAct =
  | { act: 'answer'; wait: Wait }
  | { act: 'option'; wait: Wait; option: Option }
  | { act: 'showAll' }
  | { act: 'show'; loop: WatchedLoop }
  | { act: 'showTask'; wait: FeedbackWait }
  | { act: 'stop'; loop: WatchedLoop }
  | { act: 'steer'; loop: WatchedLoop };

export interface ToastContent {
  severity: 'info' | 'warning';
  text: Shown<'toast'>;
  buttons: { label: Shown<'toast'>; act: ToastAct }[];
}

const LABEL = 30;
const LABELS = 40;
const OPTIONS = 3;

/** The first button never writes anything: a key struck in the editor may press it. */
export function toastContent(toast: Toast, now: number): ToastContent {
  switch (toast.kind) {
    case 'wait':
      return toast.others.length === 0
        ? one('info', waitWords(toast.wait, now), toast.wait)
        : several('warning', severalWords([toast.wait, ...toast.others]), toast.wait);
    case 'reminder':
      return one('warning', reminderWords(toast.wait, now), toast.wait);
    case 'summary': {
      const [first] = toast.waits;
      const text = summaryWords(toast.why, toast.waits, now);
      if (first === undefined) return { severity: 'info', text, buttons: [] };
      return toast.waits.length === 1 ? one('info', text, first) : several('info', text, first);
    }
    case 'over-cap':
      return about(overCapWords(toast.look), toast.look.loop, {
        label: ours('Stop…'),
        act: { act: 'stop', loop: toast.look.loop },
      });
    case 'no-progress':
      return about(noProgressWords(toast.look), toast.look.loop, {
        label: ours('Steer…'),
        act: { act: 'steer', loop: toast.look.loop },
      });
  }
}

function one(severity: 'info' | 'warning', text: Shown<'toast'>, wait: Wait): ToastContent {
  // One click would answer one of those alike: the list comes first.
  if (wait.kind === 'feedback' && wait.same.length > 1) return several(severity, text, wait);
  if (!canAnswer(wait)) return { severity, text, buttons: [{ label: ours('Show'), act: showAct(wait) }] };
  return {
    severity,
    text,
    buttons: [
      { label: ours('Answer…'), act: { act: 'answer', wait } },
      ...optionButtons(wait.options).map((option) => ({
        label: shown(optionLabel(option), 'toast'),
        act: { act: 'option' as const, wait, option },
      })),
    ],
  };
}

function showAct(wait: Wait): ToastAct {
  return wait.kind === 'feedback' ? { act: 'showTask', wait } : { act: 'show', loop: wait.loop };
}

function several(severity: 'info' | 'warning', text: Shown<'toast'>, first: Wait): ToastContent {
  const all = { label: ours('Show All'), act: { act: 'showAll' as const } };
  return {
    severity,
    text,
    buttons: canAnswer(first)
      ? [{ label: ours('Answer…'), act: { act: 'answer', wait: first } }, all]
      : [all],
  };
}

function about(text: Shown<'toast'>, loop: WatchedLoop, more: ToastContent['buttons'][number]): ToastContent {
  return {
    severity: 'warning',
    text,
    buttons: [{ label: ours('Show'), act: { act: 'show', loop } }, ...(loop.writable.ok ? [more] : [])],
  };
}

/** The options as buttons, or none: only where all of them can be read whole and told apart. */
export function optionButtons(options: readonly Option[]): readonly Option[] {
  if (options.length > OPTIONS) return [];
  const labels = options.map((option) => shown(optionLabel(option), 'toast'));
  const fit =
    labels.every((label) => label.trim() !== '' && cut(label, LABEL) === label) &&
    cut(labels.join(''), LABELS) === labels.join('') &&
    new Set(labels.map(folded)).size === labels.length &&
    // Beside our own button, which writes nothing, one that reads the same would send.
    !labels.some((label) => folded(label) === folded(ours('Answer…'))) &&
    new Set(options.map((option) => option.id)).size === options.length;
  return fit ? options : [];
}

/** As one reads it at a glance. */
function folded(label: string): string {
  return label
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .replace(/[ .]+$/, '')
    .trim()
    .toLowerCase();
}
