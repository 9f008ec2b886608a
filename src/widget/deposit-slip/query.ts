import { methodOf } from '../../core/methods.js';
import { record } from '../../core/record.js';
import type { Offer } from '../../core/reader/endpoint-response.js';
import type { SlipRequest } from '../../core/reader/slip.js';
import { loadEncoder } from '../shared/qr.js';

/** The offer for a method that no endpoint has offered, from the table of methods. */
export function knownOffer(paymentId: number): Offer {
  return record({ paymentId, amount: methodOf(paymentId)?.amount ?? 'none' });
}

/**
 * Starts to load the encoder, in parallel with a response that may have a code to draw. If loading fails,
 * drawing tries again.
 */
export function preloadEncoder(paymentId: number | undefined): void {
  const method = methodOf(paymentId);
  if (!method || method.lead.some((role) => role.endsWith('Code'))) void loadEncoder().catch(() => undefined);
}

/** The query for a slip. */
export function slipQuery(
  { paymentId, fiat, amount, refresh }: SlipRequest,
  offer: Offer | undefined,
): Record<string, string | undefined> {
  return {
    paymentId: paymentId?.toString(),
    fiat: fiat ?? methodOf(paymentId)?.fiat,
    amount: offer && offer.amount !== 'none' ? amount : undefined,
    refresh: refresh ? '1' : undefined,
  };
}
