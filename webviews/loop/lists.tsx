/** What was asked, what was sent, the files, what is wrong in them, the checks. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { LoopHead } from '../../src/ui/panels/loop/loopMessages.ts';
import { AgentText } from '../shared/agentText.tsx';
import { Button } from '../shared/button.tsx';
import { Icon } from '../shared/icon.tsx';
import { Section } from '../shared/section.tsx';
import { type Column, Table } from '../shared/table.tsx';
import { counted, fill } from '../shared/words.tsx';
import { host, open, PAGE, useTexts } from './panel.ts';
import { State, toneClass } from './state.tsx';
import { WholeText } from './wholeText.tsx';

type CountedPart = 'questions' | 'sent' | 'files' | 'problems' | 'checks';

interface CountedProps {
  id: CountedPart;
  title: string;
  count: number;
  children: ComponentChildren;
}

/** A part of the panel that is not there while there is nothing in it. */
function Counted({ id, title, count, children }: CountedProps) {
  if (count === 0) return null;
  return (
    <Section id={id} title={title} open={open[id]} beside={counted(count)}>
      {children}
    </Section>
  );
}

export function Questions({ loop }: { loop: LoopHead }) {
  const words = useTexts();
  const count = loop.counts.questions;
  return (
    <Counted id="questions" title={words.questions} count={count}>
      <Pages count={count} page={(page) => <QuestionPage page={page} />} />
    </Counted>
  );
}

/** One page after the other, the next one when it is asked for. */
function Pages({ count, page }: { count: number; page: (page: number) => ComponentChildren }) {
  const words = useTexts();
  const pages = useSignal(1);
  return (
    <>
      {Array.from({ length: pages.value }, (_, at) => page(at))}
      {pages.value * PAGE < count && (
        <Button
          onPress={() => {
            pages.value += 1;
          }}
        >
          {words.showMore}
        </Button>
      )}
    </>
  );
}

function QuestionPage({ page }: { page: number }) {
  const words = useTexts();
  const { value } = host.useSlice('questions', { page });
  return (
    <ul class="entries">
      {value?.rows.map((row) => (
        <li key={row.index}>
          <p class="entry-head">
            <State state={row.state} /> <span class="dim">{row.when}</span>
          </p>
          <p>
            <WholeText value={row.text} whole={{ of: 'question', index: row.index }} />
          </p>
          {row.answer !== null && (
            <p class="entry-answer">
              <Icon name="reply" />
              <span class="visually-hidden">{words.answerOf}</span>
              <WholeText value={row.answer} whole={{ of: 'answer', index: row.index }} />
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

export function Sent({ loop }: { loop: LoopHead }) {
  const words = useTexts();
  const count = loop.counts.sent;
  return (
    <Counted id="sent" title={words.sentTitle} count={count}>
      <Pages count={count} page={(page) => <SentPage page={page} />} />
    </Counted>
  );
}

function SentPage({ page }: { page: number }) {
  const words = useTexts();
  const { value } = host.useSlice('sent', { page });
  return (
    <ul class="entries">
      {value?.rows.map((row) => {
        const { note } = row;
        return (
          <li key={note ?? row.index}>
            <p>
              {row.kind === 'stop' && <Icon name="debug-stop" />}{' '}
              <AgentText
                value={row.text}
                openWhole={
                  row.index < 0
                    ? undefined
                    : () => void host.request('openWhole', { of: 'sent', index: row.index })
                }
              />
            </p>
            <p class="entry-head">
              <span class="dim">{row.when}</span> <State state={row.state} />
            </p>
            {note !== null && (
              <div class="buttons">
                <Button onPress={() => void host.request('heldNote', { note, act: 'send' })}>
                  {words.sendAsAnswer}
                </Button>
                <Button onPress={() => void host.request('heldNote', { note, act: 'drop' })}>
                  {words.drop}
                </Button>
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

export function Files({ loop }: { loop: LoopHead }) {
  const words = useTexts();
  return (
    <Counted id="files" title={words.files} count={loop.counts.files}>
      <FileList />
    </Counted>
  );
}

function FileList() {
  const { value } = host.useSlice('files', null);
  return (
    <ul class="entries tight">
      {value?.rows.map((row) => (
        <li key={row.index}>
          <button
            type="button"
            class="link"
            onClick={() => void host.request('openFile', { index: row.index })}
          >
            <AgentText value={row.path} />
          </button>{' '}
          <span class="dim agent">{row.name.text}</span>
        </li>
      ))}
    </ul>
  );
}

export function Problems({ loop }: { loop: LoopHead }) {
  const words = useTexts();
  return (
    <Counted id="problems" title={words.problems} count={loop.counts.problems}>
      <ProblemList />
    </Counted>
  );
}

function ProblemList() {
  const { value } = host.useSlice('problems', null);
  return (
    <ul class="entries tight">
      {value?.rows.map((row) => (
        <li key={row.index} class="problem-row">
          <span class={toneClass(row.tone)}>
            <Icon name={row.tone === 'bad' ? 'error' : row.tone === 'warn' ? 'warning' : 'info'} />
          </span>
          <span>
            <button
              type="button"
              class="link"
              onClick={() => void host.request('openProblem', { index: row.index })}
            >
              <AgentText value={row.place} />
            </button>{' '}
            <span class="agent">{row.words}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

export function Checks({ loop }: { loop: LoopHead }) {
  const words = useTexts();
  return (
    <Counted id="checks" title={words.checks} count={loop.counts.checks}>
      <Grid />
    </Counted>
  );
}

function Grid() {
  const words = useTexts();
  const { value } = host.useSlice('checks', null);
  if (value === undefined) return null;
  type Row = (typeof value.rows)[number];
  const columns: Column<Row>[] = [
    { id: 'item', title: words.item, cell: (row) => <AgentText value={row.item} /> },
    ...value.kinds.map(
      (kind, index): Column<Row> => ({
        id: `kind-${index}`,
        title: kind.text,
        agent: true,
        cell: (row) => {
          const cell = row.cells[index];
          if (cell == null) return <span class="dim">–</span>;
          return (
            <span class="cell">
              <State state={cell} />
              {cell.detail.text !== '' && (
                <span class="dim cell-detail">
                  <AgentText value={cell.detail} />
                </span>
              )}
            </span>
          );
        },
      }),
    ),
  ];
  return (
    <>
      <p class="dim">{value.words}</p>
      <Table caption={words.checks} columns={columns} rows={value.rows} rowKey={(row) => row.item.text} />
      {value.more > 0 && <p class="dim">{fill(words.moreItems, value.more)}</p>}
    </>
  );
}
