import { z } from 'zod';
import type { PartialFlow } from '../../contract/flow-reader.js';
import { currencyParameter, idParameter, timeParameter } from '../../contract/query.js';
import { omitUndefined } from '../../core/omit-undefined.js';
import { DAY, HOUR, SECOND } from '../../core/time.js';
import { readInput, type Caller } from './caller.js';
import { CURSOR_PATTERN } from './flow-cursor.js';
import { DEFAULT_OVERLAP, FOLLOW, pollFlows, type FollowedFlow, type FollowSettings } from './flow-poller.js';
import type { OnUnreadable } from './flow-records.js';
import { onUnreadableOption } from './flows.js';
import { refuseNumbers, type Id } from './input.js';
import type { CallOptions } from './options.js';
import { textsOf } from './transport.js';

/** The deposits to follow, the start, and the polling interval. The call options apply to every poll. */
export interface FollowInput extends CallOptions {
  readonly merchantId: Id;
  /** ISO 4217. */
  readonly fiat?: string | undefined;
  /**
   * Follows deposits created from this time on, in milliseconds. Default: the API's current time, in whole
   * seconds.
   */
  readonly since?: number | undefined;
  /** The `cursor` of the last flow you processed, to resume after it. Overrides `since`. */
  readonly after?: string | undefined;
  /** Milliseconds between two polls, with 20 % jitter; 1,000 to 3,600,000. Default 5,000. */
  readonly interval?: number | undefined;
  /** How much later than a newer flow a flow may appear, in milliseconds; at most a day. Default 300,000. */
  readonly overlap?: number | undefined;
  /**
   * Called once for each unreadable flow that may be a deposit to follow, after the flows of its poll.
   * Following then continues without it: handle that deposit manually. Default: writes the error to
   * `console.error`.
   */
  readonly onUnreadable?: OnUnreadable | undefined;
}

const DEFAULT_INTERVAL = 5 * SECOND;

const between = (least: number, most: number) => {
  const error = `between ${least} and ${most} milliseconds`;
  return z
    .string({ error })
    .regex(/^[0-9]{1,9}$/, { error, abort: true })
    .transform(Number)
    .refine((value) => value >= least && value <= most, { error });
};

const CURSOR_RULE = 'the cursor of a flow';

const INPUT = z.strictObject({
  merchantId: idParameter,
  fiat: currencyParameter.optional(),
  since: timeParameter.optional(),
  after: z.string({ error: CURSOR_RULE }).regex(CURSOR_PATTERN, { error: CURSOR_RULE }).optional(),
  interval: between(SECOND, HOUR).default(DEFAULT_INTERVAL),
  overlap: between(0, DAY).default(DEFAULT_OVERLAP),
  onUnreadable: onUnreadableOption.default(() => logUnreadable),
});

/**
 * Validates the input, polls operation 7 and yields each new deposit once, oldest first, until the signal
 * aborts. Polls that fail for a temporary reason are repeated with growing pauses; after ten failures in a
 * row the last error is thrown. The fees of a deposit (category FEE) are left out.
 */
export async function* followFlows(
  call: Caller,
  input: FollowInput,
): AsyncGenerator<FollowedFlow, void, undefined> {
  yield* pollFlows(call, readSettings(input));
}

function readSettings(input: FollowInput): FollowSettings {
  const { signal, timeout, retries, after, ...rest } = input ?? {};
  const parameters = { ...textsOf(rest), ...omitUndefined({ after }) };
  const settings = readInput({ operation: FOLLOW }, INPUT, parameters);
  refuseNumbers({ operation: FOLLOW }, rest, settings);
  return { ...settings, merchantId: `${settings.merchantId}`, options: { signal, timeout, retries } };
}

function logUnreadable(_: PartialFlow, { message }: Error): void {
  console.error(`${message} The flow is skipped.`);
}
