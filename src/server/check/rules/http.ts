/** Rules on HTTP: connection, status, content type and encoding. */
import { hasDuplicateKey } from '../../../core/reader/duplicate-keys.js';
import { problemOfStatus } from '../../../core/problem.js';
import { quote } from '../../quote.js';
import { isElementRequest, isJsonType, isSuccess, nameOf, objectOf, type Exchange } from '../exchange.js';
import { TIMEOUT, hasCredential, isPrivate, nameOfEndpoint } from '../options.js';
import {
  checkEach,
  errorsOf,
  fail,
  ok,
  received,
  skipped,
  statusOfList,
  warning,
  type CheckContext,
  type Finding,
  type Rule,
} from '../rule.js';

/** Milliseconds. */
const SLOW = 2_000;

/** The successful responses to the element's own requests. */
function readable({ exchanges }: CheckContext): readonly Exchange[] {
  return exchanges.filter((exchange) => isElementRequest(exchange) && isSuccess(exchange));
}

/** Error codes of a connection that was established and then broke off. */
const BROKEN_OFF = /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET|HPE_\w+)$/;

/** The finding if the first request could not connect, whatever the reason. */
function connectionIssue({ exchanges: [first], settings }: CheckContext): Finding | undefined {
  if (first?.failure !== 'broken' || BROKEN_OFF.test(first.cause ?? '')) return undefined;
  const reason = first.cause === undefined ? '' : ` (${first.cause})`;
  return {
    ...fail(`cannot connect to ${nameOfEndpoint(settings.endpoint)}${reason}`),
    fix: 'Check that the server is running and that the URL is right.',
  };
}

function checkAnswered(context: CheckContext): Finding {
  const { exchanges } = context;
  if (exchanges.length === 0) return skipped('no request was made');
  const issue = connectionIssue(context);
  if (issue) return issue;
  const failed = exchanges.filter(({ failure }) => failure !== undefined);
  if (failed.length > 0) {
    const parts = failed.map((exchange) => {
      const reason =
        exchange.failure === 'timeout' ? 'timeout' : (exchange.cause ?? 'the connection broke off');
      return `${nameOf(exchange)} (${reason})`;
    });
    return fail(`no response to ${parts.join(', ')}`);
  }
  const limited = exchanges.find(({ status }) => status === 429);
  if (limited) return warning(`rate-limited from the ${nameOf(limited)} on, so later results are unreliable`);
  return ok('every request got a response');
}

function checkLatency({ exchanges, settings }: CheckContext): Finding {
  const times = exchanges
    .filter(({ failure }) => failure !== 'broken')
    .map(({ ms }) => ms)
    .toSorted((a, b) => a - b);
  if (times.length === 0) return skipped('no request got a response');
  const median = Math.round(times[Math.floor(times.length / 2)]!);
  const message = `median ${median} ms`;
  if (median >= Math.min(TIMEOUT, settings.timeout)) return fail(message);
  return median > SLOW ? warning(message) : ok(message);
}

/** An endpoint may require a payment id and reject the request without one. */
function mayReject({ probe }: Exchange, { settings }: CheckContext): boolean {
  return probe.purpose === 'list' && settings.paymentIds.length > 0;
}

function checkStatus(context: CheckContext): Finding {
  const finding = checkStatuses(context);
  const isStranger = !hasCredential(context.settings) && statusOfList(context) === 401;
  if (finding.result !== 'fail' || !isStranger) return finding;
  return {
    ...finding,
    fix: "The check was given no credentials: pass --session, or --header 'Cookie: …', of a test payer.",
  };
}

function checkStatuses(context: CheckContext): Finding {
  const requests = received(context).filter(
    (exchange) => isElementRequest(exchange) && !isRedirect(exchange),
  );
  return checkEach(
    requests.filter((exchange) => !mayReject(exchange, context) || exchange.status >= 500),
    ({ status }) => {
      const problem = problemOfStatus(status);
      return problem && `status ${status}, which the element shows as "${problem}"`;
    },
    { success: "the element's own requests succeed" },
  );
}

function isRedirect({ status }: Exchange): boolean {
  return status >= 300 && status < 400;
}

function repeatedKeyIssue({ body }: Exchange): string | undefined {
  if (!body.json) return undefined;
  try {
    return hasDuplicateKey(body.text, body.json.value) ? 'an object has a duplicate key' : undefined;
  } catch {
    return 'nested too deep';
  }
}

