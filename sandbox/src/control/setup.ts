import { z } from 'zod';
import { countValue, timeValue } from 'deposit-slip/contract';
import type { Queries } from '../db/db.js';
import { ApiError, notFound } from '../http/api-error.js';
import { mapDatabaseErrors } from '../http/database-errors.js';
import { writeSnapshotFile } from '../ledger/snapshot-files.js';
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
} from '../ledger/setup.js';
import {
  clockRecord,
  merchantRecord,
  namedSnapshot,
  paymentMethodRecord,
  snapshot,
  snapshotFile,
  snapshotName,
} from '../schemas/setup.js';
import { idText, type WireValue } from '../schemas/wire.js';
import { merchantBody, paymentMethodBody, tokenBody } from '../seed/data.js';
import { resumeDeposits } from '../scheduled-deposits.js';
import { controlRoute, type ControlRoute } from './route.js';

/** Routes for the merchants, payment methods and tokens of a test. */
export const setupRoutes: readonly ControlRoute[] = [
  controlRoute({
    method: 'GET',
    path: '/merchants',
    id: 'merchants.list',
    summary: 'List all merchants with their balances',
    response: z.strictObject({ merchants: z.array(merchantRecord) }),
    handle: async ({ context }) => ({ merchants: (await listMerchants(context.db)).map(toMerchant) }),
  }),
  controlRoute({
    method: 'POST',
    path: '/merchants',
    id: 'merchants.create',
    summary: 'Add a merchant',
    description: 'Opens an account in each currency of balances, with that amount as its first deposit.',
    body: merchantBody,
    status: 201,
    response: merchantRecord,
    errors: [409],
    handle: async ({ context: { db }, body: merchant }) => {
      const added = await db.transaction(async (tx) => {
        if (!(await addMerchant(tx, merchant)))
          throw new ApiError(409, `Parameter merchantId ${merchant.id} is the id of another merchant.`);
        if (merchant.token !== undefined) await grantAccess(tx, merchant.token, [merchant.id]);
        return (await listMerchants(tx)).find(({ id }) => id === merchant.id)!;
      });
      return toMerchant(added);
    },
  }),
  controlRoute({
    method: 'POST',
    path: '/payment-methods',
    id: 'paymentMethods.create',
    summary: 'Add a stored payment method for claims',
    body: paymentMethodBody,
    status: 201,
    response: paymentMethodRecord,
    errors: [404, 409],
    handle: async ({ context: { db }, body: method }) => {
      if (!(await db.transaction((tx) => addPaymentMethod(tx, method))))
        throw new ApiError(409, `Parameter userPaymentId ${method.id} is the id of another payment method.`);
      const { id, merchant, fiat, name } = method;
      return { userPaymentId: String(id), merchantId: String(merchant), fiat, name };
    },
  }),
  controlRoute({
    method: 'POST',
    path: '/tokens',
    id: 'tokens.set',
    summary: 'Give an access token access to merchants',
    description: 'Replaces the access that the token had. An empty list revokes it.',
    body: tokenBody,
    response: z.strictObject({ merchantIds: z.array(idText) }),
    errors: [404],
    handle: async ({ context: { db }, body: { token, merchantIds } }) => {
      await db.transaction(async (tx) => {
        await revokeAccess(tx, token);
        await grantAccess(tx, token, merchantIds);
      });
      return { merchantIds: merchantIds.map(String) };
    },
  }),
];

