import type { SlipState, Status } from './state.js';

/** Every custom state of the element. */
const STATES = [
  ...(['idle', 'choosing', 'asking', 'loading', 'ready', 'problem', 'arrived'] satisfies Status[]),
  'watching',
  'paused',
  'test',
];

/** Mirrors the state as custom states, `:state(ready)`, for style sheets of the page. */
export function mirrorStates(internals: ElementInternals, state: SlipState): void {
  const active = new Set<string>([state.status]);
  if (state.test) active.add('test');
  if (state.status === 'ready') active.add(state.watch);
  for (const name of STATES) setState(internals, name, active.has(name));
}

/** `states.add` throws for plain names before Chrome 125, and `states` is absent before Firefox 126. */
function setState({ states }: ElementInternals, name: string, isActive: boolean): void {
  try {
    if (isActive) states?.add(name);
    else states?.delete(name);
  } catch {
    // Without `:state()`, pages read `status`.
  }
}
