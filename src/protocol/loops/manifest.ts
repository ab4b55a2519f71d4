/** What `loop.json` says, as it is read. */

export const STEP_KINDS = [
  'plan',
  'research',
  'analyse',
  'build',
  'review',
  'gate',
  'verdict',
  'other',
] as const;
export type StepKind = (typeof STEP_KINDS)[number];

export interface Step {
  id: string;
  kind: StepKind;
  name: string;
  purpose: string;
  prompt?: string;
  backend?: string;
  model?: string;
  after?: string[];
}

export interface NamedPath {
  name: string;
  path: string;
}

export interface Manifest {
  protocol: number;
  id: string;
  title: string;
  brief: { goal: string; audience: string; bar: string; path?: string };
  steps: Step[];
  round_cap?: number;
  runtime_cap_minutes?: number;
  /** null where the file says Infinity: a cap that never bites. */
  cost_cap_usd?: number | null;
  pace: string;
  commands: Record<string, string>;
  outputs: NamedPath[];
  workspace?: { branch: string; worktree: string };
  state: NamedPath[];
}
