/** How a copy ended. `copied` only where it is proven; `selected`: the value is selected for the payer to copy. */
export type CopyOutcome = 'copied' | 'selected' | 'blocked';

/** A clipboard that has not answered by then is treated as one that will not: the payer knows within a second. Milliseconds. */
const PATIENCE = 700;

/**
 * Puts `text` on the clipboard, as honestly as the browser allows: the asynchronous clipboard first; then the command,
 * where it is proven that the browser itself copies our own field; last, `shown` is selected for the payer to copy. `root`
 * is where the field may stand for a moment; the fallbacks are for the last press alone (`isLast`), so that none
 * overwrites what a later one copied. `onWritten` hears of the asynchronous clipboard's answer however late it comes.
 */
export async function copyText(
  text: string,
  shown: Node | null,
  root: Node,
  isLast: () => boolean,
  onWritten: () => void,
): Promise<CopyOutcome> {
  if (await writeText(text, onWritten)) return 'copied';
  if (!isLast() || !root.isConnected) return 'blocked';
  if (copyField(text, root as ShadowRoot)) return 'copied';
  return shown && select(shown) ? 'selected' : 'blocked';
}

/** In an insecure context a clipboard is the page's own make, and its word no proof. */
async function writeText(text: string, onWritten: () => void): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await Promise.race([
      isSecureContext &&
        navigator.clipboard.writeText(text).then(() => {
          onWritten();
          return true;
        }),
      new Promise<false>((resolve) => {
        timer = setTimeout(() => resolve(false), PATIENCE);
      }),
    ]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Has the browser copy a field nobody sees. Its word alone is none: `execCommand` was seen true with another text on the
 * clipboard. Our listener is the last to hear of it, and what it leaves is what is copied: the field, selected, by the
 * browser's own hand (`setData` and `getData` can both be the page's). Where an earlier listener has decided what is
 * copied, or our own was not asked, nothing is proven.
 */
function copyField(text: string, root: ShadowRoot): boolean {
  const focused = root.activeElement ?? document.activeElement;
  const field = document.createElement('textarea');
  let isProven = false;
  const fill = (): void => {
    field.value = text;
    field.select();
  };
  const onCopy = (event: Event): void => {
    event.stopImmediatePropagation();
    // Takes the focus again only if it is there to be seen and used: of a field that is not, browsers copy nothing.
    field.blur();
    fill();
    isProven = root.activeElement === field && !event.defaultPrevented;
  };
  field.className = 'sr';
  // No keyboard comes up on a phone.
  field.readOnly = true;
  root.appendChild(field);
  fill();
  addEventListener('copy', onCopy, true);
  try {
    return document.execCommand('copy') && isProven;
  } catch {
    return false;
  } finally {
    removeEventListener('copy', onCopy, true);
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}

function select(shown: Node): boolean {
  const selection = getSelection();
  if (!selection) return false;
  selection.setBaseAndExtent(shown, 0, shown, shown.childNodes.length);
  return selection.rangeCount > 0;
}
