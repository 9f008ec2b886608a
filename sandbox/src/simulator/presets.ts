import { fromMinor, toMinor } from 'deposit-slip/core';
import type { Queries } from '../db/db.js';
import { mapDatabaseErrors } from '../http/database-errors.js';
import { bookDeposit, receiveDeposit, type BankDeposit, type DepositRecord } from '../ledger/deposits.js';
import {
  bookAfter,
  scheduleDeposit,
  storeDeposit,
  storeReturn,
  type ScheduleContext,
  type ScheduledRow,
} from '../scheduled-deposits.js';

/** What a payer can have the simulated bank do with a payment. */
export const PRESETS = ['pay', 'other', 'twice', 'late', 'return', 'refuse'] as const;
export type Preset = (typeof PRESETS)[number];

/** The preset a form or a link names; undefined if it names none. */
export function readPreset(params: URLSearchParams): Preset | undefined {
  return PRESETS.find((preset) => preset === params.get('preset'));
}

/** How much less `other` sends, and the smallest amount it can be asked for; decimal strings. */
export const OTHER = { less: '1.00', least: '1.01' };

/** Seconds after which the second deposit of `twice` and the deposit of `late` arrive, and that of `return` is sent back. */
export const DELAYS = { twice: 5, late: 10, return: 10 };

/** Carries out a payment. Returns the path of the page that says what happened. */
type Action = (context: ScheduleContext, deposit: BankDeposit) => Promise<string>;

/** The actions of the presets. */
export const ACTIONS: Readonly<Record<Preset, Action>> = {
  pay: send,
  other: (context, deposit) => send(context, { ...deposit, amount: lessThan(deposit.amount) }),
  twice: (context, deposit) =>
    sendAnd(context, deposit, DELAYS.twice, (tx, milliseconds) => storeDeposit(tx, deposit, milliseconds)),
  late: async (context, deposit) => {
    await scheduleDeposit(context, deposit, DELAYS.late * 1000);
    return '/sandbox/pay/late';
  },
  return: (context, deposit) =>
    sendAnd(context, deposit, DELAYS.return, async (tx, milliseconds, { id, matched }) =>
      matched ? storeReturn(tx, BigInt(id), milliseconds) : undefined,
    ),
  refuse: async () => '/sandbox/pay/refused',
};

async function send({ db }: ScheduleContext, deposit: BankDeposit): Promise<string> {
  const { id } = await mapDatabaseErrors(() => receiveDeposit(db, deposit));
  return `/sandbox/pay/${id}`;
}

/**
 * Sends a deposit and stores what follows it. One transaction: if that cannot be stored, the payer is told that nothing was
 * done, so the deposit must be rolled back.
 */
async function sendAnd(
  context: ScheduleContext,
  deposit: BankDeposit,
  seconds: number,
  store: (tx: Queries, milliseconds: number, booked: DepositRecord) => Promise<ScheduledRow | undefined>,
): Promise<string> {
  const milliseconds = seconds * 1000;
  const work = async (tx: Queries) => {
    const booked = await bookDeposit(tx, deposit);
    return { id: booked.id, next: await store(tx, milliseconds, booked) };
  };
  const { id, next } = await mapDatabaseErrors(() => context.db.transaction(work));
  if (next) bookAfter(milliseconds, context, next);
  return `/sandbox/pay/${id}`;
}

function lessThan(amount: string): string {
  return fromMinor(toMinor(amount)! - toMinor(OTHER.less)!);
}
