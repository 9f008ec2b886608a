/**
 * Rules on what responses must not reveal: secrets of the merchant, server internals, and text of the API.
 */
import { isJsonObject, own } from '../../../core/reader/members.js';
import { foldKey, fieldsByKey, METHODS } from '../../../core/methods.js';
import { PROBLEM_KINDS } from '../../../core/problem.js';
import { quote } from '../../quote.js';
import { objectOf, openedOf, type Exchange } from '../exchange.js';
import {
  checkEach,
  errorsOf,
  NO_RESPONSE,
  ok,
  received,
  warning,
  type CheckContext,
  type Finding,
  type Rule,
} from '../rule.js';

const KINDS: ReadonlySet<unknown> = new Set(PROBLEM_KINDS);
const KNOWN_KEYS = fieldsByKey(METHODS);

/**
 * Names of members that only the merchant may see. Includes `alias`, except for the deposit field of that
 * name.
 */
const INTERNAL =
  /^(?:x-bh-token|(?:access|api|auth|refresh|bearer)?[-_]?token|(?:api|client)?[-_]?secret|api[-_]?key|password|authorization|merchant[-_]?id|settings[-_]?id|deposit[-_]?alias|alias)$/i;

/** Headers whose values look like tokens but are not secrets of the merchant. */
const OPAQUE_HEADERS =
  /^(?:deposit-signature|set-cookie|etag|link|report-to|reporting-endpoints|nel|content-security-policy.*|traceparent|tracestate|server-timing|strict-transport-security|permissions-policy|alt-svc|via|x-.*-?id|x-amz-.*|x-cache.*|cf-.*|fly-.*|date)$/i;

const TOKEN = /[0-9a-f]{32,}|[A-Za-z0-9+/_-]{40,}={0,2}/gi;

