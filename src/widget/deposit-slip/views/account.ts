import { html, nothing, svg, type TemplateResult } from 'lit';
import { toMinor } from '../../../core/money.js';
import type { Payment, PaymentDeposit } from '../../../core/reader/payment.js';
import { fill, formatPast } from '../../shared/i18n/formatting.js';
import { sumText } from '../../shared/views/sum.js';
import type { SlipContext } from './context.js';

/** A line of an account or a receipt: what, when and which, and how much. */
export interface Line {
  readonly label: string;
  readonly note?: string;
  readonly value: string;
  /** Digits that may be read aloud. */
  readonly isCode?: boolean;
  /** The money went back. */
  readonly isGone?: boolean;
  readonly isStrong?: boolean;
}

/** What came of the payment that a slip is for: nothing while nothing came. */
export function accountView(
  payment: Payment | undefined,
  context: SlipContext,
): TemplateResult | typeof nothing {
  if (payment?.asked === undefined || payment.deposits.length === 0) return nothing;
  const { missing } = context.messages.account;
  const { remaining } = payment;
  const lines = depositLines(payment, context);
  if (remaining !== undefined)
    lines.push({ label: missing, value: money(remaining, payment, context), isStrong: true });
  return html`<div part="account" class="account">
    ${barView(payment)}
    <dl>${lines.map(lineView)}</dl>
  </div>`;
}

/** How much of the sum has come, as a bar. The words beside it say the same. */
function barView({ received, asked = received }: Payment): TemplateResult {
  const percent = Number((toMinor(received)! * 100n) / toMinor(asked)!);
  return html`<svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
    ${svg`<rect width=${percent} height="1"></rect>`}
  </svg>`;
}

/** Each deposit, and what went back. */
export function depositLines(payment: Payment, context: SlipContext): Line[] {
  const { account } = context.messages;
  const { deposits, earlier } = payment;
  const first = (earlier?.count ?? 0) + 1;
  const before: Line[] = earlier
    ? [
        {
          label: fill(account.earlier, { count: String(earlier.count) }),
          value: money(earlier.amount, payment, context),
        },
      ]
    : [];
  const isOnly = deposits.length === 1 && !earlier;
  const listed = deposits.flatMap((deposit, at) =>
    linesOfDeposit(
      deposit,
      isOnly ? undefined : fill(account.numbered, { number: String(first + at) }),
      context,
    ),
  );
  return [...before, ...listed];
}

/** A deposit, and the part of it that went back. `name` tells it from others. */
function linesOfDeposit(deposit: PaymentDeposit, name: string | undefined, context: SlipContext): Line[] {
  const { messages } = context;
  const { sentBack } = messages.account;
  const { amount, createTime, txId, returned, returnTime = createTime } = deposit;
  const isGone = isReturned(deposit);
  const came = when(createTime, context);
  const back = when(returnTime, context);
  const time = !isGone ? came : name === undefined ? back : `${sentBack} ${back}`;
  const whole: Line = {
    label: name ?? (isGone ? sentBack : messages.receivedAt),
    note: txId === undefined ? time : `${time} \u00b7 ${txId}`,
    value: money(amount, deposit, context),
    isGone,
  };
  if (returned === undefined || isGone) return [whole];
  return [whole, { label: sentBack, note: back, value: `\u2212\u2060${money(returned, deposit, context)}` }];
}

/** A line of a receipt or an account. Money that went back is struck through, and said to be. */
export function lineView({ label, note, value, isCode, isGone, isStrong }: Line): TemplateResult {
  const shown = isGone ? html`<s>${value}</s>` : isStrong ? html`<b>${value}</b>` : value;
  return html`<div>
    <dt>${isStrong ? html`<b>${label}</b>` : label}${note ? html` <small>${note}</small>` : nothing}</dt>
    <dd class=${isCode ? 'mono' : ''} translate="no">${shown}</dd>
  </div>`;
}

/** Whether all of a deposit was sent back. */
export function isReturned({ amount, returned }: PaymentDeposit): boolean {
  return returned !== undefined && toMinor(returned) === toMinor(amount);
}

/** The latest deposit of which something was sent back. */
export function lastReturn({ deposits }: Payment): PaymentDeposit | undefined {
  const back = deposits.filter(({ returned }) => returned !== undefined);
  return back.find(({ returnTime = 0 }) => back.every((other) => (other.returnTime ?? 0) <= returnTime));
}

/** What is missing of a payment, and why, in sentences; empty while nothing came. */
export function accountText(payment: Payment | undefined, context: SlipContext): string {
  if (!payment) return '';
  const { account } = context.messages;
  const { received, remaining = '' } = payment;
  const back = lastReturn(payment);
  const sums = {
    received: money(received, payment, context),
    remaining: money(remaining, payment, context),
  };
  const texts = [
    back &&
      isReturned(back) &&
      fill(account.returnedOn, { date: when(back.returnTime ?? back.createTime, context) }),
    payment.status === 'part' && fill(account.part, sums),
  ];
  return texts.filter(Boolean).join(' ');
}

/** An amount of a payment. */
export function money(amount: string, { fiat }: Pick<Payment, 'fiat'>, context: SlipContext): string {
  return sumText({ amount, fiat }, context);
}

/** A time of today by the clock, any other by its date. */
function when(time: number, { messages, lang }: SlipContext): string {
  return formatPast(time, messages.today, lang);
}
