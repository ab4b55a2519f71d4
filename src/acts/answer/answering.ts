import type { Refusal } from '../../protocol/lib/result.ts';
import type { ReadModel } from '../../workspace/model.ts';
import type { Wait } from '../../workspace/needsYou.ts';
import { unanswerable } from '../../workspace/tasks/taskAbilities.ts';
import type { Outbox } from '../outbox.ts';
import { AnswerSession, type SessionPorts } from './answerSession.ts';
import type { AnswerTarget } from './answerTarget.ts';

export interface AnsweringPorts extends SessionPorts {
  outbox: Pick<Outbox, 'reply' | 'respond' | 'mayWrite'>;
  model: Pick<ReadModel, 'loop' | 'workspace'>;
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
    const { outbox, model } = this.#ports;
    if (wait.kind !== 'feedback') return outbox.mayWrite(model.loop(wait.loop.key));
    return outbox.mayWrite(model.workspace(wait.workspace.key)) ?? unanswerable(wait.workspace, wait.row);
  }
}
