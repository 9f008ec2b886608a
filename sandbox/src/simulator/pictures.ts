import { fromMinor } from 'deposit-slip/core';
import type { Queries } from '../db/db.js';
import { arCode } from '../issuing/ar-code.js';
import { codeAmong, foldValue } from '../issuing/index.js';
import { findTargets, type Target } from '../ledger/reconcile.js';

/**
 * The code on a picture the sandbox issued, by a link to it or its file's name: the one beside it in the answer, or the
 * one its answer only links to. Undefined where there is no such picture.
 */
export async function payloadOfPicture(db: Queries, link: string): Promise<string | undefined> {
  const [target] = await findTargets(db, 'image', [foldValue('qr-link', link)]);
  return target && (codeAmong(target.fieldList) ?? arCode(arIssueOf(target)));
}

function arIssueOf({ merchant, merchantName, txId, amount }: Target): Parameters<typeof arCode>[0] {
  return {
    merchant: { id: merchant, name: merchantName },
    ...(txId !== null && { txId }),
    ...(amount !== null && { amount: fromMinor(amount) }),
  };
}
