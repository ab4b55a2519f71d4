import type { Server } from '../editor/server.ts';

/** What a story asks of its server; stories that ask for the same share one. */
export interface ServerKind {
  /** Ask before trusting a folder, as the desktop does. Off: every folder is trusted. */
  trust?: boolean;
  /** Without the built-in extensions that run code. On unless told otherwise. */
  lean?: boolean;
}

interface Running {
  server: Promise<Server>;
  /** The code with which it ended by itself. */
  ended: number | undefined;
}

/** The servers of one version of VS Code: one of each kind, started when a story first asks for it, kept to the end. */
export class StoryServers {
  readonly #start: (kind: Required<ServerKind>) => Promise<Server>;
  readonly #died: (text: string, log: string) => void;
  readonly #running = new Map<string, Running>();

  /** `died` is told of a server that has ended by itself, and of what it printed. */
  constructor(
    start: (kind: Required<ServerKind>) => Promise<Server>,
    died: (text: string, log: string) => void,
  ) {
    this.#start = start;
    this.#died = died;
  }

  /** The server of that kind; a new one where the one before did not start or has ended. */
  async get({ trust = false, lean = true }: ServerKind): Promise<Server> {
    const name = `${trust ? 'asking for trust' : 'trusting'}, ${lean ? 'lean' : 'whole'}`;
    const before = this.#running.get(name);
    if (before !== undefined && before.ended === undefined) return before.server;
    if (before !== undefined) {
      const server = await before.server;
      this.#died(
        `a server of the stories (${name}) ended with ${before.ended} and was started anew`,
        server.log(),
      );
      await server.stop();
    }
    const running: Running = { server: this.#start({ trust, lean }), ended: undefined };
    this.#running.set(name, running);
    try {
      const server = await running.server;
      void server.ended.then((code) => {
        running.ended = code;
      });
      return server;
    } catch (error) {
      this.#running.delete(name);
      throw error;
    }
  }

  async close(): Promise<void> {
    const all = [...this.#running.values()];
    this.#running.clear();
    await Promise.all(all.map(async ({ server }) => (await server).stop()));
  }
}
