import { createMerchantClient, type Flow, type MerchantClient } from 'deposit-slip/client';
import { Hono } from 'hono';
import { walletAccount, type Owners } from '../grants.js';

/** Decimal strings by currency. A currency that nothing arrived in is absent. */
export type Balances = Readonly<Record<string, string>>;

/** What the wallet asks of the demo's server besides deposits. */
export function walletRoutes(apiUrl: string, token: string, owners: Owners): Hono {
  const client = createMerchantClient({ baseUrl: apiUrl, token });
  return new Hono().get('/wallet/balances', async (c) => {
    const visit = owners.visits.of(c.req.raw);
    if (visit === undefined) return c.json({ msg: 'There is no visit.' }, 401);
    c.header('Cache-Control', 'no-store');
    return c.json(await balancesOf(client, await walletAccount(c.req.raw, visit, owners)));
  });
}

/** The balances of an account: in each currency the total after the newest change. The API lists changes in no given order. */
async function balancesOf(client: MerchantClient, merchantId: number): Promise<Balances> {
  const newest = new Map<string, Flow>();
  for await (const flow of client.flows.all({ merchantId: String(merchantId) })) {
    const known = newest.get(flow.fiat);
    if (!known || isNewer(flow, known)) newest.set(flow.fiat, flow);
  }
  return Object.fromEntries([...newest.values()].map(({ fiat, total }) => [fiat, total]));
}

/** Of two changes in the same millisecond the one with the higher id is the newer. */
function isNewer(one: Flow, other: Flow): boolean {
  if (one.createTime !== other.createTime) return one.createTime > other.createTime;
  return BigInt(one.id) > BigInt(other.id);
}
