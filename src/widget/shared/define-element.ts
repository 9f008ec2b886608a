/** An element class of this package. `tag` is its default name. */
export interface ElementClass extends CustomElementConstructor {
  readonly tag: string;
}

/**
 * Registers an element. A tag that is taken stays as it is, because a second copy on the page must never
 * break the first; if another element holds it, a console warning says so. A server, which has no document,
 * registers nothing: Lit's server renderer would write the styles of a registered element into the page, and
 * a strict Content Security Policy refuses them.
 */
export function defineElement(element: ElementClass, tag: string, registry: CustomElementRegistry): void {
  // A stand-in for the document, Lit's or that of the script-tag file, is no global variable or has no root.
  if (!globalThis.document?.documentElement) return;
  const existing = registry.get(tag) as Partial<ElementClass> | undefined;
  if (existing === undefined) {
    // A registry accepts a class under one name only, so every name gets a class of its own.
    registry.define(tag, class extends element {});
  } else if (existing.tag !== element.tag) {
    console.warn(
      `<${tag}> is taken by another element. See deposit-slip/docs/troubleshooting.md#the-name-of-the-element-is-taken`,
    );
  }
}
