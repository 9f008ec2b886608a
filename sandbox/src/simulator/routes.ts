import { readFileSync } from 'node:fs';
import { formatAmount, readTypedAmount, type AmountError } from 'deposit-slip/core';
import { Hono } from 'hono';
import { readForm } from '../http/body.js';
import { book } from '../http/booking.js';
import { notFound, Refusal } from '../http/refusal.js';
import { findDeposit, takeDeposit } from '../ledger/deposits.js';
import type { World } from '../world.js';
import { guard } from './guard.js';
import { readOrder, type Given, type Order } from './order.js';
import { page } from './page.js';
import { codePage, paidPage, payPage, startPage } from './pages.js';
import { payloadOfPicture } from './pictures.js';
import { drawQr } from './qr.js';

const STYLES = readFileSync(new URL('../../assets/pay.css', import.meta.url), 'utf8');

/** Amounts are typed and shown in this notation, as the page's language has it. */
const LOCALE = 'en';

const FAULTS: Record<AmountError, string> = {
  empty: 'Enter the amount to pay.',
  form: 'Enter the amount in digits, such as 1500.00.',
  decimals: 'Enter at most two decimals.',
  zero: 'Enter an amount above zero.',
  'too-small': 'This amount is too small.',
  'too-large': 'This amount is too large.',
};

const LARGEST = '999999999999999.99';

/** The payer's bank, simulated: pages that pay what the sandbox issued. */
export function simulatorRoutes(world: World): Hono {
  const app = new Hono();
  for (const path of ['/sandbox/pay/*', '/l/*']) app.use(path, guard);
  app.get('/sandbox/pay.css', () => styles());
  // Links to the pictures are in answers, so they need no token and no guard.
  app.get('/sandbox/qr/:file{.+\\.png}', (c) => picture(world, c.req.param('file')));
  app.get('/sandbox/qr/:id', guard, async (c) => c.html(await qrPage(world, c.req.param('id'))));
  app.get('/sandbox/pay/:deposit', async (c) => c.html(await receipt(world, c.req.param('deposit'))));
  app.get('/sandbox/pay', (c) => show(world, givenIn(new URL(c.req.url).searchParams)));
  app.get('/l/:link', (c) => show(world, { link: c.req.param('link') }));
  app.post('/sandbox/pay', (c) => pay(world, c.req.raw));
  return app;
}

/** Names a form or a deep link may carry, and how much of each is read. */
const NAMES = { code: 1024, link: 512, account: 512, routing: 40, reference: 140, amount: 40 };

function givenIn(form: URLSearchParams): Given & { amount?: string } {
  const given: Record<string, string> = {};
  for (const [name, most] of Object.entries(NAMES)) {
    const text = form.get(name)?.replace(/\p{Cc}+/gu, ' ') ?? '';
    const value = text.trim().slice(0, most);
    if (value) given[name] = value;
  }
  return given;
}

async function show({ db }: World, given: Given & { amount?: string }): Promise<Response> {
  const order = await readOrder(db, given);
  if (!order) return page(await startPage(given));
  if ('message' in order) return page(await startPage(given, order), order.field === 'link' ? 404 : 422);
  return page(await payPage(order, given, { typed: given.amount ?? order.amount ?? '' }));
}

async function pay(world: World, request: Request): Promise<Response> {
  const given = givenIn(await readForm(request));
  const order = await readOrder(world.db, given);
  if (!order || 'message' in order) return page(await startPage(given, order), 422);
  const typed = given.amount ?? '';
  const reading = readTypedAmount(typed, LOCALE, { max: LARGEST });
  if ('error' in reading)
    return page(await payPage(order, given, { typed, fault: FAULTS[reading.error] }), 422);
  const id = await send(world, order, reading.amount);
  // A page of its own, so that reloading it pays nothing again.
  return new Response(null, { status: 303, headers: { location: `/sandbox/pay/${id}` } });
}

async function send({ db }: World, { target, clues }: Order, amount: string): Promise<string> {
  const deposit = { ...clues, fiat: target.fiat, amount, senderName: 'Simulated payer' };
  return (await book(() => takeDeposit(db, deposit))).id;
}

async function receipt({ db }: World, id: string) {
  const deposit = /^[1-9][0-9]{0,17}$/.test(id) ? await findDeposit(db, BigInt(id)) : undefined;
  if (!deposit) throw notFound('Payment', id);
  return paidPage(deposit, formatAmount(deposit.amount, deposit.fiat, LOCALE));
}

/** The picture of a code the sandbox issued; links to it are in answers, so it needs no token and no guard. */
async function picture(world: World, file: string): Promise<Response> {
  const payload = await payloadOf(world, file);
  return new Response(new Uint8Array(await drawQr(payload)), { headers: { 'content-type': 'image/png' } });
}

async function qrPage(world: World, id: string): Promise<string> {
  return codePage(id, await payloadOf(world, id));
}

async function payloadOf({ db }: World, name: string): Promise<string> {
  const payload = await payloadOfPicture(db, name);
  if (payload === undefined) throw new Refusal(404, 'There is no such picture.');
  return payload;
}

function styles(): Response {
  return new Response(STYLES, {
    headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'max-age=300' },
  });
}
