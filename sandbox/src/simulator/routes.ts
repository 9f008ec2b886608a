import { readFileSync } from 'node:fs';
import { formatAmount, readTypedAmount, type AmountError } from 'deposit-slip/core';
import { Hono } from 'hono';
import type { AppContext } from '../app-context.js';
import { ApiError, notFound } from '../http/api-error.js';
import { readForm } from '../http/body.js';
import { mapDatabaseErrors } from '../http/database-errors.js';
import { findDeposit, receiveDeposit } from '../ledger/deposits.js';
import { guard } from './guard.js';
import { payloadOfImage } from './images.js';
import { page } from './page.js';
import { codePage, paidPage, payPage, startPage } from './pages.js';
import { readPayment, type Payment, type PaymentInput } from './payment.js';
import { drawQr } from './qr.js';

const STYLES = readFileSync(new URL('../../assets/pay.css', import.meta.url), 'utf8');

/** The notation of amounts, that of the pages' language. */
const LOCALE = 'en';

const AMOUNT_ERRORS: Record<AmountError, string> = {
  empty: 'Enter the amount to pay.',
  form: 'Enter the amount in digits, such as 1500.00.',
  decimals: 'Enter at most two decimals.',
  zero: 'Enter an amount above zero.',
  'too-small': 'This amount is too small.',
  'too-large': 'This amount is too large.',
};

const MAX_AMOUNT = '999999999999999.99';

/** The payer's simulated bank: pages on which deposit details of the sandbox can be paid. */
export function simulatorRoutes(context: AppContext): Hono {
  const app = new Hono();
  for (const path of ['/sandbox/pay/*', '/l/*']) app.use(path, guard);
  app.get('/sandbox/pay.css', () => styles());
  // Responses of the API link to these images, so they need no token and no guard.
  app.get('/sandbox/qr/:file{.+\\.png}', (c) => qrImage(context, c.req.param('file')));
  app.get('/sandbox/qr/:id', guard, async (c) => c.html(await qrPage(context, c.req.param('id'))));
  app.get('/sandbox/pay/:deposit', async (c) => c.html(await receipt(context, c.req.param('deposit'))));
  app.get('/sandbox/pay', (c) => show(context, readInput(new URL(c.req.url).searchParams)));
  app.get('/l/:link', (c) => show(context, { link: c.req.param('link') }));
  app.post('/sandbox/pay', (c) => pay(context, c.req.raw));
  return app;
}

/** The fields of a form or a deep link, and the maximum length that is read of each. */
const FIELDS = { code: 1024, link: 512, account: 512, routing: 40, reference: 140, amount: 40 };

function readInput(form: URLSearchParams): PaymentInput & { amount?: string } {
  const input: Record<string, string> = {};
  for (const [name, maxLength] of Object.entries(FIELDS)) {
    const text = form.get(name)?.replace(/\p{Cc}+/gu, ' ') ?? '';
    const value = text.trim().slice(0, maxLength);
    if (value) input[name] = value;
  }
  return input;
}

async function show({ db }: AppContext, input: PaymentInput & { amount?: string }): Promise<Response> {
  const payment = await readPayment(db, input);
  if (!payment) return page(await startPage(input));
  if ('message' in payment)
    return page(await startPage(input, payment), payment.field === 'link' ? 404 : 422);
  return page(await payPage(payment, input, { value: input.amount ?? payment.amount ?? '' }));
}

async function pay(context: AppContext, request: Request): Promise<Response> {
  const input = readInput(await readForm(request));
  const payment = await readPayment(context.db, input);
  if (!payment || 'message' in payment) return page(await startPage(input, payment), 422);
  const value = input.amount ?? '';
  const reading = readTypedAmount(value, LOCALE, { max: MAX_AMOUNT });
  if ('error' in reading)
    return page(await payPage(payment, input, { value, error: AMOUNT_ERRORS[reading.error] }), 422);
  const id = await send(context, payment, reading.amount);
  // Redirect, so that reloading the receipt does not pay again.
  return new Response(null, { status: 303, headers: { location: `/sandbox/pay/${id}` } });
}

async function send({ db }: AppContext, { target, references }: Payment, amount: string): Promise<string> {
  const deposit = { ...references, fiat: target.fiat, amount, senderName: 'Simulated payer' };
  return (await mapDatabaseErrors(() => receiveDeposit(db, deposit))).id;
}

async function receipt({ db }: AppContext, id: string) {
  const deposit = /^[1-9][0-9]{0,17}$/.test(id) ? await findDeposit(db, BigInt(id)) : undefined;
  if (!deposit) throw notFound('Payment', id);
  return paidPage(deposit, formatAmount(deposit.amount, deposit.fiat, LOCALE));
}

/** The image of a QR code the sandbox issued. */
async function qrImage(context: AppContext, file: string): Promise<Response> {
  const payload = await payloadOf(context, file);
  return new Response(new Uint8Array(await drawQr(payload)), { headers: { 'content-type': 'image/png' } });
}

async function qrPage(context: AppContext, id: string): Promise<string> {
  return codePage(id, await payloadOf(context, id));
}

async function payloadOf({ db }: AppContext, name: string): Promise<string> {
  const payload = await payloadOfImage(db, name);
  if (payload === undefined) throw new ApiError(404, 'This image does not exist.');
  return payload;
}

function styles(): Response {
  return new Response(STYLES, {
    headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'max-age=300' },
  });
}
