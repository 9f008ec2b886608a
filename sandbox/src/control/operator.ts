import {
  amountMember,
  clientIdMember,
  countValue,
  decimalValue,
  fiatMember,
  idMember,
  ORDER_TYPES,
  paymentIdMember,
  textMember,
} from 'deposit-slip/contract';
import { toMinor } from 'deposit-slip/core';
import { z } from 'zod';
import type { AppContext } from '../app-context.js';
import { trenchOf } from '../channels.js';
import type { Db } from '../db/db.js';
import { ApiError, notFound } from '../http/api-error.js';
import { mapDatabaseErrors } from '../http/database-errors.js';
import { refusalOf } from '../http/refusals.js';
import { issuedMethod } from '../issuing/methods.js';
import {
  decide as recordDecision,
  findActivation,
  listActivations,
  statusOf,
  type Activation,
} from '../ledger/activations.js';
import { recordCryptoTransfer, decimalsOfToken } from '../ledger/crypto-transfers.js';
import { findMerchant, hasAccount } from '../ledger/merchants.js';
import {
  findOrder,
  createOrder,
  moveOrder,
  refundOrder,
  type NewOrder,
  type NewSide,
} from '../ledger/orders.js';
import { rejectClaim, setFee, type Fee } from '../ledger/payouts.js';
import { unitsOf } from '../ledger/units.js';
import { setVirtualAccountStatus } from '../ledger/virtual-accounts.js';
import { toTransferRecord } from '../operations/crypto-transfers.js';
import { toOrderRecord } from '../operations/orders.js';
import { activation, done, virtualAccountStatus } from '../schemas/control.js';
import { cryptoTransfersData } from '../schemas/crypto-transfers.js';
import { order as orderRecord } from '../schemas/orders.js';
import { idText, type WireValue } from '../schemas/wire.js';
import { amountOrZero } from '../seed/data.js';
import { partQuery } from './lists.js';
import { pastTime, refuseFuture } from './past-time.js';
import { controlRoute, type ControlRoute } from './route.js';

const at = pastTime.optional();
const activationsQuery = z.strictObject(partQuery);
const rejectBody = z.strictObject({ at });

const price = decimalValue.refine(
  (text) => /^(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,18})?$/.test(text) && /[1-9]/.test(text),
  {
    error: 'a positive decimal',
  },
);
const fee = z.union([z.literal('0'), amountMember], { error: 'an amount or 0' }).default('0');
const token = z.string({ error: 'a token' }).regex(/^[A-Z0-9]{2,12}$/, { error: 'a token' });

const cost = z
  .strictObject({
    basisPoints: countValue.refine((points) => points <= 10_000, { error: 'between 0 and 10000' }),
    fixed: amountOrZero,
  })
  .transform(({ basisPoints, fixed }) => ({ basisPoints, fixed: toMinor(fixed)! }));
const feesBody = z
  .strictObject({ claim: cost.optional(), transfer: cost.optional() })
  .refine(({ claim, transfer }) => claim ?? transfer, { error: 'must contain claim or transfer' });

const OTHER_CURRENCY = 'a payment id of its currency';

const orderHead = { clientId: clientIdMember, merchantId: idMember, orderPrice: price };
const side = z
  .strictObject({ paymentId: paymentIdMember, fiat: fiatMember, amount: amountMember, fee })
  .refine(isOfCurrency, { path: ['paymentId'], error: OTHER_CURRENCY });

const cryptoOrderBody = z
  .strictObject({
    ...orderHead,
    orderType: z.enum(ORDER_TYPES).exclude(['fiat_to_fiat']),
    paymentId: paymentIdMember,
    crypto: token,
    fiat: fiatMember,
    cryptoAmount: price,
    fiatAmount: amountMember,
    fiatFee: fee,
  })
  .refine(isOfCurrency, { path: ['paymentId'], error: OTHER_CURRENCY });

const fiatOrderBody = z
  .strictObject({ ...orderHead, orderType: z.literal('fiat_to_fiat'), onRamp: side, offRamp: side })
  .refine(({ onRamp, offRamp }) => onRamp.fiat !== offRamp.fiat, {
    path: ['offRamp', 'fiat'],
    error: 'a currency other than onRamp.fiat',
  });

const orderBody = z.discriminatedUnion('orderType', [cryptoOrderBody, fiatOrderBody], {
  error: `one of ${ORDER_TYPES.join(', ')}`,
});

/** Whether a payment id is one of the currency. */
function isOfCurrency({ paymentId, fiat }: { paymentId: number; fiat: string }): boolean {
  return issuedMethod(paymentId)?.fiat === fiat;
}

