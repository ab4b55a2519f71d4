import type { Services } from '../kit/services.ts';
import { heldOptions } from './heldOptionToast.ts';
import { Toasts } from './toasts.ts';

/** Toasts about waits and what needs a look. Views and status bar say the same whatever becomes of a toast. */
export function startToasts(services: Services): void {
  const { context, log } = services;
  const held = heldOptions(services);
  const toasts = new Toasts(services, held);
  context.subscriptions.push(held, toasts);
  for (const part of [toasts, held]) {
    part.start().catch((failure: unknown) => log.error('Notifications did not start.', failure));
  }
}
