import type { Log } from '../../src/protocol/lib/log.ts';

/** Keeps what was said. An error that no test expects fails it: see `errors`. */
export class FakeLog implements Log {
  readonly infos: string[] = [];
  readonly warnings: string[] = [];
  readonly errors: string[] = [];

  info(text: string): void {
    this.infos.push(text);
  }

  warn(text: string): void {
    this.warnings.push(text);
  }

  error(text: string, error?: unknown): void {
    this.errors.push(`${text} ${error instanceof Error ? error.stack : String(error)}`);
  }
}
