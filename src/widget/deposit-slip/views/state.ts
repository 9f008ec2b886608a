import { nothing, type TemplateResult } from 'lit';
import { methodOf } from '../../../core/methods.js';
import { isProblem } from '../../../core/problem.js';
import { readSlip, type Slip } from '../../../core/reader/slip.js';
import type { Ask, Visit } from '../state.js';
import { amountView, entryView, type AmountTerms } from './amount.js';
import { arrivalText, arrivalView } from './arrival.js';
import { pickerView } from './picker.js';
import { problemView, sentenceOf } from '../../shared/views/problem.js';
import { labelOf } from '../../shared/views/row.js';
import { slipView, titleOf } from './slip.js';
import type { Scene } from './context.js';

/** The view of a state. The skeleton is a slip too, so that the rows keep their places when the values come. */
export function visitView(visit: Visit, terms: AmountTerms, scene: Scene): TemplateResult | typeof nothing {
  const canChoose = visit.offers.length > 1;
  switch (visit.status) {
    case 'idle':
      return nothing;
    case 'choosing':
      return pickerView(visit.offers, scene);
    case 'asking': {
      const title = scene.messages.titles[methodOf(visit.ask.paymentId)?.slug ?? 'other'] ?? '';
      return amountView(title, visit.entry, terms, scene);
    }
    case 'problem':
      return problemView(visit.problem, canChoose, scene);
    default: {
      const isSkeleton = visit.status === 'loading';
      const slip = isSkeleton ? outlineOf(visit.ask) : visit.slip;
      const expires = slip.method?.hasTxId || slip.method?.amount === 'required';
      const actions = {
        since: isSkeleton ? 0 : visit.since,
        canRenew: expires && scene.canRenew,
        canShare: scene.canShare && visit.status !== 'arrived',
        canChoose,
      };
      const arrival = arrivalView(visit, scene);
      const shape = isSkeleton ? 'skeleton' : visit.status === 'arrived' ? 'paid' : 'payable';
      const entry =
        terms.isOptional && visit.status !== 'arrived'
          ? entryView('entry' in visit ? visit.entry : { typed: '' }, terms, scene)
          : nothing;
      return slipView({ slip, shape, arrival, entry, actions }, scene);
    }
  }
}

/** The slip to be expected for an ask, from the method's sample: only its outline is ever seen. No method: any value. */
function outlineOf({ paymentId, amount }: Ask): Slip {
  const method = methodOf(paymentId);
  const fieldList = method?.sample ?? { '\u00a0': '0'.repeat(18) };
  const data = { fiat: method?.fiat, fieldList, ...(method?.hasTxId && { txId: '100001' }) };
  const slip = readSlip(data, { paymentId, amount });
  if (isProblem(slip)) throw new TypeError(`The sample of method ${paymentId} is no slip: ${slip.kind}`);
  return slip;
}

/** What is said aloud when the state changes; never an identifier's digits. */
export function announcementOf(visit: Visit, scene: Scene): string {
  const { messages, copied } = scene;
  if (visit.status === 'loading') return messages.loading;
  if (visit.status === 'problem') return sentenceOf(visit.problem, messages);
  if (visit.status === 'arrived') return arrivalText(visit, scene);
  if (visit.status !== 'ready') return '';
  if (!copied) return titleOf(visit.slip, scene);
  // Nothing again: the title was said when the slip came.
  if (!copied.outcome) return '';
  if (copied.target === 'all') return messages[copied.outcome];
  const label = copied.target === 'amount' ? messages.amount : labelOf(copied.target, scene);
  return `${label}: ${messages[copied.outcome]}`;
}
