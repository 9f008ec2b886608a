import { html, nothing, type TemplateResult } from 'lit';
import { formatAmount } from '../../../core/money.js';
import { askedFor } from '../arrived.js';
import { fill } from '../../shared/i18n/registry.js';
import type { Visit } from '../state.js';
import { icon } from '../../shared/views/icon.js';
import { quietButton } from '../../shared/views/button.js';
import type { Scene } from './context.js';

/** The line that says whether the deposit arrived. It has its place from the start, so that nothing moves when it does. */
export function arrivalView(visit: Visit, scene: Scene): TemplateResult | typeof nothing {
  const { messages, merchant, watch, handlers } = scene;
  // Another sum than expected has arrived, and is no success: the payer has to talk to the merchant.
  if (visit.status === 'arrived')
    return visit.expected
      ? line('check', arrivalText(visit, scene), 'yes')
      : line('warning', arrivalText(visit, scene), 'other');
  if (visit.status === 'loading') return watch ? line('clock', messages.waiting) : nothing;
  if (visit.status !== 'ready' || visit.watch === 'off') return nothing;
  if (visit.watch === 'blind') return line('clock', fill(messages.cannotKnow, { merchant }));
  if (visit.watch === 'watching') return line('clock', messages.waiting);
  return line('clock', html`${messages.paused} ${quietButton(messages.checkAgain, handlers.onCheckAgain)}`);
}

/** What arrived, in words: the sum that came, and what was expected where it is another. */
export function arrivalText(
  visit: Extract<Visit, { status: 'arrived' }>,
  { messages, numbers }: Scene,
): string {
  const { deposits, expected, slip } = visit;
  const told = askedFor(slip, deposits) ?? deposits.at(-1);
  const amount = told?.amount && told.fiat ? formatAmount(told.amount, told.fiat, numbers) : undefined;
  const arrived = amount ? fill(messages.arrived, { amount }) : messages.arrivedPlain;
  if (expected || !amount || !slip.askedAmount || !slip.fiat) return arrived;
  return `${arrived}. ${fill(messages.unexpected, { amount: formatAmount(slip.askedAmount, slip.fiat, numbers) })}`;
}

function line(name: Parameters<typeof icon>[0], text: TemplateResult | string, tone = ''): TemplateResult {
  return html`<p part="arrival" class="arrival ${tone}">${icon(name)}<span>${text}</span></p>`;
}