async function newOrder(
  { db }: AppContext,
  body: z.output<typeof orderBody>,
): Promise<WireValue<typeof orderRecord>> {
  const order = toOrder(body);
  const { merchant, crypto, side: fiatSide, payOut } = order;
  if (crypto) await decimalsOf(db, 'crypto', crypto.token);
  if (!(await findMerchant(db, merchant))) throw notFound('Merchant', merchant);
  for (const { fiat } of payOut ? [fiatSide, payOut] : [fiatSide])
    if (!(await hasAccount(db, merchant, fiat)))
      throw refusalOf('no_active_account', [String(merchant), fiat]);
  // Read in the same transaction: otherwise a failure after it would report that nothing was done.
  return mapDatabaseErrors(() =>
    db.transaction(async (tx) => toOrderRecord((await findOrder(tx, await createOrder(tx, order)))!)),
  );
}

function toOrder(body: z.output<typeof orderBody>): NewOrder {
  const { clientId, merchantId: merchant, orderPrice, orderType: kind } = body;
  const head = { kind, clientId, merchant, price: orderPrice };
  if (body.orderType === 'fiat_to_fiat')
    return { ...head, side: toSide(body.onRamp), payOut: toSide(body.offRamp) };
  const { paymentId, fiat, fiatAmount, fiatFee, crypto, cryptoAmount } = body;
  const fiatSide = { paymentId, fiat, amount: fiatAmount, fee: fiatFee };
  return { ...head, side: toSide(fiatSide), crypto: { token: crypto, amount: cryptoAmount } };
}

function toSide({ paymentId, fiat, amount, fee: sideFee }: z.output<typeof side>): NewSide {
  return { paymentId, fiat, amount: toMinor(amount)!, fee: toMinor(sideFee)! };
}

const changeBody = z.union(
  [z.strictObject({ orderStatus: paymentIdMember }), z.strictObject({ hasRefund: z.boolean() })],
  {
    error: 'must contain either orderStatus or hasRefund',
  },
);

function changeOrder(
  { db }: AppContext,
  id: bigint,
  change: z.output<typeof changeBody>,
): Promise<WireValue<typeof orderRecord>> {
  return mapDatabaseErrors(() =>
    db.transaction(async (tx) => {
      if ('orderStatus' in change) await moveOrder(tx, id, change.orderStatus);
      else await refundOrder(tx, id, change.hasRefund);
      return toOrderRecord((await findOrder(tx, id))!);
    }),
  );
}

/** The largest `bigint` of PostgreSQL. */
const MAX_UNITS = 2n ** 63n - 1n;

const cryptoTransferBody = z.strictObject({
  fromMerchantId: idMember,
  toMerchantId: idMember,
  tokenId: token,
  amount: price,
  clientId: clientIdMember,
  at,
});

async function addCryptoTransfer(
  { db }: AppContext,
  body: z.output<typeof cryptoTransferBody>,
): Promise<WireValue<typeof cryptoTransfersData>> {
  const { fromMerchantId: from, toMerchantId: to, amount, ...rest } = body;
  for (const merchant of [from, to])
    if (!(await findMerchant(db, merchant))) throw notFound('Merchant', merchant);
  if (from === to) throw new ApiError(400, 'Parameter toMerchantId must not be the same as fromMerchantId.');
  await refuseFuture(db, rest);
  const decimals = await decimalsOf(db, 'tokenId', rest.tokenId);
  const units = unitsOf(amount, decimals);
  if (units === undefined)
    throw new ApiError(400, `Parameter amount must have at most ${decimals} decimals.`);
  if (units > MAX_UNITS) throw new ApiError(400, 'Parameter amount is too large.');
  return (await mapDatabaseErrors(() => recordCryptoTransfer(db, { from, to, units, ...rest }))).map(
    toTransferRecord,
  );
}

/** The decimals of the token a parameter names. Throws a 400 for an unknown token. */
async function decimalsOf(db: Db, parameter: string, symbol: string): Promise<number> {
  const decimals = await decimalsOfToken(db, symbol);
  if (decimals === undefined)
    throw new ApiError(400, `Parameter ${parameter} ${symbol} is not a known token.`);
  return decimals;
}

const decisionBody = z
  .strictObject({
    decision: z.enum(['accepted', 'rejected'], { error: 'accepted or rejected' }),
    reason: textMember.optional(),
  })
  .refine(({ decision, reason }) => decision === 'rejected' || reason === undefined, {
    path: ['reason'],
    error: 'absent unless decision is rejected',
  });

async function decide(
  context: AppContext,
  id: bigint,
  { decision, reason }: z.output<typeof decisionBody>,
): Promise<WireValue<typeof activation>> {
  const found = await findActivation(context.db, id);
  if (!found) throw notFound('Activation', id);
  if (found.secret === null)
    throw new ApiError(422, `Activation ${id} has no agreement. POST /sandbox/channels changes its channel.`);
  return toActivation(context, await recordDecision(context.db, found, decision, reason));
}

