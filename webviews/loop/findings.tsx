import { useEffect } from 'preact/hooks';
import type { LoopHead, FindingDetail as Shown } from '../../src/ui/panels/loop/loopMessages.ts';
import type { Decision } from '../../src/ui/panels/rpc.ts';
import { Absent } from '../shared/absent.tsx';
import { AgentText } from '../shared/agentText.tsx';
import { Button } from '../shared/button.tsx';
import { announce } from '../shared/live.tsx';
import { Mine } from '../shared/mine.tsx';
import { Remark } from '../shared/remark.tsx';
import { Section } from '../shared/section.tsx';
import { Verdicts, verdictOf } from '../shared/verdicts.tsx';
import { VirtualList } from '../shared/virtualList.tsx';
import { fill } from '../shared/words.tsx';
import { chosenRound, host, open, PAGE, useTexts } from './panel.ts';
import { Severity } from './severity.tsx';
import { WholeText } from './wholeText.tsx';

const ofRound = host.ui('findings.ofRound', false);
const active = host.ui('findings.active', -1);

export function Findings({ loop }: { loop: LoopHead }) {
  const words = useTexts();
  const round = chosenRound.value ?? loop.counts.newest;
  const asked = ofRound.value ? round : null;
  const state = host.useSlice('findings', { round: asked, page: 0 });
  const list = state.value;
  const count = list?.count ?? 0;
  useEffect(() => {
    if (list !== undefined && active.peek() >= list.count) active.value = -1;
  }, [list]);
  if (round === null) return null;
  return (
    <Section
      id="findings"
      title={words.findings}
      open={open.findings}
      beside={
        <span>
          {fill(words.findingsBeside, loop.counts.material, loop.counts.minor)}
          {(list?.outcome ?? '') !== '' && ` · ${list?.outcome}`}
        </span>
      }
      actions={
        // biome-ignore lint/a11y/useSemanticElements: two ways to see one thing
        <span class="buttons" role="group" aria-label={words.whichFindings}>
          <Button pressed={!ofRound.value} onPress={() => show(false)}>
            {words.openNow}
          </Button>
          <Button pressed={ofRound.value} onPress={() => show(true)}>
            {fill(words.ofRound, round)}
          </Button>
          {(list?.decided ?? 0) > 0 && (
            <Button primary icon="send" onPress={() => void host.request('sendDecisions', null)}>
              {fill(words.sendDecisions, list?.decided ?? 0)}
            </Button>
          )}
        </span>
      }
    >
      {list === undefined && <Absent state={state} />}
      {loop.acts.steer.shown &&
        list?.rows.some(({ fate }) => fate === 'stays' || fate === 'back') === true && (
          <div class="buttons list-acts">
            <Button
              icon="edit"
              disabled={loop.acts.steer.reason}
              onPress={() => void host.request('steerStays', null)}
            >
              {words.steerStays}
            </Button>
          </div>
        )}
      {list !== undefined && count === 0 && <p class="dim">{words.noFindings}</p>}
      {count > 0 && (
        <>
          <VirtualList
            id="finding-list"
            name={words.findings}
            count={count}
            rowHeight={26}
            most={10}
            active={active.value}
            onActive={(index) => {
              active.value = index;
            }}
            onOpen={(index) => goToLocation(rows.get(index))}
            onKey={(event, index) => keyOn(event, rows.get(index))}
            row={(index) => <FindingLine index={index} round={asked} />}
          />
          {active.value >= 0 && active.value < count && <FindingDetail index={active.value} round={asked} />}
        </>
      )}
    </Section>
  );
}

function show(round: boolean): void {
  rows.clear();
  ofRound.value = round;
  active.value = -1;
}

function useRow(index: number, round: number | null) {
  const { value } = host.useSlice('findings', { round, page: Math.floor(index / PAGE) });
  return value?.rows[index % PAGE];
}

/** Rows that are drawn, by their place in the list: what a key is about. */
const rows = new Map<number, Place>();

function FindingLine({ index, round }: { index: number; round: number | null }) {
  const row = useRow(index, round);
  if (row === undefined) return null;
  rows.set(index, row);
  return (
    <>
      <Severity severity={row.severity} />
      <span class="finding-name dim">
        <AgentText value={row.name} line />
      </span>
      <span class="finding-text">
        <AgentText value={row.text} line />
      </span>
      <span class={`fate ${row.fate}`}>{row.fateWords}</span>
      {row.mine !== null && <Mine mine={row.mine} />}
    </>
  );
}

function FindingDetail({ index, round }: { index: number; round: number | null }) {
  const row = useRow(index, round);
  if (row === undefined) return null;
  return <Detail round={row.round} index={row.index} />;
}

function Detail({ round, index }: { round: number; index: number }) {
  const { value } = host.useSlice('finding', { round, index });
  if (value == null) return null;
  return (
    <div class="detail" aria-live="off">
      <p class="dim">
        <span class="agent">{value.name.text}</span> · {value.facts}
      </p>
      <p>
        <WholeText value={value.text} whole={{ of: 'finding', round, index }} />
      </p>
      {value.said.map((line) => (
        <p key={line} class="dim agent">
          {line}
        </p>
      ))}
      <Decide detail={value} round={round} index={index} />
    </div>
  );
}

function Decide({ detail, round, index }: { detail: Shown; round: number; index: number }) {
  const words = useTexts();
  return (
    <div class="decide">
      {detail.off === '' && (
        <>
          <Verdicts
            decision={detail.decision}
            off={detail.off}
            name={words.decision}
            onDecide={(decision) => void decide({ round, index }, decision)}
          />
          <Remark
            key={`${round}:${index}`}
            kept={detail.remark}
            onChange={(text) => void host.request('remark', { round, index, text })}
            backTo="finding-list"
          />
        </>
      )}
      <div class="buttons">
        <Button icon="go-to-file" keys="F12" onPress={() => goToLocation({ round, index })}>
          {words.places}
        </Button>
      </div>
    </div>
  );
}

type Place = { round: number; index: number };

function keyOn(event: KeyboardEvent, at: Place | undefined): boolean {
  if (at === undefined) return false;
  const verdict = verdictOf(event);
  if (verdict !== null) {
    // A key that is held down is one decision.
    if (!event.repeat) void decide(at, verdict);
    return true;
  }
  if (event.key !== 'F12') return false;
  goToLocation(at);
  return true;
}

async function decide({ round, index }: Place, decision: Decision): Promise<void> {
  const reply = await host.request('decide', { round, index, decision });
  announce(reply.ok ? reply.value.words : reply.words);
}

function goToLocation(at: Place | undefined): void {
  if (at === undefined) return;
  const { round, index } = at;
  void host.request('goToLocation', { round, index }).then((reply) => {
    if (!reply.ok) announce(reply.words);
  });
}
