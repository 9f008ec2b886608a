/**
 * Sets the active custom states of an element, `:state(ready)`, for style sheets of the page, and clears the
 * others.
 */
export function setStates(
  internals: ElementInternals,
  names: readonly string[],
  active: ReadonlySet<string>,
): void {
  for (const name of names) setState(internals, name, active.has(name));
}

/** `states.add` throws for plain names before Chrome 125, and `states` is absent before Firefox 126. */
function setState({ states }: ElementInternals, name: string, isActive: boolean): void {
  try {
    if (isActive) states?.add(name);
    else states?.delete(name);
  } catch {
    // Where `:state()` is not supported, pages read `status`.
  }
}
