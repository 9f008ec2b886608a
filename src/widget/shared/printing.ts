import { parentOf } from './parent-of.js';
import { css } from './styles/css.js';

/** Marks the element to print and all its ancestors. */
const MARK = 'data-deposit-print';

/**
 * Shows only the marked element on paper. Removes the styles and the layout of its ancestors, which could
 * clip, narrow or move it; their text takes no space. In a layer, `!important` overrides the page's rules,
 * whatever their specificity. The root's font size is kept because `rem` depends on it.
 */
const SHEET = css`
  @page {
    margin: 15mm !important;
  }
  @layer {
    @media print {
      [data-deposit-print] > :not([data-deposit-print]),
      :host([data-deposit-print]) > :not([data-deposit-print]),
      [data-deposit-print]::before,
      [data-deposit-print]::after,
      [data-deposit-print]::backdrop {
        display: none !important;
      }
      [data-deposit-print] {
        all: unset !important;
        display: block !important;
        inline-size: 100% !important;
      }
      fieldset[data-deposit-print] {
        display: contents !important;
      }
      [data-deposit-print='around']:not(:root) {
        visibility: hidden !important;
        font-size: 0 !important;
        line-height: 0 !important;
      }
      [data-deposit-print='alone'] {
        visibility: visible !important;
        font: 1rem var(--_print-font) !important;
      }
    }
  }
`;

/** Ends the last print. */
let end = (): void => undefined;

/**
 * Prints a single element of the page. The page is restored after printing (`afterprint`), or at once if
 * nothing proves that the browser prints (`beforeprint`): a sandboxed frame ignores `print()`, and a page may
 * replace it. A browser that prints later, such as one that waits for the page to load, finds the element
 * alone until the payer's next press: what the payer prints then is the page.
 */
export function printAlone(element: Element): void {
  end();
  let restore = isolate(element);
  let isPrinting = false;
  const listeners = new AbortController();
  const listen = (type: string, listener: () => void): void =>
    addEventListener(type, listener, { capture: true, signal: listeners.signal });
  end = () => {
    listeners.abort();
    restore();
  };
  listen('beforeprint', () => {
    isPrinting = true;
    restore();
    restore = isolate(element);
  });
  for (const type of ['afterprint', 'pointerdown', 'keydown']) listen(type, () => end());
  try {
    print();
  } finally {
    setTimeout(() => {
      if (!isPrinting) restore();
    });
  }
}

/** Marks the element and adopts the sheet in every root it is in. Returns a function that undoes both. */
function isolate(element: Element): () => void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(SHEET.replace('var(--_print-font)', getComputedStyle(element).fontFamily));
  const marked: Element[] = [];
  const roots = new Set<Document | ShadowRoot>();
  for (let node: Element | null = element; node; node = parentOf(node)) {
    node.setAttribute(MARK, node === element ? 'alone' : 'around');
    marked.push(node);
    const root = node.getRootNode() as Document | ShadowRoot;
    if ('adoptedStyleSheets' in root) roots.add(root);
  }
  for (const root of roots) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  return () => {
    for (const node of marked) node.removeAttribute(MARK);
    for (const root of roots)
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter((adopted) => adopted !== sheet);
  };
}
