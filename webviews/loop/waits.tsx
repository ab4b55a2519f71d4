import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { WaitShown } from '../../src/panels/loop/messages.ts';
import { AgentText } from '../shared/agentText.tsx';
import { Button } from '../shared/button.tsx';
import { Icon } from '../shared/icon.tsx';
import { isSend, plainKey } from '../shared/keys.ts';
import { announce } from '../shared/live.tsx';
import { Section } from '../shared/section.tsx';
import { fill } from '../shared/words.tsx';
import { host, open, useTexts } from './panel.ts';

/** What the person types, by wait: it outlives the question. */
interface Typed {
  text: string;
  choice: string | null;
}

export function Waits() {
  const words = useTexts();
  const { value } = host.useSlice('waits', null);
  /** Also those that wait no more, while the person's text stands in them. */
  const kept = useRef(new Map<string, WaitShown>());
  const sent = useRef(new Set<string>());
  const texts = useRef(new Map<string, Typed>());
  const redraw = useSignal(0);
  if (value === undefined) return null;
  void redraw.value;
  const here = new Set(value.waits.map((wait) => wait.key));
  for (const wait of value.waits) kept.current.set(wait.key, wait);
  for (const [key] of kept.current) {
    const typed = texts.current.get(key);
    const left = typed !== undefined && typed.text.trim() !== '' && !sent.current.has(key);
    if (!here.has(key) && !left) kept.current.delete(key);
  }
  if (kept.current.size === 0) return null;
  return (
    <Section id="waits" title={words.waits} open={open.waits}>
      {[...kept.current.values()].map((wait, index) => (
        <WaitForm
          key={wait.key}
          wait={wait}
          first={index === 0}
          ended={!here.has(wait.key)}
          typed={(typed) => texts.current.set(wait.key, typed)}
          done={() => {
            sent.current.add(wait.key);
            redraw.value += 1;
          }}
          drop={() => {
            texts.current.delete(wait.key);
            redraw.value += 1;
          }}
        />
      ))}
      {value.more > 0 && <p class="dim">{fill(words.moreWaits, value.more)}</p>}
    </Section>
  );
}

interface FormProps {
  wait: WaitShown;
  /** The one that digits choose in. */
  first: boolean;
  ended: boolean;
  typed: (typed: Typed) => void;
  done: () => void;
  drop: () => void;
}

