/** Where an answer is chosen and written, and what of it goes out. */
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { AskShown } from '../../src/panels/questions/messages.ts';
import { Button } from '../shared/button.tsx';
import { announce } from '../shared/live.tsx';
import { fill } from '../shared/words.tsx';
import { type AskDraft, draftOf } from './draft.ts';
import { host, list, phases, setPhase, texts } from './state.ts';

export function Composer({ ask }: { ask: AskShown }) {
  const draft = draftOf(ask.key);
  const phase = phases.value.get(ask.key);
  const over = ask.over !== null;
  return (
    <div class="composer">
      {ask.off !== '' && <Notice words={ask.off} way={ask.way} wait={ask.key} />}
      {!over && ask.options.length > 0 && <Options ask={ask} draft={draft} />}
      <Words ask={ask} draft={draft} />
      {!over && <Sends ask={ask} draft={draft} />}
      <div class="buttons">
        {!over && (
          <Button
            primary
            icon="send"
            keys={texts.sendKeys}
            disabled={reasonNotToSend(ask, draft)}
            onPress={() => void send(ask)}
          >
            {phase === 'sending' ? texts.sending : texts.send}
          </Button>
        )}
        {over && !draft.empty && (
          <Button icon="copy" onPress={() => void act('copyText', draft)}>
            {texts.copyText}
          </Button>
        )}
        {over && ask.steerable && !draft.empty && (
          <Button icon="edit" onPress={() => void act('steerWith', draft)}>
            {texts.steerWith}
          </Button>
        )}
        {!over && ask.off === '' && (
          <Button onPress={() => request('writeInEditor', ask.key)}>{texts.writeInEditor}</Button>
        )}
        {!over && ask.off === '' && ask.alike > 1 && (
          <Button icon="checklist" onPress={() => request('alike', ask.key)}>
            {ask.to === null ? fill(texts.alike, ask.alike) : texts.alikeAgain}
          </Button>
        )}
        {!over && ask.to !== null && <Button onPress={() => request('alone', ask.key)}>{texts.alone}</Button>}
        {!draft.empty && phase !== 'sending' && (
          <Button onPress={() => request('discard', ask.key)}>{texts.discard}</Button>
        )}
        <span class="saved dim" data-figures>
          {ask.draft?.saved}
        </span>
      </div>
      {phase === 'failed' && !over && <p class="problem">{texts.notSent}</p>}
    </div>
  );
}

function request(name: 'writeInEditor' | 'alike' | 'alone' | 'discard' | 'wayOut', wait: string): void {
  void host.request(name, { wait });
}

async function act(name: 'copyText' | 'steerWith', draft: AskDraft): Promise<void> {
  const reply = await host.request(name, { wait: draft.key, text: draft.typed.peek().text });
  if (reply.ok && name === 'copyText') announce(host.boot.texts['copied'] ?? '');
}

/** Empty: it can be sent. */
function reasonNotToSend(ask: AskShown, draft: AskDraft): string {
  if (phases.value.get(ask.key) === 'sending') return texts.isSending;
  if (ask.over !== null) return ask.over.words;
  if (ask.off !== '') return ask.off;
  if (ask.draftOff !== '') return ask.draftOff;
  return draft.empty ? texts.sendsNothing : '';
}

/** Ctrl+Enter from anywhere in the page. */
export async function send(ask: AskShown): Promise<void> {
  const draft = draftOf(ask.key);
  const reason = reasonNotToSend(ask, draft);
  if (reason !== '') {
    announce(reason);
    return;
  }
  setPhase(ask.key, 'sending');
  announce(texts.sending);
  const sent = await draft.send();
  setPhase(ask.key, sent ? 'sent' : 'failed');
  const others = (list.peek()?.rows ?? []).filter(({ key }) => key !== ask.key).length;
  announce(!sent ? texts.notSent : others > 0 ? fill(texts.sentMore, others) : texts.sent);
}

export function chooseOption(ask: AskShown, choice: number | null): void {
  if (ask.over !== null || (choice !== null && choice >= ask.options.length)) return;
  void draftOf(ask.key).type({ choice });
  announce(choice === null ? texts.chosenNone : fill(texts.chosen, choice + 1));
}

function Notice({ words, way, wait }: { words: string; way: string; wait: string }) {
  return (
    <div class="notice">
      <p>{words}</p>
      {way !== '' && <Button onPress={() => request('wayOut', wait)}>{way}</Button>}
    </div>
  );
}

function Options({ ask, draft }: { ask: AskShown; draft: AskDraft }) {
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
            name="option"
            checked={index === choice}
            disabled={off}
            aria-keyshortcuts={digitOf(index)}
            onChange={() => chooseOption(ask, index)}
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

/** The box keeps its caret whatever comes: its text is set only where it is another one. */
function Words({ ask, draft }: { ask: AskShown; draft: AskDraft }) {
  const box = useRef<HTMLTextAreaElement>(null);
  const { text } = draft.typed.value;
  const over = ask.over !== null;
  useLayoutEffect(() => {
    const field = box.current;
    if (field === null || field.value === text) return;
    const { selectionStart, selectionEnd } = field;
    field.value = text;
    if (document.activeElement === field)
      field.setSelectionRange(Math.min(selectionStart, text.length), Math.min(selectionEnd, text.length));
  }, [text]);
  useEffect(() => grow(box.current), [text]);
  const name = over ? texts.yourText : ask.options.length > 0 ? texts.ownWords : texts.ownWordsOnly;
  return (
    <div class="words">
      <label for="words">{name}</label>
      <textarea
        id="words"
        ref={box}
        class="field"
        dir="auto"
        placeholder={texts.placeholder}
        readOnly={ask.off !== '' || ask.draftOff !== '' || phases.value.get(ask.key) === 'sending'}
        aria-keyshortcuts={texts.sendKeys}
        onInput={(event) => void draft.type({ text: event.currentTarget.value })}
      />
      {ask.draftOff !== '' && <p class="dim">{ask.draftOff}</p>}
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

function Sends({ ask, draft }: { ask: AskShown; draft: AskDraft }) {
  const { text, note } = draft.sends.value;
  const nothing = text === null || draft.empty;
  return (
    <div class="sends" id="sends">
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
