import type { Queries } from '../db/db.js';
import { foldValue, isCodeKey } from '../issuing/index.js';
import { findTargets } from '../ledger/reconcile.js';

/** The code on a picture the sandbox issued, by a link to it or its file's name; undefined where there is no such picture. */
export async function payloadOfPicture(db: Queries, link: string): Promise<string | undefined> {
  const [target] = await findTargets(db, 'image', [foldValue('qr-link', link)]);
  return target && Object.entries(target.fieldList).find(([key]) => isCodeKey(key))?.[1];
}
