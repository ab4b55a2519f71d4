/** A task workspace: what it holds, and every act on it. */
import { randomUUID } from 'node:crypto';
import * as path from 'node:path';
import { JsonNumber, type JsonObject, type JsonValue, pythonFloat } from '../lib/pythonJson.ts';
import { refuse } from '../lib/result.ts';
import { invalidField, type Workspace } from './actContext.ts';
import { heartbeat, registerAgent } from './agentFiles.ts';
import { changeWaiting, putBackTask } from './aside.ts';
import { claimTask, withdrawTask } from './claim.ts';
import { type FieldName, fieldsOf } from './givenFields.ts';
import { MOST_LEVELS, treeOf } from './jsonValues.ts';
import { mendTask } from './mend.ts';
import { type Move, moveTask } from './move.ts';
import { countTasks, getTask, listTasks } from './queryTasks.ts';
import { reapTasks } from './reap.ts';
import { submitTask } from './submit.ts';
import type { Taken } from './takeTask.ts';
import type { Seen, TaskFolder, TaskOptions } from './taskModel.ts';
import { leftoverId } from './taskNames.ts';
import { type TaskPorts, taskPorts } from './taskPorts.ts';
import { log } from './taskRecord.ts';
import { TaskScanner } from './taskScanner.ts';
import { stampOf } from './timeStamp.ts';

const EDITABLE: readonly FieldName[] = ['title', 'description', 'priority', 'tags', 'assignedTo', 'context'];

export function openTasks(
  folder: string,
  options: TaskOptions = {},
  given: Partial<TaskPorts> = {},
): TaskFolder {
  const ports = taskPorts(given);
  const root = path.resolve(folder);
  const { now = () => new Date(ports.now()), newId = () => randomUUID().replaceAll('-', '') } = options;
  const workspace: Workspace = { folder: root, ports, stamp: () => stampOf(now()) };
  const scanner = new TaskScanner(root, ports);
  const move = (id: string, how: Move) => moveTask(workspace, id, how);
  return {
    scan: () => scanner.scan(),
    rescan: (changed) => scanner.rescan(changed),
    list: (name, filter = {}) => listTasks(root, name, filter, ports),
    get: (id) => getTask(root, id, ports),
    stats: () => countTasks(root, ports),
    submit: (task) => submitTask(workspace, task, newId),
    claim: (id, agent, { seen }: Seen = {}) => claimTask(workspace, id, agent, seen),
    withdraw: (id, name, { seen }: Seen = {}) => withdrawTask(workspace, id, name, seen),
    complete: async (id, result, agent, { seen, over } = {}) => {
      const value = treeOf(result, MOST_LEVELS - 1);
      if (value === undefined) return invalidField('result');
      return move(id, { ...fromActive(agent, seen), over, to: () => 'done', change: completed(value) });
    },
    fail: async (id, error, agent, { seen } = {}) => {
      if (typeof error !== 'string') return invalidField('error');
      return move(id, { ...fromActive(agent, seen), to: failedTo, change: failed(error) });
    },
    requestFeedback: async (id, question, agent, { seen } = {}) => {
      const value = treeOf(question, MOST_LEVELS - 2);
      if (value === undefined) return invalidField('question');
      return move(id, { ...fromActive(agent, seen), to: () => 'feedback', change: asked(value) });
    },
    block: async (id, reason, agent, { seen } = {}) => {
      if (typeof reason !== 'string') return invalidField('reason');
      const change = logged('blocked', [['reason', reason]]);
      return move(id, { ...fromActive(agent, seen), to: () => 'blocked', change });
    },
    respondFeedback: async (id, response, { seen } = {}) => {
      const value = treeOf(response, MOST_LEVELS - 2);
      if (value === undefined) return invalidField('response');
      return move(id, { from: 'feedback', seen, to: () => 'inbox', change: answered(value) });
    },
    unblock: (id, { seen } = {}) =>
      move(id, { from: 'blocked', seen, to: () => 'inbox', change: logged('inbox', [['unblocked', true]]) }),
    retry: (id, { seen } = {}) => move(id, { from: 'failed', seen, to: () => 'inbox', change: retried }),
    release: (id, { seen } = {}) => changeWaiting(workspace, id, seen, released),
    edit: async (id, change, { seen } = {}) => {
      const fields = fieldsOf({ ...change }, EDITABLE);
      if (!fields.ok) return fields;
      if (fields.value.size === 0) return refuse('invalid', 'Nothing to change.', { field: 'change' });
      return changeWaiting(workspace, id, seen, (tree, at) => {
        for (const [name, value] of fields.value) tree.set(name, value);
        log(tree, tree.get('status') ?? null, at, [['edited', [...fields.value.keys()]]]);
      });
    },
    mend: (where, id, how, { seen } = {}) => mendTask(workspace, where, id, how, seen),
    putBack: async (file) => {
      const name = /^inbox[/\\]([^/\\]+)$/.exec(file)?.[1] ?? '';
      const id = leftoverId(name);
      return id === null ? invalidField('file') : putBackTask(workspace, id, name);
    },
    reapStale: (seconds = 300, { seen } = {}) => reapTasks(workspace, seconds, seen),
    registerAgent: (name, role = 'worker', extra = {}) => registerAgent(workspace, name, role, extra),
    heartbeat: (name) => heartbeat(workspace, name),
  };
}

