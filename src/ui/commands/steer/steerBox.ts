import { info } from '../../../host/messages.ts';
import { askText, type PickRow, pickOne } from '../../../host/quickPick.ts';
import { refuse } from '../../../protocol/lib/result.ts';
import { newEntryId } from '../../../protocol/loops/entryId.ts';
import type { Shown } from '../../../text/agentText.ts';
import { ours } from '../../../text/say.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import type { Services } from '../../kit/services.ts';
import type { Delivery, SteerSurface } from '../../kit/surfaces.ts';
import {
  answerWithNote,
  keepNote,
  noteKeptWords,
  noteText,
  steerPrompt,
  steerTitle,
  wouldAnswerTitle,
} from './steerWords.ts';

export type SteerBoxPorts = Pick<Services, 'steering' | 'outbox' | 'drafts' | 'model' | 'teller'>;

interface ChoiceRow extends PickRow {
  id: 'keep' | 'answer' | 'cancel';
}

/** Asks for notes to loops, and what is to become of them while a question is open. */
export class SteerBox implements SteerSurface {
  readonly #ports: SteerBoxPorts;

  constructor(ports: SteerBoxPorts) {
    this.#ports = ports;
  }

  async open(loop: WatchedLoop, text = ''): Promise<void> {
    const { drafts, outbox, steering, teller } = this.#ports;
    const refusal = outbox.mayWrite(loop);
    if (refusal !== null) return teller.tell(refusal, { name: loop.id, text });
    const key = steering.draftKey(loop);
    const noteId = newEntryId();
    const typed = await askText({
      title: steerTitle(loop),
      prompt: steerPrompt(loop, steering.questionOf(loop)?.question),
      placeholder: ours('What it should do differently; Enter sends'),
      value: text === '' ? (drafts.get(key)?.text ?? '').replaceAll('\n', ' ') : text.replaceAll('\n', ' '),
      onChange: (now) => drafts.set(key, { text: now, choice: null }),
    });
    if (typed === undefined || typed.trim() === '') return;
    await this.send(loop, typed, noteId);
  }

  async send(meant: { key: string; id: string }, text: string, noteId: string): Promise<boolean> {
    const { drafts, steering } = this.#ports;
    const key = steering.draftKey(meant);
    const how = await this.deliver(meant, text, noteId);
    if (how === 'refused') drafts.set(key, { text, choice: null });
    const done = how !== 'refused' && how !== 'cancelled';
    if (done) await drafts.delete(key);
    return done;
  }

  async deliver(meant: { key: string; id: string }, text: string, noteId: string): Promise<Delivery> {
    const { steering, model, teller } = this.#ports;
    const loop = model.loop(meant.key);
    if (loop === undefined) {
      await teller.tell(refuse('gone', 'It is no longer there.'), { name: meant.id, text });
      return 'cancelled';
    }
    const sent = await steering.note(loop, text, noteId);
    if (sent.ok) return 'sent';
    if (sent.code === 'would-answer') return this.#wouldAnswer(loop, text);
    void teller.tell(sent, { name: loop.id, text });
    return 'refused';
  }

  async #wouldAnswer(loop: WatchedLoop, text: string): Promise<Delivery> {
    const { steering, teller } = this.#ports;
    const open = steering.questionOf(loop);
    const answer = open === undefined ? undefined : answerWithNote(open.question);
    const picked = await pickOne(choiceRows(text, answer), {
      title: wouldAnswerTitle(loop),
      placeholder: noteText(text),
    });
    if (picked?.id === 'answer' && open !== undefined)
      return (await teller.send(open.session, { text, choice: null })) ? 'answered' : 'cancelled';
    if (picked?.id !== 'keep') return 'cancelled';
    const kept = await steering.hold(loop, text);
    if (!kept.ok) {
      void teller.tell(kept, { name: loop.id, text });
      return 'cancelled';
    }
    void info(noteKeptWords(loop));
    return 'kept';
  }

  async sendHeld(noteId: string): Promise<void> {
    const { steering, teller } = this.#ports;
    const held = steering.held(noteId);
    if (held === undefined) return;
    const open = steering.questionOf(held.loop);
    if (open === undefined) {
      void info(ours('Nothing is open there any more. The note goes out once the loop has gone on.'));
      return;
    }
    if (await teller.send(open.session, { text: held.note.text, choice: null })) await steering.drop(noteId);
  }

  async dropHeld(noteId: string): Promise<void> {
    await this.#ports.steering.drop(noteId);
    void info(ours('The kept note is dropped. It was not sent.'));
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
