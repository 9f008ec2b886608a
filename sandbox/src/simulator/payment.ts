import { copyFormOf, fromMinor, readEmv, readPix, readTlv, type Method } from 'deposit-slip/core';
import type { Queries } from '../db/db.js';
import { findCuit, foldsOf, foldValue, shownAccount, type ShownAccount } from '../issuing/index.js';
import { issuedMethod } from '../issuing/methods.js';
import type { DepositReferences, Target } from '../ledger/reconcile.js';
import { findTargets, isShared, reconcile, referencesTo } from '../ledger/reconcile.js';
import { payloadOfImage } from './images.js';

/** The payer's input: a code, a link or its id, or an account with a reference. */
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
  /** The references that will match the deposit. */
  readonly references: DepositReferences;
  /** The account that is paid to. */
  readonly account?: ShownAccount | undefined;
  readonly reference?: string | undefined;
  /** The amount in the code or on the payment page, a decimal string. */
  readonly amount?: string | undefined;
  /** The name that a bank shows before the payer confirms, if it knows the name (docs/what-banks-show.md). */
  readonly payee?: string | undefined;
  /** The payee's tax id, which Argentine banks show beside the name. */
  readonly cuit?: string | undefined;
  /** Additional input that the bank requires beside the account and the amount. */
  readonly asks: readonly BankField[];
  /** Whether the routing number belongs to another bank. */
  readonly isOtherBank?: boolean;
  /** The account's holder, if the bank compares it with the name the payer types. */
  readonly holder?: string | undefined;
}

/** A field that only the banks of some rails have. */
export type BankField = 'routing' | 'beneficiary' | 'reference';

/** Why the input cannot be paid. */
export type InputReason =
  | 'incomplete code'
  | 'foreign code'
  | 'unknown link'
  | 'unknown account'
  | 'other bank';

/** Input that cannot be paid: the field at fault, and the reason. */
export interface InputError {
  readonly field: 'code' | 'account' | 'link';
  readonly reason: InputReason;
}

/** Finds the payment for the payer's input; undefined if there is no input. */
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
    asks: [],
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
    asks: [],
  };
}

async function paymentByAccount(
  db: Queries,
  account: string,
  { routing, reference }: PaymentInput,
): Promise<Payment | InputError> {
  const [target] = await findTargets(db, 'account', foldsOf('account', account));
  if (!target) return inputError('account', 'unknown account');
  const asks = askedFor(target);
  const isOtherBank = routing !== undefined && !isAtBank(target, routing);
  if (isOtherBank && !asks.includes('routing')) return inputError('account', 'other bank');
  return {
    target,
    references: { account, reference },
    account: shownAccount(target.fieldList),
    reference,
    payee: showsPayee(target.paymentId, {}) ? target.merchantName : undefined,
    cuit: findCuit(target.fieldList),
    asks,
    isOtherBank,
    holder: methodFor(target.paymentId)?.holderName === 'compared' ? target.merchantName : undefined,
  };
}

function askedFor(target: Target): readonly BankField[] {
  const method = methodFor(target.paymentId);
  const asked: readonly BankField[] = [
    ...(method?.needs.flat().includes('routing') ? (['routing'] as const) : []),
    ...(ASKING.has(method?.holderName) ? (['beneficiary'] as const) : []),
  ];
  return isShared(target) ? [...asked, 'reference'] : asked;
}

function isAtBank({ fieldList }: Target, routing: string): boolean {
  return Object.values(fieldList).includes(copyFormOf('routing', routing));
}

/** What the apps that require the name of the account's holder do with it. */
const ASKING: ReadonlySet<string | undefined> = new Set(['compared', 'typed', 'typed-with-bank']);

/** Whether the payer's bank shows the payee: it is in a code, on a page, and known to some rails. */
export function showsPayee(paymentId: number | null, { code, link }: PaymentInput): boolean {
  return Boolean(code ?? link) || methodFor(paymentId)?.holderName === 'shown';
}

function methodFor(paymentId: number | null): Method | undefined {
  return issuedMethod(paymentId ?? undefined);
}

/** Whether the typed name is that of the account's holder, ignoring case, accents and punctuation. */
export function isHolder(name: string, holder: string): boolean {
  const fold = (text: string): string =>
    text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '');
  return fold(name) === fold(holder);
}

function inputError(field: InputError['field'], reason: InputReason): InputError {
  return { field, reason };
}
