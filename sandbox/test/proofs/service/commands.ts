import fc from 'fast-check';
import { listVirtualAccounts } from '../ledger/commands/accounts.js';
import { command, itemCommand, type CommandKind } from '../ledger/commands/command.js';
import { COMMANDS } from '../ledger/commands/index.js';
import { pick } from '../ledger/commands/inputs.js';
import { listCrypto, listOrders, type Period } from '../ledger/commands/lists.js';
import type { Harness } from '../ledger/harness.js';
import { pickFrom, type Model, type OrderKind, type TimeRange } from '../ledger/model/model.js';

const ALL = { currentPage: 1, pageSize: 100 };

const periodInput = fc.record({ from: pick, before: pick }, { requiredKeys: [] });

/** A period that starts and ends at the times of two records. */
function periodOf(
  records: readonly { at: TimeRange }[],
  { from, before }: { from?: number; before?: number },
): Period {
  const timeAt = (at: number | undefined) =>
    at === undefined ? undefined : pickFrom(records, at)?.at.earliest;
  return { startTime: timeAt(from), endTime: timeAt(before) };
}

async function listOrdersWithin(
  harness: Harness,
  { kind, period }: { kind: OrderKind; period: Parameters<typeof periodOf>[1] },
): Promise<void> {
  // Reveals the times.
  await listOrders(harness, { orderType: kind, ...ALL });
  const orders = harness.model.orders.filter((order) => order.kind === kind);
  await listOrders(harness, { orderType: kind, ...ALL, ...periodOf(orders, period) });
}

const KINDS = fc.constantFrom<OrderKind>('fiat_to_crypto', 'crypto_to_fiat', 'fiat_to_fiat');

/** Operation 6 does not list virtual accounts of 72. */
const listed = ({ virtualAccounts }: Readonly<Model>) =>
  virtualAccounts.filter(({ paymentId }) => paymentId !== 72);

/** Commands for the specification's remaining operations, in addition to those of the ledger. */
const MORE: readonly CommandKind[] = [
  command('pairs listed', 8, fc.constant(undefined), async (harness) => {
    await harness.send({ path: '/v2/base/sell/symbols' });
  }),
  command('orders of a period listed', 2, fc.record({ kind: KINDS, period: periodInput }), listOrdersWithin),
  command('crypto transfers of a period listed', 6, periodInput, (harness, input) =>
    listCrypto(harness, { pageSize: 100, ...periodOf(harness.model.cryptoTransfers, input) }),
  ),
  itemCommand(
    'virtual accounts listed',
    6,
    listed,
    { pageSize: fc.constantFrom(1, 2, 50) },
    (harness, account, { pageSize }) =>
      listVirtualAccounts(harness, { merchant: account.merchant, paymentId: account.paymentId, pageSize }),
  ),
];

export const SERVICE_COMMANDS = [
  ...COMMANDS,
  ...MORE.flatMap(({ weight, commands }) => Array.from({ length: weight }, () => commands)),
];
