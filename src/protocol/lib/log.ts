/** Where a part says what happened; in the editor the output channel of the extension. */
export interface Log {
  info(text: string): void;
  warn(text: string): void;
  error(text: string, error?: unknown): void;
}
