/** How words of ours and texts of agents meet: the message is translated, each argument is made fit for the sink. */
import { t } from '@vscode/l10n';
import { type Shown, type Sink, shown } from './agentText.ts';

/**
 * A message of ours with texts from folders in it.
 *
 * @param message English, with `{0}`, `{1}` for the arguments; a literal, so that translators find it.
 */
export function say<S extends Sink>(sink: S, message: string, ...args: (string | number)[]): Shown<S> {
  const safe = args.map((arg) => (typeof arg === 'number' ? arg : shown(arg, sink)));
  return t(message, ...safe) as Shown<S>;
}

/** A message with nothing but our own words, numbers and texts made fit already: fit for what all of these are fit for. */
export function ours<S extends Sink = Sink>(message: string, ...args: (Shown<S> | number)[]): Shown<S> {
  return t(message, ...args) as Shown<S>;
}
