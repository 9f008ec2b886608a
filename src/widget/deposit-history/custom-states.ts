import { setStates } from '../shared/custom-states.js';
import type { HistoryState, Status } from './state.js';

/** Every custom state of the element. */
const STATES = [
  ...(['idle', 'loading', 'ready', 'problem'] satisfies Status[]),
  'empty',
  'watching',
  'paused',
  'test',
];

/** Mirrors the state as custom states, `:state(ready)`, for style sheets of the page. */
export function mirrorStates(states: CustomStateSet | undefined, state: HistoryState): void {
  const active = new Set<string>([state.status]);
  if (state.test) active.add('test');
  if (state.status === 'ready') {
    active.add(state.watch);
    if (state.deposits.length === 0) active.add('empty');
  }
  setStates(states, STATES, active);
}