function toMerchant({
  id,
  kind,
  name,
  email,
  balances,
}: MerchantWithBalances): WireValue<typeof merchantRecord> {
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

async function clockOf(db: Queries): Promise<WireValue<typeof clockRecord>> {
  const { now, frozen } = await readClock(db);
  return { now: String(now), frozen };
}

/** Routes for the time of everything that is recorded. */
export const clockRoutes: readonly ControlRoute[] = [
  controlRoute({
    method: 'GET',
    path: '/clock',
    id: 'clock.get',
    summary: 'Read the clock',
    response: clockRecord,
    handle: ({ context: { db } }) => clockOf(db),
  }),
  controlRoute({
    method: 'POST',
    path: '/clock',
    id: 'clock.set',
    summary: 'Set, move, freeze or release the clock',
    description: 'Sets the time to now, then moves it by advance. Both are in milliseconds.',
    body: clockBody,
    response: clockRecord,
    // Read in the same transaction: otherwise a failure after it would report that nothing was done.
    handle: ({ context: { db }, body }) =>
      mapDatabaseErrors(() =>
        db.transaction(async (tx) => {
          await setClock(tx, body);
          return clockOf(tx);
        }),
      ),
  }),
  controlRoute({
    method: 'DELETE',
    path: '/clock',
    id: 'clock.reset',
    summary: "Return the clock to the system's time",
    response: clockRecord,
    handle: ({ context: { db } }) =>
      db.transaction(async (tx) => {
        await resetClock(tx);
        return clockOf(tx);
      }),
  }),
];

const params = { name: snapshotName };

/** A file from which a sandbox can start. */
const SNAPSHOT_FILE = 'application/gzip';

/** Routes that store and restore the whole state. */
export const snapshotRoutes: readonly ControlRoute[] = [
  controlRoute({
    method: 'GET',
    path: '/snapshots',
    id: 'snapshots.list',
    summary: 'List the snapshots, sorted by name',
    response: z.strictObject({ snapshots: z.array(snapshot) }),
    handle: async ({ context }) => ({ snapshots: (await listSnapshots(context.db)).map(toSnapshot) }),
  }),
  controlRoute({
    method: 'GET',
    path: '/snapshot-file',
    id: 'snapshots.download',
    summary: 'Download the whole state as a file',
    description:
      'Contains every row, every sequence and the clock, but not the faults. A sandbox can start from it with --snapshot.',
    response: snapshotFile,
    contentType: SNAPSHOT_FILE,
    handle: async ({ context: { db } }) =>
      new Response(await writeSnapshotFile(db), { headers: { 'content-type': SNAPSHOT_FILE } }),
  }),
  controlRoute({
    method: 'POST',
    path: '/snapshots/{name}',
    id: 'snapshots.take',
    summary: 'Store the whole state as a snapshot',
    description:
      'Contains every row, every sequence and the clock, but not the faults. Replaces any snapshot of that name.',
    params,
    status: 201,
    response: snapshot,
    errors: [409],
    handle: async ({ context: { db }, param }) => {
      const name = ownName(param('name'));
      return db.exclusive(async (tx) => {
        await takeSnapshot(tx, name);
        return toSnapshot((await listSnapshots(tx)).find((one) => one.name === name)!);
      });
    },
  }),
  controlRoute({
    method: 'POST',
    path: '/snapshots/{name}/restore',
    id: 'snapshots.restore',
    summary: 'Restore a stored state',
    params,
    response: namedSnapshot,
    handle: async ({ context, param }) => {
      const name = nameIn(param('name'));
      if (!(await context.db.exclusive((tx) => restoreSnapshot(tx, name)))) throw notFound('Snapshot', name);
      // Deposits that were waiting when the snapshot was taken wait again. If they cannot be read now,
      // `bookDueDeposits` finds them later.
      await resumeDeposits(context).catch((error: Error) => (context.logger ?? console).error(error));
      return { name };
    },
  }),
  controlRoute({
    method: 'DELETE',
    path: '/snapshots/{name}',
    id: 'snapshots.delete',
    summary: 'Delete a snapshot',
    params,
    response: namedSnapshot,
    errors: [409],
    handle: async ({ context: { db }, param }) => {
      const name = ownName(param('name'));
      if (!(await deleteSnapshot(db, name))) throw notFound('Snapshot', name);
      return { name };
    },
  }),
];

function toSnapshot({ name, at, rows }: Snapshot): WireValue<typeof snapshot> {
  return { name, createTime: String(at), rows: Number(rows) };
}

function nameIn(text: string): string {
  if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(text))
    throw new ApiError(400, 'Parameter name must be 1 to 40 lower-case letters, digits and hyphens.');
  return text;
}

function ownName(text: string): string {
  const name = nameIn(text);
  if (name === INITIAL)
    throw new ApiError(409, 'The initial snapshot cannot be changed: choose another name.');
  return name;
}
