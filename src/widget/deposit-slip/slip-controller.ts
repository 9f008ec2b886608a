import {
  readLast,
  readOffers,
  type Arrival,
  type Deposit,
  type Envelope,
  type Offer,
} from '../../core/reader/endpoint-response.js';
import { isAmount } from '../../core/money.js';
import { record } from '../../core/record.js';
import { isProblem, problem, type Problem } from '../../core/problem.js';
import { slipIn } from '../../core/reader/read-slip.js';
import type { SlipRequest } from '../../core/reader/slip.js';
import { isPayable, type Payment } from '../../core/reader/payment.js';
import {
  ArrivalPoller,
  SLOW_PACE,
  type Host,
  type PollOutcome,
} from '../shared/controllers/arrival-poller.js';
import { Controller } from '../shared/controllers/controller.js';
import { OnlineController } from '../shared/controllers/online-controller.js';
import { fetchJson, type Endpoint, type EndpointResponse } from '../shared/endpoint.js';
import { AgeController } from './age-controller.js';
import { arrivalOf, readAnswer } from './answer.js';
import { ArrivalChecker } from './arrival-checker.js';
import {
  amountOfOrder,
  askedIn,
  isOutdated,
  isUnclear,
  knowsMore,
  missingSum,
  paidRequest,
  withKnown,
} from './arrived.js';
import { HistoryChangeController } from './history-change-controller.js';
import { knownOffer, preloadEncoder, slipQuery } from './query.js';
import type { Settings } from './settings.js';
import { pendingRequest, IDLE, isRenewing, reduce, slipOf } from './state.js';
import type { AmountEntry, SlipAction, SlipState } from './state.js';

/** The request of a problem that occurs before any request can be made. */
const NO_REQUEST: SlipRequest = record({});

/** Fetches the slip, reads the response, and polls for the deposit. `state` is the only state it keeps. */
export class SlipController extends Controller {
  readonly #host: Host;
  readonly #settings: () => Settings;
  readonly #poller: ArrivalPoller;
  readonly #age: AgeController;
  readonly #checker: ArrivalChecker;
  #state: SlipState = IDLE;
  #pending: AbortController | undefined;
  /** A deposit that the page marked before there was a slip. */
  #mark: Deposit | undefined;
  #isStarting = false;

