import type { LoopHead } from '../../src/ui/panels/loop/loopMessages.ts';
import type { PanelText } from '../../src/ui/panels/rpc.ts';
import { AgentText } from '../shared/agentText.tsx';
import { Button } from '../shared/button.tsx';
import { Icon } from '../shared/icon.tsx';
import { Meter } from '../shared/meter.tsx';
import { host, lookAt, useTexts } from './panel.ts';
import { State } from './state.tsx';
import { WholeText } from './wholeText.tsx';

export function Head({ loop }: { loop: LoopHead }) {
  const words = useTexts();
  const { state } = loop;
  return (
    <header class="head">
      <div class="head-top">
        <h1>
          <WholeText value={loop.title} whole={{ of: 'title' }} />
        </h1>
        <span class="head-place dim">
          <AgentText value={loop.place} line /> · <AgentText value={loop.id} line />
        </span>
      </div>
      <p class="head-state">
        <State state={state} />
        <span class="dim">{[state.since, loop.lastSign].filter((each) => each !== '').join(' · ')}</span>
      </p>
      {loop.why.length > 0 && (
        <ul class="head-why" aria-label={words.why}>
          {loop.why.map((why) => (
            <li key={why.text}>
              <Icon name="warning" />
              <AgentText value={why} />
            </li>
          ))}
        </ul>
      )}
      <dl class="brief">
        <Brief name={words.goal} text={loop.goal} of="goal" />
        <Brief name={words.bar} text={loop.bar} of="bar" />
        <Brief name={words.audience} text={loop.audience} of="audience" />
      </dl>
      {/* biome-ignore lint/a11y/useSemanticElements: no form, only what belongs together */}
      <div class="meters" role="group" aria-label={words.caps}>
        {loop.meters.map((meter) => (
          <Meter key={meter.name} {...meter} />
        ))}
      </div>
      <Acts loop={loop} />
    </header>
  );
}

function Brief({
  name,
  text,
  of,
}: {
  name: string;
  text: PanelText | null;
  of: 'goal' | 'bar' | 'audience';
}) {
  if (text === null) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <WholeText value={text} whole={{ of }} />
      </dd>
    </div>
  );
}

function Acts({ loop }: { loop: LoopHead }) {
  const words = useTexts();
  const { steer, stop, start } = loop.acts;
  return (
    <>
      <div class="buttons" role="toolbar" aria-label={words.acts}>
        {steer.shown && (
          <Button
            icon="edit"
            disabled={steer.reason}
            onPress={() => void host.request('steer', { text: '' })}
          >
            {words.steer}
          </Button>
        )}
        {stop.shown && (
          <Button icon="debug-stop" disabled={stop.reason} onPress={() => void host.request('stop', null)}>
            {words.stop}
          </Button>
        )}
        {start.shown && (
          <Button icon="play" disabled={start.reason} onPress={() => void host.request('start', null)}>
            {words.start}
          </Button>
        )}
        <Button icon="terminal" onPress={() => void host.request('terminal', null)}>
          {words.terminal}
        </Button>
        <Button icon="files" onPress={() => lookAt('files')}>
          {words.files}
        </Button>
        <Button icon="go-to-file" onPress={() => void host.request('page', null)}>
          {words.page}
        </Button>
      </div>
      {loop.readOnly !== '' && (
        <p class="note">
          <Icon name="lock" /> {loop.readOnly}
        </p>
      )}
    </>
  );
}
