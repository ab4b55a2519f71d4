import type { LoopHead } from '../../src/ui/panels/loop/loopMessages.ts';
import { AgentText } from '../shared/agentText.tsx';
import { Section } from '../shared/section.tsx';
import { VirtualList } from '../shared/virtualList.tsx';
import { counted, fill } from '../shared/words.tsx';
import { chosenRound, host, open, PAGE, useTexts } from './panel.ts';
import { State } from './state.tsx';

/** Newest first; the one that is chosen is the round shown above. */
export function Rounds({ loop }: { loop: LoopHead }) {
  const words = useTexts();
  const { rounds: count, newest } = loop.counts;
  const chosen = useChosenIndex(count, newest);
  if (count === 0) return null;
  return (
    <Section id="rounds" title={words.rounds} open={open.rounds} beside={counted(count)}>
      <VirtualList
        id="round-list"
        name={words.rounds}
        count={count}
        rowHeight={44}
        most={8}
        active={chosen.index}
        onActive={chosen.choose}
        row={(index) => <RoundLine place={count - 1 - index} />}
        rowKey={(index) => count - 1 - index}
      />
    </Section>
  );
}

/** Of the list from the newest; rounds are mostly numbered without gaps, so the page that holds a number is near. */
function useChosenIndex(count: number, newest: number | null) {
  const number = chosenRound.value;
  const guess = number === null || newest === null ? count - 1 : Math.max(0, count - 1 - (newest - number));
  const page = Math.floor(guess / PAGE);
  const { value } = host.useSlice('rounds', { page });
  const within = number === null ? -1 : (value?.rows.findIndex((row) => row.round === number) ?? -1);
  const place = number === null ? count - 1 : within < 0 ? guess : page * PAGE + within;
  const choose = (index: number): void => {
    const wanted = count - 1 - index;
    if (index === 0) {
      chosenRound.value = null;
      return;
    }
    const row = Math.floor(wanted / PAGE) === page ? value?.rows[wanted % PAGE] : undefined;
    if (row !== undefined) chosenRound.value = row.round;
    // Its page is not here yet: its place says its number, unless numbers have gaps.
    else if (newest !== null) chosenRound.value = newest - index;
  };
  return { index: count - 1 - place, choose };
}

function RoundLine({ place }: { place: number }) {
  const words = useTexts();
  const { value } = host.useSlice('rounds', { page: Math.floor(place / PAGE) });
  const row = value?.rows[place % PAGE];
  if (row === undefined) return null;
  const facts = [row.material, row.cost].filter((each) => each !== '').join(' · ');
  return (
    <div class="round-line">
      <div class="round-first">
        <strong>{fill(words.roundN, row.round)}</strong>
        <State state={row.state} />
        <span class="dim round-facts" data-figures>
          {facts}
          {row.commit !== '' && (
            <>
              {' · '}
              <span class="mono">{row.commit}</span>
            </>
          )}
        </span>
      </div>
      <div class="dim">
        <AgentText value={row.summary} line />
      </div>
    </div>
  );
}
