/** Rules on HTTP: connection, status and encoding. */
import { problemOfStatus } from '../../../core/problem.js';
import { quote } from '../../quote.js';
import { isElementRequest, isJsonType, isSuccess, exchangeName, type Exchange } from '../exchange.js';
import { hasCredential, isPrivate, nameOfEndpoint } from '../options.js';
import {
  checkEach,
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
      return `${exchangeName(exchange)} (${reason})`;
    });
    return fail(`no response to ${parts.join(', ')}`);
  }
  const limited = exchanges.find(({ status }) => status === 429);
  if (limited)
    return warning(`rate-limited from the ${exchangeName(limited)} on, so later results are unreliable`);
  return ok('every request got a response');
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
    name: 'json',
    requirement: 'Slips are JSON: its content type, UTF-8, at most 256 KiB, nothing before or after it.',
    fix: 'Write the whole body with a JSON encoder as UTF-8, print nothing around it, and send Content-Type: application/json.',
    see: 'docs/troubleshooting.md#html-instead-of-json',
    check: (context) => checkEach(readable(context), jsonIssue, { success: 'slips are valid JSON' }),
  },
];

/** Why the element cannot read the body of a success. */
function jsonIssue({ headers, body }: Exchange): string | undefined {
  const type = headers.get('content-type');
  if (body.isTooLarge) return 'the body is larger than 256 KiB';
  if (!body.isUtf8) return 'the body is not UTF-8';
  if (!body.json) return syntaxIssue(body.text);
  if (isJsonType(type)) return undefined;
  return type === null ? 'Content-Type is missing' : `Content-Type is ${quote(type, 40)}`;
}

function syntaxIssue(text: string): string {
  const start = text.trimStart();
  if (start === '') return 'the body is empty';
  if (/^[{[]/.test(start)) return 'the JSON is malformed';
  return `the body begins with ${start.startsWith('<') ? 'HTML' : 'text'}`;
}
