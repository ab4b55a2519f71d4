import { useEffect } from 'preact/hooks';
import type { ListShown } from '../../src/ui/panels/findings/findingsMessages.ts';
import { Absent } from '../shared/absent.tsx';
import { AgentText } from '../shared/agentText.tsx';
import { Button } from '../shared/button.tsx';
import { isSend, plainKey } from '../shared/keys.ts';
import { LiveRegion } from '../shared/live.tsx';
import { showPage } from '../shared/page.tsx';
import { counted, fill } from '../shared/words.tsx';
import { Detail } from './detail.tsx';
import { Filters } from './filters.tsx';
import { KeysDialog } from './help.tsx';
import { FindingList } from './list.tsx';
import { SendDialog } from './send.tsx';
import { adopt, changeFilter, copyShown, drawn, helping, host, notice, sending, words } from './state.ts';
import './findings.css';

function Panel() {
  const state = host.useSlice('list', null);
  const list = state.value;
  const view = list?.view ?? 0;
  useEffect(() => {
    if (list !== undefined && view > 0) void adopt(list);
  }, [list, view]);
  if (list === undefined) return <Absent state={state} />;
  return (
    <main class="findings">
      <Head list={list} />
      {list.nothing ? <Nothing /> : <Rest list={list} />}
      {sending.value && <SendDialog />}
      {helping.value && <KeysDialog />}
      <LiveRegion />
    </main>
  );
}

function Head({ list }: { list: ListShown }) {
  return (
    <header class="findings-top">
      <div class="findings-title">
        <h1>{words.title}</h1>
        <span class="dim">{list.words}</span>
      </div>
      {list.outcomes.length > 0 && (
        <ul class="outcomes">
          {list.outcomes.map(({ loop, words: said }) => (
            <li key={loop.text}>
              <AgentText value={loop} />: {said}
            </li>
          ))}
        </ul>
      )}
    </header>
  );
}

function Nothing() {
  return (
    <div class="findings-nothing">
      <p>{words.nothing}</p>
      <p class="dim">{words.nothingLong}</p>
    </div>
  );
}

function Rest({ list }: { list: ListShown }) {
  const shown = drawn.value;
  return (
    <>
      <Filters list={list} />
      <div class="findings-split">
        <div class="findings-side">
          {shown === null && <p class="dim loading">{words.loading}</p>}
          {shown !== null && shown.count > 0 && <FindingList shown={shown} />}
          {shown !== null && shown.count === 0 && (
            <div class="findings-nothing">
              <p>{words.noneLeft}</p>
              <div class="buttons">
                <Button onPress={() => changeFilter(list.filter, ALL_OPEN)}>{words.clear}</Button>
              </div>
            </div>
          )}
        </div>
        <Detail />
      </div>
      <Foot list={list} />
    </>
  );
}

const ALL_OPEN = { state: 'open', severity: 'all', mine: 'all', loop: '', step: '', text: '' } as const;

function Foot({ list }: { list: ListShown }) {
  const none = list.decided === 0;
  return (
    <footer class="findings-foot">
      <Button
        primary
        icon="send"
        keys="Control+Enter"
        disabled={none ? words.sendNone : undefined}
        onPress={openSend}
      >
        {none ? words.send : fill(words.sendCount, counted(list.decided))}
      </Button>
      <Button icon="copy" onPress={() => void copyShown()}>
        {words.copyShown}
      </Button>
      <Button
        icon="question"
        name={words.keysTitle}
        onPress={() => {
          helping.value = true;
        }}
      />
      <span class="notice">{notice.value}</span>
    </footer>
  );
}

function openSend(): void {
  sending.value = true;
}

/** Keys of the whole page; those of the list are its own. */
window.addEventListener('keydown', (event) => {
  if (sending.peek() || helping.peek()) return;
  const key = plainKey(event);
  if (isSend(event)) {
    const button = document.querySelector<HTMLButtonElement>('.findings-foot .primary');
    button?.click();
  } else if (key === '/') document.getElementById('search')?.focus();
  else if (key === '?') helping.value = true;
  else return;
  event.preventDefault();
});

showPage(host, Panel);
