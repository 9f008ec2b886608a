/** A text that leaves a box around it, by how many px. */
interface Outside {
  readonly text: string;
  readonly box: string;
  readonly by: number;
}

/** Less than a pixel is how engines round. */
const TOLERANCE = 1;

/** The texts of an element that leave its card sideways, or are cut off by any box around them. */
export function textsOutside(element: HTMLElement): Outside[] {
  const card = element.shadowRoot!.querySelector('.card')!;
  const walker = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
  const found: Outside[] = [];
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    if (text.data.trim() !== '' && !text.parentElement!.closest('.sr')) found.push(...outsideOf(text, card));
  }
  return found;
}

function outsideOf(text: Text, card: Element): Outside[] {
  const range = document.createRange();
  range.selectNodeContents(text);
  const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
  const found: Outside[] = [];
  for (let box = text.parentElement!; lines.length > 0; box = box.parentElement!) {
    const { left, right, top, bottom } = box.getBoundingClientRect();
    const { display, overflow } = getComputedStyle(box);
    const isCut = overflow !== 'visible';
    const over = lines.map((line) =>
      Math.max(
        left - line.left,
        line.right - right,
        isCut ? Math.max(top - line.top, line.bottom - bottom) : 0,
      ),
    );
    const by = Math.max(...over);
    // A line may be higher than its inline box.
    if (by > TOLERANCE && display !== 'inline' && display !== 'contents')
      found.push({ text: text.data.trim(), box: box.className || box.localName, by: Math.round(by) });
    if (box === card) break;
  }
  return found;
}
