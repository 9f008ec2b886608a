import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { readEnvelope, readArrival, readOffers, type Deposit, type Offer } from '../../core/reader/answer.js';
import { methodOf } from '../../core/methods.js';
import { isAmount } from '../../core/money.js';
import { isProblem, problem, type Problem } from '../../core/problem.js';
import { readSlip, type ReaderOptions } from '../../core/reader/slip.js';
import { askedFor } from './arrived.js';
import { loadEncoder } from '../shared/qr.js';
import { ask, type Answer, type Source } from '../shared/endpoint.js';
import { IDLE, next, type Ask, type Entry, type Visit, type SlipAction } from './state.js';
import { ArrivalPoller, type Outcome } from '../shared/controllers/arrival-poller.js';

/** What the merchant set up, as it stands when it is needed. */
export interface Setup {
  readonly source: Source | undefined;
  /** Whether every answer must be signed. */
  readonly signed: boolean;
  /** An answer brought along; then nothing is requested. It bears no signature. */
  readonly given: unknown;
  /** The methods named; none: the endpoint is asked. Undefined: they could not be read. */
  readonly paymentIds: readonly number[] | undefined;
  readonly fiat: string | undefined;
  readonly amount: string | undefined;
  /** How an answer is read. */
  readonly reading: ReaderOptions;
  readonly watch: boolean;
}

/** Problems of an arrival question after which asking on is of no use. */
const FINAL: ReadonlySet<Problem['kind']> = new Set(['unauthorized', 'forbidden', 'not-found', 'refused']);

/** What stands for the ask of a set-up nothing can be asked with. */
const UNASKED: Ask = {};

/** Lives the visit: asks the endpoint, reads its answers, watches for the arrival. Its one state is `visit`. */
export class SlipController implements ReactiveController {
  readonly #host: ReactiveControllerHost & { readonly isConnected: boolean };
  readonly #setup: () => Setup;
  readonly #watcher: ArrivalPoller;
  #visit: Visit = IDLE;
  #request: AbortController | undefined;

  constructor(host: ReactiveControllerHost & { readonly isConnected: boolean }, setup: () => Setup) {
    this.#host = host;
    this.#setup = setup;
    this.#watcher = new ArrivalPoller(host);
    host.addController(this);
  }

  get visit(): Visit {
    return this.#visit;
  }