/** Server internals, with their descriptions for the report. */
const INTERNALS: readonly (readonly [RegExp, string])[] = [
  [/<b>(?:Warning|Notice|Deprecated|Fatal error|Parse error)<\/b>|\bon line (?:<b>)?[0-9]/, 'a PHP message'],
  [/Traceback \(most recent call last\)|File "[^"\n]{1,200}", line [0-9]/, 'a Python traceback'],
  [/\bat [\w$.<>]{1,100} ?\([^()\n]{1,200}:[0-9]{1,6}(?::[0-9]{1,6})?\)|Stack trace:/, 'a stack trace'],
  [/\b(?:Uncaught|Unhandled) \w{0,60}(?:Exception|Error)\b|\b\w{2,60}Exception\b/, 'an exception'],
  [/(?:^|[\s"'(=>])\/(?:var|home|usr|srv|opt|app|etc|root|tmp)\/[\w.-]|\b[A-Z]:\\\w/, 'a server path'],
  [
    /SQLSTATE|\bORA-[0-9]{5}|\b(?:SELECT|DELETE)\b.{1,200}\bFROM\b|\bINSERT INTO\b|syntax error at or near/,
    'SQL',
  ],
];

/** Signs that an error message comes from the API or a library. */
const FOREIGN_TEXT: readonly (readonly [RegExp, string])[] = [
  [/https?:\/\//i, 'a URL'],
  [/[0-9]{6,}/, 'a long number'],
  [
    /\b(?:cURL|urllib|requests|httpx|Guzzle|ECONN\w+|ETIMEDOUT|ENOTFOUND|getaddrinfo)\b/,
    'text of an HTTP client',
  ],
  [/\bmerchantId\b|\bdepositAlias\b|addfunds|X-BH-TOKEN|\btrench\b/i, 'text of the API'],
];

/** A value in a response, and the key it belongs to. */
interface Leaf {
  readonly key: string;
  readonly value: unknown;
  /** Whether the value is in a `fieldList`, whose keys are the API's. */
  readonly isField: boolean;
}

/** Every key and value of a JSON value. Iterative, because the nesting may be too deep for recursion. */
function* leavesOf(root: unknown): Generator<Leaf> {
  const stack: Leaf[] = [{ key: '', value: root, isField: false }];
  for (let leaf = stack.pop(); leaf !== undefined; leaf = stack.pop()) {
    const { key, value, isField } = leaf;
    if (Array.isArray(value)) {
      for (const item of value as unknown[]) stack.push({ key, value: item, isField });
      continue;
    }
    yield leaf;
    if (!isJsonObject(value)) continue;
    const isInField = isField || key === 'fieldList';
    for (const [name, item] of Object.entries(value))
      stack.push({ key: name, value: item, isField: isInField });
  }
}

/** Members that may look like a token: arrival tokens, request ids, and the ids and cursor of a history. */
const OPAQUE_MEMBERS: ReadonlySet<string> = new Set(['arrival', 'requestId', 'id', 'next']);

/** Whether the value may look like a token, as arrival tokens and the codes, keys and links of a slip do. */
function isExpected({ key, isField }: Leaf): boolean {
  return OPAQUE_MEMBERS.has(key) || (isField && KNOWN_KEYS.has(foldKey(key)));
}

function isTokenLike(text: string): boolean {
  if (/^https?:\/\//.test(text)) return false;
  return [...text.matchAll(TOKEN)].some(
    ([word]) => /[0-9]/.test(word) && (/^[0-9a-f]+$/i.test(word) ? /[a-f]/i.test(word) : /[a-z]/i.test(word)),
  );
}

function secretIssue(
  exchange: Exchange,
  { settings: { session, tokenCanary } }: CheckContext,
): string | undefined {
  const { body, headers } = exchange;
  const text = `${[...headers].flat().join('\n')}\n${body.text}`;
  if (tokenCanary !== undefined && text.includes(tokenCanary)) return 'contains the token canary';
  if (session !== undefined && text.includes(session)) return 'contains the session';
  const names = [...headers.keys()].filter((name) => INTERNAL.test(name) || /token|secret/i.test(name));
  if (names.length > 0) return `contains the header ${quote(names[0]!)}`;
  for (const leaf of leavesOf(body.json?.value)) {
    if (isExpected(leaf)) continue;
    if (INTERNAL.test(leaf.key)) return `contains the member ${quote(leaf.key)}`;
    if (typeof leaf.value === 'string' && isTokenLike(leaf.value))
      return `contains text that looks like a token in ${quote(leaf.key) || 'the body'}`;
  }
  return undefined;
}

function checkSecrets(context: CheckContext): Finding {
  const exchanges = received(context);
  const finding = checkEach(exchanges, (exchange) => secretIssue(exchange, context), {
    success: 'no secrets were found',
  });
  if (finding.result !== 'ok') return finding;
  const headerIssue = ({ headers }: Exchange): string | undefined => {
    const header = [...headers].find(([name, value]) => !OPAQUE_HEADERS.test(name) && isTokenLike(value));
    return header && `contains text that looks like a token in the header ${quote(header[0])}`;
  };
  return checkEach(exchanges, headerIssue, { success: finding.message, result: 'warning' });
}

/**
 * The server internals that a response reveals. Skips headers that may contain paths, such as those of
 * cookies.
 */
function internalsIssue({ headers, body }: Exchange): string | undefined {
  const values = [...headers].filter(([name]) => !OPAQUE_HEADERS.test(name)).map(([, value]) => value);
  // JSON may escape slashes.
  const text = `${values.join('\n')}\n${body.text.replaceAll('\\/', '/')}`;
  return INTERNALS.find(([pattern]) => pattern.test(text))?.[1];
}

function errorIssue(exchange: Exchange): string | undefined {
  const object = objectOf(exchange);
  if (!object) return 'not a JSON object';
  const [code, msg, data, kind] = ['code', 'msg', 'data', 'kind'].map((name) => own(object, name));
  if (typeof code !== 'number' && typeof code !== 'string') return 'no code';
  if (typeof msg !== 'string') return 'no msg';
  if (data !== null) return 'data is not null';
  return kind === undefined || KINDS.has(kind) ? undefined : 'a kind that the element does not know';
}

function checkErrors(context: CheckContext): Finding {
  const errors = errorsOf(context);
  const finding = checkEach(errors, errorIssue, { success: 'errors are {code, msg, data: null, kind}' });
  if (finding.result !== 'ok') return finding;
  return checkEach(
    errors,
    (exchange) => (objectOf(exchange)?.['kind'] === undefined ? 'no kind' : undefined),
    {
      success: finding.message,
      result: 'warning',
    },
  );
}

function errorTextIssue(exchange: Exchange): string | undefined {
  for (const { key, value } of leavesOf(objectOf(exchange))) {
    if (typeof value !== 'string' || key === 'requestId' || key === 'kind') continue;
    const match = FOREIGN_TEXT.find(([pattern]) => pattern.test(value));
    if (match) return `${match[1]} in ${quote(key)}`;
  }
  return undefined;
}

/** Names and versions of server software only help attackers. */
function bannerIssue({ headers }: Exchange): string | undefined {
  if (headers.has('x-powered-by')) return 'X-Powered-By is sent';
  if ([...headers.keys()].some((name) => /^x-.*-version$/.test(name))) return 'a header has a version';
  return /\/[0-9]/.test(headers.get('server') ?? '') ? 'Server has a version' : undefined;
}

function checkTestMark(context: CheckContext): Finding {
  const exchanges = received(context);
  if (exchanges.length === 0) return NO_RESPONSE;
  const isTest = exchanges.some(
    (exchange) => exchange.headers.get('deposit-slip-test') === '1' || openedOf(exchange)?.test === true,
  );
  return isTest
    ? warning('responses are marked as a test, so payers are told not to pay')
    : ok('no response is marked as a test');
}

export const LEAKS: readonly Rule[] = [
  {
    name: 'errors',
    requirement: 'Errors are `{code, msg, data: null, kind}`, with a kind that the element knows.',
    fix: 'Send errors as JSON too, from one place: {"code":403,"msg":"…","data":null,"kind":"forbidden"}.',
    check: checkErrors,
  },
  {
    name: 'error-words',
    requirement: 'Error messages are your own text.',
    fix: 'Log what the API or a library says, and send the browser a sentence of your own.',
    check: (context) =>
      checkEach(errorsOf(context), errorTextIssue, { success: 'no text of the API or a library was found' }),
  },
  {
    name: 'secrets',
    requirement: 'No response contains a token, a merchantId, an alias or the session.',
    fix: 'Build the response from the fields that a payer needs. Do not pass on the whole response of the API.',
    check: checkSecrets,
  },
  {
    name: 'traces',
    requirement: 'No response contains a stack trace, a server path or SQL.',
    fix: 'Turn off debug mode and the display of errors, and log them instead.',
    check: (context) =>
      checkEach(received(context), internalsIssue, { success: 'no server internals were found' }),
  },
  {
    name: 'banner',
    requirement: 'No header names the server software and its version.',
    fix: 'Turn off X-Powered-By and the version in Server.',
    check: (context) =>
      checkEach(received(context), bannerIssue, { success: 'no software is named', result: 'warning' }),
  },
  {
    name: 'test-mark',
    requirement: 'No response is marked as a test.',
    fix: 'Remove `test` and the header Deposit-Slip-Test before you go live.',
    check: checkTestMark,
  },
];

/** Account numbers in slips, which the report never prints in full. Longest first. */
export function accountsOf({ exchanges }: CheckContext): readonly string[] {
  const accounts = new Set<string>();
  for (const { body } of exchanges)
    for (const { value, isField } of leavesOf(body.json?.value))
      if (isField && typeof value === 'string' && /[0-9]/.test(value) && value.length >= 6)
        accounts.add(value);
  return [...accounts].toSorted((a, b) => b.length - a.length);
}
