import type { Problem } from '../../core/problem.js';
import { isSame } from '../shared/is-same.js';
import { showHalf } from '../shared/scrolling.js';
import { isNewArrival } from './arrived.js';
import {
  DepositArrivedEvent,
  DepositChangeEvent,
  DepositProblemEvent,
  DepositReadyEvent,
  DepositWarningEvent,
} from './events.js';
import { slipOf, type SlipState } from './state.js';
import type { Slip } from '../../core/reader/slip.js';

/** An element that shows a slip. */
type Host = HTMLElement & { readonly slip: Slip | undefined };

/** Dispatches one event per outcome, after rendering. `drawn`: whether all codes and pictures are drawn. */
export function dispatchOutcome(
  host: Host,
  before: SlipState,
  state: SlipState,
  drawn: Promise<boolean> | undefined,
): void {
  // The first response is not a change.
  if (before.payment && state.payment && !isSame(before.payment, state.payment))
    host.dispatchEvent(new DepositChangeEvent(state.payment));
  if (state.status === 'ready' && state.slip !== slipOf(before)) void dispatchReady(host, state.slip, drawn);
  else if (state.status === 'problem' && state.problem !== shownProblem(before))
    host.dispatchEvent(new DepositProblemEvent(state.problem));
  else if (state.status === 'arrived' && isNewArrival(before, state)) {
    // A payment embedded in the page is not news.
    if (before.status !== 'idle') showHalf(host);
    const { deposits, missing, payment } = state;
    host.dispatchEvent(new DepositArrivedEvent(deposits, missing === undefined, payment));
  }
}

function shownProblem(state: SlipState): Problem | undefined {
  return state.status === 'problem' ? state.problem : undefined;
}

async function dispatchReady(host: Host, slip: Slip, drawn: Promise<boolean> | undefined): Promise<void> {
  host.dispatchEvent(new DepositReadyEvent(slip));
  for (const warning of slip.warnings) host.dispatchEvent(new DepositWarningEvent(warning));
  const source = slip.code ?? slip.picture ?? slip.links.find(({ role }) => role === 'qr');
  if ((await drawn) || !source || host.slip !== slip) return;
  const kind = slip.rows.find(({ key }) => key === source.key)?.kind ?? 'qr-link';
  host.dispatchEvent(new DepositWarningEvent({ key: source.key, kind, reason: 'qr' }));
}