function fromActive(agent: string | undefined, seen: string | undefined) {
  return { from: 'active', agent, seen } as const;
}

type Change = Move['change'];

function logged(status: string, extra: [string, JsonValue][]): Change {
  return (tree, at) => log(tree, status, at, extra);
}

function completed(result: JsonValue): Change {
  return (tree, at) => {
    tree.set('result', result);
    log(tree, 'done', at);
  };
}

function asked(question: JsonValue): Change {
  return (tree, at) => {
    setInContext(tree, '_feedback_request', question);
    log(tree, 'feedback', at);
  };
}

function answered(response: JsonValue): Change {
  return (tree, at) => {
    setInContext(tree, '_feedback_response', response);
    log(tree, 'inbox', at, [['feedback_received', true]]);
  };
}

function setInContext(tree: JsonObject, name: string, value: JsonValue): void {
  const context = tree.get('context');
  tree.set('context', new Map([...(context instanceof Map ? context : []), [name, value]]));
}

function retried(tree: JsonObject, at: string): void {
  tree.set('retry_count', new JsonNumber('0', true));
  log(tree, 'inbox', at, [['retried', true]]);
}

function released(tree: JsonObject, at: string): void {
  tree.set('assigned_to', null);
  log(tree, 'inbox', at, [['released', true]]);
}

/** One attempt more than `max_retries` was made: nothing is left. */
function isLastAttempt(count: JsonValue | undefined, most: JsonValue | undefined): boolean {
  const tried = exact(count, 0n) + 1n;
  return tried > exact(most, 3n);
}

function exact(value: JsonValue | undefined, absent: bigint): bigint {
  if (!(value instanceof JsonNumber)) return absent;
  return value.whole ? value.toBigInt() : BigInt(value.toNumber());
}

/** A float stays one, as it does for the peer. */
function oneMore(value: JsonValue | undefined): JsonNumber {
  if (value instanceof JsonNumber && !value.whole) {
    return new JsonNumber(pythonFloat(value.toNumber() + 1), false);
  }
  return new JsonNumber(String(exact(value, 0n) + 1n), true);
}

function failedTo(task: Taken): 'inbox' | 'failed' {
  return isLastAttempt(task.tree.get('retry_count'), task.tree.get('max_retries')) ? 'failed' : 'inbox';
}

function failed(error: string): Change {
  return (tree, at) => {
    const before = tree.get('retry_count');
    const last = isLastAttempt(before, tree.get('max_retries'));
    const count = oneMore(before);
    tree.set('retry_count', count);
    if (last) log(tree, 'failed', at, [['error', error]]);
    else
      log(tree, 'retry', at, [
        ['error', error],
        ['attempt', count],
      ]);
  };
}
