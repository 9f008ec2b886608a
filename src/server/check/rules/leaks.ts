/** What no answer may tell: the merchant's secrets, the inside of the server, and the words of the API. */
import { isJsonObject, own } from '../../../core/reader/answer.js';
import { foldKey, fieldsByKey, METHODS } from '../../../core/methods.js';
import { PROBLEM_KINDS } from '../../../core/problem.js';
import { bagOf, isJsonType, openedOf, type Answer } from '../answer.js';
import {
  errorsOf,
  judgeEach,
  quote,
  skipped,
  warning,
  ok,
  type Finding,
  type Rule,
  type Seen,
} from '../rule.js';

const KINDS: ReadonlySet<unknown> = new Set(PROBLEM_KINDS);
const KNOWN_KEYS = fieldsByKey(METHODS);

/** Names of what is the merchant's own business. `alias` is one too, but for the field of that name. */
const INTERNAL =
  /^(?:x-bh-token|(?:access|api|auth|refresh|bearer)?[-_]?token|(?:api|client)?[-_]?secret|api[-_]?key|password|authorization|merchant[-_]?id|settings[-_]?id|deposit[-_]?alias|alias)$/i;

/** Headers that hold long words by their nature, and none of the merchant's. */
const OPAQUE_HEADERS =
  /^(?:deposit-signature|set-cookie|etag|link|report-to|reporting-endpoints|nel|content-security-policy.*|traceparent|tracestate|server-timing|strict-transport-security|permissions-policy|alt-svc|via|x-.*-?id|x-amz-.*|x-cache.*|cf-.*|fly-.*|date)$/i;

const TOKEN = /[0-9a-f]{32,}|[A-Za-z0-9+/_-]{40,}={0,2}/gi;

