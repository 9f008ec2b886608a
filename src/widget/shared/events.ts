import type { Problem } from '../../core/problem.js';
import { record } from '../../core/record.js';
import type { CopyOutcome } from './clipboard.js';

/**
 * The browser's `Event`: on a page with MooTools, the global of this name is another class, whose objects
 * cannot be dispatched. A server has no document, and dispatches nothing.
 */
export const NativeEvent = (globalThis.document?.createEvent?.('Event').constructor ?? Event) as typeof Event;

/** Every event of the elements leaves their shadow roots. */
export const PUBLIC: EventInit = record({ bubbles: true, composed: true });
export const CANCELABLE: EventInit = record({ ...PUBLIC, cancelable: true });

/**
 * The element could not show its content. `problem.code` and `problem.message` come from the API or the
 * endpoint and are never shown to the payer.
 */
export class DepositProblemEvent extends NativeEvent {
  constructor(readonly problem: Problem) {
    super('deposit-problem', PUBLIC);
  }
}

/** A copy button was pressed. `outcome` is `copied` only if the clipboard is known to hold the value. */
export class DepositCopyEvent extends NativeEvent {
  constructor(
    readonly key: string,
    readonly kind: string,
    readonly outcome: CopyOutcome,
  ) {
    super('deposit-copy', PUBLIC);
  }
}
