import { useComputed } from '@preact/signals';
import type { RoundShown, Whole } from '../../src/ui/panels/loop/loopMessages.ts';
import type { PanelText } from '../../src/ui/panels/rpc.ts';
import { Absent } from '../shared/absent.tsx';
import { AgentText } from '../shared/agentText.tsx';
import { Button } from '../shared/button.tsx';
import { Icon } from '../shared/icon.tsx';
import { Section } from '../shared/section.tsx';
import { fill } from '../shared/words.tsx';
import { StepGraph } from './graph.tsx';
import { chosenRound, chosenStep, host, open, useTexts } from './panel.ts';
import { State } from './state.tsx';
import { StepDetail } from './step.tsx';
import { WholeText } from './wholeText.tsx';

export function Round() {
  const words = useTexts();
  const state = host.useSlice('round', { round: chosenRound.value });
  const round = state.value;
  const step = useComputed(() => chosenStep.value);
  if (round === null) return null;
  if (round === undefined)
    return (
      <Section id="round" title={words.round} open={open.round}>
        <Absent state={state} />
      </Section>
    );
  const chosen = round.nodes.some((node) => node.id === step.value) ? step.value : firstOf(round);
  return (
    <Section
      id="round"
      title={fill(words.roundN, round.round)}
      open={open.round}
      beside={<State state={round.state} />}
      actions={<Walk round={round} />}
    >
      <p class="dim facts">{round.facts.join(' · ')}</p>
      {round.metrics.length > 0 && (
        <ul class="metrics" aria-label={words.metrics}>
          {round.metrics.map((metric) => (
            <li key={metric.name.text}>
              <span class="dim">
                <AgentText value={metric.name} />
              </span>{' '}
              <span class="agent">
                {metric.words}
                {metric.tone === 'good' && <Icon name="check" />}
              </span>
            </li>
          ))}
        </ul>
      )}
      {round.nodes.length > 0 && <StepGraph round={round} chosen={chosen} />}
      {round.more > 0 && <p class="dim">{fill(words.moreSteps, round.more)}</p>}
      {chosen !== '' && (
        <StepDetail round={round.round} step={chosen} node={round.nodes.find((node) => node.id === chosen)} />
      )}
      <Texts round={round} />
    </Section>
  );
}

/** What one wants to see first: what failed, else what runs, else what came last. */
function firstOf({ nodes }: RoundShown): string {
  const told = (tone: string) => nodes.find((node) => node.state.tone === tone);
  return (told('bad') ?? told('busy') ?? nodes.findLast((node) => node.runs > 0) ?? nodes[0])?.id ?? '';
}

function Walk({ round }: { round: RoundShown }) {
  const words = useTexts();
  const go = (to: number | null): void => {
    if (to !== null) chosenRound.value = to;
  };
  const { before } = round;
  return (
    <>
      {round.noChanges === '' && (
        <Button icon="diff" onPress={() => void host.request('changes', { round: round.round })}>
          {fill(words.changes, round.round)}
        </Button>
      )}
      {before !== null && (
        <Button
          icon="git-compare"
          onPress={() => void host.request('compare', { round: round.round, other: before })}
        >
          {fill(words.compare, before)}
        </Button>
      )}
      <Button
        icon="chevron-left"
        name={words.olderRound}
        keys="["
        disabled={before === null}
        onPress={() => go(before)}
      />
      <Button
        icon="chevron-right"
        name={words.newerRound}
        keys="]"
        disabled={round.after === null}
        onPress={() => go(round.after)}
      />
      {chosenRound.value !== null && (
        <Button
          onPress={() => {
            chosenRound.value = null;
          }}
        >
          {words.newestRound}
        </Button>
      )}
    </>
  );
}

function Texts({ round }: { round: RoundShown }) {
  const words = useTexts();
  const texts: [string, PanelText | null, Extract<Whole['of'], 'plan' | 'summary' | 'next'>][] = [
    [words.plan, round.plan, 'plan'],
    [words.summary, round.summary, 'summary'],
    [words.next, round.next, 'next'],
  ];
  const filled = texts.filter(([, text]) => text !== null);
  if (filled.length === 0 && round.commit === '' && round.noChanges === '') return null;
  return (
    <dl class="brief">
      {filled.map(([name, text, of]) => (
        <div key={of}>
          <dt>{name}</dt>
          <dd>{text !== null && <WholeText value={text} whole={{ of, round: round.round }} />}</dd>
        </div>
      ))}
      <div>
        <dt>{words.commit}</dt>
        <dd>
          {round.commit === '' ? (
            <span class="dim">{round.noChanges}</span>
          ) : (
            <span class="mono agent">{round.commit}</span>
          )}
        </dd>
      </div>
    </dl>
  );
}