const TRACES: readonly (readonly [RegExp, string])[] = [
  [/<b>(?:Warning|Notice|Deprecated|Fatal error|Parse error)<\/b>|\bon line (?:<b>)?[0-9]/, 'a PHP message'],
  [/Traceback \(most recent call last\)|File "[^"\n]{1,200}", line [0-9]/, 'a Python trace'],
  [/\bat [\w$.<>]{1,100} ?\([^()\n]{1,200}:[0-9]{1,6}(?::[0-9]{1,6})?\)|Stack trace:/, 'a stack trace'],
  [/\b(?:Uncaught|Unhandled) \w{0,60}(?:Exception|Error)\b|\b\w{2,60}Exception\b/, 'an exception'],
  [/(?:^|[\s"'(=>])\/(?:var|home|usr|srv|opt|app|etc|root|tmp)\/[\w.-]|\b[A-Z]:\\\w/, 'a path of the server'],
  [
    /SQLSTATE|\bORA-[0-9]{5}|\b(?:SELECT|DELETE)\b.{1,200}\bFROM\b|\bINSERT INTO\b|syntax error at or near/,
    'SQL',
  ],
];

/** What the API says when something is wrong, as far as one can tell it by its looks. */
const THEIRS: readonly (readonly [RegExp, string])[] = [
  [/https?:\/\//i, 'an address'],
  [/[0-9]{6,}/, 'a long number'],
  [
    /\b(?:cURL|urllib|requests|httpx|Guzzle|ECONN\w+|ETIMEDOUT|ENOTFOUND|getaddrinfo)\b/,
    'the words of an HTTP client',
  ],
  [/\bmerchantId\b|\bdepositAlias\b|addfunds|X-BH-TOKEN|\btrench\b/i, 'the words of the API'],
];

/** One text of an answer, under the key it stands at. */
interface Leaf {
  readonly key: string;
  readonly value: unknown;
  /** It stands in a list of fields, whose keys are the API's own. */
  readonly isField: boolean;
}

/** Every key and value of a JSON value. A stack of its own: what is nested too deep for one must not end the check. */
function* leavesOf(root: unknown): Generator<Leaf> {
  const open: Leaf[] = [{ key: '', value: root, isField: false }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { key, value, isField } = next;
    if (Array.isArray(value)) {
      for (const item of value as unknown[]) open.push({ key, value: item, isField });
      continue;
    }
    yield next;
    if (!isJsonObject(value)) continue;
    const isInField = isField || key === 'fieldList';
    for (const [name, item] of Object.entries(value))
      open.push({ key: name, value: item, isField: isInField });
  }
}

/** Some values may look like tokens: a slip's codes, keys and links, the arrival's opaque one, and a request's id. */
function isExpected({ key, isField }: Leaf): boolean {
  return key === 'arrival' || key === 'requestId' || (isField && KNOWN_KEYS.has(foldKey(key)));
}

function isTokenLike(text: string): boolean {
  if (/^https?:\/\//.test(text)) return false;
  return [...text.matchAll(TOKEN)].some(
    ([word]) => /[0-9]/.test(word) && (/^[0-9a-f]+$/i.test(word) ? /[a-f]/i.test(word) : /[a-z]/i.test(word)),
  );
}

function secretFlaw(answer: Answer, { settings: { session, tokenCanary } }: Seen): string | undefined {
  const { body, headers } = answer;
  const said = `${[...headers].flat().join('\n')}\n${body.text}`;
  if (tokenCanary !== undefined && said.includes(tokenCanary)) return 'the token canary';
  if (session !== undefined && said.includes(session)) return 'the session';
  const names = [...headers.keys()].filter((name) => INTERNAL.test(name) || /token|secret/i.test(name));
  if (names.length > 0) return `header ${quote(names[0]!)}`;
  for (const leaf of leavesOf(body.json?.value)) {
    if (isExpected(leaf)) continue;
    if (INTERNAL.test(leaf.key)) return `field ${quote(leaf.key)}`;
    if (typeof leaf.value === 'string' && isTokenLike(leaf.value))
      return `a token-like text in ${quote(leaf.key) || 'the body'}`;
  }
  return undefined;
}

function judgeSecrets(seen: Seen): Finding {
  const answers = seen.answers.filter(({ failure }) => !failure);
  const judged = judgeEach(answers, (answer) => secretFlaw(answer, seen), {
    good: 'No secret was seen.',
  });
  if (judged.result !== 'ok') return judged;
  const inHeaders = ({ headers }: Answer): string | undefined => {
    const odd = [...headers].find(([name, value]) => !OPAQUE_HEADERS.test(name) && isTokenLike(value));
    return odd && `a token-like text in header ${quote(odd[0])}`;
  };
  return judgeEach(answers, inHeaders, { good: judged.found, result: 'warning' });
}

/**
 * The first pattern that the text of an answer holds, headers among it but for those that hold paths of their own: of a
 * cookie, of a policy's reports. JSON hides slashes behind backslashes.
 */
function firstOf(patterns: typeof TRACES, { headers, body }: Answer): string | undefined {
  const told = [...headers].filter(([name]) => !OPAQUE_HEADERS.test(name)).map(([, value]) => value);
  const said = `${told.join('\n')}\n${body.text.replaceAll('\\/', '/')}`;
  return patterns.find(([pattern]) => pattern.test(said))?.[1];
}

function errorFlaw(answer: Answer): string | undefined {
  const bag = bagOf(answer);
  if (!bag || !isJsonType(answer.headers.get('content-type'))) return 'no JSON';
  const [code, msg, data, kind] = ['code', 'msg', 'data', 'kind'].map((name) => own(bag, name));
  if (typeof code !== 'number' && typeof code !== 'string') return 'no code';
  if (typeof msg !== 'string') return 'no msg';
  if (data !== null) return 'data that is not null';
  return kind === undefined || KINDS.has(kind) ? undefined : 'a kind the element does not know';
}

function judgeErrors(seen: Seen): Finding {
  const errors = errorsOf(seen);
  const judged = judgeEach(errors, errorFlaw, { good: 'Errors are {code, msg, data: null, kind}.' });
  if (judged.result !== 'ok') return judged;
  return judgeEach(errors, (answer) => (bagOf(answer)?.['kind'] === undefined ? 'no kind' : undefined), {
    good: judged.found,
    result: 'warning',
  });
}

function wordsFlaw(answer: Answer): string | undefined {
  for (const { key, value } of leavesOf(bagOf(answer))) {
    if (typeof value !== 'string' || key === 'requestId' || key === 'kind') continue;
    const found = THEIRS.find(([pattern]) => pattern.test(value));
    if (found) return `${found[1]} in ${quote(key)}`;
  }
  return undefined;
}

/** Names and versions of the software: they help nobody but an attacker. */
function bannerOf({ headers }: Answer): string | undefined {
  if (headers.has('x-powered-by')) return 'X-Powered-By';
  if ([...headers.keys()].some((name) => /^x-.*-version$/.test(name))) return 'a header with a version';
  return /\/[0-9]/.test(headers.get('server') ?? '') ? 'Server, with a version' : undefined;
}

export const LEAKS: readonly Rule[] = [
  {
    name: 'errors',
    asks: 'Is every error `{code, msg, data: null, kind}`, with a kind the element knows?',
    mend: 'Answer errors in JSON too, from one place: {"code":403,"msg":"…","data":null,"kind":"forbidden"}.',
    judge: judgeErrors,
  },
  {
    name: 'error-words',
    asks: 'Are errors in words of your own?',
    mend: 'Log what the API or a library says; tell the browser a sentence of yours.',
    judge: (seen) =>
      judgeEach(errorsOf(seen), wordsFlaw, { good: 'No words of the API or of a library were seen.' }),
  },
  {
    name: 'secrets',
    asks: 'Does no answer hold a token, a merchantId, an alias or the session?',
    mend: 'Build the answer from the fields a payer needs; do not pass the whole upstream answer on.',
    judge: judgeSecrets,
  },
  {
    name: 'traces',
    asks: 'Does no answer hold a stack trace, a path of the server, or SQL?',
    mend: 'Turn off the debug mode and the display of errors; log them instead.',
    judge: ({ answers }) =>
      judgeEach(
        answers.filter(({ failure }) => !failure),
        (answer) => firstOf(TRACES, answer),
        { good: 'Nothing of the inside was seen.' },
      ),
  },
  {
    name: 'banner',
    asks: 'Does no header name the software and its version?',
    mend: 'Turn off X-Powered-By and the version in Server.',
    judge: ({ answers }) =>
      judgeEach(
        answers.filter(({ failure }) => !failure),
        bannerOf,
        { good: 'No software is named.', result: 'warning' },
      ),
  },
  {
    name: 'test-mark',
    asks: 'Is no answer marked as test?',
    mend: 'Before payers see it, leave out `test` and the header Deposit-Slip-Test.',
    judge: ({ answers }) => {
      const came = answers.filter(({ failure }) => !failure);
      if (came.length === 0) return skipped('No answer to judge it by.');
      const isTest = came.some(
        (answer) => answer.headers.get('deposit-slip-test') === '1' || openedOf(answer)?.test === true,
      );
      return isTest ? warning('Payers are told not to pay.') : ok('Answers are meant.');
    },
  },
];

/** Values of slips that may not be printed in full. */
export function accountsOf(seen: Seen): readonly string[] {
  const found = seen.answers.flatMap(({ body }) => {
    const texts: string[] = [];
    for (const { value, isField } of leavesOf(body.json?.value))
      if (isField && typeof value === 'string' && /[0-9]/.test(value) && value.length >= 6) texts.push(value);
    return texts;
  });
  return [...new Set(found)].toSorted((a, b) => b.length - a.length);
}
