import { copyFormOf, fromMinor, readEmv, readPix, readTlv } from 'deposit-slip/core';
import type { Queries } from '../db/db.js';
import { foldsOf, foldValue, shownAccount, type ShownAccount } from '../issuing/index.js';
import { issuedMethod } from '../issuing/methods.js';
import type { DepositReferences, Target } from '../ledger/reconcile.js';
import { findTargets, reconcile, referencesTo } from '../ledger/reconcile.js';
import { payloadOfImage } from './images.js';

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
  /** The account paid to. */
  readonly account?: ShownAccount | undefined;
  readonly reference?: string | undefined;
  /** The amount that the code or the payment page holds, a decimal string. */
  readonly amount?: string | undefined;
  /** The name that a bank shows before the payer confirms, if it knows one (docs/what-banks-show.md). */
  readonly payee?: string | undefined;
  /** Whether the bank has the payer type whose account it is. It checks nothing of it. */
  readonly asksPayee?: boolean;
}

/** Why the input cannot be paid. */
export type InputReason =
  'incomplete code' | 'foreign code' | 'unknown link' | 'unknown account' | 'other bank';

/** Input that cannot be paid: the field at fault, and the reason. */
export interface InputError {
  readonly field: 'code' | 'account' | 'link';
  readonly reason: InputReason;
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
  if (!fields) return inputError('code', 'incomplete code');
  const txid = readTlv(fields.get('62') ?? '')?.get('05');
  const [byTxId] = txid === undefined ? [] : await findTargets(db, 'txId', [txid]);
  const references: DepositReferences = { account: readPix(code)?.key, ...(byTxId && { txId: txid }) };
  const target = await reconcile(db, references);
  if (typeof target === 'string') return inputError('code', 'foreign code');
  return {
    target,
    references,
    account: shownAccount(target.fieldList),
    amount: fields.get('54'),
    payee: target.merchantName,
  };
}

/** A link to a page of its own, or to the QR code of a payment (137). */
async function paymentByLink(db: Queries, link: string): Promise<Payment | InputError> {
  const [target] = await findTargets(db, 'link', [foldValue('link', link.trim())]);
  if (!target) {
    const code = await payloadOfImage(db, link.trim());
    return code === undefined ? inputError('link', 'unknown link') : paymentByCode(db, code);
  }
  const txId = target.txId === null ? undefined : String(target.txId);
  return {
    target,
    references: await referencesTo(db, { txId, fieldList: target.fieldList }),
    account: shownAccount(target.fieldList),
    amount: target.amount === null ? undefined : fromMinor(target.amount),
    payee: target.merchantName,
  };
}

async function paymentByAccount(
  db: Queries,
  account: string,
  { routing, reference }: PaymentInput,
): Promise<Payment | InputError> {
  const [target] = await findTargets(db, 'account', foldsOf('account', account));
  if (!target) return inputError('account', 'unknown account');
  if (routing && !isAtBank(target, routing)) return inputError('account', 'other bank');
  return {
    target,
    references: { account, reference },
    account: shownAccount(target.fieldList),
    reference,
    payee: showsPayee(target.paymentId, {}) ? target.merchantName : undefined,
    asksPayee: ASKED.has(issuedMethod(target.paymentId ?? undefined)?.slug),
  };
}

function isAtBank({ fieldList }: Target, routing: string): boolean {
  return Object.values(fieldList).includes(copyFormOf('routing', routing));
}

/** The rails whose apps show whose account it is. In the others the payer types the name, or nobody asks for one. */
const NAMED: ReadonlySet<string | undefined> = new Set(['cvu', 'pix', 'ar-qr']);
/** The rails whose apps ask the payer for the name. */
const ASKED: ReadonlySet<string | undefined> = new Set(['spei', 'ach', 'wire']);

/** Whether the payer's bank shows the payee: it is in a code, on a page, and known to some rails. */
export function showsPayee(paymentId: number | null, { code, link }: PaymentInput): boolean {
  return Boolean(code ?? link) || NAMED.has(issuedMethod(paymentId ?? undefined)?.slug);
}

function inputError(field: InputError['field'], reason: InputReason): InputError {
  return { field, reason };
}
