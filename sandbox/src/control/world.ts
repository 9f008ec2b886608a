import { Hono } from 'hono';
import { z } from 'zod';
import { countValue, timeValue } from 'deposit-slip/contract';
import type { AppContext } from '../app-context.js';
import { ApiError, notFound } from '../http/api-error.js';
import { readJsonBody } from '../http/body.js';
import { mapDatabaseErrors } from '../http/database-errors.js';
import { readParameters } from '../http/parameters.js';
import { json } from '../http/response.js';
import {
  deleteSnapshot,
  INITIAL,
  listSnapshots,
  restoreSnapshot,
  takeSnapshot,
  type Snapshot,
} from '../ledger/snapshots.js';
import {
  addMerchant,
  addPaymentMethod,
  grantAccess,
  listMerchants,
  readClock,
  resetClock,
  revokeAccess,
  setClock,
  type MerchantWithBalances,
} from '../ledger/world.js';
import { merchantBody, paymentMethodBody, tokenBody } from '../world.js';

/** Routes that change the world a test runs in: its merchants, its time and its whole state. */
export function worldRoutes(context: AppContext): Hono {
  const app = new Hono();
  app.route('/', ownWorldRoutes(context));
  app.route('/', clockRoutes(context));
  app.route('/', snapshotRoutes(context));
  return app;
}

function ownWorldRoutes({ db }: AppContext): Hono {
  const app = new Hono();
  app.get('/merchants', async () => json({ merchants: (await listMerchants(db)).map(toMerchant) }));
  app.post('/merchants', async (c) => {
    const merchant = readParameters(await readJsonBody(c.req.raw), merchantBody);
    const added = await db.transaction(async (tx) => {
      if (!(await addMerchant(tx, merchant)))
        throw new ApiError(409, `Parameter merchantId ${merchant.id} is the id of another merchant.`);
      if (merchant.token !== undefined) await grantAccess(tx, merchant.token, [merchant.id]);
      return (await listMerchants(tx)).find(({ id }) => id === merchant.id)!;
    });
    return json(toMerchant(added), 201);
  });
  app.post('/payment-methods', async (c) => {
    const method = readParameters(await readJsonBody(c.req.raw), paymentMethodBody);
    if (!(await db.transaction((tx) => addPaymentMethod(tx, method))))
      throw new ApiError(409, `Parameter userPaymentId ${method.id} is the id of another payment method.`);
    const { id, merchant, fiat, name } = method;
    return json({ userPaymentId: String(id), merchantId: String(merchant), fiat, name }, 201);
  });
  app.post('/tokens', async (c) => {
    const { token, merchantIds } = readParameters(await readJsonBody(c.req.raw), tokenBody);
    await db.transaction(async (tx) => {
      await revokeAccess(tx, token);
      await grantAccess(tx, token, merchantIds);
    });
    return json({ merchantIds: merchantIds.map(String) });
  });
  return app;
}

function toMerchant({ id, kind, name, email, balances }: MerchantWithBalances): object {
  return { merchantId: String(id), type: kind, name, email, balances };
}

const CENTURY_MS = 3_155_760_000_000;

const clockBody = z
  .strictObject({
    now: timeValue.transform(BigInt).optional(),
    advance: countValue
      .refine((step) => step <= CENTURY_MS, { error: 'a number of milliseconds up to a century' })
      .transform(BigInt)
      .optional(),
    freeze: z.boolean({ error: 'true or false' }).optional(),
  })
  .refine((change) => Object.keys(change).length > 0, { error: 'must contain now, advance or freeze' });

function clockRoutes({ db }: AppContext): Hono {
  const app = new Hono();
  const respond = async () => {
    const { now, frozen } = await readClock(db);
    return json({ now: String(now), frozen });
  };
  app.get('/clock', respond);
  app.post('/clock', async (c) => {
    const change = readParameters(await readJsonBody(c.req.raw), clockBody);
    await mapDatabaseErrors(() => setClock(db, change));
    return respond();
  });
  app.delete('/clock', async () => {
    await resetClock(db);
    return respond();
  });
  return app;
}

function snapshotRoutes({ db }: AppContext): Hono {
  const app = new Hono();
  app.get('/snapshots', async () => json({ snapshots: (await listSnapshots(db)).map(toSnapshot) }));
  app.post('/snapshots/:name', async (c) => {
    const name = ownName(c.req.param('name'));
    const taken = await db.exclusive(async (tx) => {
      await takeSnapshot(tx, name);
      return (await listSnapshots(tx)).find((each) => each.name === name)!;
    });
    return json(toSnapshot(taken), 201);
  });
  app.post('/snapshots/:name/restore', async (c) => {
    const name = nameIn(c.req.param('name'));
    if (!(await db.exclusive((tx) => restoreSnapshot(tx, name)))) throw notFound('Snapshot', name);
    return json({ name });
  });
  app.delete('/snapshots/:name', async (c) => {
    const name = ownName(c.req.param('name'));
    if (!(await deleteSnapshot(db, name))) throw notFound('Snapshot', name);
    return json({ name });
  });
  return app;
}

function toSnapshot({ name, at, rows }: Snapshot): object {
  return { name, createTime: String(at), rows: Number(rows) };
}

function nameIn(text: string): string {
  if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(text))
    throw new ApiError(400, 'A snapshot name must be 1 to 40 lower-case letters, digits and hyphens.');
  return text;
}

function ownName(text: string): string {
  const name = nameIn(text);
  if (name === INITIAL)
    throw new ApiError(409, 'The initial snapshot cannot be changed: choose another name.');
  return name;
}
