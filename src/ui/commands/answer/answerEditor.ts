import { type TextDocument, window, workspace } from 'vscode';
import type { AnswerTarget } from '../../../acts/answer/answering.ts';
import { answerWith } from '../../../acts/answer/answerOf.ts';
import type { Answer } from '../../../acts/answer/answerText.ts';
import { closeFile, openDocument, replaceFrom, showFile } from '../../../host/answerDocuments.ts';
import { confirm, warn } from '../../../host/messages.ts';
import type { Clock } from '../../../protocol/lib/clock.ts';
import type { Disposable } from '../../../protocol/lib/disposables.ts';
import { DisposableList } from '../../../protocol/lib/disposables.ts';
import type { Log } from '../../../protocol/lib/log.ts';
import type { Option } from '../../../protocol/lib/option.ts';
import { newEntryId } from '../../../protocol/loops/write.ts';
import { ours, say } from '../../../text/say.ts';
import type { Shown } from '../../../text/shown.ts';
import type { DraftStore } from '../../../workspace/kept/drafts.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import type { Wait } from '../../../workspace/needsYou.ts';
import { askerName, askPage, belowLine, notePage } from '../../kit/words/answerWords.ts';
import { below, composeAnswerDocument, readAnswerDocument, type Written } from './answerDocument.ts';
import type { AnswerStore, DocumentTarget } from './answerStore.ts';

export interface AnswerEditorPorts {
  files: AnswerStore;
  drafts: DraftStore;
  clock: Clock;
  log: Log;
  sendAnswer: (target: AnswerTarget, answer: Answer) => Promise<boolean>;
  sendNote: (loop: { key: string; id: string }, text: string, noteId: string) => Promise<boolean>;
}

const SAVE_MS = 300;

/**
 * Long answers and notes, written in the person's own editor. What stands below the line is the draft, shared with the
 * pick and with other windows; the file is saved as one types, so that closing it never asks.
 */
export class AnswerEditor implements Disposable {
  readonly #ports: AnswerEditorPorts;
  readonly #list = new DisposableList();
  readonly #targets = new Map<string, DocumentTarget>();
  readonly #saves = new Map<string, Disposable>();
  /** By draft, what was last typed here: what comes back of it may be behind the document, and changes nothing. */
  readonly #typedLast = new Map<string, string>();
  /** Drafts that are on their way. */
  readonly #sending = new Set<string>();

  constructor(ports: AnswerEditorPorts) {
    this.#ports = ports;
  }

  start(): void {
    const { log } = this.#ports;
    const caught = (work: Promise<void>) => {
      work.catch((failure: unknown) => log.error('An answer’s document could not be kept.', failure));
    };
    this.#list.add(workspace.onDidChangeTextDocument((event) => caught(this.#typed(event.document))));
    this.#list.add(workspace.onDidCloseTextDocument((document) => this.#targets.delete(document.uri.fsPath)));
    this.#list.add(this.#ports.drafts.onDidChange((keys) => caught(this.#draftsChanged(keys))));
  }

  /** `more`: added to the draft, as a selection is. */
  async openAnswer(wait: Wait, more = ''): Promise<void> {
    await this.#open(
      documentTarget(wait),
      askPage(wait, this.#ports.clock.now()),
      belowLine(wait.options.length),
      more,
    );
  }

