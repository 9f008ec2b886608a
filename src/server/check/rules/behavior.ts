/** Rules on behavior across requests: stable slips, access and arrival. */
import { readArrival } from '../../../core/reader/endpoint-response.js';
import { recordsOf } from '../../../core/reader/envelope.js';
import { readFieldList } from '../../../core/reader/field-list.js';
import { isJsonObject, own } from '../../../core/reader/members.js';
import { isProblem } from '../../../core/problem.js';
import { dataOf, hasData, isReceipt, isSuccess, openedOf, type Exchange, type Purpose } from '../exchange.js';
import { hasCredential } from '../options.js';
import {
  exchangesFor,
  checkEach,
  fail,
  ok,
  receiptsOf,
  shownSlips,
  skipped,
  slipsOf,
  withoutResponse,
  warning,
  type CheckContext,
  type Finding,
  type Rule,
} from '../rule.js';

/** The response to a probe, and the slip for the same query without the probe's extra parameters. */
function probeAndSlip(
  context: CheckContext,
  purpose: Purpose,
): readonly [exchange: Exchange, slip: Exchange] | undefined {
  const [exchange] = exchangesFor(context, purpose);
  if (!exchange) return undefined;
  const slip = exchangesFor(context, 'slip', 'list').find(
    ({ probe }) => String(probe.query) === String(originalQuery(exchange)),
  );
  return slip && [exchange, slip];
}

function originalQuery({ probe }: Exchange): Exchange['probe']['query'] {
  const added = new Set(['merchantId', 'depositAlias', 'alias']);
  return probe.query.filter(([name]) => !added.has(name));
}

function checkSameSlip(context: CheckContext): Finding {
  const [again, slip] = probeAndSlip(context, 'again') ?? [];
  if (!again || !slip) return withoutResponse(context, ['again']);
  if (!openedOf(again)) return skipped('no slip in the response to the repeated request');
  if (isReceipt(again) && !isReceipt(slip)) return skipped('the deposit arrived in between');
  return dataOf(again) === dataOf(slip)
    ? ok('a repeated request gets the same slip')
    : fail(
        'a repeated request got a different slip: after a reload, a payer could pay a code nobody watches',
      );
}

function checkIdentity(context: CheckContext): Finding {
  const [exchange, slip] = probeAndSlip(context, 'identity') ?? [];
  if (!exchange || !slip) return withoutResponse(context, ['identity']);
  if (!isSuccess(exchange)) return ok('a merchantId or alias in the query is rejected');
  if (dataOf(exchange) === dataOf(slip)) return ok('a merchantId or alias in the query changes nothing');
  const lasting = lastingFields(context, slip);
  if (lasting.length === 0) return skipped('the values change with every request');
  const fields = fieldsOf(exchange);
  return lasting.every((field) => fields.includes(field)) && checkSameSlip(context).result === 'fail'
    ? ok('a merchantId or alias in the query changes only what every request changes')
    : fail(
        'a merchantId or alias in the query changed the response: a payer could choose the account that is paid',
      );
}

/**
 * The fields of a slip that stay the same when it is requested again, even if its code or its number changes.
 */
function lastingFields(context: CheckContext, slip: Exchange): readonly string[] {
  const [again = slip] = exchangesFor(context, 'again');
  const fields = fieldsOf(again);
  return fieldsOf(slip).filter((field) => fields.includes(field));
}

/** Each field of the slips in a response, with its value. */
function fieldsOf(exchange: Exchange): readonly string[] {
  const opened = openedOf(exchange);
  if (!opened) return [];
  return recordsOf(opened.data).flatMap((record) =>
    readFieldList(own(record, 'fieldList')).entries.map(({ key, raw }) => `${key}: ${raw}`),
  );
}

function statusIssue({ status }: Exchange): string | undefined {
  return status >= 400 && status < 500 ? undefined : `status ${status} instead of 4xx`;
}

function checkSession(context: CheckContext): Finding {
  if (!hasCredential(context.settings)) return checkStranger(context);
  const [exchange] = exchangesFor(context, 'no-session');
  if (!exchange) return withoutResponse(context, ['no-session']);
  if (hasData(exchange)) return fail(OPEN);
  return exchange.status === 401
    ? ok('status 401 without a session')
    : warning(
        `status ${exchange.status} without a session: the element requests a new session only after 401`,
      );
}

/**
 * The finding if no session was given: then every request was anonymous, unless another header identifies the
 * payer.
 */
function checkStranger(context: CheckContext): Finding {
  if (context.settings.headers.length > 0) return skipped('neither --session nor a cookie was given');
  if (slipsOf(context).length > 0) return fail(OPEN);
  return exchangesFor(context, 'list').some(({ status }) => status === 401)
    ? ok('status 401 without a session')
    : skipped('neither --session nor a cookie was given');
}

