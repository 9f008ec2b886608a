const LONGEST = 200;
const HIDDEN = '[hidden]';

/** Words of the API's world that begin with a capital, and are nobody's name. */
const PLAIN = new Set(
  (
    'A Access Account Amount An API Authentication Bad Balance BIC BRL CBU CLABE COP CUIT Currency CVU Denied Deposit ' +
    'Error EUR Exceeded Expired Failed Fiat Forbidden Found HTTP IBAN Insufficient Internal Invalid Limit Merchant ' +
    'Method Missing MXN Network No Not OK Parameter Payment PEN Permission Pix PIX PSE Rate Refused Request Required ' +
    'Server Service System The This Timeout Token Too Unauthorized Unknown Unsupported USD User Value Wrong'
  ).split(' '),
);

/**
 * Text of the API without what it may quote. Kept are plain words: in lower case (`amount`, `paymentId`), or of the list
 * above; everything else may be a name, a number, an address or an identifier, or what moves a terminal's cursor. So may a
 * word in lower case be: the given secrets, which are the request's own, are hidden whatever they look like. It is one
 * line.
 */
export function redact(text: string, secrets: readonly string[]): string {
  // Longest first: a short one may be part of a longer one.
  const known = secrets.filter((secret) => secret.length > 2).sort((a, b) => b.length - a.length);
  const masked = known.reduce((left, secret) => left.replaceAll(secret, HIDDEN), text);
  return (
    masked
      // Cut after the secrets are out, so that no half of one is left; and before the words are looked at.
      .slice(0, 4 * LONGEST)
      .split(/\s+/)
      .map((word) => (isPlain(word) ? word : HIDDEN))
      .join(' ')
      .trim()
      .slice(0, LONGEST)
  );
}

function isPlain(word: string): boolean {
  const [, letters] = /^["'(]?([A-Za-z]{0,20})["')]?[.,:;!?/-]?$/.exec(word) ?? [];
  return letters !== undefined && (/^(?:[a-z]+(?:[A-Z][a-z]+)*)?$/.test(letters) || PLAIN.has(letters));
}
