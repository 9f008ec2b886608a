import { amountParameter, fiatParameter, idParameter, idValue, decimalValue } from 'deposit-slip/contract';
import { Hono } from 'hono';
import { z } from 'zod';
import type { AppContext } from '../app-context.js';
import type { Faults } from '../faults/index.js';
import { ApiError, notFound } from '../http/api-error.js';
import { readJsonBody } from '../http/body.js';
import { mapDatabaseErrors } from '../http/database-errors.js';
import { readParameters, readQuery } from '../http/parameters.js';
import { json } from '../http/response.js';
import { channelRoutes } from './channels.js';
import { consoleListRoutes } from './console-lists.js';
import { faultRoutes } from './faults.js';
import { operatorRoutes } from './operator.js';
import { pastTime, refuseFuture } from './past-time.js';
import { requestRoutes, type RequestsContext } from './requests.js';
import { worldRoutes } from './world.js';
import { listDeposits, receiveDeposit, type BankDeposit, type DepositRecord } from '../ledger/deposits.js';
import { findMerchant } from '../ledger/merchants.js';
import { verify } from '../ledger/verify.js';
import { reset } from '../seed.js';

const text = (maxLength: number) => {
  const error = `text of 1 to ${maxLength} characters without control characters`;
  return z.string({ error }).regex(new RegExp(`^\\P{Cc}{1,${maxLength}}$`, 'u'), { error });
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

const depositsQuery = z.strictObject({
  matched: z.enum(['true', 'false'], { error: 'true or false' }).optional(),
});

/** The control API, with which a test acts as the bank or the operator. It is not part of the product's API. */
export function controlRoutes(context: AppContext, faults: Faults, requests: RequestsContext): Hono {
  const { db, controlToken } = context;
  const app = new Hono();
  app.use(async (c, next) => {
    if (c.req.header('authorization') !== `Bearer ${controlToken}`)
      throw new ApiError(401, 'The control token is missing or invalid.');
    await next();
  });
  app.post('/deposits', async (c) => json(await deposit(context, c.req.raw), 201));
  app.get('/deposits', async (c) => {
    const { matched } = readQuery(c.req.url, depositsQuery);
    const filter = matched === undefined ? {} : { matched: matched === 'true' };
    return json({ deposits: await listDeposits(db, filter) });
  });
  app.route('/', operatorRoutes(context));
  app.route('/', channelRoutes(context));
  app.route('/', worldRoutes(context));
  app.route('/', consoleListRoutes(context));
  app.get('/verify', async () => {
    const verification = await verify(db);
    return json(verification, verification.ok ? 200 : 500);
  });
  app.post('/reset', async () => {
    await reset(db, context.world);
    faults.set([]);
    requests.journal.clear();
    return json({ ok: true });
  });
  app.route('/', faultRoutes(faults));
  app.route('/', requestRoutes(requests));
  return app;
}

async function deposit({ db }: AppContext, request: Request): Promise<DepositRecord> {
  const body = readParameters(await readJsonBody(request), depositBody);
  if (!(await findMerchant(db, body.merchantId))) throw notFound('Merchant', body.merchantId);
  await refuseFuture(db, body);
  return mapDatabaseErrors(() => receiveDeposit(db, body satisfies BankDeposit));
}
