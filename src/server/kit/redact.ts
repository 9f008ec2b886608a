import { KINDS } from '../../core/kinds.js';
import { METHODS } from '../../core/methods.js';

const MAX_LENGTH = 200;
const HIDDEN = '[hidden]';

/** Words with capitals that occur in error messages and are not names. */
const SAFE_WORDS: ReadonlySet<string> = new Set([
  ...METHODS.flatMap(({ fiat, slug }) => [fiat, slug.toUpperCase()]),
  ...Object.keys(KINDS).map((kind) => kind.toUpperCase()),
  ...(
    'A Access Account Amount An API Authentication Bad Balance Currency Denied Deposit Error Exceeded Expired Failed ' +
    'Fiat Forbidden Found HTTP Insufficient Internal Invalid Limit Merchant Method Missing Network No Not OK ' +
    'Parameter Payment Permission Pix Rate Refused Request Required Server Service System The This Timeout ' +
    'Token Too Unauthorized Unknown Unsupported User Value Wrong'
  ).split(' '),
]);

/**
 * Redacts text of the API for the merchant's hook. Keeps lower-case words (`amount`, `paymentId`) and those
 * of `SAFE_WORDS`; replaces everything else, which may be a name, a number, an address, an identifier or a
 * terminal escape. Also replaces `secrets`, which the request contained, even if they look like plain words.
 * Returns a single line.
 */
export function redact(text: string, secrets: readonly string[]): string {
  // Longest first, because a short secret may be part of a longer one.
  const ordered = secrets.filter((secret) => secret.length > 2).sort((a, b) => b.length - a.length);
  const masked = ordered.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text);
  return (
    masked
      // Truncated after the secrets are replaced, so that no part of one remains.
      .slice(0, 4 * MAX_LENGTH)
      .split(/\s+/)
      .map((word) => (isSafe(word) ? word : HIDDEN))
      .join(' ')
      .trim()
      .slice(0, MAX_LENGTH)
  );
}

function isSafe(word: string): boolean {
  const [, letters] = /^["'(]?([A-Za-z]{0,20})["')]?[.,:;!?/-]?$/.exec(word) ?? [];
  return letters !== undefined && (/^(?:[a-z]+(?:[A-Z][a-z]+)*)?$/.test(letters) || SAFE_WORDS.has(letters));
}
