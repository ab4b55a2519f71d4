/** The ask in hand: who asks what, since when and until when, and the place to answer it; or what became of it. */
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Asked, AskShown } from '../../src/ui/panels/questions/questionsMessages.ts';
import { Absent } from '../shared/absent.tsx';
import { AgentText } from '../shared/agentText.tsx';
import { Button } from '../shared/button.tsx';
import { Composer } from '../shared/composer.tsx';
import { Icon } from '../shared/icon.tsx';
import { fill } from '../shared/words.tsx';
import { desk, done, hasOthers, host, leave, list, place, step, texts } from './state.ts';

/** What the keys of the page act on. */
export const shown: { ask: AskShown | null } = { ask: null };

export function AskView({ wait }: { wait: string }) {
  const state = host.useSlice('ask', { wait });
  const asked = state.value;
  // While another is asked for, the last one stays: what it is of says which one it is.
  const known = asked?.state === 'known' && asked.key === wait ? asked : null;
  shown.ask = known;
  const kept = known === null ? asked?.state !== 'gone' || asked.draft !== null : !desk.draftOf(wait).empty;
  const isDone = !kept && (known === null || known.over !== null);
  useLayoutEffect(() => {
    done.value = isDone;
  }, [isDone]);
  useFollow(wait, asked, known);
  if (asked === undefined) return <Absent state={state} />;
  if (asked.state === 'reading') return <p class="dim loading">{host.boot.texts['loading']}</p>;
  if (asked.state === 'gone') return <Gone wait={wait} asked={asked} />;
  if (known === null) return null;
  return <Ask key={wait} ask={known} />;
}

function useFollow(wait: string, asked: Asked | undefined, known: AskShown | null): void {
  const before = useRef<{ wait: string; over: boolean } | null>(null);
  useLayoutEffect(() => {
    if (known !== null) desk.draftOf(wait).came(known);
  }, [wait, known]);
  useEffect(() => {
    if (known === null) return;
    const { over } = known;
    desk.follow(wait, over, before.current?.wait === wait ? before.current.over : undefined);
    before.current = { wait, over: over !== null };
  }, [wait, asked, known]);
}

function Ask({ ask }: { ask: AskShown }) {
  const { over } = ask;
  const draft = desk.draftOf(ask.key);
  const phase = desk.phases.value.get(ask.key);
  const show = (name: 'show' | 'whole' | 'useTheirs') => void host.request(name, { wait: ask.key });
  return (
    <article class="ask" aria-labelledby="asker">
      <Head ask={ask} />
      <section class="asked" aria-label={texts.asks}>
        {ask.ask.text === '' ? (
          <p class="dim">{texts.saysNothing}</p>
        ) : (
          <AgentText value={ask.ask} openWhole={() => show('whole')} />
        )}
      </section>
      {ask.theirs !== null && (
        <section class="theirs" aria-labelledby="theirs">
          <h3 id="theirs">{texts.theirs}</h3>
          <AgentText value={ask.theirs} />
          {over === null && ask.off === '' && (
            <Button onPress={() => show('useTheirs')}>{texts.useTheirs}</Button>
          )}
        </section>
      )}
      <Look ask={ask} show={() => show('show')} />
      {over !== null && <Over ask={ask} />}
      {(over === null ? phase !== 'sent' : !draft.empty || ask.draftOff !== '') && (
        <Composer desk={desk} ask={ask} more={<Alike ask={ask} />} />
      )}
      {over === null && phase === 'sent' && <Sent />}
      {(over !== null || phase === 'sent') && <Onward />}
    </article>
  );
}

function Head({ ask }: { ask: AskShown }) {
  const count = list.value?.rows.length ?? 0;
  const at = place.value;
  return (
    <header class="head">
      <div class="head-line">
        <h1 id="heading" tabIndex={-1}>
          <span class="agent" id="asker" dir="auto">
            {ask.asker.text}
          </span>{' '}
          <span class="head-words">{ask.head}</span>
        </h1>
        {count > 0 && (
          <div class="walk">
            <Button icon="arrow-left" name={texts.previous} keys="Alt+ArrowLeft" onPress={() => step(-1)} />
            <span class="dim" data-figures>
              {at >= 0 ? fill(texts.place, at + 1, count + (list.value?.more ?? 0)) : ''}
            </span>
            <Button icon="arrow-right" name={texts.next} keys="Alt+ArrowRight" onPress={() => step(1)} />
          </div>
        )}
      </div>
      {ask.title !== null && (
        <p class="title">
          <AgentText value={ask.title} />
        </p>
      )}
      <p class="facts dim">
        <span class="agent">{ask.place.text}</span>
        {ask.facts !== '' && <span class="agent">{ask.facts}</span>}
        {ask.since !== '' && <span>{ask.since}</span>}
        {ask.until !== '' && (
          <span class={ask.urgent ? 'until urgent' : 'until'}>
            {ask.urgent && <Icon name="watch" />}
            {ask.until}
          </span>
        )}
      </p>
    </header>
  );
}

