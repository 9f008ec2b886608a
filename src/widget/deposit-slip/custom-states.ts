import { setStates } from '../shared/custom-states.js';
import type { SlipState, Status } from './state.js';

/** Every custom state of the element. */
const STATES = [
  ...(['idle', 'choosing', 'asking', 'loading', 'ready', 'problem', 'arrived'] satisfies Status[]),
  'watching',
  'paused',
  'test',
];

/** Mirrors the state as custom states, `:state(ready)`, for style sheets of the page. */
export function mirrorStates(states: CustomStateSet | undefined, state: SlipState): void {
  const active = new Set<string>([state.status]);
  if (state.test) active.add('test');
  if (state.status === 'ready') active.add(state.watch);
  setStates(states, STATES, active);
}
