import { Hono } from 'hono';
import type { Owners } from '../grants.js';
import { walletOf } from '../wallets.js';

/** The wallet's own routes, besides its endpoint for deposits. */
export function walletRoutes({ visits, wallets }: Pick<Owners, 'visits' | 'wallets'>): Hono {
  return new Hono().get('/wallet/balances', (c) => {
    const visit = visits.of(c.req.raw);
    if (visit === undefined) return c.json({ msg: 'There is no visit.' }, 401);
    c.header('Cache-Control', 'no-store');
    return c.json(wallets.balances(walletOf(visit)));
  });
}
