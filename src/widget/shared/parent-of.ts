/** The parent for layout: a slot, or the host of a shadow root. */
export function parentOf(node: Element): Element | null {
  const parent = node.assignedSlot ?? node.parentNode;
  if (parent instanceof ShadowRoot) return parent.host;
  return parent instanceof Element ? parent : null;
}
