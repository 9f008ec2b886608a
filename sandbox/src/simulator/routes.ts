import { formatSum, isAmount, readTypedAmount } from 'deposit-slip/core';
import { Hono } from 'hono';
import type { AppContext } from '../app-context.js';
import { page } from '../html-document.js';
import { ApiError } from '../http/api-error.js';
import { readForm } from '../http/body.js';
import { findDeposit, isReturned, type BankDeposit } from '../ledger/deposits.js';
import { readPackageFile } from '../package-files.js';
import { guard } from './guard.js';
import { payloadOfImage } from './images.js';
import { numberLocale } from './language.js';
import { pendingPage, receiptPage } from './outcomes.js';
import { missingPage } from './page.js';
import { codePage, payPage, startPage, sumsIn, type Input } from './pages.js';
import { isHolder, readPayment, type Payment } from './payment.js';
import { PRESETS, readPreset, type Preset } from './preset-names.js';
import { ACTIONS, DELAYS, LEAST } from './presets.js';
import { drawQr } from './qr.js';
import { linkTo, readFields, readPageContext, type Fields, type PageContext } from './page-context.js';

const STYLES = readPackageFile('assets/pay.css');

const MAX_AMOUNT = '999999999999999.99';

/** The payer's simulated bank: pages on which deposit details of the sandbox can be paid. */
export function simulatorRoutes(context: AppContext): Hono {
  const app = new Hono();
  for (const path of ['/sandbox/pay/*', '/l/*']) app.use(path, guard);
  app.get('/sandbox/pay.css', () => styles());
  // Responses of the API link to these images, so they need no token and no guard.
  app.get('/sandbox/qr/:file{.+\\.png}', (c) => qrImage(context, c.req.param('file')));
  app.get('/sandbox/qr/:id', guard, (c) => qrPage(context, c.req.raw, c.req.param('id')));
  for (const look of ['late', 'refused'] as const)
    app.get(`/sandbox/pay/${look}`, (c) => show(context, c.req.raw, { look }));
  app.get('/sandbox/pay/:deposit', (c) => receipt(context, c.req.raw, c.req.param('deposit')));
  app.get('/sandbox/pay', (c) => show(context, c.req.raw));
  app.get('/l/:link', (c) => show(context, c.req.raw, { link: c.req.param('link') }));
  app.post('/sandbox/pay', (c) => pay(context, c.req.raw));
  return app;
}

interface Shown {
  /** The id of a payment link, which replaces the details in the address. */
  readonly link?: string;
  /** The outcome to show instead of the page to pay. */
  readonly look?: 'late' | 'refused';
}

async function show(context: AppContext, request: Request, { link, look }: Shown = {}): Promise<Response> {
  const pageContext = readPageContext(context, request);
  const fields = link === undefined ? readFields(new URL(request.url).searchParams) : { link };
  const payment = await readPayment(context.db, fields);
  if (!payment) return page(await startPage(pageContext, fields));
  if ('reason' in payment)
    return page(await startPage(pageContext, fields, payment), payment.field === 'link' ? 404 : 422);
  if (look) return page(await pendingPage(pageContext, look, payment, withPlainAmount(fields)));
  return page(await payPage(pageContext, payment, fields, { value: amountIn(pageContext, payment, fields) }));
}

/** The amount of a link or of the details, in the page's notation and with thousands separators. */
function amountIn({ language }: PageContext, { target, amount = '' }: Payment, fields: Fields): string {
  const value = fields.amount ?? amount;
  if (!isAmount(value)) return value;
  // Without the currency, which is shown beside the field.
  return (
    /[0-9].*[0-9]/.exec(formatSum(value, target.fiat, numberLocale(language, target.fiat)))?.[0] ?? value
  );
}

/** The fields without an amount that no page has sent: an outcome requires a plain decimal. */
function withPlainAmount({ amount, ...details }: Fields): Fields {
  return amount !== undefined && isAmount(amount) ? { ...details, amount } : details;
}

