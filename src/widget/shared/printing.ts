import { css } from './styles/css.js';

/** Marks the element to print, and everything it stands in. */
const MARK = 'data-deposit-print';

/**
 * Hides all but the marked elements. Their ancestors keep no layout of their own: a fixed, clipped or scrolled box would cut
 * the print off after one page, and the page's columns would narrow it.
 */
const SHEET = css`
  @page {
    margin: 15mm;
  }
  @media print {
    [data-deposit-print] > :not([data-deposit-print]),
    :host([data-deposit-print]) > :not([data-deposit-print]),
    body:not([data-deposit-print]) {
      display: none !important;
    }
    [data-deposit-print='around'] {
      all: unset !important;
      display: block !important;
    }
    [data-deposit-print='alone'] {
      display: block !important;
      position: static !important;
      margin: 0 !important;
      transform: none !important;
    }
  }
`;

/** Prints one element of the page alone. The page is as it was once the print dialog is closed (`afterprint`). */
export function printAlone(element: Element): void {
  const restore = isolate(element);
  addEventListener('afterprint', restore, { once: true });
  print();
}

/** Marks the element and adopts the sheet in every root it is in. Returns a function that undoes both. */
function isolate(element: Element): () => void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(SHEET);
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

/** The parent as it is laid out: a slot, or the host of a shadow root. */
function parentOf(node: Element): Element | null {
  if (node.assignedSlot) return node.assignedSlot;
  const parent = node.parentNode;
  if (parent instanceof ShadowRoot) return parent.host;
  return parent instanceof Element ? parent : null;
}
