import { amountParameter, decimalValue, fiatParameter, idParameter, idValue } from 'deposit-slip/contract';
import { z } from 'zod';
import { notFound } from '../http/api-error.js';
import { mapDatabaseErrors } from '../http/database-errors.js';
import { listDeposits, receiveDeposit, returnDeposit, type BankDeposit } from '../ledger/deposits.js';
import { findMerchant } from '../ledger/merchants.js';
import { deposit } from '../schemas/control.js';
import { partQuery } from './lists.js';
import { pastTime, refuseFuture } from './past-time.js';
import { controlRoute, type ControlRoute } from './route.js';

const text = (maxLength: number) => {
  const error = `text of 1 to ${maxLength} characters without control characters`;
  return z.string({ error }).regex(new RegExp(`^[^\\x00-\\x1f\\x7f-\\x9f]{1,${maxLength}}$`, 'u'), { error });
};

const depositBody = z.strictObject({
  merchantId: idValue.pipe(idParameter),
  fiat: fiatParameter,
  amount: decimalValue.pipe(amountParameter),
  txId: idValue.optional(),
  account: text(512).optional(),
  reference: text(140).optional(),
  senderName: text(140).optional(),
  at: pastTime.optional(),
});

const returnBody = z.strictObject({
  amount: decimalValue.pipe(amountParameter).optional(),
  at: pastTime.optional(),
});

const depositsQuery = z.strictObject({
  ...partQuery,
  matched: z.enum(['true', 'false'], { error: 'true or false' }).optional(),
});

/** Deposits that arrive at the merchant's bank. */
export const depositRoutes: readonly ControlRoute[] = [
  controlRoute({
    method: 'POST',
    path: '/deposits',
    id: 'deposits.receive',
    summary: 'Simulate a bank deposit',
    description:
      'It is credited if txId, account and reference identify one active account; otherwise it is recorded with the reason.',
    body: depositBody,
    status: 201,
    response: deposit,
    errors: [404, 409, 422],
    handle: async ({ context: { db }, body }) => {
      if (!(await findMerchant(db, body.merchantId))) throw notFound('Merchant', body.merchantId);
      await refuseFuture(db, body);
      return mapDatabaseErrors(() => receiveDeposit(db, body satisfies BankDeposit));
    },
  }),
  controlRoute({
    method: 'GET',
    path: '/deposits',
    id: 'deposits.list',
    summary: 'List the deposits that arrived, newest first',
    query: depositsQuery,
    response: z.strictObject({ deposits: z.array(deposit) }),
    handle: async ({ context, query: { matched, ...part } }) => {
      const filter = matched === undefined ? {} : { matched: matched === 'true' };
      return { deposits: await listDeposits(context.db, filter, part) };
    },
  }),
  controlRoute({
    method: 'POST',
    path: '/deposits/{id}/return',
    id: 'deposits.return',
    summary: 'Send a deposit back',
    description:
      'The amount, or what is left of the deposit, leaves the balance. This adds a flow of the type DEPOSIT with the same txId and a negative change.',
    body: returnBody,
    response: deposit,
    errors: [409, 422],
    handle: async ({ context: { db }, id, body }) => {
      await refuseFuture(db, body);
      return mapDatabaseErrors(() => db.transaction((tx) => returnDeposit(tx, id('id'), body)));
    },
  }),
];