  async openNote(loop: WatchedLoop, draftKey: string, noteId: string, more = ''): Promise<void> {
    await this.#open(
      { kind: 'note', key: draftKey, loop: { key: loop.key, id: loop.id }, question: null, noteId },
      notePage(loop),
      belowLine(0),
      more,
    );
  }

  async #open(
    target: DocumentTarget,
    heading: Shown<'document'>,
    line: Shown<'document'>,
    more: string,
  ): Promise<void> {
    const { files, drafts } = this.#ports;
    const draft = drafts.get(target.key);
    const text = [draft?.text ?? '', more].filter((part) => part !== '').join('\n\n');
    const choice = draft?.choice ?? null;
    if (more !== '') drafts.set(target.key, { text, choice });
    const path = files.path(target);
    const open = openDocument(path);
    if (open === undefined) {
      const option = optionNumber(target, choice);
      await files.write(target, composeAnswerDocument({ heading: [heading], line, text, option }));
    } else {
      await this.#show(open, target, { text, choice });
    }
    this.#targets.set(path, target);
    await showFile(path);
  }

  async #typed(document: TextDocument): Promise<void> {
    const path = document.uri.fsPath;
    if (!this.#ports.files.owns(path)) return;
    this.#saveSoon(document);
    const target = await this.#target(path);
    if (target === undefined) return;
    const written = read(document, target);
    if (!written.ok) return;
    const answer = answerOf(target, written);
    this.#typedLast.set(target.key, markOf(answer));
    this.#ports.drafts.set(target.key, answer);
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

  async #target(path: string): Promise<DocumentTarget | undefined> {
    const known = this.#targets.get(path) ?? (await this.#ports.files.target(path));
    if (known !== undefined) this.#targets.set(path, known);
    return known;
  }

  /** Typed in the pick or in another window, or sent: the open document follows. */
  async #draftsChanged(keys: ReadonlySet<string>): Promise<void> {
    for (const document of workspace.textDocuments) {
      if (!this.#ports.files.owns(document.uri.fsPath)) continue;
      const target = await this.#target(document.uri.fsPath);
      if (target === undefined || !keys.has(target.key) || this.#sending.has(target.key)) continue;
      const draft = this.#ports.drafts.get(target.key);
      const answer = { text: draft?.text ?? '', choice: draft?.choice ?? null };
      if (markOf(answer) !== this.#typedLast.get(target.key)) await this.#show(document, target, answer);
    }
  }

  async #show(document: TextDocument, target: DocumentTarget, answer: Answer): Promise<void> {
    const written = read(document, target);
    if (!written.ok) return;
    const now = answerOf(target, written);
    if (now.text.trim() === answer.text.trim() && now.choice === answer.choice) return;
    await replaceFrom(document, written.from, below(answer.text, optionNumber(target, answer.choice)));
  }

  /** Sends the document in front. */
  async send(): Promise<void> {
    const document = window.activeTextEditor?.document;
    const target = document === undefined ? undefined : await this.#target(document.uri.fsPath);
    if (document === undefined || target === undefined) {
      await warn(ours('Not sent: the answer’s document is not in front.'));
      return;
    }
    const written = read(document, target);
    if (!written.ok) {
      await warn(
        ours('Not sent: the line that says what is sent is gone. Undo, or close and open it again.'),
      );
      return;
    }
    const answer = answerOf(target, written);
    // Its draft goes when it is on disk; what is typed until then must not go with it.
    this.#sending.add(target.key);
    try {
      const sent =
        target.kind === 'note'
          ? await this.#ports.sendNote(target.loop, answer.text, target.noteId ?? '')
          : await this.#ports.sendAnswer(target, answer);
      if (!sent) return;
      const after = read(document, target);
      if (after.ok && markOf(answerOf(target, after)) === markOf(answer)) await this.#close(document, target);
      else await this.#keepRest(document, target, after);
    } finally {
      this.#sending.delete(target.key);
    }
  }

  /** What was sent is on disk; what was typed meanwhile stays in its document and is a draft of its own. */
  async #keepRest(document: TextDocument, target: DocumentTarget, after: Written): Promise<void> {
    const { files, drafts } = this.#ports;
    // Under the id of the note that is on disk it would be taken for that one.
    const kept = target.kind === 'note' ? { ...target, noteId: newEntryId() } : target;
    const path = document.uri.fsPath;
    this.#targets.set(path, kept);
    if (after.ok) drafts.set(kept.key, answerOf(kept, after));
    await files.keep(kept);
    if (document.isClosed) {
      await files.write(kept, document.getText());
      await showFile(path);
    }
    void warn(
      ours('Sent as it was when you sent it. What you typed after that is not: it is kept in this document.'),
    );
  }

  /** Throws the document in front away, with its draft. */
  async discard(): Promise<void> {
    const document = window.activeTextEditor?.document;
    const target = document === undefined ? undefined : await this.#target(document.uri.fsPath);
    if (document === undefined || target === undefined) return;
    const written = read(document, target);
    if (!written.ok || written.text !== '') {
      const agreed = await confirm(
        say(
          'toast',
          'Throw away what you wrote to {0}?',
          target.kind === 'feedback' ? askerName(target.asker) : target.loop.id,
        ),
        ours('Nothing is sent.'),
        [ours('Discard')],
      );
      if (agreed === undefined) return;
    }
    await this.#close(document, target);
  }

  async #close(document: TextDocument, target: DocumentTarget): Promise<void> {
    const path = document.uri.fsPath;
    this.#saves.get(path)?.dispose();
    await closeFile(document);
    await this.#ports.files.remove(path);
    await this.#ports.drafts.delete(target.key);
  }

  dispose(): void {
    for (const save of this.#saves.values()) save.dispose();
    this.#list.dispose();
  }
}

/** Of a wait what outlives it: an open document is sent long after a reload. */
function documentTarget(wait: Wait): DocumentTarget {
  if (wait.kind === 'feedback') {
    const { kind, key, asker, text, options, draft, workspace, row } = wait;
    const seen = { id: row.id, version: row.version };
    return { kind, key, asker, text, options, draft, workspace: { key: workspace.key }, row: seen };
  }
  const { key, loop, question, options } = wait;
  return {
    kind: 'answer',
    key,
    loop: { key: loop.key, id: loop.id },
    question: question === null ? null : { key: question.key, options },
    noteId: null,
  };
}

function optionsOf(target: DocumentTarget): readonly Option[] {
  return target.kind === 'feedback' ? target.options : (target.question?.options ?? []);
}

function markOf(answer: Answer): string {
  return JSON.stringify([answer.text, answer.choice]);
}

function read(document: TextDocument, target: DocumentTarget): Written {
  return readAnswerDocument(document.getText(), optionsOf(target).length);
}

function answerOf(target: DocumentTarget, written: Written & { ok: true }): Answer {
  const options = optionsOf(target);
  const option = written.option === null ? undefined : options[written.option - 1];
  return option === undefined
    ? { text: written.text, choice: null }
    : answerWith(options, option, written.text);
}

/** From 1; null for an option that has no digit. */
function optionNumber(target: DocumentTarget, choice: string | null): number | null {
  const place = optionsOf(target).findIndex((option) => option.id === choice);
  return place >= 0 && place < 9 ? place + 1 : null;
}
