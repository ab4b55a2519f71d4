import type { Whole } from '../../src/ui/panels/loop/loopMessages.ts';
import type { PanelText } from '../../src/ui/panels/rpc.ts';
import { AgentText } from '../shared/agentText.tsx';
import { host } from './panel.ts';

/** What an agent wrote; where it is shown cut, a button opens all of it. */
export function WholeText({ value, whole }: { value: PanelText; whole: Whole }) {
  return <AgentText value={value} openWhole={() => void host.request('openWhole', whole)} />;
}
