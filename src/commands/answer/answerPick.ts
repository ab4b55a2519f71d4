import type { Documents } from '../../host/documents.ts';
import { info } from '../../host/messages.ts';
import { Picker } from '../../host/quickPick.ts';
import { askText, pickTitle } from '../../host/words/answerWords.ts';
import { ours } from '../../host/words/say.ts';
import { DisposableList } from '../../workspace/disposables.ts';
import type { DraftStore } from '../../workspace/drafts.ts';
import type { LoopStore } from '../../workspace/loopStore.ts';
import type { Wait } from '../../workspace/needsYou.ts';
import type { Clock } from '../../workspace/ports.ts';
import type { Answer } from './answerText.ts';
import { newestArtifacts } from './artifacts.ts';
import { openAsk } from './askDocument.ts';
import { draftToKeep } from './draftToKeep.ts';
import { findWait } from './findWait.ts';
import { LateBox } from './lateBox.ts';
import { digitOption, type PickModel, pickRows } from './pickRows.ts';
import { type ViewRow, viewRows } from './pickView.ts';

export interface AnswerPickPorts {
  store: LoopStore;
  drafts: DraftStore;
  clock: Clock;
  documents: Documents;
  /** In the order of the view. */
  waits: () => readonly Wait[];
  /** True once the line is on disk; false leaves the pick's text as the draft. */
  send: (wait: Wait, answer: Answer) => Promise<boolean>;
  writeInEditor: (wait: Wait) => Promise<void>;
  openArtifact: (wait: Wait, path: string) => Promise<void>;
}

const ARTIFACTS = 3;

/** Asks for an answer, one pick at a time; a second call moves the open pick to its wait. */
export class AnswerPick {
  readonly #ports: AnswerPickPorts;
  #open: Session | undefined;
  #saidThatDraftsStay = false;

  constructor(ports: AnswerPickPorts) {
    this.#ports = ports;
  }

  /** `choice`: the id of an option that a row had, active but not sent. */
  show(wait: Wait, choice: string | null = null): void {
    this.#open?.close();
    const session = new Session(this.#ports, wait, choice, (kept) => {
      if (this.#open === session) this.#open = undefined;
      if (kept && !this.#saidThatDraftsStay) {
        this.#saidThatDraftsStay = true;
        void info(ours('Nothing was sent. Your text is kept: Answer Next takes it up again.'));
      }
    });
    this.#open = session;
    session.start();
  }

  dispose(): void {
    this.#open?.close();
  }
}

class Session {
  readonly #ports: AnswerPickPorts;
  readonly #picker: Picker<ViewRow>;
  readonly #box = new LateBox();
  readonly #subscriptions = new DisposableList();
  readonly #closed: (draftKept: boolean) => void;
  #wait: Wait;
  #chosen: string | null;
  #model: PickModel | undefined;
  /** What of the draft the box holds, so that our own change coming back is no change. */
  #shared = '';
  /** Lines of a draft that the box can't hold. */
  #draftLines = 0;
  #busy = false;
  #ended = false;

