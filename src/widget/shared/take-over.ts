import { hydrate } from '@lit-labs/ssr-client';
import { render, type LitElement, type RenderOptions, type TemplateResult } from 'lit';

/**
 * Takes over the server-rendered content: the same nodes stay on the page, so that nothing moves and the
 * selection and focus stay. Updates the texts and attributes that only the browser knows, such as a time of
 * day. If the server rendered elements other than `own`, or used another version, removes them, so that they
 * are rendered again in the same frame, and warns on the console.
 */
export function takeOver(
  { renderRoot, localName }: LitElement,
  own: TemplateResult,
  options: RenderOptions,
): void {
  const root = renderRoot as ShadowRoot;
  // The element has already adopted the same rules.
  for (const child of [...root.children]) if (child.className !== 'frame') child.remove();
  try {
    const wanted = document.createElement('div');
    render(own, wanted, options);
    adapt(root, wanted);
    hydrate(own, root, options);
  } catch (error) {
    console.warn(
      `<${localName}> discards the server-rendered content and renders it again. See deposit-slip/docs/server-rendering.md#rendered-anew`,
      error,
    );
    root.replaceChildren();
  }
}

/** Makes one tree equal to another. Throws if their elements differ. */
function adapt(tree: ParentNode, wanted: ParentNode): void {
  const elements = [...tree.querySelectorAll('*')];
  const counterparts = [...wanted.querySelectorAll('*')];
  if (elements.length !== counterparts.length)
    throw new Error(`The server rendered ${elements.length} elements, not ${counterparts.length}`);
  elements.forEach((element, at) => adaptElement(element, counterparts[at]!));
  const texts = textsOf(tree);
  const wantedTexts = textsOf(wanted);
  if (texts.length !== wantedTexts.length)
    throw new Error(`The server rendered ${texts.length} texts, not ${wantedTexts.length}`);
  texts.forEach((text, at) => {
    if (text.data !== wantedTexts[at]!.data) text.data = wantedTexts[at]!.data;
  });
}

function adaptElement(element: Element, wanted: Element): void {
  // The server only reserved the space of a picture.
  if (wanted.matches('canvas, img')) return element.replaceWith(wanted);
  if (element.localName !== wanted.localName)
    throw new Error(`The server rendered <${element.localName}>, not <${wanted.localName}>`);
  for (const name of new Set([...element.getAttributeNames(), ...wanted.getAttributeNames()])) {
    const value = wanted.getAttribute(name);
    if (value === null) element.removeAttribute(name);
    else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
}

/** The texts that are not empty: Lit parts may hold empty ones. */
function textsOf(tree: Node): Text[] {
  const walker = document.createTreeWalker(tree, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) if ((walker.currentNode as Text).data) texts.push(walker.currentNode as Text);
  return texts;
}
