import { copyFormOf, fromMinor, readEmv, readPix, readTlv } from 'deposit-slip/core';
import type { Queries } from '../db/db.js';
import { accountGroups, foldsOf, foldValue } from '../issuing/index.js';
import { issuedMethod } from '../issuing/methods.js';
import { railName } from '../issuing/rails.js';
import type { DepositReferences, Target } from '../ledger/reconcile.js';
import { findTargets, reconcile } from '../ledger/reconcile.js';

/** What the payer entered: a code, a link or its id, or an account with a reference. */
export interface PaymentInput {
  readonly code?: string | undefined;
  readonly link?: string | undefined;
  readonly account?: string | undefined;
  /** The routing number of the account's bank. */
  readonly routing?: string | undefined;
  readonly reference?: string | undefined;
}

/** A payment that can be made. */
export interface Payment {
  readonly target: Target;
  /** The references the deposit will be matched by. */
  readonly references: DepositReferences;
  /** The rail's name. */
  readonly rail: string;
  /** The account paid to, in the groups a bank would display it in. */
  readonly account?: readonly string[] | undefined;
  readonly reference?: string | undefined;
  /** The requested amount, a decimal string. */
  readonly amount?: string | undefined;
}

/** Why the input cannot be paid: a sentence for the payer, and the field at fault. */
export interface InputError {
  readonly field: 'code' | 'account' | 'link';
  readonly message: string;
}

/** Finds the payment for what the payer entered; undefined if the payer entered nothing. */
export async function readPayment(
  db: Queries,
  input: PaymentInput,
): Promise<Payment | InputError | undefined> {
  if (input.code) return paymentByCode(db, input.code);
  if (input.link) return paymentByLink(db, input.link);
  if (input.account) return paymentByAccount(db, input.account, input);
  return undefined;
}

async function paymentByCode(db: Queries, raw: string): Promise<Payment | InputError> {
  const code = raw.trim();
  const fields = readEmv(code);
  if (!fields) return inputError('code', 'This code is incomplete. Copy it again and paste all of it.');
  const txid = readTlv(fields.get('62') ?? '')?.get('05');
  const [byTxId] = txid === undefined ? [] : await findTargets(db, 'txId', [txid]);
  const references: DepositReferences = { account: readPix(code)?.key, ...(byTxId && { txId: txid }) };
  const target = await reconcile(db, references);
  if (typeof target === 'string')
    return inputError('code', 'This code is valid, but this sandbox did not issue it. Nothing was paid.');
  return toPayment(target, references, {
    account: accountGroups(target.fieldList),
    amount: fields.get('54'),
  });
}

async function paymentByLink(db: Queries, link: string): Promise<Payment | InputError> {
  const [target] = await findTargets(db, 'link', [foldValue('link', link.trim())]);
  if (!target) return inputError('link', 'This payment link is unknown. Ask for a new one.');
  const references: DepositReferences = target.txId === null ? {} : { txId: String(target.txId) };
  return toPayment(target, references, {});
}

async function paymentByAccount(
  db: Queries,
  account: string,
  { routing, reference }: PaymentInput,
): Promise<Payment | InputError> {
  const [target] = await findTargets(db, 'account', foldsOf('account', account));
  if (!target) return inputError('account', 'No account has this number. Check every digit.');
  if (routing && !isAtBank(target, routing))
    return inputError('account', 'This account is at another bank. Check the routing number.');
  return toPayment(target, { account, reference }, { account: accountGroups(target.fieldList), reference });
}

function isAtBank({ fieldList }: Target, routing: string): boolean {
  return Object.values(fieldList).includes(copyFormOf('routing', routing));
}

function toPayment(
  target: Target,
  references: DepositReferences,
  shown: Pick<Payment, 'account' | 'reference' | 'amount'>,
): Payment {
  const requested = target.amount === null ? undefined : fromMinor(target.amount);
  const rail = railName(issuedMethod(target.paymentId));
  return { target, references, rail, ...shown, amount: shown.amount ?? requested };
}

function inputError(field: InputError['field'], message: string): InputError {
  return { field, message };
}
