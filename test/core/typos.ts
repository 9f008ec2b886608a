/** Yields every text that differs from `text` in one digit. */
export function* digitChanges(text: string): Generator<string> {
  for (let at = 0; at < text.length; at++) {
    if (!isDigit(text[at])) continue;
    for (const digit of '0123456789')
      if (digit !== text[at]) yield text.slice(0, at) + digit + text.slice(at + 1);
  }
}

/** Yields every text in which two different adjacent digits are swapped. */
export function* adjacentSwaps(text: string): Generator<string> {
  for (let at = 0; at + 1 < text.length; at++) {
    const [first, second] = [text[at]!, text[at + 1]!];
    if (!isDigit(first) || !isDigit(second) || first === second) continue;
    yield text.slice(0, at) + second + first + text.slice(at + 2);
  }
}

/** Yields every text with `char` inserted at one position. */
export function* insertions(text: string, char: string): Generator<string> {
  for (let at = 0; at <= text.length; at++) yield text.slice(0, at) + char + text.slice(at);
}

function isDigit(char: string | undefined): boolean {
  return char !== undefined && /[0-9]/.test(char);
}
