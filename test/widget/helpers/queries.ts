/** All elements of a part. */
export function parts(element: HTMLElement, name: string): HTMLElement[] {
  return [...(element.shadowRoot?.querySelectorAll<HTMLElement>(`[part~="${name}"]`) ?? [])];
}

/** The only element of a part. */
export function part(element: HTMLElement, name: string): HTMLElement {
  const found = parts(element, name);
  if (found.length !== 1) throw new Error(`Expected one ${name}, found ${found.length}.`);
  return found[0]!;
}

/** The row of a wire key. */
export function row(element: HTMLElement, key: string): HTMLElement {
  const found = parts(element, 'row').find(({ dataset }) => dataset['key'] === key);
  if (!found) throw new Error(`There is no row ${key}.`);
  return found;
}

/** The wire keys of all rows, in order. */
export function rowKeys(element: HTMLElement): (string | undefined)[] {
  return parts(element, 'row').map(({ dataset }) => dataset['key']);
}

/** A part inside a row. */
export function within(element: HTMLElement, name: string): HTMLElement {
  const found = element.querySelector<HTMLElement>(`[part~="${name}"]`);
  if (!found) throw new Error(`There is no ${name} in the row.`);
  return found;
}

/** Whether an element comes before another in the document. */
export function isBefore(one: Node, other: Node): boolean {
  return Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
}

/** Opens everything that is collapsed. */
export function unfold(element: HTMLElement): void {
  for (const details of element.shadowRoot!.querySelectorAll('details')) details.open = true;
}

/** The prominent buttons of an element. */
export function primaryButtons(element: HTMLElement): HTMLElement[] {
  return [...element.shadowRoot!.querySelectorAll<HTMLElement>('.primary')];
}

/** The button of an element that has this text. */
export function button(element: HTMLElement, text: string): HTMLElement | undefined {
  const buttons = [...element.shadowRoot!.querySelectorAll<HTMLElement>('button')];
  return buttons.find(({ textContent }) => textContent.trim() === text);
}

/** The text of the shadow root, with white space collapsed. */
export function textOf(element: HTMLElement): string {
  const card = element.shadowRoot?.querySelector('.card');
  return (card?.textContent ?? '').replace(/\s+/g, ' ').trim();
}

/** The element whose text is announced to assistive technology. */
export function liveRegion(element: HTMLElement): Element {
  return element.shadowRoot!.querySelector('[role="status"]')!;
}
