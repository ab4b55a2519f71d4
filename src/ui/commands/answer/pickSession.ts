import { isDeepStrictEqual } from 'node:util';
import { type Answer, sameAnswer } from '../../../acts/answer/answer.ts';
import { AnswerSession } from '../../../acts/answer/answerSession.ts';
import { Picker } from '../../../host/quickPick.ts';
import { DisposableList } from '../../../protocol/lib/disposables.ts';
import { ours } from '../../../text/say.ts';
import { newestArtifacts } from '../../../workspace/loops/namedFiles.ts';
import type { Wait } from '../../../workspace/needsYou.ts';
import { openAsk } from '../../kit/askPages.ts';
import { findWait, groupOf, indexOfWait } from '../../kit/findWait.ts';
import { openArtifact } from '../../kit/openArtifact.ts';
import type { Services } from '../../kit/services.ts';
import { pickTitle } from '../../kit/words/answerWords.ts';
import { LateBox } from '../lateBox.ts';
import { type PickModel, pickRows, takenRow } from './pickRows.ts';
import { type ViewRow, viewRows } from './pickView.ts';

export type AnswerPickPorts = Pick<
  Services,
  'model' | 'outbox' | 'drafts' | 'documents' | 'teller' | 'editor'
>;

const ARTIFACTS = 3;
const NONE: Answer = { text: '', choice: null };

export interface SessionEnd {
  closed: (draftKept: boolean) => void;
  /** The list of all that are alike is asked for; with the option that is active. */
  alike: (wait: Wait, choice: string | null) => Promise<void>;
}

/** One pick that is open: what it shows of its wait, and what is done with what is typed. */
export class PickSession {
  readonly #ports: AnswerPickPorts;
  readonly #picker: Picker<ViewRow>;
  readonly #box = new LateBox();
  readonly #subscriptions = new DisposableList();
  readonly #end: SessionEnd;
  readonly #to: readonly Wait[] | null;
  #wait: Wait;
  #session: AnswerSession;
  #chosen: string | null;
  #model: PickModel | undefined;
  /** The editor has said which row is active since the rows last changed. */
  #activeSeen = true;
  /** The draft as this pick knows it, so that our own change coming back is no change. */
  #shared: Answer = NONE;
  /** A draft of several lines, which the box can't hold: what is typed goes below it. */
  #draft: Answer | null = null;
  /** Rows that would move others if they came or went while the pick is open. */
  #alike = 1;
  #artifacts: readonly string[] = [];
  #busy = false;
  #ended = false;

