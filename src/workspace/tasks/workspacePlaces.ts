/** Where task workspaces were looked for, as it is told, and what is kept where the system failed to show it. */
import type { Finding, FoundWorkspace } from './discoverWorkspaces.ts';
import type { TaskPlace } from './taskWorkspace.ts';

/** What nobody can tell now stays as it was known: its roots, and the workspaces in them. */
export function withKnown(finding: Finding, before: Finding, known: readonly FoundWorkspace[]): Finding {
  const { unsure } = finding;
  if (unsure.size === 0) return finding;
  const found = new Set(finding.workspaces.map(({ real }) => real));
  const kept = known.filter(
    ({ real, folder, root }) => !found.has(real) && (unsure.has(folder) || unsure.has(root)),
  );
  const rootsBefore = new Map(before.roots.map((root) => [root.folder, root]));
  const roots = finding.roots.map((root) =>
    root.problem !== null && unsure.has(root.folder)
      ? { ...(rootsBefore.get(root.folder) ?? root), origin: root.origin, problem: root.problem }
      : root,
  );
  return { ...finding, roots, workspaces: [...finding.workspaces, ...kept] };
}

export function withoutTime({ tookMs: _, ...place }: TaskPlace): object {
  return place;
}

function problemOf(errno: string | undefined): TaskPlace['problem'] {
  if (errno === undefined) return null;
  return errno === 'EACCES' || errno === 'EPERM' ? 'no-permission' : 'unreadable';
}

/** `faults`: the errno for which a workspace could not be looked at whole, by its root. */
export function placesOf(
  { roots, workspaces, offered }: Finding,
  faults: ReadonlyMap<string, string>,
): readonly TaskPlace[] {
  const within = (folder: string): number => workspaces.filter(({ root }) => root === folder).length;
  return [
    ...roots.map(({ folder, origin, problem, tookMs }) => ({
      folder,
      origin,
      kind: 'root' as const,
      workspaces: within(folder),
      problem: problem ?? problemOf(faults.get(folder)),
      tookMs,
    })),
    ...offered.map(({ folder, origin }: FoundWorkspace) => ({
      folder,
      origin,
      kind: 'offered' as const,
      workspaces: 0,
      problem: null,
      tookMs: 0,
    })),
  ];
}
