import { copyFormOf, fromMinor, readEmv, readPix, readTlv } from 'deposit-slip/core';
import type { Queries } from '../db/db.js';
import { accountGroups, foldsOf, foldValue } from '../issuing/index.js';
import { issuedMethod } from '../issuing/methods.js';
import { railName } from '../issuing/rails.js';
import type { Clues, Target } from '../ledger/reconcile.js';
import { findTargets, reconcile } from '../ledger/reconcile.js';

/** What a payer gave the simulator to pay: a code, the id of a link, or an account with a reference. */
export interface Given {
  readonly code?: string | undefined;
  readonly link?: string | undefined;
  readonly account?: string | undefined;
  /** Where the account's bank is told apart by a number of its own. */
  readonly routing?: string | undefined;
  readonly reference?: string | undefined;
}

/** A payment that can be made: to whom, by which clues it will be reconciled, and what it asks for. */
export interface Order {
  readonly target: Target;
  readonly clues: Clues;
  /** The rail's name, and the account paid to in groups, as the payer's bank would show them. */
  readonly rail: string;
  readonly account?: readonly string[] | undefined;
  readonly reference?: string | undefined;
  /** The amount the code or link asks for: a decimal string. */
  readonly amount?: string | undefined;
}

/** Why nothing can be paid: a sentence for the payer, and the field it is about. */
export interface Obstacle {
  readonly field: 'code' | 'account' | 'link';
  readonly message: string;
}

/** Reads what was given into a payment; undefined if nothing was given. */
export async function readOrder(db: Queries, given: Given): Promise<Order | Obstacle | undefined> {
  if (given.code) return orderOfCode(db, given.code);
  if (given.link) return orderOfLink(db, given.link);
  if (given.account) return orderOfAccount(db, given.account, given);
  return undefined;
}

async function orderOfCode(db: Queries, raw: string): Promise<Order | Obstacle> {
  const code = raw.trim();
  const fields = readEmv(code);
  if (!fields) return obstacle('code', 'This is not a whole code. Copy it again and paste all of it.');
  const txid = readTlv(fields.get('62') ?? '')?.get('05');
  const [byTxId] = txid === undefined ? [] : await findTargets(db, 'txId', [txid]);
  const clues: Clues = { account: readPix(code)?.key, ...(byTxId && { txId: txid }) };
  const target = await reconcile(db, clues);
  if (typeof target === 'string')
    return obstacle('code', 'This code is well formed, but this sandbox did not issue it. Nothing was paid.');
  return order(target, clues, { account: accountGroups(target.fieldList), amount: fields.get('54') });
}

async function orderOfLink(db: Queries, link: string): Promise<Order | Obstacle> {
  const [target] = await findTargets(db, 'link', [foldValue('link', link.trim())]);
  if (!target) return obstacle('link', 'This payment link is not known here. Ask for a new one.');
  const clues: Clues = target.txId === null ? {} : { txId: String(target.txId) };
  return order(target, clues, {});
}

async function orderOfAccount(
  db: Queries,
  account: string,
  { routing, reference }: Given,
): Promise<Order | Obstacle> {
  const clues: Clues = { account, reference };
  const [target] = await findTargets(db, 'account', foldsOf('account', account));
  if (!target) return obstacle('account', 'No account here has this number. Check every digit.');
  if (routing && !isAtBank(target, routing))
    return obstacle('account', 'This account is at another bank. Check the routing number.');
  return order(target, clues, {
    account: accountGroups(target.fieldList),
    reference,
  });
}

function isAtBank({ fieldList }: Target, routing: string): boolean {
  return Object.values(fieldList).includes(copyFormOf('routing', routing));
}

function order(target: Target, clues: Clues, shown: Pick<Order, 'account' | 'reference' | 'amount'>): Order {
  const asked = target.amount === null ? undefined : fromMinor(target.amount);
  const rail = railName(issuedMethod(target.paymentId));
  return { target, clues, rail, ...shown, amount: shown.amount ?? asked };
}

function obstacle(field: Obstacle['field'], message: string): Obstacle {
  return { field, message };
}
