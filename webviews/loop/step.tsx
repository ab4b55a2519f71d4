import type { StepNode, StepShown } from '../../src/ui/panels/loop/loopMessages.ts';
import { AgentText } from '../shared/agentText.tsx';
import { Button } from '../shared/button.tsx';
import { announce } from '../shared/live.tsx';
import { fill } from '../shared/words.tsx';
import { host, useTexts } from './panel.ts';
import { Severity } from './severity.tsx';
import { State } from './state.tsx';
import { WholeText } from './wholeText.tsx';

/** What the chosen step did in the chosen round. */
export function StepDetail({
  round,
  step,
  node,
}: {
  round: number;
  step: string;
  node: StepNode | undefined;
}) {
  const words = useTexts();
  const { value } = host.useSlice('step', { round, step });
  if (value == null || value.step !== step) return <div class="step" />;
  return (
    <div class="step">
      <div class="step-head">
        <h3>{node !== undefined && <AgentText value={node.name} />}</h3>
        {node !== undefined && node.kind !== '' && <span class="badge agent">{node.kind}</span>}
        {value.purpose !== null && (
          <span class="dim">
            <AgentText value={value.purpose} />
          </span>
        )}
      </div>
      {value.runs.length === 0 && <p class="dim">{words.notRun}</p>}
      {value.moreRuns > 0 && <p class="dim">{fill(words.moreRuns, value.moreRuns)}</p>}
      {value.runs.map((run) => (
        <RunDetail key={run.index} round={round} step={step} run={run} />
      ))}
    </div>
  );
}

interface RunProps {
  round: number;
  step: string;
  run: StepShown['runs'][number];
}

function RunDetail({ round, step, run }: RunProps) {
  const words = useTexts();
  const which = { round, step, index: run.index };
  const copy = async (): Promise<void> => {
    const reply = await host.request('copySession', which);
    if (reply.ok) announce(words.copied);
  };
  return (
    <div class="run">
      <p class="run-head">
        {run.label.text !== '' && (
          <strong>
            <AgentText value={run.label} />
          </strong>
        )}
        <State state={run.state} />
        <span class="dim" data-figures>
          {[run.took, run.cost].filter((each) => each !== '').join(' · ')}
        </span>
      </p>
      {run.error !== null && (
        <p class="problem">
          {run.error.words}: <WholeText value={run.error.text} whole={{ of: 'runError', ...which }} />
        </p>
      )}
      {run.summary !== null && (
        <p>
          <WholeText value={run.summary} whole={{ of: 'runSummary', ...which }} />
        </p>
      )}
      {run.findings.length > 0 && (
        <ul class="run-findings">
          {run.findings.map((finding, index) => (
            <li key={`${index}-${finding.id.text}`}>
              <Severity severity={finding.severity} />
              <span>
                <AgentText value={finding.text} />
              </span>
            </li>
          ))}
          {run.more > 0 && <li class="dim">{fill(words.moreFindings, run.more)}</li>}
        </ul>
      )}
      {(run.model !== null || run.session !== null || run.artifact !== null) && (
        <p class="run-foot dim">
          {run.model !== null && <Named words={words.model} text={run.model.text} />}
          {run.session !== null && (
            <span>
              <Named words={words.session} text={run.session.text} />{' '}
              <Button icon="copy" name={words.copySession} onPress={() => void copy()} />
            </span>
          )}
          {run.artifact !== null && (
            <button type="button" class="link" onClick={() => void host.request('openArtifact', which)}>
              <AgentText value={run.artifact} />
            </button>
          )}
        </p>
      )}
    </div>
  );
}

function Named({ words, text }: { words: string; text: string }) {
  const [before = '', after = ''] = words.split('{0}');
  return (
    <span>
      {before}
      <span class="agent" dir="auto">
        {text}
      </span>
      {after}
    </span>
  );
}