function WaitForm({ wait, first, ended, typed, done, drop }: FormProps) {
  const words = useTexts();
  const text = useSignal(wait.draft?.text ?? '');
  const choice = useSignal(wait.draft?.choice ?? null);
  const stage = useSignal<'typing' | 'sending' | 'failed'>('typing');
  const form = useRef<HTMLFormElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const draft = wait.draft;

  useEffect(() => {
    typed({ text: text.value, choice: choice.value });
  }, [text.value, choice.value, typed]);

  useEffect(() => {
    // What was typed elsewhere comes here, but never under the caret.
    if (ended || stage.peek() === 'sending' || form.current?.contains(document.activeElement)) return;
    text.value = draft?.text ?? '';
    choice.value = draft?.choice ?? null;
    if (box.current !== null) box.current.value = draft?.text ?? '';
  }, [draft?.text, draft?.choice, ended, text, choice, stage]);

  const keep = (): void => {
    void host.request('draft', { wait: wait.key, text: text.value, choice: choice.value });
  };
  const choose = (id: string): void => {
    choice.value = choice.value === id ? null : id;
    keep();
  };
  const send = async (): Promise<void> => {
    if (stage.value === 'sending' || ended || wait.off !== '' || !sendable(wait, text.value, choice.value))
      return;
    stage.value = 'sending';
    announce(words.sending);
    const reply = await host.request('answer', { wait: wait.key, text: text.value, choice: choice.value });
    if (reply.ok && reply.value.sent) {
      announce(words.sent);
      done();
      return;
    }
    stage.value = 'failed';
    announce(words.notSent);
  };

  useEffect(() => {
    if (!first || ended) return undefined;
    const pressed = (event: KeyboardEvent): void => {
      const key = plainKey(event);
      const option = key !== null && /^[1-9]$/.test(key) ? wait.options[Number(key) - 1] : undefined;
      // In another form its own digits count.
      const elsewhere = document.activeElement?.closest('form');
      if (option === undefined || (elsewhere !== null && elsewhere !== form.current)) return;
      event.preventDefault();
      choice.value = option.id;
      keep();
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  });

  const name = `options-${wait.key}`;
  return (
    <form
      ref={form}
      class="wait"
      aria-label={wait.head}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      onKeyDown={(event) => {
        if (!isSend(event)) return;
        event.preventDefault();
        void send();
      }}
    >
      <p class="wait-head">
        <strong>{wait.head}</strong>{' '}
        <span class={wait.urgent ? 'soon' : 'dim'}>
          {wait.urgent && <Icon name="watch" />}
          {wait.when}
        </span>
      </p>
      <blockquote class="ask">
        <AgentText
          value={wait.ask}
          openWhole={() => void host.request('openWhole', { of: 'ask', wait: wait.key })}
        />
      </blockquote>
      {wait.options.length > 0 && (
        <fieldset class="options" disabled={ended}>
          <legend class="visually-hidden">{words.options}</legend>
          {wait.options.map((option, index) => (
            <label key={`${index}-${option.id}`} class="option">
              <input
                type="radio"
                name={name}
                checked={choice.value === option.id}
                onClick={() => choose(option.id)}
                onKeyDown={(event) => {
                  if (event.key === ' ') {
                    event.preventDefault();
                    choose(option.id);
                  }
                }}
              />
              {index < 9 && <kbd class="digit">{index + 1}</kbd>}
              <AgentText value={option.label} />
            </label>
          ))}
        </fieldset>
      )}
      {wait.draftElsewhere === '' ? (
        <textarea
          ref={box}
          class="field"
          rows={2}
          aria-label={wait.options.length > 0 ? words.ownWords : words.ownWordsOnly}
          placeholder={wait.options.length > 0 ? words.ownWords : words.ownWordsOnly}
          defaultValue={text.peek()}
          readOnly={wait.off !== ''}
          onInput={(event) => {
            text.value = event.currentTarget.value;
            if (stage.value === 'failed') stage.value = 'typing';
            keep();
          }}
        />
      ) : (
        <p class="dim">{wait.draftElsewhere}</p>
      )}
      <Sends wait={wait} text={text} choice={choice} ended={ended} />
      <div class="buttons">
        {ended ? (
          <>
            <Button icon="copy" onPress={() => void host.request('copyText', { text: text.value })}>
              {words.copyText}
            </Button>
            <Button icon="edit" onPress={() => void host.request('steer', { text: text.value }).then(drop)}>
              {words.steerWith}
            </Button>
          </>
        ) : (
          <>
            <Button
              primary
              icon="send"
              keys="Control+Enter"
              disabled={
                wait.off !== ''
                  ? wait.off
                  : sendable(wait, text.value, choice.value)
                    ? ''
                    : words.sendsNothing
              }
              onPress={() => void send()}
            >
              {stage.value === 'sending' ? words.sending : words.send}
            </Button>
            <Button icon="go-to-file" onPress={() => void host.request('writeInEditor', { wait: wait.key })}>
              {words.writeInEditor}
            </Button>
          </>
        )}
        <span class="dim wait-draft">{stage.value === 'failed' ? words.notSent : (draft?.saved ?? '')}</span>
      </div>
    </form>
  );
}

function sendable(wait: WaitShown, text: string, choice: string | null): boolean {
  return text.trim() !== '' || wait.options.some((option) => option.id === choice);
}

/** Exactly what will go out. */
function Sends(props: {
  wait: WaitShown;
  text: Signal<string>;
  choice: Signal<string | null>;
  ended: boolean;
}) {
  const words = useTexts();
  const { wait, ended } = props;
  const own = props.text.value.trim();
  const option = wait.options.find((each) => each.id === props.choice.value);
  if (ended) return <p class="soon">{words.ended}</p>;
  if (wait.draftElsewhere !== '') return null;
  if (own === '' && option === undefined) return <p class="dim sends">{words.sendsNothing}</p>;
  const line = option === undefined ? own : own === '' ? option.label.text : `${option.label.text}. ${own}`;
  const [before = '', after = ''] = words.sends.split('{0}');
  return (
    <p class="sends">
      <span class="dim">{before}</span>
      <span class="agent" dir="auto">
        {line}
      </span>
      <span class="dim">{after}</span>
      {option !== undefined && own !== '' && <span class="dim"> {words.optionOnly}</span>}
    </p>
  );
}
