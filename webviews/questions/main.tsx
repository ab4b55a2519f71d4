import { signal } from '@preact/signals';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import type { WaitList } from '../../src/ui/panels/questions/questionsMessages.ts';
import { Absent } from '../shared/absent.tsx';
import { chooseOption, send } from '../shared/composer.tsx';
import { Icon } from '../shared/icon.tsx';
import { isSend, optionOf } from '../shared/keys.ts';
import { announce, LiveRegion } from '../shared/live.tsx';
import { showPage } from '../shared/page.tsx';
import { keepScroll } from '../shared/scroll.ts';
import { Section } from '../shared/section.tsx';
import { fill } from '../shared/words.tsx';
import { AskView, shown } from './askView.tsx';
import { desk, host, inHand, list, listCame, listOpen, step, texts } from './state.ts';
import { WaitRows } from './waitList.tsx';
import './questions.css';

const query = matchMedia('(width >= 600px)');
const wide = signal(query.matches);
query.addEventListener('change', () => {
  wide.value = query.matches;
});

function Questions() {
  const state = host.useSlice('list', null);
  useLayoutEffect(() => {
    if (state.value !== undefined) arrived(state.value);
  }, [state.value]);
  useEffect(() => listen(), []);
  const waits = list.value;
  const wait = inHand.value;
  return (
    <main class={wide.value ? 'questions wide' : 'questions'}>
      {waits === undefined ? (
        <Absent state={state} />
      ) : (
        <>
          {waits.rows.length > 0 && <Beside waits={waits} />}
          <div class="one">
            {wait === null ? <Quiet waits={waits} /> : <AskView wait={wait} />}
            {wait !== null && <p class="keys dim">{fill(texts.keys, texts.sendKeys)}</p>}
          </div>
        </>
      )}
      <LiveRegion />
    </main>
  );
}

function Beside({ waits }: { waits: WaitList }) {
  if (!wide.value)
    return (
      <Section id="list" title={waits.words} open={listOpen}>
        <WaitRows most={4} />
      </Section>
    );
  return (
    <aside class="beside" aria-labelledby="list-title">
      <h2 id="list-title">{waits.words}</h2>
      <WaitRows most={Math.max(4, Math.floor((window.innerHeight - 90) / 58))} />
    </aside>
  );
}

function Quiet({ waits }: { waits: WaitList }) {
  if (!waits.ready) return <p class="dim loading">{host.boot.texts['loading']}</p>;
  const { quiet } = waits;
  return (
    <section class="quiet" aria-labelledby="quiet-title">
      <h1 id="quiet-title">
        <span class="good">
          <Icon name="pass" />
        </span>{' '}
        {texts.nothing}
      </h1>
      <p class="dim">
        {texts.nothingMore} {quiet?.words}
      </p>
      <h2 id="runs">{texts.runs}</h2>
      {quiet === null || quiet.runs.length === 0 ? (
        <p class="dim">{texts.noneRuns}</p>
      ) : (
        <ul class="runs" aria-labelledby="runs">
          {quiet.runs.map((run, index) => (
            <li key={run.name.text}>
              <button type="button" class="link" onClick={() => void host.request('showRun', { index })}>
                <span class="agent">{run.name.text}</span>
              </button>{' '}
              <span class="dim">{run.words}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

let known: ReadonlySet<string> | undefined;

/** Tells what is new to it, and moves nothing. */
function arrived(came: WaitList): void {
  const fresh = came.rows.filter(({ key }) => known?.has(key) === false);
  known = new Set(came.rows.map(({ key }) => key));
  const first = inHand.peek() === null;
  listCame(came);
  const [one] = fresh;
  if (one !== undefined && !first) announce(`${fill(texts.arrived, one.asker.text, came.words)}`);
}

function listen(): () => void {
  const keydown = (event: KeyboardEvent): void => {
    const { ask } = shown;
    const option = optionOf(event);
    if (ask !== null && isSend(event)) void send(desk, ask);
    else if (event.altKey && !event.ctrlKey && !event.metaKey && event.key === 'ArrowRight') step(1);
    else if (event.altKey && !event.ctrlKey && !event.metaKey && event.key === 'ArrowLeft') step(-1);
    else if (ask !== null && option !== undefined && ask.off === '' && ask.options.length > 0)
      chooseOption(desk, ask, option);
    else return;
    event.preventDefault();
    // The editor would take it too.
    event.stopPropagation();
  };
  document.addEventListener('keydown', keydown);
  return () => document.removeEventListener('keydown', keydown);
}

showPage(host, Questions);
keepScroll(host);
