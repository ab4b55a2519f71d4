/** Notifications and modals. The first button of a notification must write nothing: a stray key presses it. */
import { type CancellationToken, ProgressLocation, window } from 'vscode';
import type { Shown } from '../text/agentText.ts';

const BRIEF_MS = 6000;

export type ToastText = Shown<'toast'>;
type Severity = 'info' | 'warning' | 'error';

/**
 * Shows a notification. Settles with the index of the button pressed, or undefined when it went away without one;
 * nothing tells whether anybody saw it.
 */
export async function toast(
  severity: Severity,
  text: ToastText,
  buttons: readonly ToastText[] = [],
): Promise<number | undefined> {
  const items = buttons.map((title, index) => ({ title: title as string, index }));
  const picked = await showers[severity](text, {}, ...items);
  return picked?.index;
}

const showers = {
  info: window.showInformationMessage,
  warning: window.showWarningMessage,
  error: window.showErrorMessage,
} satisfies Record<Severity, unknown>;

export const info = (text: ToastText, buttons: readonly ToastText[] = []) => toast('info', text, buttons);
export const warn = (text: ToastText, buttons: readonly ToastText[] = []) => toast('warning', text, buttons);
export const error = (text: ToastText, buttons: readonly ToastText[] = []) => toast('error', text, buttons);

/** Asks in a modal that also has Cancel. Settles with the index of the button, or undefined for Cancel. */
export async function confirm(
  text: ToastText,
  detail: ToastText | undefined,
  buttons: readonly ToastText[],
): Promise<number | undefined> {
  const items = buttons.map((title, index) => ({ title: title as string, index }));
  const options = detail === undefined ? { modal: true } : { modal: true, detail: detail as string };
  const picked = await window.showWarningMessage(text, options, ...items);
  return picked?.index;
}

/** Says something for a few seconds in the status bar: what the views show anyway. */
export function brief(text: Shown<'statusBar'>): void {
  window.setStatusBarMessage(text, BRIEF_MS);
}

/** Holds an act for `ms` in a notification with Cancel. True: the time ran out; false: the person cancelled. */
export async function progressCancel(text: ToastText, ms: number): Promise<boolean> {
  return window.withProgress(
    { location: ProgressLocation.Notification, title: text, cancellable: true },
    (_, token) => settled(token, ms),
  );
}

function settled(token: CancellationToken, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      listener.dispose();
      resolve(true);
    }, ms);
    const listener = token.onCancellationRequested(() => {
      clearTimeout(timer);
      listener.dispose();
      resolve(false);
    });
  });
}

/** Runs something under a notification that says what takes so long. */
export async function progress<T>(text: ToastText, run: () => Promise<T>): Promise<T> {
  return window.withProgress({ location: ProgressLocation.Notification, title: text }, run);
}
