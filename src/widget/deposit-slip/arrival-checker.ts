import { isProblem, type Problem } from '../../core/problem.js';
import type { Arrival } from '../../core/reader/endpoint-response.js';
import type { SlipRequest } from '../../core/reader/slip.js';
import { outcomeOf, type PollOutcome } from '../shared/controllers/arrival-poller.js';
import type { Endpoint } from '../shared/endpoint.js';
import { requestArrival } from './answer.js';
import { askedIn } from './arrived.js';
import { Freshness } from './freshness.js';
import type { SlipAction, SlipState } from './state.js';

/** What is on show, and how it is changed. */
interface Page {
  readonly state: () => SlipState;
  readonly endpoint: () => Endpoint | undefined;
  readonly dispatch: (action: SlipAction) => void;
}

/** Asks the endpoint for an arrival, and keeps what the page says about its own sight up to date. */
export class ArrivalChecker {
  readonly #page: Page;
  readonly #freshness = new Freshness();

  constructor(page: Page) {
    this.#page = page;
  }

  /** A slip is shown. `checked`: when the endpoint last read deposits, in milliseconds. */
  begin(checked: number | undefined): void {
    this.#freshness.begin(checked);
  }

  /** Asks once. Returns the answer, or what to do without one. */
  async check(request: SlipRequest, arrival: string, signal: AbortSignal): Promise<Arrival | PollOutcome> {
    const { state, endpoint, dispatch } = this.#page;
    const url = endpoint();
    const result = url && (await requestArrival(url, arrival, askedIn(state()), signal));
    if (result && isProblem(result)) return this.#fail(request, result);
    if (result) {
      this.#freshness.see(result.checked);
      dispatch({ type: 'checked', request });
    }
    this.#updateStale(request);
    return result ?? 'again';
  }

  #fail(request: SlipRequest, failure: Problem): PollOutcome {
    const { dispatch } = this.#page;
    dispatch({ type: 'poll-fail', request, problem: failure });
    const outcome = outcomeOf(failure);
    if (outcome !== 'pause') this.#updateStale(request);
    if (outcome === 'wait')
      dispatch({ type: 'watch', request, watch: failure.kind === 'unauthorized' ? 'ended' : 'unavailable' });
    return outcome;
  }

  /** Reports that new deposits have not been visible for a minute, or withdraws that report. */
  #updateStale(request: SlipRequest): void {
    const state = this.#page.state();
    if ('watch' in state)
      this.#page.dispatch({ type: 'watch', request, watch: this.#freshness.adjust(state.watch) });
  }
}
