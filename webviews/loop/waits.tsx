/** What waits for the person, answered here as in the Questions panel; and what is over while their text for it is left. */
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Asked, AskShown } from '../../src/ui/panels/questions/questionsMessages.ts';
import { Absent } from '../shared/absent.tsx';
import { AgentText } from '../shared/agentText.tsx';
import { Button } from '../shared/button.tsx';
import { Composer, chooseOption, send } from '../shared/composer.tsx';
import { Icon } from '../shared/icon.tsx';
import { isSend, optionOf } from '../shared/keys.ts';
import { Section } from '../shared/section.tsx';
import { fill } from '../shared/words.tsx';
import { desk, host, open, useTexts, waiting } from './panel.ts';

export function Waits() {
  const words = useTexts();
  const state = host.useSlice('waits', null);
  const { value } = state;
  const shown = useRef<string[]>([]);
  const here = value?.waits ?? [];
  useLayoutEffect(() => {
    waiting.value = here;
  }, [here]);
  useFocusKept();
  if (value === undefined) return state.failed === null ? null : <Absent state={state} />;
  // One that is no longer listed stays where it is while its text is here alone.
  const kept = shown.current.filter((key) => here.includes(key) || isLeft(key));
  shown.current = [...kept, ...here.filter((key) => !kept.includes(key))];
  if (shown.current.length === 0) return null;
  return (
    <Section id="waits" title={words.waits} open={open.waits}>
      {shown.current.map((key, index) => (
        <WaitForm key={key} wait={key} first={index === 0} />
      ))}
      {value.more > 0 && <p class="dim">{fill(words.moreWaits, value.more)}</p>}
    </Section>
  );
}

function isLeft(key: string): boolean {
  const { text } = desk.draftOf(key).typed.value;
  return text.trim() !== '' && desk.phases.value.get(key) !== 'sent';
}

/** What had the focus went with what was sent: the next place to read on from gets it, no button that a key would press. */
function useFocusKept(): void {
  const inside = useRef(false);
  useEffect(() => {
    const moved = (event: FocusEvent): void => {
      inside.current = event.target instanceof Element && event.target.closest('form.wait') !== null;
    };
    // Of a page that has lost the focus none is taken back.
    const left = (): void => {
      inside.current = false;
    };
    document.addEventListener('focusin', moved);
    window.addEventListener('blur', left);
    return () => {
      document.removeEventListener('focusin', moved);
      window.removeEventListener('blur', left);
    };
  }, []);
  useEffect(() => {
    if (!inside.current || document.activeElement !== document.body) return;
    inside.current = false;
    const next = document.getElementById('waits-title') ?? document.querySelector<HTMLElement>('h1');
    if (next?.tagName === 'H1') next.tabIndex = -1;
    next?.focus({ preventScroll: true });
  });
}

interface FormProps {
  wait: string;
  /** The one that digits choose in. */
  first: boolean;
}

function WaitForm({ wait, first }: FormProps) {
  const words = useTexts();
  const state = host.useSlice('ask', { wait });
  const asked = state.value;
  const ask = asked?.state === 'known' && asked.key === wait ? asked : null;
  const form = useRef<HTMLFormElement>(null);
  useFollow(wait, ask, form);
  useDigits(ask, first, form);
  if (asked === undefined) return <Absent state={state} />;
  if (ask === null) return asked.state === 'gone' ? <Gone wait={wait} asked={asked} /> : null;
  const over = ask.over !== null;
  return (
    <form
      ref={form}
      class="wait"
      aria-label={ask.head}
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (!isSend(event)) return;
        event.preventDefault();
        void send(desk, ask);
      }}
    >
      <p class="wait-head">
        <strong>{ask.head}</strong>{' '}
        <span class={ask.urgent ? 'soon' : 'dim'}>
          {ask.urgent && <Icon name="watch" />}
          {[ask.since, ask.until].filter((each) => each !== '').join(', ')}
        </span>
      </p>
      {ask.ask.text === '' ? (
        <p class="dim">{words.saysNothing}</p>
      ) : (
        // It scrolls where it is long: then the keyboard has to get there.
        <blockquote class="ask" tabIndex={ask.ask.text.length > LONG ? 0 : undefined}>
          <AgentText value={ask.ask} openWhole={() => void desk.host.request('whole', { wait })} />
        </blockquote>
      )}
      {over && <p class="soon">{ask.over?.words}</p>}
      {over || desk.phases.value.get(wait) !== 'sent' ? (
        <Composer desk={desk} ask={ask} />
      ) : (
        <p class="good">
          <Icon name="check" /> {words.sent}
        </p>
      )}
    </form>
  );
}

/** An ask of so many characters may be higher than its place. */
const LONG = 600;

function useFollow(wait: string, ask: AskShown | null, form: { current: HTMLFormElement | null }): void {
  const wasOver = useRef<boolean | undefined>(undefined);
  useLayoutEffect(() => {
    if (ask === null) return;
    const { activeElement } = document;
    const typing = activeElement instanceof HTMLTextAreaElement && form.current?.contains(activeElement);
    // What was typed elsewhere comes here, but never under the caret.
    if (typing !== true) desk.draftOf(wait).came(ask);
  }, [wait, ask, form]);
  useEffect(() => {
    if (ask === null) return;
    desk.follow(wait, ask.over, wasOver.current);
    wasOver.current = ask.over !== null;
  }, [wait, ask]);
}

function useDigits(ask: AskShown | null, first: boolean, form: { current: HTMLFormElement | null }): void {
  useEffect(() => {
    if (ask === null || ask.over !== null || ask.off !== '' || ask.options.length === 0) return undefined;
    const pressed = (event: KeyboardEvent): void => {
      const option = optionOf(event);
      if (option === undefined) return;
      // In a form its own digits count; elsewhere those of the first.
      const within = document.activeElement?.closest('form') ?? null;
      if (within === null ? !first : within !== form.current) return;
      event.preventDefault();
      chooseOption(desk, ask, option);
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, [ask, first, form]);
}

function Gone({ wait, asked }: { wait: string; asked: Extract<Asked, { state: 'gone' }> }) {
  const words = useTexts();
  const draft = desk.draftOf(wait);
  const text = asked.draft?.text ?? draft.typed.value.text;
  if (text.trim() === '') return null;
  return (
    <section class="wait" aria-label={words.yourText}>
      <p class="dim">{words.askGoneMore}</p>
      <p class="agent" dir="auto">
        {text}
      </p>
      <div class="buttons">
        <Button icon="copy" onPress={() => void desk.host.request('copyText', { wait, text })}>
          {words.copyText}
        </Button>
        <Button
          onPress={() => {
            draft.clear();
            void desk.host.request('discard', { wait });
          }}
        >
          {words.discard}
        </Button>
      </div>
    </section>
  );
}
