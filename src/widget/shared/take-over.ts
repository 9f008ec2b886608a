import { hydrate } from '@lit-labs/ssr-client';
import { render, type LitElement, type RenderOptions, type TemplateResult } from 'lit';
import { countMarkers, MARKERS } from './markers.js';

const GUIDE = 'deposit-slip/docs/server-rendering.md';

/** Values that server and browser render alike. If they differ, something changed the page on its way. */
const VALUES = '[part~="value"], [part~="total"], [part~="amount"]';

/**
 * Takes over the server-rendered content: the same nodes stay on the page, so that nothing moves and the
 * selection and focus stay. Updates the texts and attributes that only the browser knows, such as a time of
 * day, and warns on the console if a value differs. If the server rendered elements other than `own`, or used
 * another version, or if something removed Lit's comments, removes the content, so that it is rendered again
 * in the same frame, and warns.
 */
export function takeOver(
  { renderRoot, localName }: LitElement,
  own: TemplateResult,
  options: RenderOptions,
): void {
  const root = renderRoot as ShadowRoot;
  const expected = root.querySelector(`[${MARKERS}]`)?.getAttribute(MARKERS);
  // The element has already adopted the same rules.
  for (const child of [...root.children]) if (child.className !== 'frame') child.remove();
  try {
    // Without all of them, some values would never change, or another slip would appear beside this one.
    const markers = countMarkers(root);
    if (markers !== Number(expected))
      throw new Error(`The server rendered ${expected} of Lit’s comments, and ${markers} are left`);
    const wanted = document.createElement('div');
    render(own, wanted, options);
    if (adapt(root, wanted))
      console.warn(
        `<${localName}> corrects a value that was rewritten on its way. See ${GUIDE}#rewritten-on-the-way`,
      );
    hydrate(own, root, options);
  } catch (error) {
    console.warn(
      `<${localName}> discards the server-rendered content and renders it again. See ${GUIDE}#rendered-anew`,
      error,
    );
    root.replaceChildren();
  }
}

/** Makes one tree equal to another, and returns whether a value differed. Throws if their elements differ. */
function adapt(tree: ParentNode, wanted: ParentNode): boolean {
  const elements = [...tree.querySelectorAll('*')];
  const counterparts = [...wanted.querySelectorAll('*')];
  if (elements.length !== counterparts.length)
    throw new Error(`The server rendered ${elements.length} elements, not ${counterparts.length}`);
  let isRewritten = false;
  elements.forEach((element, at) => {
    if (adaptElement(element, counterparts[at]!)) isRewritten = true;
  });
  const texts = textNodes(tree);
  const wantedTexts = textNodes(wanted);
  if (texts.length !== wantedTexts.length)
    throw new Error(`The server rendered ${texts.length} texts, not ${wantedTexts.length}`);
  texts.forEach((text, at) => {
    if (text.data === wantedTexts[at]!.data) return;
    text.data = wantedTexts[at]!.data;
    if (text.parentElement!.closest(VALUES)) isRewritten = true;
  });
  return isRewritten;
}

/** Returns whether the address of a link differed. */
function adaptElement(element: Element, wanted: Element): boolean {
  // The server only reserved the space of a picture.
  if (wanted.matches('canvas, img')) {
    element.replaceWith(wanted);
    return false;
  }
  if (element.localName !== wanted.localName)
    throw new Error(`The server rendered <${element.localName}>, not <${wanted.localName}>`);
  let isRewritten = false;
  for (const name of new Set([...element.getAttributeNames(), ...wanted.getAttributeNames()])) {
    const value = wanted.getAttribute(name);
    if (element.getAttribute(name) === value) continue;
    if (value === null) element.removeAttribute(name);
    else element.setAttribute(name, value);
    if (name === 'href') isRewritten = true;
  }
  return isRewritten;
}

/** The texts that are not empty: Lit parts may hold empty ones. */
function textNodes(tree: Node): Text[] {
  const walker = document.createTreeWalker(tree, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) if ((walker.currentNode as Text).data) texts.push(walker.currentNode as Text);
  return texts;
}