  constructor(
    ports: AnswerPickPorts,
    wait: Wait,
    choice: string | null,
    closed: (draftKept: boolean) => void,
  ) {
    this.#ports = ports;
    this.#wait = wait;
    this.#chosen = choice;
    this.#closed = closed;
    this.#picker = new Picker<ViewRow>({
      title: this.#title(),
      placeholder: ours('Number or your own words; Enter sends'),
      ignoreFocusOut: true,
    });
  }

  start(): void {
    const picker = this.#picker;
    const list = this.#subscriptions;
    list.add(picker);
    list.add(picker.onDidChangeValue((value) => this.#heard(value)));
    list.add(picker.onDidAccept((row) => void this.#accept(row)));
    list.add(picker.onDidPressButton((id) => this.#button(id)));
    list.add(picker.onDidHide(() => this.#hidden()));
    list.add(this.#ports.store.onDidChange(() => this.#storeChanged()));
    list.add(this.#ports.drafts.onDidChange((keys) => keys.has(this.#wait.key) && this.#draftChanged()));
    this.#render('');
    picker.show();
    // Only now: what a box holds when it opens is selected whole, and the next key would replace the draft.
    this.#take(this.#wait);
  }

  close(): void {
    this.#picker.hide();
  }

  #waits(): readonly Wait[] {
    return this.#ports.waits();
  }

  #title() {
    const waits = this.#waits();
    const place = waits.findIndex((wait) => wait.key === this.#wait.key) + 1;
    return pickTitle(this.#wait, this.#ports.clock.now(), place, waits.length);
  }

  /** Shows a wait with its draft. */
  #take(wait: Wait): void {
    this.#wait = wait;
    const draft = this.#ports.drafts.get(wait.key);
    const lines = draft === undefined ? 0 : draft.text.split('\n').length;
    this.#draftLines = lines > 1 ? lines : 0;
    this.#chosen ??= draft?.choice ?? null;
    const text = this.#draftLines > 0 ? '' : (draft?.text ?? '');
    this.#shared = draftMark(text, this.#chosen);
    this.#give(this.#box.give(text));
    this.#render(text);
    if (this.#model?.askWhole === false) void openAsk(this.#ports.documents, wait, true);
  }

  #render(typed: string): void {
    this.#model = pickRows({
      ask: askText(this.#wait),
      options: this.#wait.question?.options ?? [],
      typed,
      chosen: this.#chosen,
      artifacts: newestArtifacts(this.#wait.loop.snapshot, ARTIFACTS),
    });
    const rows = viewRows(this.#model, this.#draftLines);
    const active = this.#draftLines > 0 && typed === '' ? 'editor' : this.#model.active;
    this.#picker.title = this.#title();
    this.#picker.buttons = this.#buttons();
    this.#picker.rows = rows;
    this.#picker.active = rows.find((row) => row.model?.id === active);
  }

  #buttons() {
    const more = this.#waits().length > 1;
    return [
      ...(more
        ? [
            { id: 'previous', icon: 'arrow-left', tooltip: ours('Previous that waits') },
            { id: 'next', icon: 'arrow-right', tooltip: ours('Next that waits') },
          ]
        : []),
      { id: 'ask', icon: 'open-preview', tooltip: ours('All that it asks, beside') },
    ];
  }

  #give(text: string | null): void {
    if (text !== null) this.#picker.value = text;
  }

  #heard(value: string): void {
    const { typed, give } = this.#box.heard(value);
    this.#give(give);
    if (typed !== null) this.#typed(typed);
  }

  #typed(value: string): void {
    this.#chosen = null;
    this.#render(value);
    // A draft of several lines is not overwritten by what stands in one.
    if (this.#draftLines > 0) return;
    const digit = digitOption(value, this.#wait.question?.options ?? []);
    const draft = digit === null ? { text: value, choice: null } : { text: '', choice: digit.id };
    this.#shared = draftMark(draft.text, draft.choice);
    this.#ports.drafts.set(this.#wait.key, draft);
  }

  async #accept(row: ViewRow | undefined): Promise<void> {
    const model = this.#model;
    if (model === undefined || this.#busy) return;
    const id = row?.model?.id ?? model.active;
    const taken = model.rows.find((one) => one.id === id);
    if (taken === undefined) return;
    switch (taken.act) {
      case 'readAsk':
        return openAsk(this.#ports.documents, this.#wait, true);
      case 'artifact':
        return this.#ports.openArtifact(this.#wait, taken.path);
      case 'editor':
        this.#end(false);
        return this.#ports.writeInEditor(this.#wait);
      case 'none':
        return;
      case 'send':
        return this.#send(taken.answer);
    }
  }

  async #send(answer: Answer): Promise<void> {
    this.#busy = true;
    this.#picker.busy = true;
    // The draft holds what was sent until the line is on disk: the pick closes first, for a modal to be seen.
    const { drafts } = this.#ports;
    drafts.set(this.#wait.key, draftToKeep(drafts.get(this.#wait.key), answer));
    this.#end(false);
    await this.#ports.send(this.#wait, answer);
  }

  #button(id: string): void {
    if (id === 'ask') {
      void openAsk(this.#ports.documents, this.#wait, true);
      return;
    }
    const waits = this.#waits();
    const place = waits.findIndex((wait) => wait.key === this.#wait.key);
    const step = id === 'next' ? 1 : -1;
    const next = waits[(place + step + waits.length) % waits.length];
    if (next === undefined) return;
    this.#keepTyped();
    this.#chosen = null;
    this.#take(next);
  }

  #storeChanged(): void {
    const loop = this.#ports.store.get(this.#wait.loop.key);
    const question = this.#wait.question?.key;
    const target = question === undefined ? { waitKey: this.#wait.key } : { question };
    this.#wait = findWait(this.#waits(), loop, target) ?? this.#wait;
    this.#picker.title = this.#title();
  }

  /** Typed elsewhere: in another window, or in the answer's editor. */
  #draftChanged(): void {
    const draft = this.#ports.drafts.get(this.#wait.key);
    if (this.#busy || draftMark(draft?.text ?? '', draft?.choice ?? null) === this.#shared) return;
    this.#chosen = null;
    this.#take(this.#wait);
  }

  /** Words typed beside a draft of several lines are no draft while they are typed: they are put behind it. */
  #keepTyped(): void {
    const { drafts } = this.#ports;
    const typed = this.#picker.value.trim();
    const options = this.#wait.question?.options ?? [];
    if (this.#draftLines === 0 || typed === '' || digitOption(typed, options) !== null) return;
    const draft = drafts.get(this.#wait.key);
    drafts.set(this.#wait.key, draftToKeep(draft, { text: typed, choice: draft?.choice ?? null }));
  }

  #hidden(): void {
    if (this.#ended) return;
    this.#keepTyped();
    const draft = this.#ports.drafts.get(this.#wait.key);
    this.#end(draft !== undefined && draft.text.trim() !== '');
  }

  #end(draftKept: boolean): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#picker.hide();
    this.#subscriptions.dispose();
    this.#closed(draftKept);
  }
}

function draftMark(text: string, choice: string | null): string {
  return JSON.stringify([text, choice]);
}
