/** Rules on the content of responses: everything that the element's reader rejects or warns about. */
import { readEnvelope } from '../../../core/reader/endpoint-response.js';
import { recordsOf } from '../../../core/reader/envelope.js';
import { isJsonObject, own, type JsonObject } from '../../../core/reader/members.js';
import { readFieldList } from '../../../core/reader/field-list.js';
import { guardLink } from '../../../core/links.js';
import { METHODS, fieldsByKey, foldKey } from '../../../core/methods.js';
import { compareAmounts } from '../../../core/money.js';
import { isProblem, type ProblemKind } from '../../../core/problem.js';
import type { Row } from '../../../core/reader/row.js';
import type { Slip } from '../../../core/reader/slip.js';
import { quote } from '../../quote.js';
import { isElementRequest, isReceipt, responseJson, openedOf, type Exchange } from '../exchange.js';
import {
  exchangesFor,
  checkEach,
  checkSlips,
  joinItems,
  NO_SLIP,
  ok,
  readerOptions,
  receiptsOf,
  skipped,
  slipsOf,
  warning,
  type CheckContext,
  type Finding,
  type Rule,
} from '../rule.js';

/** Why the element shows a problem instead of a slip. */
const REASONS: Partial<Record<ProblemKind, string>> = {
  incomplete: 'a required value is missing',
  mismatch: 'the currency differs from the requested one, or two codes differ',
  'not-payable': 'there is no account to pay into',
  unreadable: 'there is no slip, more than one, or a value that is too long',
  unsafe: 'an identifier has a hidden or look-alike character',
};

function envelopeIssue(exchange: Exchange): string | undefined {
  const opened = readEnvelope(responseJson(exchange));
  if (!isProblem(opened)) return undefined;
  if (opened.kind === 'refused')
    return `code ${quote(opened.code ?? 'of an unknown type')}, which the element shows as "refused"`;
  const json = responseJson(exchange);
  const isPaymentWrong = isJsonObject(json) && isJsonObject(own(json, 'data'));
  return `${isPaymentWrong ? 'the sums of payment contradict each other' : 'data is missing'}, which the element shows as "unreadable"`;
}

function checkEnvelope({ exchanges }: CheckContext): Finding {
  const readable = exchanges.filter((each) => isElementRequest(each) && responseJson(each) !== undefined);
  const finding = checkEach(readable, envelopeIssue, { success: 'responses are {code, msg, data}' });
  if (finding.result !== 'ok') return finding;
  const isIncomplete = (exchange: Exchange): boolean => {
    const json = responseJson(exchange) as JsonObject;
    return own(json, 'code') === undefined || typeof own(json, 'msg') !== 'string';
  };
  return checkEach(readable, (exchange) => (isIncomplete(exchange) ? 'code or msg is missing' : undefined), {
    success: finding.message,
    result: 'warning',
  });
}

function checkSlip(context: CheckContext): Finding {
  const readings = new Map(slipsOf(context).map(({ exchange, reading }) => [exchange, reading]));
  if (readings.size === 0) {
    if (receiptsOf(context).length > 0) return skipped('the deposit has arrived already');
    return exchangesFor(context, 'slip').length > 0 || !context.exchanges.some(openedOf)
      ? skipped('no slip was received')
      : warning('no slip was requested: pass a method with --payment-id, and an amount with --amount');
  }
  return checkEach(
    [...readings.keys()],
    (exchange) => {
      const reading = readings.get(exchange)!;
      if (!isProblem(reading)) return undefined;
      const reason = REASONS[reading.kind];
      return `the element shows "${reading.kind}"${reason === undefined ? '' : `: ${reason}`}`;
    },
    { success: `the element shows every slip${shareOf(context)}` },
  );
}

/** The number of slips received, if fewer than requested. Another rule reports statuses other than 200. */
function shareOf(context: CheckContext): string {
  const isFirst = ({ probe: { purpose } }: Exchange): boolean => purpose === 'list' || purpose === 'slip';
  const sent = slipsOf(context).filter(({ exchange }) => isFirst(exchange));
  const isListSlip = sent.some(({ exchange }) => exchange.probe.purpose === 'list');
  const requested = exchangesFor(context, 'slip').length + (isListSlip ? 1 : 0);
  const isPaid = receiptsOf(context).length > 0;
  return sent.length === requested || isPaid ? '' : ` that it gets: ${sent.length} of ${requested}`;
}

