import { parentOf } from './parent-of.js';
import { css } from './styles/css.js';

/** Marks the element to print, and everything it stands in. */
const MARK = 'data-deposit-print';

/**
 * Leaves the paper to the marked element. Its ancestors keep neither looks nor layout of their own, which
 * would clip, narrow or move it, and their text takes no space. In a layer, `!important` wins over the
 * page's, whatever its selectors weigh. The root's font size is kept: `rem` depends on it.
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

/**
 * Prints one element of the page alone. The page is as it was once the print dialog is closed (`afterprint`).
 */
export function printAlone(element: Element): void {
  const restore = isolate(element);
  addEventListener('afterprint', restore, { once: true });
  print();
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
    const root = node.getRootNode();
    if (root instanceof Document || root instanceof ShadowRoot) roots.add(root);
  }
  for (const root of roots) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  return () => {
    for (const node of marked) node.removeAttribute(MARK);
    for (const root of roots)
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter((adopted) => adopted !== sheet);
  };
}
