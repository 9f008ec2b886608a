/** The parameters that are signed, a line each, in this order. */
const SIGNED = ['paymentId', 'fiat', 'amount', 'refresh', 'arrival', 'nonce'] as const;

/**
 * What stands before the body where an answer is signed: what was asked, word for word, and by whom. The element says it
 * again from its own request, so that nothing in an answer is believed about what it is an answer to
 * (docs/adr/005-signed-answers.md). `session` is the bearer string sent; what is not there is an empty line.
 */
export function signedHead(
  asked: { get(name: (typeof SIGNED)[number]): string | null },
  session: string | undefined,
): string {
  return ['deposit-slip 1', ...SIGNED.map((name) => asked.get(name) ?? ''), session ?? '', ''].join('\n');
}
