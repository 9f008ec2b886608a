import { isFailure, type Failure, type FailureKind } from '../../client/errors.js';
import type { ReadingLease, Records } from '../store/store.js';
import type { Token, Tokens } from '../tokens.js';

/** Failures that concern the token, not a merchant. */
const OF_TOKEN: ReadonlySet<FailureKind> = new Set(['authentication', 'rate-limited']);

interface TurnServices {
  readonly tokens: Tokens;
  readonly records: Records;
  /** Milliseconds. */
  readonly leaseMs: number;
}

/** Schedules the requests of one reading: when each may begin, and with which token. */
export class RequestSchedule {
  readonly #services: TurnServices;
  readonly #claim: ReadingLease;
  #hasBegun = false;
  #isTokenFailing: boolean;
  /** The token of the last request. */
  #token: Token | undefined;

  constructor(claim: ReadingLease, services: TurnServices) {
    this.#claim = claim;
    this.#services = services;
    this.#isTokenFailing = claim.isTokenFailing;
  }

  /**
   * Resolves when the next request may begin, to its token or to the failure to get one; to `lost` if the
   * lease is lost, or if the token has no turn soon.
   */
  async next(): Promise<Token | Failure | 'lost'> {
    this.#token = undefined;
    const isFirst = !this.#hasBegun;
    this.#hasBegun = true;
    // The claim already reserved this turn.
    if (isFirst) await pause(this.#claim.delay);
    const token = await this.#services.tokens.of(this.#claim.merchant.merchantId);
    if (isFailure(token)) return token;
    const delay = await this.#take(token, isFirst);
    if (delay === undefined) return 'lost';
    await pause(delay);
    this.#token = token;
    return token;
  }

  /** Milliseconds to wait. */
  async #take(token: Token, isFirst: boolean): Promise<number | undefined> {
    const { records, tokens, leaseMs } = this.#services;
    const { merchant } = this.#claim;
    if (!isFirst) return records.takeTurn(merchant, await token.pace(), leaseMs);
    // The claim reserved the turn of the only token.
    if (tokens.isFixed) return 0;
    const turn = await records.firstTurn(merchant, await token.pace(), leaseMs);
    this.#isTokenFailing = turn?.isTokenFailing ?? false;
    return turn?.delay;
  }

  /** The API accepted the token. */
  async succeeded(): Promise<void> {
    if (this.#isTokenFailing && this.#token)
      await this.#services.records.clearToken((await this.#token.pace()).token);
  }

  /**
   * The last request failed. If the token is to blame, all its merchants pause for at least `least`
   * milliseconds.
   */
  async failed(kind: FailureKind, least: number): Promise<void> {
    if (OF_TOKEN.has(kind) && this.#token)
      await this.#services.records.failToken((await this.#token.pace()).token, least);
  }
}

async function pause(ms: number): Promise<void> {
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
}
