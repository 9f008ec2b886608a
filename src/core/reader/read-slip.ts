import { readEnvelope, type Envelope } from './endpoint-response.js';
import { recordsOf } from './envelope.js';
import { isPayable, notPayable } from './account-status.js';
import { isProblem, problem, type Problem } from '../problem.js';
import type { ReaderOptions, Slip, SlipRequest } from './slip.js';
import { SlipReader } from './slip-reader.js';

/**
 * Reads a response of the pending-fund query (spec: Pending-fund account information), or of the
 * virtual-account query if exactly one of its accounts is payable, into a slip. Returns a slip or a problem
 * for any JSON value, and never throws.
 *
 * The reader accepts every shape in the specification. It refuses anything that could send money to the wrong
 * place, and never guesses or repairs a value: docs/reading-policy.md.
 */
export function readSlip(answer: unknown, request: SlipRequest, options: ReaderOptions = {}): Slip | Problem {
  const envelope = readEnvelope(answer);
  return isProblem(envelope) ? envelope : slipIn(envelope, request, options);
}

/** The same for an envelope that is already open. */
export function slipIn(
  envelope: Envelope,
  request: SlipRequest,
  options: ReaderOptions = {},
): Slip | Problem {
  const records = recordsOf(envelope.data);
  const [payable, ...others] = records.filter(isPayable);
  if (!payable) return notPayable(records);
  if (others.length > 0) return problem('unreadable');
  return new SlipReader(envelope, payable, request, options).read();
}