function Look({ ask, show }: { ask: AskShown; show: () => void }) {
  return (
    <div class="look">
      {ask.files.length > 0 && (
        <ul class="files" aria-label={texts.files}>
          {ask.files.map((file, index) => (
            <li key={file.text}>
              <button
                type="button"
                class="link file"
                onClick={() => void host.request('file', { wait: ask.key, index })}
              >
                <Icon name="file" />
                <span class="agent">{file.text}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {ask.changes !== '' && (
        <button type="button" class="link" onClick={() => void host.request('changes', { wait: ask.key })}>
          <Icon name="diff" />
          {ask.changes}
        </button>
      )}
      <button type="button" class="link" onClick={show}>
        <Icon name="go-to-file" />
        {ask.kind === 'feedback' ? texts.showTask : texts.showLoop}
      </button>
    </div>
  );
}

function Over({ ask }: { ask: AskShown }) {
  const { over } = ask;
  if (over === null) return null;
  return (
    <section class={`over tone-${over.tone}`} aria-label={texts.answer}>
      <p class="over-words">
        <Icon name={over.tone === 'good' ? 'check' : over.tone === 'warn' ? 'warning' : 'circle-slash'} />
        {over.words}
      </p>
      {over.answer !== null && (
        <p class="quote">
          <AgentText value={over.answer} />
        </p>
      )}
      {over.progress !== '' && <p class="dim progress">{over.progress}</p>}
    </section>
  );
}

/** Whether the answer goes to those that ask the same too. */
function Alike({ ask }: { ask: AskShown }) {
  const { key: wait, over, off, alike, to } = ask;
  if (over !== null) return null;
  return (
    <>
      {off === '' && alike > 1 && (
        <Button icon="checklist" onPress={() => void host.request('alike', { wait })}>
          {to === null ? fill(texts.alike, alike) : texts.alikeAgain}
        </Button>
      )}
      {to !== null && <Button onPress={() => void host.request('alone', { wait })}>{texts.alone}</Button>}
    </>
  );
}

function Sent() {
  return (
    <section class="over tone-good" aria-label={texts.answer}>
      <p class="over-words">
        <Icon name="check" />
        {texts.sent}
      </p>
    </section>
  );
}

function Onward() {
  useEffect(takeOver, []);
  return (
    <div class="buttons">
      {hasOthers() ? (
        <Button primary icon="arrow-right" keys="Alt+ArrowRight" onPress={() => step(1)}>
          {texts.nextLong}
        </Button>
      ) : (
        done.value && <Button onPress={leave}>{host.boot.texts['close']}</Button>
      )}
    </div>
  );
}

/**
 * The box that had the focus went with what was sent. Not a button gets it, which the next key would press; of a page that
 * had none, none is taken.
 */
function takeOver(): void {
  if (document.hasFocus() && hadFocus && document.activeElement === document.body)
    document.getElementById('heading')?.focus({ preventScroll: true });
}

/** Something in the page had the focus a moment ago. */
let hadFocus = false;
document.addEventListener('focusin', () => {
  hadFocus = true;
});
window.addEventListener('blur', () => {
  hadFocus = false;
});

function Gone({ wait, asked }: { wait: string; asked: Extract<Asked, { state: 'gone' }> }) {
  const text = asked.draft?.text ?? '';
  return (
    <article class="ask" aria-labelledby="asker">
      <h1 id="asker">{texts.askGone}</h1>
      <p class="dim">{texts.askGoneMore}</p>
      {text !== '' && (
        <section class="theirs" aria-labelledby="your-text">
          <h3 id="your-text">{texts.yourText}</h3>
          <p class="agent" dir="auto">
            {text}
          </p>
          <div class="buttons">
            <Button icon="copy" onPress={() => void host.request('copyText', { wait, text })}>
              {texts.copyText}
            </Button>
            <Button onPress={() => void host.request('discard', { wait })}>{texts.discard}</Button>
          </div>
        </section>
      )}
      <Onward />
    </article>
  );
}