  hostConnected(): void {
    if (this.#visit.status === 'loading' && !this.#request) this.#load(this.#visit.ask);
  }

  hostDisconnected(): void {
    // A moved element is connected again before this runs, and keeps its request.
    queueMicrotask(() => {
      if (!this.#host.isConnected) this.#abort();
    });
  }

  /** From the set-up to the first state. */
  begin(): void {
    this.#abort();
    this.#watcher.stop();
    this.#dispatch({ type: 'reset' });
    const { source, signed, given, paymentIds, amount } = this.#setup();
    if (amount !== undefined && !isAmount(amount)) this.#fail(problem('invalid-amount'));
    else if (given !== undefined && signed) this.#fail(problem('unsafe'));
    else if (given !== undefined) this.#take(given, paymentIds?.[0]);
    else if (!source || !paymentIds) this.#fail(problem('unconfigured'));
    else if (paymentIds.length > 1) this.#dispatch({ type: 'offered', offers: paymentIds.map(offerOf) });
    else this.choose(paymentIds[0]);
  }

  /** Asks for a method's slip, or first for the amount it needs. */
  choose(paymentId: number | undefined): void {
    const setup = this.#setup();
    const offer = this.offer(paymentId);
    const amount = setup.amount ?? offer?.fixed;
    const asked: Ask = { paymentId, fiat: setup.fiat ?? offer?.fiat, amount };
    if (offer?.amount === 'required' && amount === undefined) this.#dispatch({ type: 'enter', ask: asked });
    else this.#load(asked);
  }

  /** Back to the methods, where there is a choice. */
  chooseOther(): void {
    this.#abort();
    this.#watcher.stop();
    this.#dispatch({ type: 'choose' });
  }

  /** What stands in the amount entry now, and what is wrong with it if it was to be sent. */
  type(entry: Entry): void {
    this.#dispatch({ type: 'typed', entry });
  }

  /** Asks with the amount the payer entered. */
  submitAmount(amount: string): void {
    if ('ask' in this.#visit) this.#load({ ...this.#visit.ask, amount, refresh: undefined });
  }

  /** Asks the same again; `refresh`: for another slip than the one this visit has. An amount is awaited from the payer. */
  again(refresh?: true): void {
    const visit = this.#visit;
    if (visit.status === 'asking') return;
    if (!('ask' in visit) || visit.ask === UNASKED || !this.#setup().source) this.begin();
    else this.#load({ ...visit.ask, ...(refresh && { refresh }) });
  }

  /** Asks again with another session what waits for an answer or was refused one. */
  takeSession(): void {
    const visit = this.#visit;
    const isRefused = visit.status === 'problem' && visit.problem.kind === 'unauthorized';
    if (isRefused || visit.status === 'loading') this.again();
    else this.watch();
  }

  /** Says that the deposit arrived, where the page learned it by other means. */
  markArrived(deposit: Deposit): void {
    const told = readArrival({ status: 'arrived', deposits: [deposit] });
    if (this.#visit.status === 'ready') this.#arrive(this.#visit.ask, told?.deposits ?? []);
  }

  /** Looks for the arrival again after a pause. */
  resume(): void {
    this.#watcher.resume();
  }

  /** Starts or stops watching, as the set-up and the answer allow. */
  watch(): void {
    if (this.#visit.status !== 'ready') return;
    this.#watcher.stop();
    const { ask: asked, arrival } = this.#visit;
    const { watch, source } = this.#setup();
    const canAsk = source !== undefined && arrival !== undefined;
    this.#dispatch({ type: 'watch', ask: asked, watch: !watch ? 'off' : canAsk ? 'watching' : 'blind' });
    if (!watch || !canAsk) return;
    this.#watcher.start(
      (signal) => this.#askArrival(asked, arrival, signal),
      (paused) => this.#dispatch({ type: 'watch', ask: asked, watch: paused ? 'paused' : 'watching' }),
    );
  }

  /** Whether the payer may enter an amount for the method on show, though none is needed. */
  get takesAmount(): boolean {
    const { amount } = this.#setup();
    const offer = 'ask' in this.#visit ? this.offer(this.#visit.ask.paymentId) : undefined;
    return offer?.amount === 'optional' && amount === undefined && offer.fixed === undefined;
  }

  /** What is known about a method: what the endpoint offered, else what its id says. */
  offer(paymentId: number | undefined): Offer | undefined {
    const known = this.#visit.offers.find((offer) => offer.paymentId === paymentId);
    return known ?? (paymentId === undefined ? undefined : offerOf(paymentId));
  }

  #dispatch(event: SlipAction): void {
    const before = this.#visit;
    this.#visit = next(before, event);
    if (this.#visit !== before) this.#host.requestUpdate();
  }

  #take(given: unknown, paymentId: number | undefined): void {
    const { fiat, amount } = this.#setup();
    const asked: Ask = { paymentId, fiat, amount };
    this.#dispatch({ type: 'load', ask: asked });
    this.#receive(asked, { json: given, test: false });
  }

  #fail(failure: Problem): void {
    this.#dispatch({ type: 'load', ask: UNASKED });
    this.#dispatch({ type: 'problem', ask: UNASKED, problem: failure });
  }

  #load(asked: Ask): void {
    this.#abort();
    this.#watcher.stop();
    const { source } = this.#setup();
    if (!source) return this.#fail(problem('unconfigured'));
    this.#dispatch({ type: 'load', ask: asked });
    // Asked when the element is back on the page.
    if (!this.#host.isConnected) return;
    const method = methodOf(asked.paymentId);
    // The encoder comes beside the answer, not after it; if it fails, drawing tries again.
    if (!method || method.lead.some((role) => role.endsWith('Code')))
      void loadEncoder().catch(() => undefined);
    const request = new AbortController();
    this.#request = request;
    void ask(source, this.#queryOf(asked), request.signal).then((answer) => {
      if (this.#request === request) this.#request = undefined;
      if (!answer) return;
      if ('problem' in answer) this.#dispatch({ type: 'problem', ask: asked, ...answer });
      else this.#receive(asked, answer);
    });
  }

  #queryOf({ paymentId, fiat, amount, refresh }: Ask): Record<string, string | undefined> {
    const takesAmount = paymentId !== undefined && this.offer(paymentId)?.amount !== 'none';
    return {
      paymentId: paymentId?.toString(),
      fiat: fiat ?? methodOf(paymentId)?.fiat,
      amount: takesAmount ? amount : undefined,
      refresh: refresh ? '1' : undefined,
    };
  }

  #receive(asked: Ask, answer: Answer): void {
    const opened = readEnvelope(answer.json);
    const test = answer.test || (!isProblem(opened) && opened.test);
    const fail = (failure: Problem): void =>
      this.#dispatch({ type: 'problem', ask: asked, problem: failure, test });
    if (isProblem(opened)) return fail(opened);
    // A method that was asked for is not answered with methods: to ask on would go round in circles.
    const offers = asked.paymentId === undefined ? readOffers(opened.data) : undefined;
    if (offers?.length === 0) return fail(problem('not-payable'));
    if (offers) return this.#offerOf(asked, offers, test);
    const slip = readSlip(answer.json, asked, this.#setup().reading);
    if (isProblem(slip)) return fail(slip);
    const { arrival } = opened;
    this.#dispatch({ type: 'slip', ask: asked, slip, since: Date.now(), arrival, test, watch: 'off' });
    this.watch();
  }

  #offerOf(asked: Ask, offers: readonly Offer[], test: boolean): void {
    this.#dispatch({ type: 'offered', ask: asked, offers, test });
    if (offers.length === 1 && this.#visit.status === 'choosing') this.choose(offers[0]!.paymentId);
  }

  async #askArrival(asked: Ask, arrival: string, signal: AbortSignal): Promise<Outcome> {
    const { source } = this.#setup();
    const answer = source && (await ask(source, { arrival }, signal));
    if (!answer) return 'again';
    const opened = 'problem' in answer ? answer.problem : readEnvelope(answer.json);
    if (isProblem(opened)) return this.#giveUp(asked, opened);
    const told = readArrival(opened.data);
    if (!told?.arrived) return 'again';
    this.#arrive(asked, told.deposits);
    return 'stop';
  }

  #giveUp(asked: Ask, { kind }: Problem): Outcome {
    // What was tampered with once is not asked for behind the payer's back; they may ask again.
    if (kind === 'unsafe') return 'pause';
    if (!FINAL.has(kind)) return 'again';
    this.#dispatch({ type: 'watch', ask: asked, watch: 'blind' });
    return 'stop';
  }

  #arrive(asked: Ask, deposits: readonly Deposit[]): void {
    if (this.#visit.status !== 'ready' || this.#visit.ask !== asked) return;
    this.#watcher.stop();
    this.#dispatch({
      type: 'arrived',
      ask: asked,
      deposits,
      expected:
        this.#visit.slip.askedAmount === undefined || askedFor(this.#visit.slip, deposits) !== undefined,
    });
  }

  #abort(): void {
    this.#request?.abort();
    this.#request = undefined;
  }
}

function offerOf(paymentId: number): Offer {
  return { paymentId, amount: methodOf(paymentId)?.amount ?? 'none' };
}
