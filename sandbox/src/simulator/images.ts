import { fromMinor } from 'deposit-slip/core';
import type { Queries } from '../db/db.js';
import { arCode } from '../issuing/ar-code.js';
import { findCode, foldValue } from '../issuing/index.js';
import { findTargets, type Target } from '../ledger/reconcile.js';

/**
 * The payload of a QR code image that the sandbox issued, by a link to the image or by its file name.
 * Undefined if there is no such image. Details that contain only a link to a code belong to an Argentine QR
 * code.
 */
export async function payloadOfImage(db: Queries, link: string): Promise<string | undefined> {
  const [target] = await findTargets(db, 'image', [foldValue('qr-link', link)]);
  return target && (findCode(target.fieldList) ?? arCode(arCodeInputOf(target)));
}

function arCodeInputOf({ merchant, merchantName, txId, amount }: Target): Parameters<typeof arCode>[0] {
  return {
    merchant: { id: merchant, name: merchantName },
    ...(txId !== null && { txId }),
    ...(amount !== null && { amount: fromMinor(amount) }),
  };
}
