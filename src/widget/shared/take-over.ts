import { hydrate } from '@lit-labs/ssr-client';
import { render, type LitElement, type RenderOptions, type TemplateResult } from 'lit';

/**
 * Takes over what a server rendered: the same nodes stay on the page, so that nothing moves, and the
 * selection and the focus stay. Texts and attributes that only the browser knows, such as a time of day, are
 * changed in them. If the server rendered other elements than `own`, or with another version, they are
 * removed, to be rendered anew in the same frame; a warning in the console says so.
 */
export function takeOver(
  { renderRoot, localName }: LitElement,
  own: TemplateResult,
  options: RenderOptions,
): void {
  const root = renderRoot as ShadowRoot;
  // The element has adopted the same rules.
  for (const child of [...root.children]) if (child.className !== 'frame') child.remove();
  try {
    const wanted = document.createElement('div');
    render(own, wanted, options);
    adapt(root, wanted);
    hydrate(own, root, options);
  } catch (error) {
    console.warn(
      `<${localName}> renders anew what the server rendered. See deposit-slip/docs/server-rendering.md#rendered-anew`,
      error,
    );
    root.replaceChildren();
  }
}

/** Makes one tree equal to another. Throws if they hold other elements. */
function adapt(tree: ParentNode, wanted: ParentNode): void {
  const elements = [...tree.querySelectorAll('*')];
  const counterparts = [...wanted.querySelectorAll('*')];
  if (elements.length !== counterparts.length)
    throw new Error(`${elements.length} elements, not ${counterparts.length}`);
  elements.forEach((element, at) => adaptElement(element, counterparts[at]!));
  const texts = textsOf(tree);
  const wantedTexts = textsOf(wanted);
  if (texts.length !== wantedTexts.length)
    throw new Error(`${texts.length} texts, not ${wantedTexts.length}`);
  texts.forEach((text, at) => {
    if (text.data !== wantedTexts[at]!.data) text.data = wantedTexts[at]!.data;
  });
}

function adaptElement(element: Element, wanted: Element): void {
  // The server has only kept the place of a picture.
  if (wanted.matches('canvas, img')) return element.replaceWith(wanted);
  if (element.localName !== wanted.localName)
    throw new Error(`<${element.localName}>, not <${wanted.localName}>`);
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
