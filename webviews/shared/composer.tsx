/** Where an answer is chosen and written, and what of it goes out. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { AskShown, Typed } from '../../src/ui/panels/questions/questionsMessages.ts';
import type { AnswerDesk } from './answerDesk.ts';
import { type AskDraft, MAX_TEXT } from './askDraft.ts';
import { Button } from './button.tsx';
import { announce } from './live.tsx';
import { useBoxText } from './useBoxText.ts';
import { fill } from './words.tsx';

interface Props {
  desk: AnswerDesk;
  ask: AskShown;
}

interface PartProps extends Props {
  draft: AskDraft;
}

/** @param more what else can be done, among the buttons */
export function Composer({ desk, ask, more }: Props & { more?: ComponentChildren }) {
  const { texts, host } = desk;
  const draft = desk.draftOf(ask.key);
  const phase = desk.phases.value.get(ask.key);
  const { key: wait } = ask;
  const over = ask.over !== null;
  return (
    <div class="composer">
      {ask.off !== '' && (
        <Notice words={ask.off} way={ask.way} press={() => void host.request('wayOut', { wait })} />
      )}
      {!over && ask.options.length > 0 && <Options desk={desk} ask={ask} draft={draft} />}
      <Words desk={desk} ask={ask} draft={draft} />
      {!over && <Sends desk={desk} ask={ask} draft={draft} />}
      <div class="buttons">
        {!over && (
          <Button
            primary
            icon="send"
            keys={texts.sendKeys}
            disabled={reasonNotToSend(desk, ask)}
            onPress={() => void send(desk, ask)}
          >
            {phase === 'sending' ? texts.sending : texts.send}
          </Button>
        )}
        {over && !draft.empty && (
          <Button icon="copy" onPress={() => void copy(desk, draft)}>
            {texts.copyText}
          </Button>
        )}
        {over && ask.steerable && !draft.empty && (
          <Button
            icon="edit"
            onPress={() => void host.request('steerWith', { wait, text: draft.typed.peek().text })}
          >
            {texts.steerWith}
          </Button>
        )}
        {!over && ask.off === '' && (
          <Button onPress={() => void host.request('writeInEditor', { wait })}>{texts.writeInEditor}</Button>
        )}
        {more}
        {!draft.empty && phase !== 'sending' && (
          <Button
            onPress={() => {
              draft.clear();
              void host.request('discard', { wait });
            }}
          >
            {texts.discard}
          </Button>
        )}
        <span class="saved dim" data-figures>
          {ask.draft?.saved}
        </span>
      </div>
      {phase === 'failed' && !over && <p class="problem">{texts.notSent}</p>}
    </div>
  );
}

async function copy(desk: AnswerDesk, draft: AskDraft): Promise<void> {
  const { key, typed } = draft;
  const reply = await desk.host.request('copyText', { wait: key, text: typed.peek().text });
  if (reply.ok) announce(desk.copied);
}

/** Empty: it can be sent. */
function reasonNotToSend(desk: AnswerDesk, ask: AskShown): string {
  const { texts } = desk;
  const draft = desk.draftOf(ask.key);
  if (desk.phases.value.get(ask.key) === 'sending') return texts.isSending;
  if (ask.over !== null) return ask.over.words;
  if (ask.off !== '') return ask.off;
  if (draft.unkept.value === 'too-long') return unkeptWords(desk, draft);
  if (ask.draftOff !== '') return ask.draftOff;
  return draft.empty ? texts.sendsNothing : '';
}

/** While one types, why it is not kept; empty where it is. */
function unkeptWords({ texts }: AnswerDesk, draft: AskDraft): string {
  const why = draft.unkept.value;
  if (why === null) return '';
  return why === 'too-long' ? fill(texts.tooLong, MAX_TEXT.toLocaleString()) : texts.notKept;
}

/** By key too, from anywhere in the ask. */
export async function send(desk: AnswerDesk, ask: AskShown): Promise<void> {
  const { texts } = desk;
  const draft = desk.draftOf(ask.key);
  const reason = reasonNotToSend(desk, ask);
  if (reason !== '') {
    announce(reason);
    return;
  }
  desk.setPhase(ask.key, 'sending');
  announce(texts.sending);
  const sent = await draft.send();
  desk.setPhase(ask.key, sent ? 'sent' : 'failed');
  const others = desk.others(ask.key);
  announce(!sent ? texts.notSent : others > 0 ? fill(texts.sentMore, others) : texts.sent);
}

export function chooseOption(desk: AnswerDesk, ask: AskShown, choice: number | null): void {
  const { texts } = desk;
  if (ask.off !== '' || ask.over !== null || (choice !== null && choice >= ask.options.length)) return;
  typed(desk, ask, { choice });
  announce(choice === null ? texts.chosenNone : fill(texts.chosen, choice + 1));
}

