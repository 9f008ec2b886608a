import { nothing, type TemplateResult } from 'lit';
import { methodOf } from '../../../core/methods.js';
import { isProblem } from '../../../core/problem.js';
import { readSlip, type Slip, type SlipRequest } from '../../../core/reader/slip.js';
import { problemTitle, problemView } from '../../shared/views/problem.js';
import { labelOf } from '../../shared/views/row.js';
import type { SlipState } from '../state.js';
import { amountView, entryView, type AmountTerms } from './amount.js';
import { arrivalText, arrivalView } from './arrival.js';
import type { SlipContext } from './context.js';
import { pickerView } from './picker.js';
import { slipView, titleOf } from './slip.js';

/** The view of a state. */
export function stateView(
  state: SlipState,
  terms: AmountTerms,
  context: SlipContext,
): TemplateResult | typeof nothing {
  switch (state.status) {
    case 'idle':
      return nothing;
    case 'choosing':
      return pickerView(state.offers, context);
    case 'asking': {
      const title = context.messages.titles[methodOf(state.request.paymentId)?.slug ?? 'other'] ?? '';
      return amountView(title, state.entry, terms, context);
    }
    case 'problem': {
      const { onRetry, onChooseOther } = context;
      const actions = { onRetry, onChooseOther: canChoose(state) ? onChooseOther : undefined };
      return problemView(state.problem, actions, context);
    }
    default:
      return shownView(state, terms, context);
  }
}

type Shown = Extract<SlipState, { status: 'loading' | 'ready' | 'arrived' }>;

/** A slip, or its skeleton. The skeleton is a slip too, so the rows keep their places when the values come. */
function shownView(state: Shown, terms: AmountTerms, context: SlipContext): TemplateResult {
  const isSkeleton = state.status === 'loading';
  const hasArrived = state.status === 'arrived';
  const slip = isSkeleton ? outlineOf(state.request) : state.slip;
  const expires = slip.method?.hasTxId || slip.method?.amount === 'required';
  const entry = 'entry' in state ? state.entry : { text: '' };
  return slipView(
    {
      slip,
      shape: isSkeleton ? 'skeleton' : hasArrived ? 'paid' : 'payable',
      arrival: arrivalView(state, context),
      entry: terms.isOptional && !hasArrived ? entryView(entry, terms, context) : nothing,
      actions: {
        since: isSkeleton ? 0 : state.since,
        canRenew: expires && context.canRenew,
        canShare: context.canShare && !hasArrived,
        canChoose: canChoose(state),
      },
    },
    context,
  );
}

function canChoose({ offers }: SlipState): boolean {
  return offers.length > 1;
}

/** The slip to expect for a request, read from the method's sample; only its outline is ever seen. */
function outlineOf({ paymentId, amount }: SlipRequest): Slip {
  const method = methodOf(paymentId);
  const fieldList = method?.sample ?? { '\u00a0': '0'.repeat(18) };
  const data = { fiat: method?.fiat, fieldList, ...(method?.hasTxId && { txId: '100001' }) };
  const slip = readSlip(data, { paymentId, amount });
  if (isProblem(slip)) throw new TypeError(`The sample of method ${paymentId} is not a slip: ${slip.kind}`);
  return slip;
}

/** What screen readers announce when the state changes; never the digits of an identifier. */
export function announcementOf(state: SlipState, context: SlipContext): string {
  const { messages, copied } = context;
  if (state.status === 'loading') return messages.loading;
  if (state.status === 'problem') return problemTitle(state.problem, messages);
  if (state.status === 'arrived') return arrivalText(state, context);
  if (state.status !== 'ready') return '';
  if (!copied) return titleOf(state.slip, context);
  // Silence: the title was announced when the slip came.
  if (!copied.outcome) return '';
  const row = state.slip.rows.find((each) => each === copied.target);
  if (!row && copied.target !== 'amount') return messages[copied.outcome];
  return `${row ? labelOf(row, context) : messages.amount}: ${messages[copied.outcome]}`;
}
