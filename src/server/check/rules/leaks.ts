/** What responses must not reveal: secrets of the merchant and of the payer. */
import { isJsonObject } from '../../../core/reader/members.js';
import { foldKey, fieldsByKey, METHODS } from '../../../core/methods.js';
import { quote } from '../../quote.js';
import type { Exchange } from '../exchange.js';
import { checkEach, received, type CheckContext, type Finding, type Rule } from '../rule.js';

const KNOWN_KEYS = fieldsByKey(METHODS);

/**
 * Names of members that only the merchant may see. Includes `alias`, except for the deposit field of that
 * name.
 */
const INTERNAL =
  /^(?:x-bh-token|(?:access|api|auth|refresh|bearer)?[-_]?token|(?:api|client)?[-_]?secret|api[-_]?key|password|authorization|merchant[-_]?id|settings[-_]?id|deposit[-_]?alias|alias)$/i;

/** Headers whose values look like tokens but are not secrets of the merchant. */
const OPAQUE_HEADERS =
  /^(?:set-cookie|etag|link|report-to|reporting-endpoints|nel|content-security-policy.*|traceparent|tracestate|server-timing|strict-transport-security|permissions-policy|alt-svc|via|x-.*-?id|x-amz-.*|x-cache.*|cf-.*|fly-.*|date)$/i;

const TOKEN = /[0-9a-f]{32,}|[A-Za-z0-9+/_-]{40,}={0,2}/gi;

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

export const LEAKS: readonly Rule[] = [
  {
    name: 'secrets',
    requirement: 'No response contains a token, a merchantId, an alias or the session.',
    fix: 'Build the response from the fields that a payer needs. Do not pass on the whole response of the API.',
    check: checkSecrets,
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