/** What was said of an earlier text is not said of this one. */
function typed(desk: AnswerDesk, ask: AskShown, change: Partial<Typed>): void {
  if (desk.phases.peek().get(ask.key) === 'failed') desk.setPhase(ask.key, null);
  void desk.draftOf(ask.key).type(change);
}

function Notice({ words, way, press }: { words: string; way: string; press: () => void }) {
  return (
    <div class="notice">
      <p>{words}</p>
      {way !== '' && <Button onPress={press}>{way}</Button>}
    </div>
  );
}

function Options({ desk, ask, draft }: PartProps) {
  const { texts } = desk;
  const { choice } = draft.typed.value;
  const off = ask.off !== '';
  const group = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    // A digit chose another one than that which has the focus: the arrow keys go on from the one that is chosen.
    if (group.current?.contains(document.activeElement) === true)
      group.current.querySelector<HTMLInputElement>('input:checked')?.focus({ preventScroll: true });
  }, [choice]);
  const rows = [...ask.options.keys(), null];
  return (
    <fieldset class="options" ref={group}>
      <legend>{texts.options}</legend>
      {rows.map((index) => (
        <label key={index ?? 'none'} class={index === choice ? 'option chosen' : 'option'}>
          <input
            type="radio"
            name={desk.idOf('option', ask.key)}
            checked={index === choice}
            disabled={off}
            aria-keyshortcuts={digitOf(index)}
            onChange={() => chooseOption(desk, ask, index)}
          />
          <span class="kbd" aria-hidden="true">
            {digitOf(index) ?? '·'}
          </span>
          {index === null ? (
            <span class="dim">{texts.noOption}</span>
          ) : (
            <span class="agent" dir="auto">
              {ask.options[index]?.text}
              {ask.options[index]?.cut === true && '…'}
            </span>
          )}
        </label>
      ))}
      {ask.moreOptions > 0 && <p class="dim">{fill(texts.moreOptions, ask.moreOptions)}</p>}
    </fieldset>
  );
}

function digitOf(index: number | null): string | undefined {
  if (index === null) return '0';
  return index < 9 ? String(index + 1) : undefined;
}

function Words({ desk, ask, draft }: PartProps) {
  const { texts } = desk;
  const box = useRef<HTMLTextAreaElement>(null);
  const { text } = draft.typed.value;
  const over = ask.over !== null;
  useBoxText(box, text);
  useEffect(() => grow(box.current), [text]);
  const unkept = unkeptWords(desk, draft);
  const name = over ? texts.yourText : ask.options.length > 0 ? texts.ownWords : texts.ownWordsOnly;
  return (
    <div class="words">
      <label for={desk.idOf('words', ask.key)}>{name}</label>
      <textarea
        id={desk.idOf('words', ask.key)}
        ref={box}
        class="field"
        dir="auto"
        placeholder={texts.placeholder}
        readOnly={ask.off !== '' || ask.draftOff !== '' || desk.phases.value.get(ask.key) === 'sending'}
        aria-keyshortcuts={texts.sendKeys}
        onInput={(event) => typed(desk, ask, { text: event.currentTarget.value })}
      />
      {ask.draftOff !== '' && <p class="dim">{ask.draftOff}</p>}
      {unkept !== '' && <p class="problem">{unkept}</p>}
    </div>
  );
}

const MOST_HEIGHT = 360;

/** As high as its text, within reason; a height that the person gave it stays. */
function grow(field: HTMLTextAreaElement | null): void {
  if (field === null || field.style.width !== '') return;
  const before = window.scrollY;
  field.style.height = 'auto';
  field.style.height = `${Math.min(MOST_HEIGHT, field.scrollHeight + 2)}px`;
  if (window.scrollY !== before) window.scrollTo(0, before);
}

function Sends({ desk, ask, draft }: PartProps) {
  const { texts } = desk;
  const { text, note } = draft.sends.value;
  const nothing = text === null || draft.empty;
  // The reason stands at the box.
  if (draft.unkept.value !== null || ask.draftOff !== '') return null;
  return (
    <div class="sends" id={desk.idOf('sends', ask.key)}>
      {nothing ? (
        <p class="dim">{texts.sendsNothing}</p>
      ) : (
        <>
          <p class="dim">{ask.to === null ? texts.sends : fill(texts.sendsTo, ask.to)}</p>
          <p class="line agent" dir="auto">
            {text.text}
            {text.cut && '…'}
          </p>
        </>
      )}
      {!nothing && note !== '' && <p class="dim note">{note}</p>}
    </div>
  );
}
