/** The finding that is chosen, whole, and what is to become of it. */
import type { DetailShown } from '../../src/ui/panels/findings/findingsMessages.ts';
import { AgentText } from '../shared/agentText.tsx';
import { Button } from '../shared/button.tsx';
import { Remark } from '../shared/remark.tsx';
import { Verdicts } from '../shared/verdicts.tsx';
import { act, activeId, decide, host, remark, words } from './state.ts';

export function Detail() {
  const id = activeId.value;
  return (
    <section class="findings-detail" aria-label={words.details}>
      {id === '' ? <p class="dim findings-pick">{words.pick}</p> : <One id={id} />}
    </section>
  );
}

function One({ id }: { id: string }) {
  const { value } = host.useSlice('finding', { id });
  if (value === undefined) return <p class="dim">{words.loading}</p>;
  if (value === null) return <p class="dim">{words.gone}</p>;
  return (
    <>
      <div class="detail-head">
        <h2>
          <AgentText value={value.name} />
        </h2>
        <p class="dim">
          {value.facts.join(' · ')} · <AgentText value={value.loop} /> · <AgentText value={value.place} />
        </p>
      </div>
      <div class="detail-text">
        <AgentText value={value.text} openWhole={() => void act('openWhole', value.id)} />
      </div>
      <div class="buttons">
        <Button icon="go-to-file" keys="F12" onPress={() => void act('goToLocation', value.id)}>
          {words.places}
        </Button>
        {value.artifact !== null && (
          <Button icon="file" keys="O" onPress={() => void act('openArtifact', value.id)}>
            {words.artifact}
          </Button>
        )}
        <Button icon="copy" name={words.copy} onPress={() => void act('copy', value.id)} />
      </div>
      {value.said.length > 0 && (
        <ul class="detail-said">
          {value.said.map((line) => (
            <li key={line} class="agent">
              {line}
            </li>
          ))}
        </ul>
      )}
      <Decide detail={value} />
      {value.history.length > 1 && (
        <div class="detail-history">
          <h3>{words.history}</h3>
          <ol>
            {value.history.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ol>
        </div>
      )}
    </>
  );
}

function Decide({ detail }: { detail: DetailShown }) {
  if (detail.off !== '') return <p class="dim">{detail.off}</p>;
  return (
    <div class="detail-decide">
      <h3>{words.decision}</h3>
      <Verdicts
        decision={detail.decision}
        off={detail.off}
        name={words.decision}
        onDecide={(decision) => void decide(detail.id, decision)}
      />
      <Remark
        key={detail.id}
        kept={detail.remark}
        onChange={(text) => void remark(detail.id, text)}
        backTo="findings"
      />
    </div>
  );
}