const OPEN = 'a slip was sent without a session: anybody who knows the URL gets one';

function checkArrivalToken(context: CheckContext): Finding {
  const slips = shownSlips(context);
  if (slips.length === 0) return skipped('no slip to poll for');
  const exchanges = slips.map(({ exchange }) => exchange);
  const finding = checkEach(exchanges, guessableToken, { success: 'the element can poll for the deposit' });
  if (finding.result !== 'ok') return finding;
  return checkEach(
    slips.filter(({ slip }) => slip.txId !== undefined).map(({ exchange }) => exchange),
    (exchange) =>
      openedOf(exchange)?.arrival === undefined ? 'a slip with a txId has no arrival token' : undefined,
    { success: finding.message, result: 'warning' },
  );
}

/** The number of base64url characters that encode 128 random bits. */
const MIN_TOKEN = 22;

/** Anyone who guesses an arrival token learns what another payer paid. */
function guessableToken(exchange: Exchange): string | undefined {
  const token = openedOf(exchange)?.arrival;
  if (token === undefined) return undefined;
  const isNumber = /^[0-9.-]+$/.test(token);
  return isNumber || token.length < MIN_TOKEN ? 'an arrival token is short enough to be guessed' : undefined;
}

function arrivalIssue(exchange: Exchange): string | undefined {
  const opened = openedOf(exchange);
  if (!opened) return 'the element cannot read the response';
  const arrival = readArrival(opened.data);
  if (!arrival) return 'the status is neither waiting nor arrived';
  if (isProblem(arrival)) return 'the sums of payment do not agree with its deposits or with the status';
  const deposits = own(opened.data, 'deposits');
  if (!Array.isArray(deposits)) return 'deposits is not a list';
  if (own(opened.data, 'status') === 'arrived' && !arrival.arrived)
    return 'the status is arrived, but there is no deposit';
  const hasUnreadable = deposits.some((deposit: unknown, index) => {
    const names = ['amount', 'fiat', 'createTime'] as const;
    return (
      !isJsonObject(deposit) ||
      names.some((name) => own(deposit, name) !== undefined && arrival.deposits[index]?.[name] === undefined)
    );
  });
  return hasUnreadable
    ? 'the element ignores the amount, fiat or createTime (13 digits) of a deposit'
    : undefined;
}

export const BEHAVIOR: readonly Rule[] = [
  {
    name: 'same-slip',
    requirement: 'A repeated request gets the same slip.',
    fix: 'Cache the slip for the session, by method and amount, for an hour or until refresh=1.',
    check: checkSameSlip,
  },
  {
    name: 'identity',
    requirement: 'A merchantId or alias in the query changes nothing.',
    fix: 'Take merchantId and alias from your own session or order, never from the query.',
    check: checkIdentity,
  },
  {
    name: 'unauthorized',
    requirement: 'A request without the session gets a 401.',
    fix: 'Check the session or cookie first, and send 401 with kind "unauthorized".',
    see: 'docs/troubleshooting.md#unauthorized',
    check: checkSession,
  },
  {
    name: 'arrival-token',
    requirement: 'A slip with a txId has an arrival token.',
    fix: 'Send an opaque `arrival` next to `data`, from which you can find the txId again.',
    see: 'docs/troubleshooting.md#the-slip-does-not-say-when-the-deposit-arrives',
    check: checkArrivalToken,
  },
  {
    name: 'arrival',
    requirement:
      'The element can read the response to an arrival request, and an arrival in place of a slip.',
    fix: 'Send {"status":"waiting","deposits":[]}, or "arrived" with txId and amount as strings and createTime in milliseconds.',
    check: (context) => {
      const exchanges = [...exchangesFor(context, 'arrival'), ...receiptsOf(context)];
      return exchanges.length === 0
        ? withoutResponse(context, ['arrival'])
        : checkEach(exchanges, arrivalIssue, { success: 'the element can read the response' });
    },
  },
  {
    name: 'bad-arrival',
    requirement: 'A made-up arrival token is rejected.',
    fix: 'Send 403 for tokens that you did not issue. Sign your tokens, or store them.',
    check: (context) => {
      const exchanges = exchangesFor(context, 'bad-arrival');
      const issueOf = (exchange: Exchange) => (openedOf(exchange) ? 'not rejected' : statusIssue(exchange));
      return exchanges.length === 0
        ? withoutResponse(context, ['bad-arrival'])
        : checkEach(exchanges, issueOf, { success: 'rejected' });
    },
  },
];
