/** The signed query parameters, in the order they are signed. */
const SIGNED_PARAMS = ['paymentId', 'fiat', 'amount', 'refresh', 'arrival', 'nonce', 'visit'] as const;
/**
 * The parameters of a history request, which follow. Only history requests have these lines, so an endpoint
 * without a history does not need them.
 */
const HISTORY_PARAMS = ['history', 'before'] as const;

type SignedParam = (typeof SIGNED_PARAMS)[number] | (typeof HISTORY_PARAMS)[number];

/**
 * Builds the signed text that precedes the response body: a version line, one line per query parameter, the
 * session, and a final line break. A missing value is an empty line. `session` is the bearer token of the
 * request.
 *
 * The element builds this text from its own request, so a response to a different request fails verification
 * (docs/adr/005-signed-answers.md).
 */
export function signaturePrefix(
  params: { get(name: SignedParam): string | null },
  session: string | undefined,
): string {
  const names = params.get('history') === null ? SIGNED_PARAMS : [...SIGNED_PARAMS, ...HISTORY_PARAMS];
  const values = names.map((name) => params.get(name) ?? '');
  return ['deposit-slip 2', ...values, session ?? '', ''].join('\n');
}
