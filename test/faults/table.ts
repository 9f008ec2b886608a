import { BODIES, ENVELOPES } from './bodies.js';
import { CONNECTIONS, PROTOCOL } from './connections.js';
import type { Fault } from './fault.js';
import { HEADERS, REDIRECTS, STATUSES } from './statuses.js';

/** All network faults that the tests inject between two of our parts. Names are unique. */
export const FAULTS: readonly Fault[] = [
  ...CONNECTIONS,
  ...PROTOCOL,
  ...STATUSES,
  ...REDIRECTS,
  ...HEADERS,
  ...BODIES,
  ...ENVELOPES,
];
