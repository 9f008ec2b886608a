/** An element class of this package. `tag` is its default name. */
export interface ElementClass extends CustomElementConstructor {
  readonly tag: string;
}

/**
 * Registers an element. Leaves a tag that is already registered unchanged, because a second copy on the page
 * must never break the first; if another element has the tag, warns on the console. Registers nothing on a
 * server, which has no document: Lit's server renderer would write the styles of a registered element into
 * the page, and a strict Content Security Policy refuses them.
 */
export function defineElement(element: ElementClass, tag: string, registry: CustomElementRegistry): void {
  // A stand-in for the document, Lit's or the script-tag file's, is not a global variable or has no root.
  if (!globalThis.document?.documentElement) return;
  const existing = registry.get(tag) as Partial<ElementClass> | undefined;
  if (existing === undefined) {
    // A registry accepts a class under one name only, so every name gets its own class.
    registry.define(tag, class extends element {});
  } else if (existing.tag !== element.tag) {
    console.warn(
      `<${tag}> is taken by another element. See deposit-slip/docs/troubleshooting.md#the-name-of-the-element-is-taken`,
    );
  }
}
