import { BODIES, ENVELOPES } from './bodies.js';
import { CONNECTIONS, PROTOCOL } from './connections.js';
import { faultOf, type Fault } from './fault.js';
import { HEADERS, REDIRECTS, STATUSES } from './statuses.js';

/** Everything that may go wrong between two of ours, by name. */
export const FAULTS: readonly Fault[] = [
  CONNECTIONS,
  PROTOCOL,
  STATUSES,
  REDIRECTS,
  HEADERS,
  BODIES,
  ENVELOPES,
]
  .flat()
  .map(faultOf);
