/** The payment ids of the attribute: none, one or several; undefined where it holds something else. */
export function idsOf(attribute: string | undefined): number[] | undefined {
  const words = wordsOf(attribute);
  return words.every((word) => /^[1-9][0-9]{0,8}$/.test(word)) ? words.map(Number) : undefined;
}

/** The words of an attribute that holds several. */
export function wordsOf(attribute: string | undefined): string[] {
  return (attribute ?? '').split(/\s+/).filter(Boolean);
}
