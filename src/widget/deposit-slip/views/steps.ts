import { html, nothing, type TemplateResult } from 'lit';
import { amountToPay, isAmountShown, isCuitShown, shownName } from '../../../core/reader/confirmation.js';
import { usableValue } from '../../../core/reader/row.js';
import type { Slip } from '../../../core/reader/slip.js';
import type { Messages } from '../../shared/i18n/types.js';
import { icon, type IconName } from '../../shared/views/icon.js';
import { sumText } from '../../shared/views/sum.js';
import type { SlipContext } from './context.js';
import { derivedText } from './derived.js';
import { withStrong } from './header.js';

/** The instructions, in the order the payer follows them, with the name and the amount of this slip. */
export function stepsView(slip: Slip, context: SlipContext): TemplateResult | typeof nothing {
  // Without its picture, the slip has nothing to pay with.
  if (context.picture.failed && slip.lead === undefined) return nothing;
  const steps = isPage(slip) ? pageSteps(slip, context) : bankSteps(slip, context);
  return html`<ol part="steps" class="steps">
    ${steps.map((step) => html`<li><span>${step}</span></li>`)}
  </ol>`;
}

/** Whether the slip can only be paid through a link: to a payment page, or to a QR code. */
function isPage({ lead, picture }: Slip): boolean {
  return lead === 'link' || (lead === 'qr' && !picture);
}

function bankSteps(slip: Slip, context: SlipContext): (string | TemplateResult)[] {
  const { messages } = context;
  const slug = methodOfPromise(slip)?.slug ?? 'other';
  const reference = slip.rows.some(({ role }) => role === 'message');
  return [
    textFor(messages.stepOpen, slug),
    ...railSteps(slip, slug, context),
    ...receiverStep(slip, context),
    ...(reference ? [textFor(messages.stepReference, slug)] : []),
    confirmStep(slip, context),
  ];
}

/**
 * The steps of a rail. Without a code to paste, they are those of a picture, or of a Pix key. A code that
 * could not be drawn cannot be scanned.
 */
function railSteps(
  { lead, picture, code }: Slip,
  slug: string,
  { qr, messages: { steps, stepsQr } }: SlipContext,
): readonly string[] {
  if (lead === undefined && picture) return stepsQr.slice(1);
  const isDrawn = !(code && qr.failed);
  return (lead !== 'pixKey' && isDrawn && steps[slug]) || steps['other']!;
}

/** The bank and the account holder, which the apps of some rails ask for. */
function receiverStep(slip: Slip, context: SlipContext): TemplateResult[] {
  const { stepReceiver } = context.messages;
  if (methodOfPromise(slip)?.holderName !== 'typed-with-bank') return [];
  const [bank, name] = [
    usableValue(slip, 'bank') ?? derivedText('bank', slip, context),
    usableValue(slip, 'beneficiary'),
  ];
  const text = bank ? (name ? stepReceiver.both : stepReceiver.bank) : name && stepReceiver.name;
  return text ? [withStrong(text, { bank, name })] : [];
}

function pageSteps(slip: Slip, context: SlipContext): (string | TemplateResult)[] {
  const { stepPage, stepPay, stepReturn, stepConfirm, stepsQr } = context.messages;
  const amount = sumToPay(slip, context);
  if (slip.lead === 'qr') return [...stepsQr, amountStep(stepConfirm, amount)];
  return [stepPage, amountStep(stepPay, amount), stepReturn];
}

/** The step for entering the amount, with the amount if it is known. */
function amountStep(
  texts: { readonly amount: string; readonly none: string },
  amount: string | undefined,
): string | TemplateResult {
  return amount ? withStrong(texts.amount, { amount }) : texts.none;
}

/**
 * Tells the payer what to check, and what to type because the code does not contain it. For an account, the
 * name has its own line among the facts, because the bank may show it in another form.
 */
function confirmStep(slip: Slip, context: SlipContext): string | TemplateResult {
  const { stepConfirm } = context.messages;
  const amount = sumToPay(slip, context);
  const name = slip.code ? shownName(slip) : undefined;
  if (isAmountShown(slip)) {
    if (name === undefined) return amount ? withStrong(stepConfirm.shown, { amount }) : stepConfirm.check;
    return amount ? withStrong(stepConfirm.both, { amount, name }) : withStrong(stepConfirm.named, { name });
  }
  if (name === undefined) return amountStep(stepConfirm, amount);
  return amount ? withStrong(stepConfirm.typed, { amount, name }) : withStrong(stepConfirm.name, { name });
}

function sumToPay(slip: Slip, context: SlipContext): string | undefined {
  const amount = amountToPay(slip);
  return amount === undefined ? undefined : sumText({ amount, fiat: slip.fiat }, context);
}

/** The name that the payer's bank will show, and how long the transfer takes. */
export function factsView(slip: Slip, context: SlipContext): TemplateResult | typeof nothing {
  const { messages } = context;
  const method = methodOfPromise(slip);
  const payee = payeeFact(slip, messages);
  if (!method && !payee) return nothing;
  return html`<div part="facts" class="facts">
    ${payee ? fact('shield', payee) : nothing}
    ${method ? fact('clock', messages.settles[method.settles]) : nothing}
  </div>`;
}

function payeeFact(slip: Slip, messages: Messages): string | TemplateResult | undefined {
  const name = shownName(slip);
  if (name !== undefined && !slip.code)
    // On its own line, so that a name longer than the skeleton's moves nothing below it.
    return html`${withStrong(messages.payee, { name })}<br />${messages.payeeOther}`;
  return isCuitShown(slip) ? messages.cuit : undefined;
}

function fact(name: IconName, text: string | TemplateResult): TemplateResult {
  return html`<p>${icon(name)}<span>${text}</span></p>`;
}

/** The requested method, unless the details belong to another rail: then no transfer time is shown. */
function methodOfPromise({ rail, method }: Slip): Slip['method'] {
  return rail === method ? method : undefined;
}

function textFor(texts: Readonly<Record<string, string>>, slug: string): string {
  return texts[slug] ?? texts['other']!;
}
