import type { Answer } from '../../../acts/answer/answer.ts';
import { answerWith, sameAnswer } from '../../../acts/answer/answer.ts';
import { AnswerSession, type SessionPorts } from '../../../acts/answer/answerSession.ts';
import { lastingTarget, optionsOf } from '../../../acts/answer/answerTarget.ts';
import { confirm, warn } from '../../../host/messages.ts';
import {
  closeFile,
  documentInFront,
  onDidCloseDocument,
  onDidTypeInDocument,
  openDocument,
  openDocuments,
  replaceFrom,
  showFile,
  type TextDocument,
} from '../../../host/scratchDocuments.ts';
import type { Clock } from '../../../protocol/lib/clock.ts';
import type { Disposable } from '../../../protocol/lib/disposables.ts';
import { DisposableList } from '../../../protocol/lib/disposables.ts';
import type { Log } from '../../../protocol/lib/log.ts';
import { newEntryId } from '../../../protocol/loops/entryId.ts';
import type { Shown } from '../../../text/agentText.ts';
import { ours, say } from '../../../text/say.ts';
import type { AnswerFiles } from '../../../workspace/kept/answerFiles.ts';
import type { DraftStore } from '../../../workspace/kept/drafts.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import type { Wait } from '../../../workspace/needsYou.ts';
import type { AnswerTeller } from '../../kit/answerTeller.ts';
import type { EditorSurface, SteerSurface } from '../../kit/surfaces.ts';
import { askPage, belowLine, notePage } from '../../kit/words/answerWords.ts';
import { below, composeAnswerDocument, readAnswerDocument, type Written } from './answerDocument.ts';
import { type DocumentTarget, readerOf } from './documentTarget.ts';

export interface AnswerEditorPorts extends SessionPorts {
  files: AnswerFiles<DocumentTarget>;
  drafts: SessionPorts['drafts'] & Pick<DraftStore, 'onDidChange'>;
  clock: Clock;
  log: Log;
  teller: Pick<AnswerTeller, 'send' | 'tell'>;
  steerBox: Pick<SteerSurface, 'send'>;
}

const SAVE_MS = 300;

/** What a document is about, and the draft behind it. */
interface Work {
  target: DocumentTarget;
  session: AnswerSession;
  /** What was last typed here: what comes back of it may be behind the document, and changes nothing. */
  typedLast: Answer | null;
  /** It is on its way: what is typed until then is the document's alone. */
  sending: boolean;
}

/**
 * Long answers and notes, written in the person's own editor. What stands below the line is the draft, shared with the
 * pick and with other windows; the file is saved as one types, so that closing it never asks.
 */
export class AnswerEditor implements EditorSurface, Disposable {
  readonly #ports: AnswerEditorPorts;
  readonly #list = new DisposableList();
  /** By path. */
  readonly #works = new Map<string, Work>();
  readonly #saves = new Map<string, Disposable>();

  constructor(ports: AnswerEditorPorts) {
    this.#ports = ports;
  }

  start(): void {
    const { log, drafts } = this.#ports;
    const caught = (work: Promise<void>) => {
      work.catch((failure: unknown) => log.error('An answer’s document could not be kept.', failure));
    };
    this.#list.add(onDidTypeInDocument((document) => caught(this.#typed(document))));
    this.#list.add(onDidCloseDocument((document) => this.#works.delete(document.uri.fsPath)));
    this.#list.add(drafts.onDidChange((keys) => caught(this.#draftsChanged(keys))));
  }

  async openAnswer(wait: Wait, more = ''): Promise<void> {
    const heading = askPage(wait, this.#ports.clock.now());
    await this.#open(lastingTarget(wait), heading, belowLine(wait.options.length), more);
  }

  async openNote(loop: WatchedLoop, draftKey: string, noteId: string, more = ''): Promise<void> {
    const meant = { key: loop.key, id: loop.id };
    const target: DocumentTarget = { kind: 'note', key: draftKey, loop: meant, question: null, noteId };
    await this.#open(target, notePage(loop), belowLine(0), more);
  }

  async #open(
    target: DocumentTarget,
    heading: Shown<'document'>,
    line: Shown<'document'>,
    more: string,
  ): Promise<void> {
    const { files } = this.#ports;
    const work = this.#workOn(target);
    const { text: before, choice } = work.session.draft;
    const text = [before, more].filter((part) => part !== '').join('\n\n');
    if (more !== '') work.session.keep({ text, choice });
    const path = files.path(target);
    const open = openDocument(path);
    if (open === undefined) {
      const option = optionNumber(target, choice);
      const written = await files.write(
        target,
        composeAnswerDocument({ heading: [heading], line, text, option }),
      );
      if (!written.ok)
        return this.#ports.teller.tell(written, { name: readerOf(target), head: ours('Not opened:') });
    } else {
      await this.#show(open, target, { text, choice });
    }
    this.#works.set(path, work);
    await showFile(path);
  }