  constructor(
    ports: AnswerPickPorts,
    about: { wait: Wait; choice: string | null; to: readonly Wait[] | null },
    end: SessionEnd,
  ) {
    this.#ports = ports;
    this.#wait = about.wait;
    this.#chosen = about.choice;
    this.#to = about.to;
    this.#session = this.#sessionOf(about.wait);
    this.#end = end;
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
    list.add(
      picker.onDidChangeActive((row) => {
        if (row?.model?.kind !== 'words') this.#activeSeen = true;
      }),
    );
    list.add(picker.onDidAccept((row) => void this.#accept(row)));
    list.add(picker.onDidPressButton((id) => this.#button(id)));
    list.add(picker.onDidHide(() => this.#hidden()));
    list.add(
      this.#ports.model.onDidChange((news) => {
        if (news.what === 'loops' || news.what === 'tasks') this.#waitsChanged();
        else if (news.what === 'drafts' && news.keys.has(this.#wait.key)) this.#draftChanged();
      }),
    );
    this.#render('');
    picker.show();
    // Only now: what a box holds when it opens is selected whole, and the next key would replace the draft.
    this.#take(this.#wait);
  }

  #sessionOf(wait: Wait): AnswerSession {
    const session = AnswerSession.of(this.#ports, wait);
    session.alike = this.#to;
    return session;
  }

  close(): void {
    this.#picker.hide();
  }

  #waits(): readonly Wait[] {
    return this.#ports.model.waits();
  }

  #title() {
    const waits = this.#waits();
    const place = indexOfWait(waits, this.#wait.key) + 1;
    return pickTitle(this.#wait, this.#ports.model.now(), place, waits.length, this.#to?.length ?? null);
  }

  /** Shows a wait with its draft. */
  #take(wait: Wait): void {
    if (wait.key !== this.#wait.key) this.#session = this.#sessionOf(wait);
    this.#wait = wait;
    const answer = this.#session.draft;
    this.#draft = answer.text.includes('\n') ? answer : null;
    this.#shared = answer;
    this.#chosen ??= answer.choice;
    this.#alike = groupOf(this.#waits(), wait.key)?.same.length ?? 1;
    this.#artifacts = wait.kind === 'feedback' ? [] : newestArtifacts(wait.loop.snapshot, ARTIFACTS);
    const text = this.#draft === null ? answer.text : '';
    this.#give(this.#box.give(text));
    this.#render(text);
    const hasMore = this.#model?.askWhole === false || (wait.kind === 'feedback' && wait.draft !== null);
    if (hasMore) void openAsk(this.#ports.documents, wait, true);
  }

  #render(typed: string): void {
    this.#model = pickRows({
      ask: this.#wait.text,
      options: this.#wait.options,
      typed,
      chosen: this.#chosen,
      artifacts: this.#artifacts,
      draft: this.#draft,
      sends: this.#wait.kind === 'feedback' ? (answer) => this.#session.sends(answer) : null,
      alike: Math.max(this.#alike, this.#to?.length ?? 1),
      to: this.#to?.length ?? null,
    });
    const rows = viewRows(this.#model);
    const { active } = this.#model;
    this.#picker.title = this.#title();
    this.#picker.buttons = this.#buttons();
    this.#picker.rows = rows;
    this.#picker.active = rows.find((row) => row.model?.id === active);
    this.#activeSeen = false;
  }

  #buttons() {
    const more = this.#waits().length > 1 && this.#to === null;
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
    if (this.#model !== undefined) this.#keep(this.#model.draft);
  }

  #keep(draft: Answer): void {
    this.#shared = draft;
    this.#session.keep(draft);
  }

  async #accept(row: ViewRow | undefined): Promise<void> {
    const model = this.#model;
    if (model === undefined || this.#busy) return;
    const taken = takenRow(model, row?.model?.id, this.#activeSeen);
    if (taken === undefined) return;
    switch (taken.act) {
      case 'readAsk':
        return openAsk(this.#ports.documents, this.#wait, true);
      case 'artifact':
        return this.#wait.kind === 'feedback'
          ? undefined
          : openArtifact(this.#wait.loop, taken.path, { beside: true, keepFocus: true });
      case 'editor':
        if (taken.answer !== null) this.#keep(taken.answer);
        this.#close(false);
        return this.#ports.editor.openAnswer(this.#wait);
      case 'alike': {
        const chosen = this.#chosen;
        this.#close(false);
        return this.#end.alike(this.#wait, chosen);
      }
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
    this.#session.keep(answer);
    this.#close(false);
    await this.#ports.teller.send(this.#session, answer);
  }

  #button(id: string): void {
    if (id === 'ask') {
      void openAsk(this.#ports.documents, this.#wait, true);
      return;
    }
    const waits = this.#waits();
    const place = indexOfWait(waits, this.#wait.key);
    const step = id === 'next' ? 1 : -1;
    const next = waits[(place + step + waits.length) % waits.length];
    if (next === undefined) return;
    this.#chosen = null;
    this.#take(next);
  }

  #waitsChanged(): void {
    const before = this.#wait;
    const loop = before.kind === 'feedback' ? undefined : this.#ports.model.loop(before.loop.key);
    const question = before.kind === 'feedback' ? undefined : before.question?.key;
    const target = question === undefined ? { waitKey: before.key } : { question };
    this.#wait = findWait(this.#waits(), loop, target) ?? before;
    this.#session.follow(this.#wait);
    // A task's file may be rewritten under the same question: what is sent is what is shown.
    if (this.#wait.text !== before.text || !isDeepStrictEqual(this.#wait.options, before.options))
      this.#render(this.#picker.value);
    else this.#picker.title = this.#title();
  }

  /** Typed elsewhere: in another window, or in the answer's editor. */
  #draftChanged(): void {
    if (this.#busy || sameAnswer(this.#session.draft, this.#shared)) return;
    this.#chosen = null;
    this.#take(this.#wait);
  }

  #hidden(): void {
    this.#close(this.#session.draft.text.trim() !== '');
  }

  #close(draftKept: boolean): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#picker.hide();
    this.#subscriptions.dispose();
    this.#end.closed(draftKept);
  }
}
