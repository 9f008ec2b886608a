import type { Problem } from '../../core/problem.js';
import type { CopyOutcome } from './clipboard.js';

/** Every event of the elements leaves their shadow roots. */
export const PUBLIC = { bubbles: true, composed: true } as const;
export const CANCELABLE = { ...PUBLIC, cancelable: true } as const;

/**
 * The element could not show its content. `problem.code` and `problem.message` come from the API or the
 * endpoint and are never shown to the payer.
 */
export class DepositProblemEvent extends Event {
  constructor(readonly problem: Problem) {
    super('deposit-problem', PUBLIC);
  }
}

/** A copy button was pressed. `outcome` is `copied` only if the clipboard is known to hold the value. */
export class DepositCopyEvent extends Event {
  constructor(
    readonly key: string,
    readonly kind: string,
    readonly outcome: CopyOutcome,
  ) {
    super('deposit-copy', PUBLIC);
  }
}