  constructor(host: Host, settings: () => Settings) {
    super();
    this.#host = host;
    this.#settings = settings;
    this.#poller = new ArrivalPoller(host);
    this.#checker = new ArrivalChecker({
      state: () => this.#state,
      endpoint: () => this.#settings().endpoint,
      dispatch: (action) => this.#dispatch(action),
    });
    this.#age = new AgeController(
      host,
      () => (this.#state.status === 'ready' && this.#settings().endpoint ? this.#state.since : undefined),
      () => this.#growOld(),
    );
    host.addController(new OnlineController(() => this.#retry()));
    host.addController(new HistoryChangeController(settings, () => this.#look()));
    host.addController(this);
  }

  get state(): SlipState {
    return this.#state;
  }

  override hostConnected(): void {
    const awaited = pendingRequest(this.#state);
    if (awaited && !this.#pending) this.#load(awaited);
  }

  override hostDisconnected(): void {
    // A moved element is connected again before this runs, and keeps its request.
    queueMicrotask(() => {
      if (!this.#host.isConnected) this.#abort();
    });
  }

  /** Tries again what failed; the payer asks for a new slip again if one is still needed. */
  #retry(): void {
    const state = this.#state;
    if (state.status !== 'problem') this.#dispatch({ type: 'forget' });
    else if (state.request !== NO_REQUEST && this.#settings().endpoint) this.reload();
  }

  #growOld(): void {
    const { state } = this;
    if (state.status === 'ready') this.#dispatch({ type: 'watch', request: state.request, watch: 'old' });
  }

  /** Starts over from the settings. */
  start(): void {
    this.#isStarting = true;
    this.#begin();
    this.#isStarting = false;
  }

  #begin(): void {
    this.#abort();
    this.#mark = undefined;
    this.#poller.stop();
    this.#dispatch({ type: 'reset' });
    const { missing, endpoint, answer, paymentIds, amount } = this.#settings();
    const [paymentId] = paymentIds ?? [];
    if (amount !== undefined && !isAmount(amount)) this.#fail(problem('invalid-amount'));
    else if (answer !== undefined) this.#show(answer, paymentId);
    else if (!endpoint || !paymentIds) this.#fail(problem('unconfigured', { cause: missing }));
    else if (paymentIds.length > 1) this.#dispatch({ type: 'offer', offers: paymentIds.map(knownOffer) });
    else this.choose(paymentId);
  }

  /**
   * Requests a method's slip, or first asks the payer for the amount it needs. `submitted` is the amount of
   * an earlier visit.
   */
  choose(paymentId: number | undefined, submitted?: string): void {
    const settings = this.#settings();
    const offer = this.offer(paymentId);
    const amount = settings.amount ?? offer?.fixed ?? (offer?.amount === 'none' ? undefined : submitted);
    const request: SlipRequest = record({ paymentId, fiat: settings.fiat ?? offer?.fiat, amount });
    if (offer?.amount === 'required' && amount === undefined) this.#dispatch({ type: 'ask', request });
    else this.#load(request);
  }

  /** Asks for another amount, for a method that takes one. */
  changeAmount(): void {
    const { state } = this;
    if (!('request' in state) || !this.takesAmount) return;
    this.#abort();
    this.#poller.stop();
    this.#dispatch({ type: 'ask', request: record({ ...state.request, amount: undefined }) });
  }

  /** Returns to the methods, if there is a choice. */
  chooseOther(): void {
    this.#abort();
    this.#poller.stop();
    this.#dispatch({ type: 'choose' });
  }

  /** Stores the text of the amount field, with its error if it was already submitted. */
  input(entry: AmountEntry): void {
    this.#dispatch({ type: 'input', entry });
  }

  /** Requests a slip for the amount the payer entered. */
  submitAmount(amount: string): void {
    if ('request' in this.#state) this.#load({ ...this.#state.request, amount }, undefined, true);
  }

  /** Repeats the request. `refresh` requests a new slip to replace this visit's slip. */
  reload(refresh?: true): void {
    const state = this.#state;
    // The payer still has to enter an amount, or has already asked for another slip.
    if (state.status === 'asking' || isRenewing(state)) return;
    if (!('request' in state) || state.request === NO_REQUEST || !this.#settings().endpoint) this.start();
    else this.#load({ ...state.request, ...(refresh && { refresh }) });
  }

  /**
   * Repeats the pending request, or the one that ended in `unauthorized`, with the new session; otherwise
   * restarts polling.
   */
  renewSession(): void {
    const state = this.#state;
    const awaited = pendingRequest(state);
    if (awaited) this.#load(awaited);
    else if (state.status === 'problem' && state.problem.kind === 'unauthorized') this.reload();
    else this.#dispatch({ type: 'forget' });
    this.watch();
    this.resume();
  }

  /** Shows the deposit as arrived, if the page learned of it by other means, once there is a slip. */
  markArrived(deposit: Deposit): void {
    const state = this.#state;
    const arrival = arrivalOf(deposit);
    if (!arrival) return;
    this.#mark = state.status === 'loading' || state.status === 'problem' ? deposit : undefined;
    if (state.status !== 'ready') return;
    // The endpoint says whether it is one of the deposits that are known, or one more.
    if (isUnclear(state, arrival.deposits)) this.#look();
    else this.#arrive(state.request, arrival);
  }

  /** Polls again after a pause. */
  resume(): void {
    this.#poller.resume();
  }

  /** Polls at once. A page that does not watch asks until it gets an answer. */
  #look(): void {
    const state = this.#state;
    if ('watch' in state && state.watch === 'off' && state.arrival !== undefined) {
      const { request, arrival } = state;
      const check = (signal: AbortSignal) => this.#checkArrival(request, arrival, signal, true);
      this.#poller.start(check, () => undefined);
    }
    this.resume();
  }

  /** Starts or stops polling, as the settings and the response allow. */
  watch(): void {
    const state = this.#state;
    if (state.status !== 'ready' && state.status !== 'arrived') return;
    this.#poller.stop();
    const { request, arrival } = state;
    const { watch, endpoint } = this.#settings();
    const canPoll = endpoint !== undefined && arrival !== undefined;
    this.#dispatch({ type: 'watch', request, watch: !watch ? 'off' : canPoll ? 'watching' : 'unavailable' });
    if (watch && canPoll) this.#poll();
  }

  /** Polls for what is on show, or for the former slip if none could be made in its place. */
  #poll(): void {
    const state = this.#state;
    if (!('request' in state) || !('arrival' in state) || state.arrival === undefined) return;
    const { request, arrival } = state;
    this.#poller.start(
      (signal) => this.#checkArrival(request, arrival, signal),
      (status) => this.#dispatch({ type: 'watch', request, watch: status }),
      state.status === 'arrived' ? SLOW_PACE : undefined,
    );
  }

  /** Whether the payer may enter an amount for the method on show: it takes one, and none is fixed. */
  get takesAmount(): boolean {
    const offer = 'request' in this.#state ? this.offer(this.#state.request.paymentId) : undefined;
    const fixed = this.#settings().amount ?? offer?.fixed ?? amountOfOrder(this.#state);
    return offer !== undefined && offer.amount !== 'none' && fixed === undefined;
  }

  /** Returns the endpoint's offer for a method, or else the entry in the table of methods. */
  offer(paymentId: number | undefined): Offer | undefined {
    const offered = this.#state.offers.find((offer) => offer.paymentId === paymentId);
    return offered ?? (paymentId === undefined ? undefined : knownOffer(paymentId));
  }

  #dispatch(action: SlipAction): void {
    const before = this.#state;
    this.#state = reduce(before, action);
    if (this.#state !== before) this.#host.requestUpdate();
  }

  #show(json: unknown, paymentId: number | undefined): void {
    const { fiat, amount } = this.#settings();
    const request: SlipRequest = record({ paymentId, fiat, amount });
    this.#dispatch({ type: 'load', request });
    this.#receive(request, { json, test: false });
  }

  #fail(failure: Problem): void {
    this.#dispatch({ type: 'load', request: NO_REQUEST });
    this.#dispatch({ type: 'fail', request: NO_REQUEST, problem: failure });
  }

  /** Requests a slip. `rest`: the missing amount it asks for. `stays`: what is on show stays meanwhile. */
  #load(asked: SlipRequest, rest?: string, stays = asked.refresh): void {
    const request: SlipRequest = record<SlipRequest>(asked);
    this.#abort();
    const { missing, endpoint } = this.#settings();
    if (!endpoint) return this.#fail(problem('unconfigured', { cause: missing }));
    this.#dispatch({ type: 'load', request, rest, stays });
    // What stays on show while it is renewed is still watched.
    if (this.#state.status === 'loading') this.#poller.stop();
    // Sent once the element is on the page again.
    if (!this.#host.isConnected) return;
    preloadEncoder(request.paymentId);
    const pending = new AbortController();
    this.#pending = pending;
    // The first request is sent before the skeleton is rendered. Later ones wait for the end of the task, so
    // that fifty clicks send one request: aborting the others would not undo them.
    if (this.#isStarting) this.#send(request, endpoint, pending);
    else queueMicrotask(() => this.#send(request, endpoint, pending));
  }

  #send(request: SlipRequest, endpoint: Endpoint, pending: AbortController): void {
    if (this.#pending !== pending) return;
    const query = slipQuery(request, this.offer(request.paymentId));
    void fetchJson(endpoint, query, pending.signal).then((response) => {
      if (this.#pending === pending) this.#pending = undefined;
      if (!response) return;
      if ('problem' in response) this.#failed(request, response);
      else this.#receive(request, response);
    });
  }

  #failed(request: SlipRequest, failure: { readonly problem: Problem; readonly test: boolean }): void {
    this.#dispatch({ type: 'fail', request, ...failure });
    if (this.#state.status !== 'problem') return;
    this.#poller.stop();
    if (this.#settings().watch) this.#poll();
  }

  #receive(request: SlipRequest, response: EndpointResponse): void {
    const answer = readAnswer(response, request);
    if ('problem' in answer) return this.#failed(request, answer);
    const { envelope, arrival, test } = answer;
    const fail = (failure: Problem): void => this.#failed(request, { problem: failure, test });
    if (arrival?.arrived) return this.#receiveArrival(request, envelope, arrival, test);
    // A response to a request with a payment id must not be a list of methods: choosing again would loop.
    const offers = request.paymentId === undefined ? readOffers(envelope.data) : undefined;
    if (offers?.length === 0) return fail(problem('not-payable'));
    if (offers && !isPayable(envelope.payment, undefined))
      return fail(problem('unreadable', { cause: 'payment' }));
    if (offers) return this.#receiveOffers(request, offers, envelope, test);
    const slip = slipIn(envelope, request, this.#settings().reading);
    if (isProblem(slip)) return fail(slip);
    const { arrival: token, previous, payment, checked } = envelope;
    const shown = { request, slip, since: Date.now(), arrival: token, previous, payment };
    this.#dispatch({ type: 'show', ...shown, test, watch: 'off' });
    this.#checker.begin(checked);
    this.watch();
    this.#age.check();
    if (this.#mark) this.markArrived(this.#mark);
  }

  /**
   * The endpoint reports the arrival instead of sending a slip: the payment is complete (docs/back-end.md).
   */
  #receiveArrival(request: SlipRequest, envelope: Envelope, arrived: Arrival, test: boolean): void {
    const { deposits, payment } = arrived;
    const paid = paidRequest(request, envelope);
    const missing = missingSum(deposits, payment, paid.amount, paid.fiat);
    this.#dispatch({ type: 'load', request: paid });
    const { arrival } = envelope;
    this.#dispatch({ type: 'arrive', request: paid, deposits, payment, missing, arrival, test });
    this.watch();
  }

  /** Shows the methods, or reopens the slip of this visit. */
  #receiveOffers(
    request: SlipRequest,
    offers: readonly Offer[],
    { data, payment }: Envelope,
    test: boolean,
  ): void {
    this.#dispatch({ type: 'offer', request, offers, payment, test });
    if (this.#state.status !== 'choosing') return;
    const last = readLast(data);
    if (last) this.choose(last.paymentId, last.amount);
    else if (offers.length === 1) this.choose(offers[0]!.paymentId);
  }

  /** `isOnce`: stops at the first answer. */
  async #checkArrival(request: SlipRequest, arrival: string, signal: AbortSignal, isOnce = false) {
    const result = await this.#checker.check(request, arrival, signal);
    if (typeof result === 'string') return result;
    const outcome = result.arrived ? this.#arrive(request, result) : this.#wait(request, result.payment);
    return isOnce ? 'stop' : outcome;
  }

  /**
   * The payment is not or no longer complete. A slip asks for the missing amount: if that changed, the slip
   * is requested once more.
   */
  #wait(request: SlipRequest, payment: Payment | undefined): PollOutcome {
    const state = this.#state;
    if (!payment || knowsMore(state, payment)) return 'again';
    this.#dispatch({ type: 'account', request, payment });
    if (state.status !== 'ready' || state.request !== request || !isOutdated(state, payment)) return 'again';
    this.#load(request, payment.remaining);
    return 'stop';
  }

  #arrive(request: SlipRequest, { deposits, payment }: Pick<Arrival, 'deposits' | 'payment'>): PollOutcome {
    const state = this.#state;
    if (!('request' in state) || state.request !== request || state.status === 'asking') return 'stop';
    const { fiat } = slipOf(state) ?? request;
    const all = payment ? deposits : withKnown(deposits, state.payment);
    const missing = missingSum(all, payment, state.payment?.asked ?? askedIn(state), fiat);
    // Another slip is no longer wanted.
    if (state.status !== 'arrived') this.#abort();
    this.#dispatch({ type: 'arrive', request, deposits: all, payment, missing });
    if (state.status === 'arrived') return 'again';
    this.watch();
    return 'stop';
  }

  #abort(): void {
    this.#pending?.abort();
    this.#pending = undefined;
  }
}
