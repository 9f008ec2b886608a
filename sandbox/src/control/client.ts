import type { Fault } from '../faults/index.js';
import type { DepositRecord } from '../ledger/deposits.js';
import type { Verification } from '../ledger/verify.js';

/** A bank deposit to simulate. It is reconciled by `txId`, `account` or `reference`; without any it stays unmatched. */
export interface DepositAsk {
  readonly merchantId: number | string;
  readonly fiat: string;
  /** Plain decimal string, or a number that is exact. */
  readonly amount: string | number;
  readonly txId?: number | string;
  /** CLABE, CBU, CVU, IBAN, account number, alias or Pix key, in any of its written forms. */
  readonly account?: string;
  readonly reference?: string;
  readonly senderName?: string;
  /** Milliseconds; not before the account's last entry. */
  readonly at?: number;
}

/** The control API, typed. Every refusal is a `ControlError`. */
export interface Control {
  deposit(ask: DepositAsk): Promise<DepositRecord>;
  /** Deposits on record, newest first; all, or only those credited or not. */
  deposits(filter?: { readonly matched?: boolean }): Promise<readonly DepositRecord[]>;
  /** The invariants; a broken one is an answer, not an error. */
  verify(): Promise<Verification>;
  /** Puts these faults in force and no other, none by an empty list; without a list, those that are. */
  faults(faults?: readonly Fault[]): Promise<readonly Fault[]>;
  /** Everything back to the start, faults included. */
  reset(): Promise<void>;
}

/** The control API refused. */
export class ControlError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'ControlError';
    this.status = status;
  }
}

/** A client of the control API at `url`. */
export function createControl(url: string, controlToken: string): Control {
  const call = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const headers = { authorization: `Bearer ${controlToken}`, 'content-type': 'application/json' };
    const response = await fetch(`${url}/sandbox${path}`, { ...init, headers });
    const body: unknown = await response.json();
    if (!response.ok && !isVerification(body)) throw new ControlError(response.status, messageOf(body));
    return body;
  };
  const post = (path: string, body: object) => call(path, { method: 'POST', body: JSON.stringify(body) });
  return {
    deposit: async (ask) => (await post('/deposits', ask)) as DepositRecord,
    deposits: async ({ matched } = {}) => {
      const query = matched === undefined ? '' : `?matched=${matched}`;
      return ((await call(`/deposits${query}`)) as { deposits: DepositRecord[] }).deposits;
    },
    verify: async () => (await call('/verify')) as Verification,
    faults: async (faults) => {
      const answer = await (faults ? post('/faults', { faults }) : call('/faults'));
      return (answer as { faults: Fault[] }).faults;
    },
    reset: async () => {
      await post('/reset', {});
    },
  };
}

function isVerification(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'invariants' in body;
}

function messageOf(body: unknown): string {
  return typeof body === 'object' && body !== null && 'msg' in body ? String(body.msg) : 'refused';
}
