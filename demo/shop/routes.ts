import type { DepositKit } from 'deposit-slip/kit';
import { Hono, type Context } from 'hono';
import { prepareOrder, type Owners } from '../grants.js';
import { countryOf, preferredCountry, type Order } from '../orders.js';
import { paymentsPage } from '../payments/page.js';
import type { Renderer } from '../scripts.js';
import type { Page } from '../site/page.js';
import { shopPage, slipOf } from './page.js';
import { orderState } from './order-state.js';

/** The services that the shop's routes use. */
interface ShopServices {
  readonly kit: DepositKit;
  readonly renderer: Renderer;
  readonly send: (c: Context, page: Page) => Promise<Response>;
}

/** The shop: the checkout of the visitor's order, and the order's state. */
export function shopRoutes(
  { visits, orders, accounts }: Owners,
  { kit, renderer, send }: ShopServices,
): Hono {
  const shop = new Hono();
  shop.get('/', async (c) => {
    const visit = visits.ensure(c);
    const chosen = countryOf(c.req.query('country'));
    const known = chosen
      ? undefined
      : (orders.open(visit, c.req.query('order') ?? '') ?? orders.latest(visit));
    const country = chosen ?? preferredCountry(c.req.header('accept-language') ?? '');
    const order = known ?? (await orders.of(visit, country));
    prepareOrder(order, accounts);
    const slip = await renderer.renderFromKit(kit, visits.requestOf(c, visit), undefined, slipOf(order));
    return send(c, shopPage(order, orders.openBeside(order), slip));
  });
  shop.post('/orders', async (c) => {
    const visit = visits.ensure(c);
    const { country } = await c.req.parseBody();
    const named = typeof country === 'string' ? countryOf(country) : undefined;
    const wanted = named ?? preferredCountry(c.req.header('accept-language') ?? '');
    await orders.place(visit, wanted);
    return c.redirect('/', 303);
  });
  const find = (c: Context, number: string): Order | undefined =>
    orders.find(visits.of(c.req.raw) ?? '', number);
  shop.get('/orders/:number', async (c) => {
    const order = find(c, c.req.param('number'));
    return order ? send(c, paymentsPage(order)) : c.redirect('/', 303);
  });
  shop.get('/orders/:number/state', (c) => {
    const order = find(c, c.req.param('number'));
    return order ? c.json(orderState(order)) : c.json({ msg: 'There is no order.' }, 404);
  });
  return shop;
}
