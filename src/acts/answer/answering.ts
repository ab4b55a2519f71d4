import type { Refusal } from '../../protocol/lib/result.ts';
import type { WatchedLoop } from '../../workspace/loops/watchedLoop.ts';
import type { Wait } from '../../workspace/needsYou.ts';
import { unanswerable } from '../../workspace/tasks/taskAbilities.ts';
import type { TaskWorkspace } from '../../workspace/tasks/taskWorkspace.ts';
import type { Outbox } from '../outbox.ts';
import { AnswerSession, type SessionPorts } from './answerSession.ts';
import type { AnswerTarget } from './answerTarget.ts';

export interface AnsweringPorts extends SessionPorts {
  outbox: Pick<Outbox, 'reply' | 'respond' | 'mayWrite'>;
  store: { get(key: string): WatchedLoop | undefined };
  tasks: { get(key: string): TaskWorkspace | undefined };
}

/** Opens the sessions in which everything is answered. */
export class Answering {
  readonly #ports: AnsweringPorts;

  constructor(ports: AnsweringPorts) {
    this.#ports = ports;
  }

  /** Of a wait by its key, of which the person has seen nothing yet. */
  session(key: string): AnswerSession {
    return new AnswerSession(this.#ports, key);
  }

  /** Of an ask that the person sees. */
  open(seen: AnswerTarget): AnswerSession {
    const session = this.session(seen.key);
    session.see(seen);
    return session;
  }

  /** What keeps the ask from being answered, before anything is typed; null where nothing does. */
  obstacle(wait: Wait): Refusal | null {
    const { outbox, store, tasks } = this.#ports;
    if (wait.kind !== 'feedback') return outbox.mayWrite(store.get(wait.loop.key));
    return outbox.mayWrite(tasks.get(wait.workspace.key)) ?? unanswerable(wait.workspace, wait.row);
  }
}
