import { fromMinor } from '../../core/money.js';
import { omitUndefined } from '../../core/omit-undefined.js';
import { paymentStatus } from '../../core/reader/payment.js';
import type { DepositRow, MerchantRow } from '../kit/store/rows.js';
import type { ListedDeposit, Records } from '../kit/store/store.js';
import type { Entry, Scope } from './entry.js';
import type { Flows } from './read.js';
import type { ReportDeposit } from './types.js';

/** Maximum rows that one statement reads. */
const STORE_PAGE = 2_000;
/** Maximum ids that one statement looks up. */
const KNOWN_PAGE = 500;

/**
 * Adds the stored state to each deposit and return of the API, and records the differences. Resolves to the
 * stored flows that the API does not show. Rejects with a `StoreError`.
 */
export async function compare(
  { entries, unreadable }: Flows,
  scope: Scope,
  { records, merchant }: { readonly records: Records; readonly merchant: MerchantRow | undefined },
): Promise<readonly ReportDeposit[]> {
  const shown = new Set(unreadable.map(({ flowId }) => flowId));
  const hidden: ReportDeposit[] = [];
  for await (const row of storedFlows(records, scope)) {
    const entry = entries.get(row.flowId);
    if (entry) attach(entry, row);
    // A record that can no longer be read is a finding itself.
    else if (!shown.has(row.flowId)) hidden.push(depositOf(row));
  }
  const missing = [...entries.values()].filter((each) => each.content !== undefined && !each.deposit);
  for (let at = 0; at < missing.length; at += KNOWN_PAGE) {
    const page = missing.slice(at, at + KNOWN_PAGE);
    const ids = page.map(({ flowId }) => flowId);
    for (const row of await records.knownFlows(scope.merchantId, ids)) attach(entries.get(row.flowId)!, row);
  }
  for (const entry of missing)
    if (!entry.deposit && !isEarlier(entry, merchant)) entry.findings.push('not-in-store');
  return hidden;
}

async function* storedFlows(records: Records, scope: Scope): AsyncGenerator<ListedDeposit> {
  for (let after: ListedDeposit | undefined; ;) {
    const page = await records.listPeriod({ ...scope, after, limit: STORE_PAGE });
    yield* page;
    if (page.length < STORE_PAGE) return;
    after = page.at(-1);
  }
}

function attach(entry: Entry, row: ListedDeposit): void {
  entry.deposit = depositOf(row);
  const isReadable = !entry.findings.includes('unreadable');
  if (isReadable && entry.content !== row.content) entry.findings.push('differs');
}

/**
 * A merchant is read from its first slip on, but an account of the payer's own is read for as long as rows
 * are kept.
 */
function isEarlier({ createTime }: Entry, merchant: MerchantRow | undefined): boolean {
  return merchant !== undefined && !merchant.own && createTime < (merchant.firstSlipAt ?? 0);
}

const RETURNS: ReadonlySet<DepositRow['state']> = new Set(['pending', 'return', 'unmatched-return']);

function depositOf(row: ListedDeposit): ReportDeposit {
  const { id, flowId, state, createTime, txId, grantId, reference, paymentId } = row;
  const { asked, received } = row;
  return omitUndefined({
    ...{ id, flowId, state, createTime, txId, grantId, reference, paymentId },
    amount: fromMinor(RETURNS.has(state) ? -row.amount : row.amount),
    returned: row.returned > 0n ? fromMinor(row.returned) : undefined,
    payment:
      received === undefined
        ? undefined
        : omitUndefined({
            status: paymentStatus(asked, received),
            asked: asked === undefined ? undefined : fromMinor(asked),
            received: fromMinor(received),
          }),
  });
}
