import { Hono, type Context } from 'hono';
import { prepareOrder, type Owners } from '../grants.js';
import { countryOf, preferredCountry } from '../orders.js';
import type { Page } from '../site/page.js';
import { orderState, shopPage } from './page.js';

/** The shop: the checkout of the visitor's order, and what becomes of the order. */
export function shopRoutes(
  { visits, orders, accounts }: Owners,
  send: (c: Context, page: Page) => Promise<Response>,
): Hono {
  const shop = new Hono();
  shop.get('/', async (c) => {
    const visit = visits.ensure(c);
    const chosen = countryOf(c.req.query('country'));
    const latest = chosen ? undefined : orders.latest(visit);
    const country = chosen ?? preferredCountry(c.req.header('accept-language') ?? '');
    const order = latest ?? (await orders.of(visit, country));
    prepareOrder(order, accounts);
    return send(c, shopPage(order));
  });
  shop.post('/orders', async (c) => {
    const visit = visits.ensure(c);
    const country = orders.latest(visit)?.country ?? preferredCountry(c.req.header('accept-language') ?? '');
    await orders.place(visit, country);
    return c.redirect('/', 303);
  });
  shop.get('/orders/:number', (c) => {
    const order = orders.find(visits.of(c.req.raw) ?? '', c.req.param('number'));
    return order ? c.json(orderState(order)) : c.json({ msg: 'There is no order.' }, 404);
  });
  return shop;
}
