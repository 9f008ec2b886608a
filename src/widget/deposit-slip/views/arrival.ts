import { html, nothing, type TemplateResult } from 'lit';
import { formatAmount } from '../../../core/money.js';
import { fill } from '../../shared/i18n/formatting.js';
import { quietButton } from '../../shared/views/button.js';
import { icon } from '../../shared/views/icon.js';
import { requestedDeposit } from '../arrived.js';
import type { SlipState } from '../state.js';
import type { SlipContext } from './context.js';

/** The line that says whether the deposit arrived. Its space is reserved from the start, so nothing moves when it does. */
export function arrivalView(state: SlipState, context: SlipContext): TemplateResult | typeof nothing {
  const { messages, merchant, watch, onCheckAgain } = context;
  // Another amount than requested is not a success: the payer has to talk to the merchant.
  if (state.status === 'arrived')
    return state.expected
      ? line('check', arrivalText(state, context), 'yes')
      : line('warning', arrivalText(state, context), 'other');
  if (state.status === 'loading') return watch ? line('clock', messages.waiting) : nothing;
  if (state.status !== 'ready' || state.watch === 'off') return nothing;
  if (state.watch === 'unavailable') return line('clock', fill(messages.cannotKnow, { merchant }));
  if (state.watch === 'watching') return line('clock', messages.waiting);
  return line('clock', html`${messages.paused} ${quietButton(messages.checkAgain, onCheckAgain)}`);
}

/** What arrived in words: the amount, and the requested one if it differs. */
export function arrivalText(
  state: Extract<SlipState, { status: 'arrived' }>,
  { messages, numberLocale }: SlipContext,
): string {
  const { deposits, expected, slip } = state;
  const deposit = requestedDeposit(slip, deposits) ?? deposits.at(-1);
  const amount =
    deposit?.amount && deposit.fiat ? formatAmount(deposit.amount, deposit.fiat, numberLocale) : undefined;
  const arrived = amount ? fill(messages.arrived, { amount }) : messages.arrivedPlain;
  if (expected || !amount || !slip.askedAmount || !slip.fiat) return arrived;
  return `${arrived}. ${fill(messages.unexpected, { amount: formatAmount(slip.askedAmount, slip.fiat, numberLocale) })}`;
}

function line(name: Parameters<typeof icon>[0], text: TemplateResult | string, tone = ''): TemplateResult {
  return html`<p part="arrival" class="arrival ${tone}">${icon(name)}<span>${text}</span></p>`;
}