function toActivation({ channels }: AppContext, recorded: Activation): WireValue<typeof activation> {
  const { id, merchant, fiat, channel, alias, decision, failReason } = recorded;
  return {
    ...{ id: String(id), merchantId: String(merchant), fiat, trench: trenchOf(channels, channel), alias },
    ...{ status: statusOf(recorded), decision, failReason: failReason ?? '' },
  };
}

const statusBody = z.strictObject({
  merchantId: idMember,
  paymentId: paymentIdMember,
  depositAlias: textMember,
  status: paymentIdMember.refine((status) => status <= 3, { error: '1, 2 or 3' }),
});

async function setStatus(
  { db }: AppContext,
  { merchantId, paymentId, depositAlias: alias, status }: z.output<typeof statusBody>,
): Promise<WireValue<typeof virtualAccountStatus>> {
  const key = { merchant: merchantId, paymentId, alias };
  const account = await setVirtualAccountStatus(db, key, status);
  if (!account) throw notFound('Virtual account', JSON.stringify(alias.slice(0, 64)));
  return {
    merchantId: String(merchantId),
    paymentId,
    fiat: account.fiat,
    depositAlias: alias,
    status: account.status,
  };
}

/**
 * Routes for events that no API operation causes: decisions of an operator, actions of a bank, and the
 * passage of time.
 */
export const operatorRoutes: readonly ControlRoute[] = [
  controlRoute({
    method: 'POST',
    path: '/orders',
    id: 'orders.create',
    summary: 'Create a pending order',
    body: orderBody,
    status: 201,
    response: orderRecord,
    errors: [404, 409, 422],
    handle: ({ context, body }) => newOrder(context, body),
  }),
  controlRoute({
    method: 'POST',
    path: '/orders/{orderId}',
    id: 'orders.change',
    summary: 'Move an order, or refund it',
    description:
      'orderStatus moves the order to that status; hasRefund refunds a released purchase, or reverses the refund.',
    body: changeBody,
    response: orderRecord,
    errors: [422],
    handle: ({ context, id, body }) => changeOrder(context, id('orderId'), body),
  }),
  controlRoute({
    method: 'POST',
    path: '/crypto-transfers',
    id: 'cryptoTransfers.create',
    summary: 'Record both sides of a crypto transfer',
    body: cryptoTransferBody,
    status: 201,
    response: z.strictObject({ record: cryptoTransfersData }),
    errors: [404, 409, 422],
    handle: async ({ context, body }) => ({ record: await addCryptoTransfer(context, body) }),
  }),
  controlRoute({
    method: 'GET',
    path: '/activations',
    id: 'activations.list',
    summary: 'List activations, newest first',
    query: activationsQuery,
    response: z.strictObject({ activations: z.array(activation) }),
    handle: async ({ context, query }) => ({
      activations: (await listActivations(context.db, query)).map((each) => toActivation(context, each)),
    }),
  }),
  controlRoute({
    method: 'POST',
    path: '/activations/{id}',
    id: 'activations.decide',
    summary: 'Accept or reject an agreement',
    description:
      'Has the same effect as the page of the verifyLink. The reason of a rejection becomes the failReason.',
    body: decisionBody,
    response: activation,
    errors: [422],
    handle: ({ context, id, body }) => decide(context, id('id'), body),
  }),
  controlRoute({
    method: 'POST',
    path: '/virtual-accounts',
    id: 'virtualAccounts.setStatus',
    summary: 'Set the status of a virtual account',
    body: statusBody,
    response: virtualAccountStatus,
    errors: [404],
    handle: ({ context, body }) => setStatus(context, body),
  }),
  controlRoute({
    method: 'POST',
    path: '/claims/{txId}/reject',
    id: 'claims.reject',
    summary: 'Reject a claim',
    description:
      'Does what a bank does when it cannot pay out a claim. The amount and the fee return to the balance, once.',
    body: rejectBody,
    response: z.strictObject({ txId: idText, status: z.literal('rejected') }),
    errors: [409, 422],
    handle: async ({ context: { db }, id, body }) => {
      const txId = id('txId');
      await refuseFuture(db, body);
      await mapDatabaseErrors(() => rejectClaim(db, txId, body.at));
      return { txId: String(txId), status: 'rejected' as const };
    },
  }),
  controlRoute({
    method: 'POST',
    path: '/fees',
    id: 'fees.set',
    summary: 'Set the fees of future claims and transfers',
    body: feesBody,
    response: done,
    handle: async ({ context: { db }, body }) => {
      await db.transaction(async (tx) => {
        for (const [operation, cost] of Object.entries(body) as ['claim' | 'transfer', Fee][])
          await setFee(tx, operation, cost);
      });
      return { ok: true };
    },
  }),
];