async function pay(context: AppContext, request: Request): Promise<Response> {
  const form = await readForm(request);
  const pageContext = readPageContext(context, request, form);
  const fields = readFields(form);
  const payment = await readPayment(context.db, fields);
  if (!payment || 'reason' in payment) return page(await startPage(pageContext, fields, payment), 422);
  const preset = presetIn(form);
  const reading = readInput(pageContext, payment, fields, preset);
  if ('field' in reading) return page(await payPage(pageContext, payment, fields, reading), 422);
  const path = await ACTIONS[preset](context, depositOf(payment, reading.amount), payment.target.paymentId);
  const location = linkTo(pageContext, path, { ...fields, amount: reading.amount, preset });
  // Redirects, so that reloading the page does not pay again.
  return new Response(null, { status: 303, headers: { location } });
}

function presetIn(form: URLSearchParams): Preset {
  const preset = form.has('preset') ? readPreset(form) : 'pay';
  if (preset === undefined) throw new ApiError(400, `Parameter preset must be one of ${PRESETS.join(', ')}.`);
  return preset;
}

/** The payer's input. Only one field is marked as invalid at a time, the first one. */
function readInput(
  { language }: PageContext,
  { target: { fiat }, asks, isOtherBank, holder }: Payment,
  { routing, beneficiary, checked, amount = '' }: Fields,
  preset: Preset,
): { readonly amount: string } | Required<Input> {
  const { pay, amountErrors, inputErrors } = language.texts;
  if (asks.includes('routing') && routing === undefined)
    return { value: amount, field: 'routing', error: pay.noRouting };
  if (isOtherBank) return { value: amount, field: 'routing', error: inputErrors['other bank'] };
  if (asks.includes('beneficiary') && beneficiary === undefined)
    return { value: amount, field: 'beneficiary', error: pay.noBeneficiary };
  // The payer may pay despite a different name, once the bank has pointed out the difference.
  const isChecked = holder === undefined || checked === beneficiary || isHolder(beneficiary!, holder);
  if (!isChecked) return { value: amount, field: 'beneficiary', error: pay.nameDiffers };
  const terms = { fiat, max: MAX_AMOUNT, ...(preset === 'part' && { min: LEAST }) };
  const reading = readTypedAmount(amount, numberLocale(language, fiat), terms);
  if ('amount' in reading) return reading;
  const error = amountErrors[reading.error](sumsIn({ language }, fiat));
  return { value: amount, field: 'amount', error };
}

function depositOf({ target: { fiat }, references }: Payment, amount: string): BankDeposit {
  return { ...references, fiat, amount, senderName: 'Simulated payer' };
}

async function receipt(context: AppContext, request: Request, id: string): Promise<Response> {
  const pageContext = readPageContext(context, request);
  const deposit = /^[1-9][0-9]{0,17}$/.test(id) ? await findDeposit(context.db, BigInt(id)) : undefined;
  if (!deposit) return missingPage(pageContext);
  const { searchParams } = new URL(request.url);
  const fields = withPlainAmount(readFields(searchParams));
  // The bank knows the account it paid to, even if the deposit was not credited.
  const payment = await readPayment(context.db, fields);
  const paymentId = payment && 'target' in payment ? payment.target.paymentId : deposit.paymentId;
  const preset = readPreset(searchParams);
  const response = page(await receiptPage(pageContext, { ...deposit, paymentId }, fields, preset));
  // The page reloads to show the return that it announces.
  if (preset === 'return' && deposit.matched && !isReturned(deposit))
    response.headers.set('refresh', String(DELAYS.return + 1));
  return response;
}

/** The image of a QR code the sandbox issued. */
async function qrImage({ db }: AppContext, file: string): Promise<Response> {
  const payload = await payloadOfImage(db, file);
  if (payload === undefined) throw new ApiError(404, 'This image does not exist.');
  return new Response(new Uint8Array(await drawQr(payload)), { headers: { 'content-type': 'image/png' } });
}

async function qrPage(context: AppContext, request: Request, id: string): Promise<Response> {
  const pageContext = readPageContext(context, request);
  const payload = await payloadOfImage(context.db, id);
  return payload === undefined ? missingPage(pageContext) : page(await codePage(pageContext, id, payload));
}

function styles(): Response {
  return new Response(STYLES, {
    headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'max-age=300' },
  });
}
