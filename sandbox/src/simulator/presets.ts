import { fromMinor, toMinor } from 'deposit-slip/core';
import type { AppContext } from '../app-context.js';
import { mapDatabaseErrors } from '../http/database-errors.js';
import { receiveDeposit, type BankDeposit } from '../ledger/deposits.js';
import { scheduleDeposit } from '../scheduled-deposits.js';

/** What a payer can have the simulated bank do with a payment. */
export const PRESETS = ['pay', 'other', 'twice', 'late', 'refuse'] as const;
export type Preset = (typeof PRESETS)[number];

/** The preset a form or a link names; undefined if it names none. */
export function readPreset(params: URLSearchParams): Preset | undefined {
  return PRESETS.find((preset) => preset === params.get('preset'));
}

/** How much less `other` sends, and the smallest amount it can be asked for; decimal strings. */
export const OTHER = { less: '1.00', least: '1.01' };

/** Seconds after which the second deposit of `twice` and the deposit of `late` arrive. */
export const DELAYS = { twice: 5, late: 10 };

/** Carries out a payment. Returns the path of the page that says what happened. */
type Action = (context: AppContext, deposit: BankDeposit) => Promise<string>;

/** The actions of the presets. */
export const ACTIONS: Readonly<Record<Preset, Action>> = {
  pay: send,
  other: (context, deposit) => send(context, { ...deposit, amount: lessThan(deposit.amount) }),
  twice: async (context, deposit) => {
    const path = await send(context, deposit);
    await sendLater(context, DELAYS.twice, deposit);
    return path;
  },
  late: async (context, deposit) => {
    await sendLater(context, DELAYS.late, deposit);
    return '/sandbox/pay/late';
  },
  refuse: async () => '/sandbox/pay/refused',
};

async function send({ db }: AppContext, deposit: BankDeposit): Promise<string> {
  const { id } = await mapDatabaseErrors(() => receiveDeposit(db, deposit));
  return `/sandbox/pay/${id}`;
}

/** Sends a deposit after a number of seconds, or on the next start if the sandbox stops before. */
function sendLater(context: AppContext, seconds: number, deposit: BankDeposit): Promise<void> {
  return scheduleDeposit(context, deposit, seconds * 1000);
}

function lessThan(amount: string): string {
  return fromMinor(toMinor(amount)! - toMinor(OTHER.less)!);
}
