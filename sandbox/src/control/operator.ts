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
import { Hono } from 'hono';
import { z } from 'zod';
import type { AppContext } from '../app-context.js';
import { trenchOf } from '../channels.js';
import type { Db } from '../db/db.js';
import { ApiError, notFound } from '../http/api-error.js';
import { readJsonBody } from '../http/body.js';
import { mapDatabaseErrors } from '../http/database-errors.js';
import { readParameters } from '../http/parameters.js';
import { json } from '../http/response.js';
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
import { toRecord as toTransferRecord } from '../operations/crypto-transfers.js';
import { toRecord as toOrderRecord } from '../operations/orders.js';
import { pastTime, refuseFuture } from './past-time.js';

/** Routes for events that no API operation causes: decisions of an operator, actions of a bank, the passing of time. */
export function operatorRoutes(context: AppContext): Hono {
  const { db } = context;
  const app = new Hono();
  app.post('/orders', async (c) => json(await newOrder(context, c.req.raw), 201));
  app.post('/orders/:id', async (c) => json(await changeOrder(context, idIn(c.req.param('id')), c.req.raw)));
  app.post('/crypto-transfers', async (c) => json({ record: await cryptoTransfer(context, c.req.raw) }, 201));
  app.get('/activations', async () =>
    json({ activations: (await listActivations(db)).map((each) => toActivation(context, each)) }),
  );
  app.post('/activations/:id', async (c) => json(await decide(context, idIn(c.req.param('id')), c.req.raw)));
  app.post('/virtual-accounts', async (c) => json(await setStatus(context, c.req.raw)));
  app.post('/claims/:txId/reject', async (c) => {
    const txId = idIn(c.req.param('txId'));
    const { at } = readParameters(await readJsonBody(c.req.raw), rejectBody);
    await refuseFuture(db, { at });
    await mapDatabaseErrors(() => rejectClaim(db, txId, at));
    return json({ txId: String(txId), status: 'rejected' });
  });
  app.post('/fees', async (c) => {
    const fees = readParameters(await readJsonBody(c.req.raw), feesBody);
    await db.transaction(async (tx) => {
      for (const [operation, cost] of Object.entries(fees) as ['claim' | 'transfer', Fee][])
        await setFee(tx, operation, cost);
    });
    return json({ ok: true });
  });
  return app;
}

function idIn(text: string): bigint {
  if (!/^[1-9][0-9]{0,17}$/.test(text)) throw notFound('Number', JSON.stringify(text.slice(0, 40)));
  return BigInt(text);
}

const at = pastTime.optional();
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
    fixed: z
      .string({ error: 'a decimal' })
      .refine((text) => toMinor(text) !== undefined, { error: 'a decimal' }),
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

async function newOrder({ db }: AppContext, request: Request): Promise<object> {
  const order = toOrder(readParameters(await readJsonBody(request), orderBody));
  const { merchant, crypto, side: fiatSide, payOut } = order;
  if (crypto) await decimalsOf(db, 'crypto', crypto.token);
  if (!(await findMerchant(db, merchant))) throw notFound('Merchant', merchant);
  for (const { fiat } of payOut ? [fiatSide, payOut] : [fiatSide])
    if (!(await hasAccount(db, merchant, fiat)))
      throw new ApiError(422, `Merchant ${merchant} has no active ${fiat} account.`);
  // Read in the same transaction: a failure after it would report that nothing was done.
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

async function changeOrder({ db }: AppContext, id: bigint, request: Request): Promise<object> {
  const change = readParameters(await readJsonBody(request), changeBody);
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

async function cryptoTransfer({ db }: AppContext, request: Request): Promise<object[]> {
  const {
    fromMerchantId: from,
    toMerchantId: to,
    amount,
    ...rest
  } = readParameters(await readJsonBody(request), cryptoTransferBody);
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

async function decide(context: AppContext, id: bigint, request: Request): Promise<object> {
  const { decision, reason } = readParameters(await readJsonBody(request), decisionBody);
  const activation = await findActivation(context.db, id);
  if (!activation) throw notFound('Activation', id);
  if (activation.secret === null)
    throw new ApiError(422, `Activation ${id} has no agreement. POST /sandbox/channels changes its channel.`);
  return toActivation(context, await recordDecision(context.db, activation, decision, reason));
}

function toActivation({ channels }: AppContext, activation: Activation): object {
  const { id, merchant, fiat, channel, alias, decision, failReason } = activation;
  return {
    ...{ id: String(id), merchantId: String(merchant), fiat, trench: trenchOf(channels, channel), alias },
    ...{ status: statusOf(activation), decision, failReason: failReason ?? '' },
  };
}

const statusBody = z.strictObject({
  merchantId: idMember,
  paymentId: paymentIdMember,
  depositAlias: textMember,
  status: paymentIdMember.refine((status) => status <= 3, { error: '1, 2 or 3' }),
});

async function setStatus({ db }: AppContext, request: Request): Promise<object> {
  const {
    merchantId,
    paymentId,
    depositAlias: alias,
    status,
  } = readParameters(await readJsonBody(request), statusBody);
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
