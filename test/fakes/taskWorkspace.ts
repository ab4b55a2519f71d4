/** Task workspaces for tests: copies of the fixtures, small ones of one's own, and what is in them. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openTasks } from '../../src/protocol/tasks/taskFolder.ts';
import type { TaskFolder, TaskOptions } from '../../src/protocol/tasks/taskModel.ts';
import { AGENTS_FOLDER, TASK_FOLDERS } from '../../src/protocol/tasks/taskNames.ts';
import type { TaskPorts } from '../../src/protocol/tasks/taskPorts.ts';

const FIXTURES = fileURLToPath(new URL('../fixtures/tasks/', import.meta.url));

export function taskFixture<T>(name: string): T {
  return JSON.parse(fs.readFileSync(path.join(FIXTURES, name), 'utf8')) as T;
}

/** A copy of `workspace` or `bad`, the latter with the entries that cannot be stored. */
export function copyWorkspace(name: 'workspace' | 'bad', into: string): string {
  const target = path.join(into, name);
  const source = name === 'bad' ? path.join(FIXTURES, 'bad', 'workspace') : path.join(FIXTURES, name);
  fs.cpSync(source, target, { recursive: true });
  if (name === 'bad') execFileSync(process.execPath, [path.join(FIXTURES, 'bad', 'make.mjs'), target]);
  return target;
}

/** A workspace with all its folders and these files, by relative path. */
export function makeWorkspace(root: string, files: Record<string, string | Uint8Array> = {}): string {
  const folder = path.join(root, 'ws');
  for (const name of [...TASK_FOLDERS, AGENTS_FOLDER])
    fs.mkdirSync(path.join(folder, name), { recursive: true });
  for (const [file, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, file), text);
  return folder;
}

/** Opens a workspace whose locks lie beside it, and that never waits. */
export function openFor(
  root: string,
  folder: string,
  options: TaskOptions = {},
  ports: Partial<TaskPorts> = {},
): TaskFolder {
  return openTasks(folder, options, { home: root, env: {}, sleep: async () => undefined, ...ports });
}

/** Every file below a folder with its text, links as their targets. */
export function filesOf(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of fs.readdirSync(folder, { recursive: true }) as string[]) {
    const file = path.join(folder, name);
    const stat = fs.lstatSync(file);
    if (stat.isSymbolicLink()) found[name] = `-> ${fs.readlinkSync(file)}`;
    else if (stat.isFile()) found[name] = fs.readFileSync(file, 'utf8');
  }
  return found;
}

/** Every entry below a folder with what would show any change of it. */
export function digestsOf(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of fs.readdirSync(folder, { recursive: true }) as string[]) {
    const file = path.join(folder, name);
    const stat = fs.lstatSync(file);
    const content = stat.isSymbolicLink()
      ? fs.readlinkSync(file)
      : stat.isFile()
        ? createHash('sha256').update(fs.readFileSync(file)).digest('hex')
        : '';
    found[name] = `${stat.mode} ${stat.ino} ${stat.mtimeMs} ${stat.ctimeMs} ${content}`;
  }
  return found;
}

/** A task's text as the peer writes it, with these fields changed. */
export function taskText(id: string, fields: Record<string, unknown> = {}): string {
  const at = '2026-11-30T12:00:00.000001+00:00';
  const task = {
    id,
    title: 'A task',
    created_by: 'mira',
    status: 'inbox',
    description: '',
    assigned_to: null,
    priority: 5,
    context: {},
    result: null,
    tags: [],
    parent_id: null,
    retry_count: 0,
    max_retries: 3,
    created_at: at,
    updated_at: at,
    history: [
      { status: 'pending', at },
      { status: 'inbox', at },
    ],
    ...fields,
  };
  return JSON.stringify(task, null, 2);
}

/** A history entry of a claim. */
export function claimed(by: string, at = '2026-11-30T12:01:00.000001+00:00') {
  return { status: 'active', at, claimed_by: by };
}
