import { signal } from '@preact/signals';
import { render } from 'preact';
import { Absent } from '../../../webviews/shared/absent.tsx';
import { AgentText } from '../../../webviews/shared/agentText.tsx';
import { Button } from '../../../webviews/shared/button.tsx';
import { Host } from '../../../webviews/shared/host.ts';
import { Icon } from '../../../webviews/shared/icon.tsx';
import { announce, LiveRegion } from '../../../webviews/shared/live.tsx';
import { Meter } from '../../../webviews/shared/meter.tsx';
import { keepScroll } from '../../../webviews/shared/scroll.ts';
import { Section } from '../../../webviews/shared/section.tsx';
import { Table } from '../../../webviews/shared/table.tsx';
import { VirtualList } from '../../../webviews/shared/virtualList.tsx';
import { useWords, WordsProvider } from '../../../webviews/shared/words.tsx';
import type { SampleContract, SampleTexts } from './messages.ts';
import './sample.css';

const looked = signal(-1);
const host = new Host<SampleContract>({
  look: ({ at }) => {
    looked.value = at;
  },
});
const open = host.ui('open', true);
const active = host.ui('active', -1);
const PAGE = 100;

function Sample() {
  const words = useWords<SampleTexts>();
  return (
    <main>
      <h1>{words.title}</h1>
      <p id="looked">{looked.value}</p>
      <Section id="fold" title={words.fold} open={open} beside="2">
        <Text />
        <textarea class="field" aria-label={words.act} defaultValue="" />
        <div class="buttons">
          <Button primary icon="send" onPress={() => void act('hello')}>
            {words.act}
          </Button>
          <Button onPress={() => void fails()}>{words.fold}</Button>
          <Button icon="copy" name={words.act} onPress={() => announce('copied')} />
          <Button disabled="not now" onPress={() => announce('never')}>
            {words.rows}
          </Button>
        </div>
      </Section>
      <div class="meters">
        <Meter name="round" words="3 of 6" share={0.5} />
        <Meter name="cost" words="$31 of $25" share={1.24} note="$6.10 an hour" />
        <Meter name="time" words="2 h 10 min" share={null} />
      </div>
      <Table
        caption={words.rows}
        columns={[
          { id: 'name', title: 'name', cell: (row: { name: string; count: number }) => row.name },
          { id: 'count', title: 'count', number: true, cell: (row) => row.count },
        ]}
        rows={[
          { name: 'one', count: 1 },
          { name: 'two', count: 2 },
        ]}
        rowKey={(row) => row.name}
      />
      <Rows />
      <LiveRegion />
    </main>
  );
}

function Text() {
  const state = host.useSlice('text', { which: 1 });
  return state.value === undefined ? (
    <Absent state={state} />
  ) : (
    <p id="text">
      <AgentText value={state.value.text} openWhole={() => void act('whole')} />
    </p>
  );
}

function Rows() {
  const words = useWords<SampleTexts>();
  const first = host.useSlice('rows', { page: 0 });
  if (first.value === undefined) return <Absent state={first} />;
  return (
    <VirtualList
      id="rows"
      name={words.rows}
      count={first.value.count}
      rowHeight={24}
      active={active.value}
      onActive={(index) => {
        active.value = index;
      }}
      row={(index) => <Row index={index} />}
    />
  );
}

function Row({ index }: { index: number }) {
  const page = host.useSlice('rows', { page: Math.floor(index / PAGE) });
  return (
    <>
      <Icon name="circle-filled" />
      <span>{page.value?.rows[index % PAGE] ?? ''}</span>
    </>
  );
}

async function act(word: string): Promise<void> {
  const reply = await host.request('act', { word });
  announce(reply.ok ? reply.value.heard : reply.words);
}

async function fails(): Promise<void> {
  const reply = await host.request('fails', null);
  announce(reply.ok ? 'no' : `refused: ${reply.code} ${reply.words}`);
}

const root = document.getElementById('root');
if (root !== null)
  render(
    <WordsProvider texts={host.boot.texts}>
      <Sample />
    </WordsProvider>,
    root,
  );
keepScroll(host);
