import type { Answering } from '../../../acts/answer/answering.ts';
import { info } from '../../../host/messages.ts';
import { askText, type PickRow, pickOne } from '../../../host/quickPick.ts';
import { newEntryId } from '../../../protocol/loops/entryId.ts';
import { ours } from '../../../text/say.ts';
import type { Shown } from '../../../text/shown.ts';
import type { DraftStore } from '../../../workspace/kept/drafts.ts';
import type { HeldNoteStore } from '../../../workspace/kept/heldNotes.ts';
import type { LoopStore } from '../../../workspace/loops/loopStore.ts';
import { openQuestion } from '../../../workspace/loops/openQuestion.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import { questionWaitKey } from '../../../workspace/needsYou.ts';
import {
  answerWithNote,
  keepNote,
  keptWords,
  noteText,
  steerPrompt,
  steerTitle,
  wouldAnswerTitle,
} from '../../kit/words/steerWords.ts';
import type { AnswerSender } from '../answer/answerSender.ts';

export interface SteeringPorts {
  store: LoopStore;
  drafts: DraftStore;
  heldNotes: HeldNoteStore;
  answering: Answering;
  sender: AnswerSender;
}

/** `cancelled`: the person went away, or was told why. */
export type Delivery = 'sent' | 'kept' | 'answered' | 'refused' | 'cancelled';

interface ChoiceRow extends PickRow {
  id: 'keep' | 'answer' | 'cancel';
}

/** Notes to loops. A note never becomes an answer unless the person said so. */
export class Steering {
  readonly #ports: SteeringPorts;

  constructor(ports: SteeringPorts) {
    this.#ports = ports;
  }

  /** The draft of a note; one a loop. */
  draftKey(loop: { key: string }): string {
    return `${loop.key}|note`;
  }

  /** Asks for the note's text and sends it. Away from the box the text stays as the draft. */
  async open(loop: WatchedLoop, text = ''): Promise<void> {
    const { answering, drafts, sender } = this.#ports;
    const refusal = answering.mayWrite(loop);
    if (refusal !== null) {
      await sender.tellRefusal(refusal, loop.id, text, undefined);
      return;
    }
    const key = this.draftKey(loop);
    const noteId = newEntryId();
    const typed = await askText({
      title: steerTitle(loop),
      prompt: steerPrompt(loop, openQuestion(loop.snapshot)),
      placeholder: ours('What it should do differently; Enter sends'),
      value: text === '' ? (drafts.get(key)?.text ?? '').replaceAll('\n', ' ') : text.replaceAll('\n', ' '),
      onChange: (now) => drafts.set(key, { text: now, choice: null }),
    });
    if (typed === undefined || typed.trim() === '') return;
    await this.send(loop, typed, noteId);
  }

  /** True once the note is on disk, kept until it may go, or sent as the answer. */
  async send(meant: { key: string; id: string }, text: string, noteId: string): Promise<boolean> {
    const { drafts } = this.#ports;
    const key = this.draftKey(meant);
    const how = await this.deliver(meant, text, noteId);
    if (how === 'refused') drafts.set(key, { text, choice: null });
    const done = how !== 'refused' && how !== 'cancelled';
    if (done) await drafts.delete(key);
    return done;
  }

  /**
   * Sends a note that has its own draft elsewhere. While a question is open the person says what is to become of it. A
   * refusal is told here.
   */
  async deliver(meant: { key: string; id: string }, text: string, noteId: string): Promise<Delivery> {
    const { answering, sender, store } = this.#ports;
    const loop = store.get(meant.key);
    if (loop === undefined) {
      await sender.tellRefusal({ ok: false, code: 'gone', args: {}, message: '' }, meant.id, text, undefined);
      return 'cancelled';
    }
    const sent = await answering.note(loop, text, noteId);
    if (sent.ok) return 'sent';
    if (sent.code === 'would-answer') return this.#wouldAnswer(loop, text);
    void sender.tellRefusal(sent, loop.id, text, undefined);
    return 'refused';
  }

  async #wouldAnswer(seen: WatchedLoop, text: string): Promise<Delivery> {
    const { heldNotes, sender, store } = this.#ports;
    // The refusal comes from the files; what we show of the question may be a moment behind them.
    const loop = store.get(seen.key) ?? seen;
    const question = openQuestion(loop.snapshot);
    const picked = await pickOne(
      choiceRows(text, question === undefined ? undefined : answerWithNote(question)),
      {
        title: wouldAnswerTitle(loop),
        placeholder: noteText(text),
      },
    );
    if (picked?.id === 'answer' && question !== undefined) {
      const target = { key: questionWaitKey(loop, question), loop, question };
      return (await sender.answer(target, { text, choice: null })) ? 'answered' : 'cancelled';
    }
    if (picked?.id !== 'keep') return 'cancelled';
    const kept = await heldNotes.keep(loop, text);
    if (!kept.ok) {
      void sender.tellRefusal(kept, loop.id, text, undefined);
      return 'cancelled';
    }
    void info(keptWords(loop));
    return 'kept';
  }

  /** A kept note goes out at once, as the answer to what is open. */
  async sendHeld(noteId: string): Promise<void> {
    const { heldNotes, sender, store } = this.#ports;
    const note = heldNotes.list().find((one) => one.id === noteId);
    const loop = note === undefined ? undefined : store.get(note.loopKey);
    if (note === undefined || loop === undefined) return;
    const question = openQuestion(loop.snapshot);
    if (question === undefined) {
      void info(ours('Nothing is open there any more. The note goes out once the loop has gone on.'));
      return;
    }
    const target = { key: questionWaitKey(loop, question), loop, question };
    if (await sender.answer(target, { text: note.text, choice: null })) await heldNotes.drop(note.id);
  }
}

function choiceRows(text: string, answer: Shown<'pick'> | undefined): ChoiceRow[] {
  return [
    {
      id: 'keep',
      label: keepNote(),
      description: ours('it goes out by itself, and is not taken as the answer'),
    },
    ...(answer === undefined ? [] : [{ id: 'answer' as const, label: answer, description: noteText(text) }]),
    { id: 'cancel', label: ours('Cancel'), description: ours('the text is kept') },
  ];
}
