import type { Status, Visit } from './state.js';

/** Every custom state of the element (element.md, States). */
const STATES = [
  ...(['idle', 'choosing', 'asking', 'loading', 'ready', 'problem', 'arrived'] satisfies Status[]),
  'watching',
  'paused',
  'test',
];

/** Mirrors a visit as custom states, `:state(ready)`, for a page's sheets. */
export function mirrorStates(internals: ElementInternals, visit: Visit): void {
  const on = new Set<string>([visit.status]);
  if (visit.test) on.add('test');
  if (visit.status === 'ready') on.add(visit.watch);
  for (const name of STATES) setState(internals, name, on.has(name));
}

/** `states.add` throws for plain names before Chrome 125, and is absent before Firefox 126. */
function setState({ states }: ElementInternals, name: string, on: boolean): void {
  try {
    if (on) states?.add(name);
    else states?.delete(name);
  } catch {
    // `:state()` is not to be had here; `status` is.
  }
}
