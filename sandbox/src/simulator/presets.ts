import { fromMinor, toMinor } from 'deposit-slip/core';
import type { Queries } from '../db/db.js';
import { mapDatabaseErrors } from '../http/database-errors.js';
import { issuedMethod } from '../issuing/methods.js';
import { bookDeposit, receiveDeposit, type BankDeposit, type DepositRecord } from '../ledger/deposits.js';
import { setClock } from '../ledger/setup.js';
import type { Lateness, Preset } from './preset-names.js';
import {
  bookAfter,
  storeDeposit,
  storeReturn,
  type ScheduleContext,
  type ScheduledRow,
} from '../scheduled-deposits.js';

/**
 * The amount by which `part` sends less and `more` sends more, and the smallest amount that `part` can
 * reduce; decimal strings.
 */
export const DIFFERENCE = '1.00';
export const LEAST = '1.01';

/**
 * Seconds until the second deposit of `twice` and the deposit of `late` arrive, and until the deposit of
 * `return` is sent back.
 */
export const DELAYS = { twice: 5, late: 10, return: 10 };

const MILLISECONDS = { hour: 3_600_000, day: 86_400_000 };

/** The time by which the sandbox's clock advances before a late payment by a method arrives. */
export function latenessOf(paymentId: number | null): Lateness {
  const settles = issuedMethod(paymentId ?? undefined)?.settles ?? 'days';
  return settles === 'seconds' || settles === 'page' ? { count: 2, unit: 'hour' } : { count: 6, unit: 'day' };
}

/** Carries out a payment by a method. Returns the path of the page with the outcome. */
type Action = (context: ScheduleContext, deposit: BankDeposit, paymentId: number | null) => Promise<string>;

/** The actions of the presets. */
export const ACTIONS: Readonly<Record<Preset, Action>> = {
  pay: send,
  part: (context, deposit) => send(context, { ...deposit, amount: less(deposit.amount) }),
  more: (context, deposit) => send(context, { ...deposit, amount: more(deposit.amount) }),
  twice: (context, deposit) =>
    sendAnd(context, deposit, DELAYS.twice, (tx, milliseconds) => storeDeposit(tx, deposit, milliseconds)),
  late: async (context, deposit, paymentId) => {
    const milliseconds = DELAYS.late * 1000;
    const { count, unit } = latenessOf(paymentId);
    const next = await mapDatabaseErrors(() =>
      context.db.transaction(async (tx) => {
        await setClock(tx, { advance: BigInt(count * MILLISECONDS[unit]) });
        return storeDeposit(tx, deposit, milliseconds);
      }),
    );
    bookAfter(milliseconds, context, next);
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
 * Sends a deposit and stores the follow-up in one transaction: if storing fails, the payer is told that
 * nothing was done, so the deposit must be rolled back.
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

function less(amount: string): string {
  return fromMinor(toMinor(amount)! - toMinor(DIFFERENCE)!);
}

function more(amount: string): string {
  return fromMinor(toMinor(amount)! + toMinor(DIFFERENCE)!);
}
