/** The payment ids of the attribute: none, one or several; undefined where it holds something else. */
export function idsOf(attribute: string | undefined): number[] | undefined {
  const words = wordsOf(attribute);
  return words.every((word) => /^[1-9][0-9]{0,8}$/.test(word)) ? words.map(Number) : undefined;
}

/** The words of an attribute that holds several. */
export function wordsOf(attribute: string | undefined): string[] {
  return (attribute ?? '').split(/\s+/).filter(Boolean);
}

/** What an element that is not configured needs of its merchant, in words for the console. */
export function missingOf(canRender: boolean, paymentId: string | undefined): string {
  if (!canRender) return 'its Trusted Types policy allowed by the Content-Security-Policy';
  return idsOf(paymentId)
    ? 'an endpoint that is a URL, or an answer in the page'
    : 'a payment-id made of numbers';
}
