/** The steps of a loop as a graph: who waits for whom. */
import { glimpse } from './laxFields.ts';
import type { Step } from './manifest.ts';

export type GraphStep = Pick<Step, 'id'> & { after?: readonly string[] | undefined };

interface GraphProblem {
  rule: 'twice' | 'unknown-step' | 'circle';
  args: Record<string, unknown>;
  message: string;
}

/** Every (before, after) pair; a step that names no `after` follows the one listed before it. */
export function stepEdges(steps: readonly GraphStep[]): [string, string][] {
  return steps.flatMap((each, index) => {
    const previous = steps[index - 1];
    const before = each.after ?? (previous === undefined ? [] : [previous.id]);
    return before.map((name): [string, string] => [name, each.id]);
  });
}

/** The first thing that keeps the steps from being a graph without circles, or null. */
export function graphProblem(steps: readonly GraphStep[]): GraphProblem | null {
  const ids = new Set<string>();
  for (const { id } of steps) {
    if (ids.has(id))
      return { rule: 'twice', args: { step: id }, message: `step ids must be unique: ${glimpse(id)}` };
    ids.add(id);
  }
  for (const { id, after } of steps) {
    const unknown = (after ?? []).find((name) => !ids.has(name));
    if (unknown !== undefined) {
      const message = `step ${glimpse(id)} comes after ${glimpse(unknown)}, which is no step`;
      return { rule: 'unknown-step', args: { step: id, after: unknown }, message };
    }
  }
  const circle = firstCircle(stepEdges(steps));
  if (circle.length === 0) return null;
  const shown = circle.length > 12 ? [...circle.slice(0, 11), '…'] : circle;
  const message = `steps wait for each other in a circle: ${shown.join(' -> ')}`;
  return { rule: 'circle', args: { steps: shown }, message };
}

/** A circle of steps with its start repeated at the end, or none. With a stack of its own: there may be thousands of steps. */
function firstCircle(edges: readonly [string, string][]): string[] {
  const following = new Map<string, string[]>();
  for (const [before, after] of edges) {
    const known = following.get(before);
    if (known) known.push(after);
    else following.set(before, [after]);
  }
  const done = new Set<string>();
  for (const start of following.keys()) {
    const circle = done.has(start) ? [] : circleFrom(start, following, done);
    if (circle.length > 0) return circle;
  }
  return [];
}

function circleFrom(start: string, following: Map<string, string[]>, done: Set<string>): string[] {
  const path = [{ id: start, next: 0 }];
  const onPath = new Set([start]);
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const next = following.get(top.id)?.[top.next];
    top.next += 1;
    if (next === undefined) {
      path.pop();
      onPath.delete(top.id);
      done.add(top.id);
    } else if (onPath.has(next)) {
      const ids = path.map(({ id }) => id);
      return [...ids.slice(ids.indexOf(next)), next];
    } else if (!done.has(next)) {
      path.push({ id: next, next: 0 });
      onPath.add(next);
    }
  }
  return [];
}
