/** How a copy ended. `copied` only where it is proven; `selected`: the value is selected for the payer to copy. */
export type CopyOutcome = 'copied' | 'selected' | 'blocked';

/** A clipboard that has not answered by then is treated as one that will not. Milliseconds. */
const PATIENCE = 1_000;

/**
 * Puts `text` on the clipboard, as honestly as the browser allows: the asynchronous clipboard first; then
 * `execCommand`, proven by reading back what our own listener set (its return value was seen true with another text on
 * the clipboard); last, `shown` is selected. `root` is where a field may stand for a moment; the fallbacks are for the
 * last press alone (`isLast`), so that none overwrites what a later one copied.
 */
export async function copyText(
  text: string,
  shown: Node | null,
  root: Node,
  isLast: () => boolean,
): Promise<CopyOutcome> {
  if (await writeText(text)) return 'copied';
  if (!isLast() || !root.isConnected) return 'blocked';
  const isSelected = shown !== null && select(shown);
  if (isSelected ? execCopy(text) : execCopyUnseen(text, root)) {
    if (isSelected) getSelection()?.removeAllRanges();
    return 'copied';
  }
  return isSelected ? 'selected' : 'blocked';
}

async function writeText(text: string): Promise<boolean> {
  if (!globalThis.isSecureContext || !navigator.clipboard) return false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), PATIENCE);
  });
  const written = navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([written, late]);
  } finally {
    clearTimeout(timer);
  }
}

function execCopy(text: string): boolean {
  let isProven = false;
  const onCopy = (event: ClipboardEvent): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
    event.clipboardData?.setData('text/plain', text);
    isProven = event.clipboardData?.getData('text/plain') === text;
  };
  addEventListener('copy', onCopy, { capture: true });
  try {
    return document.execCommand('copy') && isProven;
  } catch {
    return false;
  } finally {
    removeEventListener('copy', onCopy, { capture: true });
  }
}

/** WebKit copies nothing where nothing is selected: a field nobody sees stands in for what is not shown. */
function execCopyUnseen(text: string, root: Node): boolean {
  const focused = (root as ShadowRoot).activeElement ?? document.activeElement;
  const field = document.createElement('textarea');
  field.className = 'sr';
  field.value = text;
  root.appendChild(field);
  field.select();
  try {
    return execCopy(text);
  } finally {
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
