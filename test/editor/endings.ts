/**
 * Ends this process in order when it is told to: what listens to 'exit' (the editor's server among them) then ends what it
 * started, which a bare signal would leave running.
 */
export function exitOnSignals(): void {
  process.once('SIGTERM', () => process.exit(143));
  process.once('SIGINT', () => process.exit(130));
}
