/**
 * Sets the active custom states of an element, `:state(ready)`, for style sheets of the page, and clears the
 * others. `states` is absent before Firefox 126, and `attachInternals` where Node simulates a page.
 */
export function setStates(
  states: CustomStateSet | undefined,
  names: readonly string[],
  active: ReadonlySet<string>,
): void {
  for (const name of names) setState(states, name, active.has(name));
}

/** `states.add` throws for plain names before Chrome 125. */
function setState(states: CustomStateSet | undefined, name: string, isActive: boolean): void {
  try {
    if (isActive) states?.add(name);
    else states?.delete(name);
  } catch {
    // Where `:state()` is not supported, pages read `status`.
  }
}
