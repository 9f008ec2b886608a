/** Every text that differs from `text` in one digit. */
export function* digitChanges(text: string): Generator<string> {
  for (let at = 0; at < text.length; at++) {
    if (!isDigit(text[at])) continue;
    for (const digit of '0123456789')
      if (digit !== text[at]) yield text.slice(0, at) + digit + text.slice(at + 1);
  }
}

/** Every text in which two different neighbouring digits changed places, and how far apart they are. */
export function* neighbourSwaps(text: string): Generator<{ text: string; by: number }> {
  for (let at = 0; at + 1 < text.length; at++) {
    const [one, other] = [text[at]!, text[at + 1]!];
    if (!isDigit(one) || !isDigit(other) || one === other) continue;
    yield {
      text: text.slice(0, at) + other + one + text.slice(at + 2),
      by: Math.abs(Number(one) - Number(other)),
    };
  }
}

/** Every text in which `sign` stands at one more place. */
export function* insertions(text: string, sign: string): Generator<string> {
  for (let at = 0; at <= text.length; at++) yield text.slice(0, at) + sign + text.slice(at);
}

function isDigit(sign: string | undefined): boolean {
  return sign !== undefined && /[0-9]/.test(sign);
}