export const HTTP: readonly Rule[] = [
  {
    name: 'https',
    requirement: 'The endpoint uses https, or runs on this machine.',
    fix: 'Serve it over https. The check makes no requests over plain http.',
    see: 'docs/troubleshooting.md#mixed-content',
    check: ({ settings: { endpoint } }) =>
      isPrivate(endpoint)
        ? ok(endpoint.protocol === 'https:' ? 'the URL uses https' : 'the URL is on loopback')
        : fail('plain http: accounts and sessions could be read and changed in transit'),
  },
  {
    name: 'answered',
    requirement: 'Every request gets a complete response in time.',
    fix: 'Make sure that no proxy breaks connections, and allow a few dozen requests per minute.',
    see: 'docs/troubleshooting.md#unavailable',
    check: checkAnswered,
  },
  {
    name: 'latency',
    requirement: 'The median response time is at most 2 seconds.',
    fix: 'Cache the slip for the session, and call the API with a timeout of at most 8 seconds.',
    see: 'docs/troubleshooting.md#timeout',
    check: checkLatency,
  },
  {
    name: 'redirect',
    requirement: 'No response is a redirect.',
    fix: 'Respond at the URL itself. Send 401 instead of a redirect to a login page.',
    see: 'docs/troubleshooting.md#unreadable',
    check: (context) =>
      checkEach(
        received(context),
        (exchange) => (isRedirect(exchange) ? `status ${exchange.status}` : undefined),
        {
          success: 'no response is a redirect',
        },
      ),
  },
  {
    name: 'status',
    requirement: "The element's own requests succeed.",
    fix: "Look at the endpoint's log. Check the session, the payment id and the amount that you passed here.",
    see: 'docs/troubleshooting.md#problems',
    check: checkStatus,
  },
  {
    name: 'content-type',
    requirement: 'Slips and errors in JSON have a JSON content type.',
    fix: 'Send Content-Type: application/json.',
    see: 'docs/troubleshooting.md#wrong-content-type',
    check: (context) =>
      checkEach(
        [...readable(context), ...errorsOf(context).filter(objectOf)],
        ({ headers }) => {
          const type = headers.get('content-type');
          if (isJsonType(type)) return undefined;
          return type === null ? 'Content-Type is missing' : `Content-Type is ${quote(type, 40)}`;
        },
        { success: 'JSON is sent as JSON' },
      ),
  },
  {
    name: 'size',
    requirement: 'No response is larger than 256 KiB.',
    fix: 'Send only the deposit data.',
    see: 'docs/troubleshooting.md#unreadable',
    check: (context) =>
      checkEach(
        received(context),
        ({ body }) => (body.isTooLarge ? 'the body is larger than 256 KiB' : undefined),
        {
          success: 'no response is larger than 256 KiB',
        },
      ),
  },
  {
    name: 'utf-8',
    requirement: 'Slips are valid UTF-8.',
    fix: 'Encode the whole response as UTF-8, and convert text that your database stores as Latin-1.',
    see: 'docs/troubleshooting.md#unreadable',
    check: (context) =>
      checkEach(readable(context), ({ body }) => (body.isUtf8 ? undefined : 'the body is not UTF-8'), {
        success: 'slips are valid UTF-8',
      }),
  },
  {
    name: 'json',
    requirement: 'Slips are valid JSON, with nothing before or after it.',
    fix: 'Write the whole body with a JSON encoder. Print no warnings around it, and no NaN.',
    see: 'docs/troubleshooting.md#html-instead-of-json',
    check: (context) =>
      checkEach(
        readable(context).filter(({ body }) => body.isUtf8 && !body.isTooLarge),
        ({ body }) => (body.json ? undefined : jsonIssue(body.text)),
        { success: 'slips are valid JSON' },
      ),
  },
  {
    name: 'json-keys',
    requirement: 'No JSON object has a duplicate key.',
    fix: 'Build the response as one object and write it with a JSON encoder.',
    check: ({ exchanges }) =>
      checkEach(
        exchanges.filter(({ body }) => body.json !== undefined),
        repeatedKeyIssue,
        { success: 'no object has a duplicate key' },
      ),
  },
];

function jsonIssue(text: string): string {
  const start = text.trimStart();
  if (start === '') return 'the body is empty';
  if (/^[{[]/.test(start)) return 'the JSON is malformed';
  return `the body begins with ${start.startsWith('<') ? 'HTML' : 'text'}`;
}
