import { HOUR } from '../../../core/time.js';
import { stripGrant } from '../grant.js';
import { FROM_START, shownPayment, type Granted } from '../payments/lookup.js';
import { isPaid } from '../payments/payment.js';
import { isRejection, type Rejection } from '../rejection.js';
import { KeyedMutex } from '../keyed-mutex.js';
import { SingleFlight } from '../single-flight.js';
import type { GrantState, SlipChoice } from '../store/store.js';
import { methodList, receiptOf, shownSlip, type SlipResponse } from './slip-response.js';
import { resolveChoice, slipChoiceOf, type Choice } from './choice.js';
import {
  SlipMaker,
  reusableSlip,
  type RequestedSlip,
  type MakeResult,
  type SlipServices,
  type SlipSettings,
  type SlipToShow,
} from './make-slip.js';

/** A page's request for a slip. */
export interface GetSlipRequest {
  readonly choice: Choice;
  readonly refresh: boolean;
  readonly requestId: string;
}

/**
 * Returns the slip of a visit: the same one each time, until it is an hour old, paid, or a refresh is
 * requested. It asks for the missing amount. A paid payment gets its receipt instead of another slip.
 */
export type GetSlip = (granted: Granted, request: GetSlipRequest) => Promise<SlipResponse | Rejection>;

/**
 * The result of a look-up, which concurrent requests share. If it has both, a refresh was rejected and the
 * slip is still valid: the request for the refresh gets the rejection, and all others get the slip.
 */
interface Outcome {
  readonly response?: SlipResponse;
  readonly rejection?: Rejection;
}

export interface GetSlipSettings extends SlipSettings {
  /** How many new slips a visit may get in an hour. */
  readonly refreshes: number;
}

/** Creates the look-up. */
export function createGetSlip(settings: GetSlipSettings, services: SlipServices): GetSlip {
  const flow = new SlipFlow(settings, services);
  const singleFlight = new SingleFlight<Outcome>();
  return async (granted, request) => {
    const { choice, refresh } = request;
    const key = JSON.stringify([stripGrant(granted.grant), choice]);
    const { response, rejection } = await singleFlight.run(key, () => flow.run(granted, request), {
      fresh: refresh,
    });
    return (refresh ? (rejection ?? response) : (response ?? rejection))!;
  };
}

class SlipFlow {
  readonly #settings: GetSlipSettings;
  readonly #services: SlipServices;
  readonly #maker: SlipMaker;
  readonly #mutex = new KeyedMutex();

  constructor(settings: GetSlipSettings, services: SlipServices) {
    this.#settings = settings;
    this.#services = services;
    this.#maker = new SlipMaker(settings, services);
  }

  async run(granted: Granted, request: GetSlipRequest): Promise<Outcome> {
    const { grant } = granted;
    // The missing part of a fixed amount is not known yet, so an amount that differs from the grant's may be
    // right.
    const first = resolveChoice(grant, request.choice);
    if (isRejection(first) && first.rejected !== 'invalid-amount') return { rejection: first };
    const wanted = isRejection(first) || 'methods' in first ? undefined : slipChoiceOf(grant, first);
    return this.#decide(granted, request, wanted, await this.#lookUp(granted, wanted, 'issued'));
  }

  /** Decides on the response. `wanted`: the slip whose response `found` contains. */
  async #decide(
    granted: Granted,
    request: GetSlipRequest,
    wanted: SlipChoice | undefined,
    found: GrantState,
  ): Promise<Outcome> {
    const { grant } = granted;
    const paid = shownPayment(found.payments, wanted?.fiat);
    if (paid && isPaid(paid)) return { response: { receipt: receiptOf(grant, found, paid) } };
    if (found.isClosed) return { rejection: { rejected: 'closed' } };
    const query = resolveChoice(grant, request.choice, found.payments);
    if (isRejection(query)) return { rejection: query };
    if ('methods' in query) return { response: { methods: methodList(granted, query.methods, found) } };
    const choice = slipChoiceOf(grant, query);
    if (wanted !== undefined && wanted.amount === choice.amount)
      return this.#standOrMake({ granted, query, choice, found }, request);
    // The slip for the missing amount differs from the slip for the whole amount. Another deposit may be read
    // in the meantime.
    return this.#decide(granted, request, choice, await this.#lookUp(granted, choice, 'never'));
  }

  #lookUp(granted: Granted, choice: SlipChoice | undefined, read: 'issued' | 'never'): Promise<GrantState> {
    return this.#services.lookUp(granted, { ...(choice && { choice }), wallet: FROM_START, read });
  }

  async #standOrMake(asked: RequestedSlip, request: GetSlipRequest): Promise<Outcome> {
    const { granted, found, choice } = asked;
    const { refresh, requestId } = request;
    const standing = reusableSlip(found, choice);
    const show = (slip: SlipToShow): Outcome => ({ response: { slip: shownSlip(asked, slip) } });
    if (standing && !refresh) {
      // If there are several slips, the last one shown is reopened.
      if (found.slips[0]?.id !== standing.row.id) await this.#services.records.showSlip(standing.row.id);
      return show(standing);
    }
    const make = (): Promise<MakeResult> => this.#maker.make(asked, standing?.row.id, requestId);
    // Runs in turn, so that concurrent refreshes are counted.
    const made = standing
      ? await this.#mutex.run(asked.choice.grantId, async () => (await this.#limitRefreshes(asked)) ?? make())
      : await make();
    if (made === 'outdated') return this.run(granted, { ...request, refresh: false });
    if (!isRejection(made)) return show(made);
    return { rejection: made, ...(standing && show(standing)) };
  }

  async #limitRefreshes({ choice, found: { now } }: RequestedSlip): Promise<Rejection | undefined> {
    const { merchantId, grantId } = choice;
    const since = now - HOUR;
    const { count, first } = await this.#services.records.countRefreshes(merchantId, grantId, since);
    if (count < this.#settings.refreshes) return undefined;
    const retryAfter = Math.min(Math.max(Math.ceil((first - since) / 1000), 1), HOUR / 1000);
    return { rejected: 'refresh-limited', retryAfter };
  }
}
