import { amountParameter, fiatParameter, idParameter, idValue, decimalValue } from 'deposit-slip/contract';
import { Hono } from 'hono';
import { z } from 'zod';
import { faultsBody, type Faults } from '../faults/index.js';
import { json } from '../http/answer.js';
import { readJsonBody } from '../http/body.js';
import { book } from '../http/booking.js';
import { readParameters, readQuery } from '../http/parameters.js';
import { notFound, Refusal } from '../http/refusal.js';
import { operatorRoutes } from './operator.js';
import { pastTime } from './past.js';
import { listDeposits, takeDeposit, type BankDeposit, type DepositRecord } from '../ledger/deposits.js';
import { findMerchant } from '../ledger/merchants.js';
import { verify } from '../ledger/verify.js';
import { reset } from '../seed.js';
import type { World } from '../world.js';

const words = (most: number) => {
  const error = `text of 1 to ${most} characters without controls`;
  return z.string({ error }).regex(new RegExp(`^\\P{Cc}{1,${most}}$`, 'u'), { error });
};

const depositBody = z.strictObject({
  merchantId: idValue.pipe(idParameter),
  fiat: fiatParameter,
  amount: decimalValue.pipe(amountParameter),
  txId: idValue.optional(),
  account: words(512).optional(),
  reference: words(140).optional(),
  senderName: words(140).optional(),
  at: pastTime.optional(),
});

const depositsQuery = z.strictObject({
  matched: z.enum(['true', 'false'], { error: 'true or false' }).optional(),
});

/** The control API: what a bank or an operator does to the sandbox. Not part of the product's API. */
export function controlRoutes(world: World, faults: Faults): Hono {
  const { db, controlToken } = world;
  const app = new Hono();
  app.use(async (c, next) => {
    if (c.req.header('authorization') !== `Bearer ${controlToken}`)
      throw new Refusal(401, 'The control token is missing or not valid.');
    await next();
  });
  app.post('/deposits', async (c) => json(await deposit(world, c.req.raw), 201));
  app.get('/deposits', async (c) => {
    const { matched } = readQuery(c.req.url, depositsQuery);
    const filter = matched === undefined ? {} : { matched: matched === 'true' };
    return json({ deposits: await listDeposits(db, filter) });
  });
  app.route('/', operatorRoutes(world));
  app.get('/verify', async () => {
    const verification = await verify(db);
    return json(verification, verification.ok ? 200 : 500);
  });
  app.post('/reset', async () => {
    await reset(db);
    faults.set([]);
    return json({ ok: true });
  });
  app.post('/faults', async (c) => {
    const body = readParameters(await readJsonBody(c.req.raw), faultsBody);
    faults.set(body.faults);
    return json({ faults: faults.active });
  });
  app.get('/faults', () => json({ faults: faults.active }));
  app.delete('/faults', () => {
    faults.set([]);
    return json({ faults: faults.active });
  });
  return app;
}

async function deposit({ db }: World, request: Request): Promise<DepositRecord> {
  const body = readParameters(await readJsonBody(request), depositBody);
  if (!(await findMerchant(db, body.merchantId))) throw notFound('Merchant', body.merchantId);
  return book(() => takeDeposit(db, body satisfies BankDeposit));
}
