import { useEffect, useRef } from 'preact/hooks';
import { Absent } from '../shared/absent.tsx';
import { plainKey } from '../shared/keys.ts';
import { announce, LiveRegion } from '../shared/live.tsx';
import { showPage } from '../shared/page.tsx';
import { keepScroll } from '../shared/scroll.ts';
import { fill } from '../shared/words.tsx';
import { Findings } from './findings.tsx';
import { Head } from './head.tsx';
import { Checks, Files, Problems, Questions, Sent } from './lists.tsx';
import { chosenRound, host, useTexts, wanted } from './panel.ts';
import { Round } from './round.tsx';
import { Rounds } from './rounds.tsx';
import { Trend } from './trend.tsx';
import { Waits } from './waits.tsx';
import './loop.css';

function Panel() {
  const words = useTexts();
  const state = host.useSlice('head', null);
  useWanted();
  useNews(state.value?.state === 'here' ? state.value.loop.state.words : null);
  useRoundKeys();
  if (state.value === undefined) return <Absent state={state} />;
  if (state.value.state === 'reading') return <p class="dim">{words.reading}</p>;
  if (state.value.state === 'gone')
    return (
      <main class="gone">
        <h1>{words.gone}</h1>
        <p class="dim">{words.goneMore}</p>
        <Waits />
      </main>
    );
  const { loop } = state.value;
  return (
    <main class="panel">
      <Head loop={loop} />
      <div class="columns">
        <div class="column">
          <Waits />
          {loop.counts.rounds === 0 && <p class="dim">{words.nothingYet}</p>}
          <Trend />
          <Round />
          <Findings loop={loop} />
        </div>
        <div class="column side">
          <Sent loop={loop} />
          <Rounds loop={loop} />
          <Checks loop={loop} />
          <Questions loop={loop} />
          <Files loop={loop} />
          <Problems loop={loop} />
        </div>
      </div>
      <p class="dim keys">
        {fill(words.keys, navigator.platform.startsWith('Mac') ? 'Cmd+Enter' : 'Ctrl+Enter')}
      </p>
    </main>
  );
}

/** Scrolls to what somebody asked for, once it is there, and gives it to the keyboard. */
function useWanted(): void {
  useEffect(() => {
    const section = wanted.value;
    if (section === null) return undefined;
    const look = (): boolean => {
      const element = document.getElementById(section);
      if (element === null) return false;
      element.scrollIntoView({ block: 'start' });
      document.getElementById(`${section}-title`)?.focus();
      wanted.value = null;
      return true;
    };
    if (look()) return undefined;
    const watch = new MutationObserver(() => {
      if (look()) watch.disconnect();
    });
    watch.observe(document.body, { childList: true, subtree: true });
    return () => watch.disconnect();
  }, [wanted.value]);
}

/** A state that becomes another while one looks is said, not only shown. */
function useNews(words: string | null): void {
  const before = useRef<string | null>(null);
  useEffect(() => {
    // Ages in it ("unread 12 s") are no news.
    const bare = words?.replace(/\d+/g, '') ?? null;
    if (words !== null && before.current !== null && before.current !== bare) announce(words);
    before.current = bare;
  }, [words]);
}

/** `[` and `]` go a round back and on. */
function useRoundKeys(): void {
  const { value } = host.useSlice('round', { round: chosenRound.value });
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const key = plainKey(event);
      const to = key === '[' ? value?.before : key === ']' ? value?.after : undefined;
      if (to == null) return;
      event.preventDefault();
      chosenRound.value = to;
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, [value?.before, value?.after]);
}

function Page() {
  return (
    <>
      <Panel />
      <LiveRegion />
    </>
  );
}

showPage(host, Page);
keepScroll(host);