  #workOn(target: DocumentTarget): Work {
    const session =
      target.kind === 'note'
        ? new AnswerSession(this.#ports, target.key)
        : AnswerSession.of(this.#ports, target);
    return { target, session, typedLast: null, sending: false };
  }

  async #typed(document: TextDocument): Promise<void> {
    const path = document.uri.fsPath;
    if (!this.#ports.files.owns(path)) return;
    this.#saveSoon(document);
    const work = await this.#work(path);
    if (work === undefined) return;
    const written = read(document, work.target);
    if (!written.ok) return;
    work.typedLast = answerOf(work.target, written);
    work.session.keep(work.typedLast);
  }

  #saveSoon(document: TextDocument): void {
    const path = document.uri.fsPath;
    this.#saves.get(path)?.dispose();
    this.#saves.set(
      path,
      this.#ports.clock.setTimeout(() => {
        this.#saves.delete(path);
        if (document.isDirty && !document.isClosed) void document.save();
      }, SAVE_MS),
    );
  }

  async #work(path: string): Promise<Work | undefined> {
    const known = this.#works.get(path);
    if (known !== undefined) return known;
    const target = await this.#ports.files.target(path);
    // Somebody else may have asked meanwhile.
    const work = this.#works.get(path) ?? (target === undefined ? undefined : this.#workOn(target));
    if (work !== undefined) this.#works.set(path, work);
    return work;
  }

  /** The document in front, with what it is about. */
  async #inFront(): Promise<{ document: TextDocument; work: Work } | undefined> {
    const document = documentInFront();
    const work = document === undefined ? undefined : await this.#work(document.uri.fsPath);
    return document === undefined || work === undefined ? undefined : { document, work };
  }

  /** Typed in the pick or in another window, or sent: the open document follows. */
  async #draftsChanged(keys: ReadonlySet<string>): Promise<void> {
    for (const document of openDocuments()) {
      if (!this.#ports.files.owns(document.uri.fsPath)) continue;
      const work = await this.#work(document.uri.fsPath);
      if (work === undefined || !keys.has(work.target.key) || work.sending) continue;
      const { draft } = work.session;
      if (work.typedLast === null || !sameAnswer(draft, work.typedLast))
        await this.#show(document, work.target, draft);
    }
  }

  async #show(document: TextDocument, target: DocumentTarget, answer: Answer): Promise<void> {
    const written = read(document, target);
    if (!written.ok) return;
    const now = answerOf(target, written);
    if (now.text.trim() === answer.text.trim() && now.choice === answer.choice) return;
    await replaceFrom(document, written.from, below(answer.text, optionNumber(target, answer.choice)));
  }

  async send(): Promise<void> {
    const front = await this.#inFront();
    if (front === undefined) {
      await warn(ours('Not sent: the answer’s document is not in front.'));
      return;
    }
    const { document, work } = front;
    const { target, session } = work;
    const written = read(document, target);
    if (!written.ok) {
      await warn(
        ours('Not sent: the line that says what is sent is gone. Undo, or close and open it again.'),
      );
      return;
    }
    const answer = answerOf(target, written);
    work.sending = true;
    try {
      const sent =
        target.kind === 'note'
          ? await this.#ports.steerBox.send(target.loop, answer.text, target.noteId)
          : await this.#ports.teller.send(session, answer);
      if (!sent) return;
      const after = read(document, target);
      if (after.ok && sameAnswer(answerOf(target, after), answer)) await this.#close(document, work);
      else await this.#keepRest(document, work, after);
    } finally {
      work.sending = false;
    }
  }

  /** What was sent is on disk; what was typed meanwhile stays in its document and is a draft of its own. */
  async #keepRest(document: TextDocument, work: Work, after: Written): Promise<void> {
    const { files } = this.#ports;
    // Under the id of the note that is on disk it would be taken for that one.
    if (work.target.kind === 'note') work.target = { ...work.target, noteId: newEntryId() };
    const { target } = work;
    const path = document.uri.fsPath;
    this.#works.set(path, work);
    if (after.ok) work.session.keep(answerOf(target, after));
    await files.keep(target);
    if (document.isClosed) {
      await files.write(target, document.getText());
      await showFile(path);
    }
    void warn(
      ours('Sent as it was when you sent it. What you typed after that is not: it is kept in this document.'),
    );
  }

  async discard(): Promise<void> {
    const front = await this.#inFront();
    if (front === undefined) return;
    const { document, work } = front;
    const written = read(document, work.target);
    if (!written.ok || written.text !== '') {
      const agreed = await confirm(
        say('toast', 'Throw away what you wrote to {0}?', readerOf(work.target)),
        ours('Nothing is sent.'),
        [ours('Discard')],
      );
      if (agreed === undefined) return;
    }
    await this.#close(document, work);
  }

  async #close(document: TextDocument, work: Work): Promise<void> {
    const path = document.uri.fsPath;
    this.#saves.get(path)?.dispose();
    await closeFile(document);
    await this.#ports.files.remove(path);
    await work.session.discard();
  }

  dispose(): void {
    for (const save of this.#saves.values()) save.dispose();
    this.#list.dispose();
  }
}

function read(document: TextDocument, target: DocumentTarget): Written {
  return readAnswerDocument(document.getText(), shownOptions(target).length);
}

function shownOptions(target: DocumentTarget) {
  return target.kind === 'note' ? [] : optionsOf(target);
}

function answerOf(target: DocumentTarget, written: Written & { ok: true }): Answer {
  const options = shownOptions(target);
  const option = written.option === null ? undefined : options[written.option - 1];
  return option === undefined
    ? { text: written.text, choice: null }
    : answerWith(options, option, written.text);
}

/** From 1; null for an option that has no digit. */
function optionNumber(target: DocumentTarget, choice: string | null): number | null {
  const place = shownOptions(target).findIndex((option) => option.id === choice);
  return place >= 0 && place < 9 ? place + 1 : null;
}
