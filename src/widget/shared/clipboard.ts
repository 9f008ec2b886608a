/**
 * The outcome of a copy. `copied` only if proven; `selected`: the value is selected for the payer to copy.
 */
export type CopyOutcome = 'copied' | 'selected' | 'blocked';

/** Milliseconds to wait for the clipboard, so that the payer knows the outcome within a second. */
const CLIPBOARD_TIMEOUT = 700;

/**
 * Copies `text` to the clipboard and reports success only if it is proven. Tries the asynchronous clipboard,
 * then `execCommand('copy')` on a field in `root`, and finally selects `shown` for the payer to copy. Only
 * the last press on the page (`isLast`) uses the fallbacks, so that none overwrites what a later press
 * copied. `onWritten` is called when the text is on the clipboard, however late the asynchronous clipboard
 * confirms it.
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
  if (copyField(text, root as ShadowRoot)) {
    onWritten();
    return 'copied';
  }
  return shown && select(shown) ? 'selected' : 'blocked';
}

/** In an insecure context, `navigator.clipboard` can only be an object of the page, which proves nothing. */
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
        timer = setTimeout(() => resolve(false), CLIPBOARD_TIMEOUT);
      }),
    ]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Copies a hidden field with `execCommand`. Its return value is no proof: it was seen to be true with another
 * text on the clipboard. So our own capturing listener runs last, selects the field again and lets the
 * browser copy it (the page may have patched both `setData` and `getData`). If an earlier listener decided
 * what is copied, or ours was not called, nothing is proven.
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
    // The field gets the focus again only if it is rendered and enabled; browsers copy nothing from other
    // fields.
    field.blur();
    fill();
    isProven = root.activeElement === field && !event.defaultPrevented;
  };
  field.className = 'sr';
  // Keeps a phone's keyboard from opening.
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
