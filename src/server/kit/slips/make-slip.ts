import { DAY } from '../../../core/time.js';
import { stripGrant } from '../grant.js';
import { emit } from '../hooks.js';
import { askedIn, FROM_START, type Granted, type LookUpGrant } from '../payments/lookup.js';
import { isRejection, type Rejection } from '../rejection.js';
import { matchesChoice, type SlipRow } from '../store/rows.js';
import type { GrantState, Records, SlipChoice } from '../store/store.js';
import type { Upstream } from '../upstream.js';
import type { SlipQuery } from './choice.js';
import { issueSlip, type Issued, type IssueSettings } from './issue.js';

/** A slip that a page requests, with the stored state of its grant. */
export interface RequestedSlip {
  readonly granted: Granted;
  readonly query: SlipQuery;
  readonly choice: SlipChoice;
  readonly found: GrantState;
}

/** A slip to be shown. */
export interface SlipToShow {
  readonly data: unknown;
  readonly row: SlipRow;
  /** False if the element will show a problem instead. Such a response is never stored. */
  readonly isSlip: boolean;
}

/** The result of making a slip. */
export type MakeResult = SlipToShow | Rejection | 'outdated';

/** `watchDays` in days, `keep` and `timeout` in milliseconds. */
export interface SlipSettings extends IssueSettings {
  readonly timeout: number;
  readonly watchDays: number;
  readonly keep: number;
}

/** The services that create slips. */
export interface SlipServices {
  readonly records: Records;
  readonly upstream: Upstream;
  readonly lookUp: LookUpGrant;
}

/** Milliseconds between two checks for a slip that another copy is making. */
const LOOK_INTERVAL = 50;
/**
 * Extra seconds to wait, beyond the API's timeout, for a slip that another copy is making. After that, the
 * other copy is presumed dead.
 */
const MARGIN = 2;

/** The slip to show again; undefined if there is none, or its code is paid. */
export function reusableSlip({ slips }: GrantState, choice: SlipChoice): SlipToShow | undefined {
  const row = slips.find(
    (slip) =>
      slip.state === 'current' && !slip.isPaid && slip.answer !== undefined && matchesChoice(slip, choice),
  );
  return row && { row, data: row.answer, isSlip: true };
}

/** Makes slips, and makes each slip in only one copy of the kit. */
export class SlipMaker {
  readonly #settings: SlipSettings;
  readonly #services: SlipServices;

  constructor(settings: SlipSettings, services: SlipServices) {
    this.#settings = settings;
    this.#services = services;
  }

  /**
   * Makes a slip to replace `replaces`, or waits for the slip that another copy of the kit is making.
   * `outdated`: the payment has since changed its amount.
   */
  async make(asked: RequestedSlip, replaces: string | undefined, requestId: string): Promise<MakeResult> {
    const { records, lookUp } = this.#services;
    const seconds = Math.ceil(this.#settings.timeout / 1000) + MARGIN;
    const end = performance.now() + 2 * seconds * 1000;
    while (performance.now() < end) {
      const row = newSlip(asked.choice, replaces !== undefined);
      if (await records.beginSlip(row, replaces, seconds)) return this.#issue(asked, row, requestId);
      await new Promise((resolve) => setTimeout(resolve, LOOK_INTERVAL));
      const { choice, granted } = asked;
      const other = reusableSlip(
        await lookUp(granted, { choice, wallet: FROM_START, read: 'never' }),
        choice,
      );
      if (other && other.row.id !== replaces) return other;
    }
    return { rejected: 'upstream-timeout' };
  }

  async #issue(asked: RequestedSlip, row: SlipRow, requestId: string): Promise<MakeResult> {
    const { records, upstream } = this.#services;
    const { granted, query } = asked;
    const context = { grant: granted.grant, query, requestId };
    const issued = await issueSlip(this.#settings, upstream, context);
    const isSlip = !isRejection(issued) && issued.isSlip;
    if (!isSlip) await records.abandonSlip(row.id);
    if (isRejection(issued)) return issued;
    const made = isSlip ? await this.#store(asked, row, issued) : { ...row, issuedAt: issued.issuedAt };
    this.#emitIssued(asked, issued, requestId);
    return made === 'outdated' ? made : { data: issued.data, row: made, isSlip };
  }

  /** Committed before the code is shown: otherwise a payer could pay a code that is not stored. */
  async #store(
    { granted, query }: RequestedSlip,
    row: SlipRow,
    { txId, issuedAt, data }: Issued,
  ): Promise<SlipRow | 'outdated'> {
    const { grant, grantedAt } = granted;
    const { watchDays, keep } = this.#settings;
    const own = grant.ownAccount === true;
    const slip: SlipRow = {
      ...row,
      ...(txId !== undefined && { txId }),
      state: 'current',
      issuedAt,
      watchedUntil: issuedAt + watchDays * DAY,
      answer: data,
    };
    const asked = askedIn(grant, query.fiat);
    // The history of an account of the payer's own is read in full; of any other account, only from the slip
    // on.
    const start = { merchantId: row.merchantId, own, from: own ? issuedAt - keep : issuedAt };
    const issued = { slip, grant: stripGrant(grant), grantedAt, asked, own };
    return (await this.#services.records.finishSlip(issued, start)) ? slip : 'outdated';
  }

  #emitIssued({ granted: { grant }, query }: RequestedSlip, { txId }: Issued, requestId: string): void {
    const { paymentId, fiat, amount } = query;
    const details = { ...(amount !== undefined && { amount }), ...(txId !== undefined && { txId }) };
    emit(this.#settings, 'issued', { requestId, grant, paymentId, fiat, ...details });
  }
}

function newSlip(choice: SlipChoice, isRefresh: boolean): SlipRow {
  const nothing = { issuedAt: 0, watchedUntil: 0, isPaid: false };
  return { ...choice, ...nothing, id: crypto.randomUUID(), state: 'making', isRefresh };
}