/** Checks that the members next to `data` have the form that the element expects. */
function memberIssue(exchange: Exchange): string | undefined {
  const json = responseJson(exchange) as JsonObject;
  const opened = openedOf(exchange)!;
  for (const name of ['paymentId', 'fiat', 'amount', 'arrival'] as const) {
    const value = own(json, name);
    if (value !== undefined && opened[name] === undefined)
      return `${name} is ${typeof value === 'string' ? 'malformed' : `a ${typeof value}`}`;
  }
  const previous = own(json, 'previous');
  const hasTime = isJsonObject(previous) && own(previous, 'createTime') !== undefined;
  const isIgnored = !opened.previous || (hasTime && opened.previous.createTime === undefined);
  return previous !== undefined && isIgnored
    ? 'the element ignores the amount, fiat or createTime (13 digits) of previous'
    : undefined;
}

/**
 * Checks that the members repeat the request. An order may have been paid by another method than requested.
 */
function echoIssue(exchange: Exchange): string | undefined {
  const issue = memberIssue(exchange);
  if (issue !== undefined || isReceipt(exchange)) return issue;
  const opened = openedOf(exchange)!;
  const { request = {}, purpose } = exchange.probe;
  if (purpose === 'list' && opened.paymentId === undefined)
    return 'a slip that was not requested by id has no paymentId next to it';
  if (differs(opened.paymentId, request.paymentId)) return 'paymentId is not the requested one';
  if (differs(opened.fiat, request.fiat)) return 'fiat is not the requested one';
  const hasOtherAmount =
    opened.amount !== undefined &&
    request.amount !== undefined &&
    compareAmounts(opened.amount, request.amount) !== 0;
  return hasOtherAmount ? 'amount is not the requested one' : undefined;
}

function differs(value: unknown, requested: unknown): boolean {
  return value !== undefined && requested !== undefined && value !== requested;
}

function checkEcho(context: CheckContext): Finding {
  const exchanges = slipsOf(context).map(({ exchange }) => exchange);
  const receipts = receiptsOf(context);
  if (exchanges.length + receipts.length === 0) return NO_SLIP;
  const finding = checkEach([...exchanges, ...receipts], echoIssue, {
    success: 'every response repeats its request',
  });
  if (finding.result !== 'ok') return finding;
  const lacksAmount = (exchange: Exchange): boolean =>
    exchange.probe.request?.amount !== undefined && openedOf(exchange)?.amount === undefined;
  return checkEach(
    exchanges,
    (exchange) => (lacksAmount(exchange) ? 'the amount is not repeated' : undefined),
    {
      success: finding.message,
      result: 'warning',
    },
  );
}

const KNOWN_FIELDS = fieldsByKey(METHODS);

/** An issue with the unique keys it occurs in; undefined without keys. */
function keysIssue(issue: string, keys: readonly string[]): string | undefined {
  return keys.length === 0 ? undefined : `${issue}: ${joinItems([...new Set(keys)])}`;
}

function rowKeys(slip: Slip, matches: (row: Row) => boolean): readonly string[] {
  return slip.rows.filter(matches).map(({ key }) => quote(key));
}

/** The keys with warnings for these reasons. */
function warnedKeys(
  { warnings }: Slip,
  ...reasons: readonly Slip['warnings'][number]['reason'][]
): readonly string[] {
  return warnings.filter(({ reason }) => reasons.includes(reason)).map(({ key }) => quote(key));
}

/** The keys of numbers that lost digits, or else those whose check digits are wrong. */
function checkDigitsIssue(slip: Slip): string | undefined {
  return (
    keysIssue('the identifier is a number', warnedKeys(slip, 'lossy')) ??
    keysIssue('the check digits are wrong', warnedKeys(slip, 'check'))
  );
}

function codeIssue({ notices }: Slip): string | undefined {
  const kinds = notices.map(({ kind }) => kind);
  if (kinds.includes('qr')) return 'a code is truncated or has a wrong checksum';
  if (kinds.includes('amount')) return 'the amount of a code differs from the requested one';
  return kinds.includes('key') ? 'the key of a code differs from the field next to it' : undefined;
}

function checkCode(context: CheckContext): Finding {
  const finding = checkSlips(context, codeIssue, { success: 'every code is valid' });
  if (finding.result !== 'ok') return finding;
  const isImage = ({ reason, kind }: Slip['warnings'][number]): boolean =>
    reason === 'qr' && kind === 'qr-link';
  return checkSlips(
    context,
    ({ warnings, picture }) => {
      if (warnings.some(isImage)) return 'the code is an image, which the element does not show';
      return picture ? 'the code is an image, which the element cannot check' : undefined;
    },
    { success: finding.message, result: 'warning' },
  );
}

/**
 * Links that the element rejects. If a required link is rejected there is no slip, so the fields are checked
 * directly.
 */
function checkLinks(context: CheckContext): Finding {
  const readings = new Map(slipsOf(context).map(({ exchange, reading }) => [exchange, reading]));
  if (readings.size === 0) return NO_SLIP;
  const finding = checkEach(
    [...readings.keys()],
    (exchange) => {
      const reading = readings.get(exchange)!;
      if (isProblem(reading)) return keysIssue('the link is rejected', rejectedLinks(exchange, context));
      return keysIssue('the link is rejected', warnedKeys(reading, 'link')) ?? unknownLinks(reading);
    },
    { success: 'there are no links' },
  );
  const hosts = [...readings.values()].flatMap((reading) =>
    isProblem(reading) ? [] : reading.links.map(({ host }) => quote(host, 60)),
  );
  return finding.result === 'ok' && hosts.length > 0
    ? ok(`links lead to ${joinItems([...new Set(hosts)])}`)
    : finding;
}

/** The element shows a link under an unknown key as text, so a payer cannot follow it. */
function unknownLinks(slip: Slip): string | undefined {
  const keys = rowKeys(slip, ({ role, copy }) => role === undefined && /^https?:\/\//i.test(copy));
  return keysIssue('a link is under a key that the element does not know', keys);
}

function rejectedLinks(exchange: Exchange, context: CheckContext): readonly string[] {
  const { links } = readerOptions(context);
  const entries = recordsOf(openedOf(exchange)!.data).flatMap(
    (record) => readFieldList(own(record, 'fieldList')).entries,
  );
  return entries
    .filter(({ key, raw }) => KNOWN_FIELDS.get(foldKey(key))?.kind === 'link' && !guardLink(raw, links))
    .map(({ key }) => quote(key));
}

export const READING: readonly Rule[] = [
  {
    name: 'envelope',
    requirement: 'Every successful response is `{code: 200, msg, data}`.',
    fix: 'Wrap the data as {"code":200,"msg":"SUCCESS","data":{…}}, and send errors with an error status.',
    see: 'docs/troubleshooting.md#unreadable',
    check: checkEnvelope,
  },
  {
    name: 'slip',
    requirement: 'The element shows every slip that it gets.',
    fix: 'Pass on the deposit data of the API: fiat and fieldList, with empty objects as {}.',
    see: 'docs/troubleshooting.md#problems',
    check: checkSlip,
  },
  {
    name: 'echo',
    requirement: 'The members next to `data` repeat the request, including the amount.',
    fix: 'Send paymentId as a number, and fiat and amount as the requested strings.',
    check: checkEcho,
  },
  {
    name: 'check-digits',
    requirement: 'Account numbers are strings, and their check digits are correct.',
    fix: 'Pass values on unchanged, as strings with every zero and letter.',
    see: 'docs/checks.md#what-check-digits-detect',
    check: (context) => checkSlips(context, checkDigitsIssue, { success: 'all check digits are correct' }),
  },
  {
    name: 'code',
    requirement: 'QR and Pix codes are valid, and agree with the other fields.',
    fix: 'Pass on the whole code as text, from the same response as the amount and the key.',
    see: 'docs/troubleshooting.md#mismatch',
    check: checkCode,
  },
  {
    name: 'links',
    requirement: 'Links use https and lead to allowed hosts.',
    fix: 'Send https URLs, and list their hosts in allowed-hosts (--allowed-hosts).',
    see: 'docs/troubleshooting.md#incomplete',
    check: checkLinks,
  },
];
