import { faultsBody } from '../faults/index.js';
import { faultList } from '../schemas/faults.js';
import { controlRoute, type ControlRoute } from './route.js';

/** The faults of this process. */
export const faultRoutes: readonly ControlRoute[] = [
  controlRoute({
    method: 'POST',
    path: '/faults',
    id: 'faults.set',
    summary: 'Replace the active faults',
    description: 'An empty list removes them.',
    body: faultsBody,
    response: faultList,
    handle: ({ context: { faults }, body }) => {
      faults.set(body.faults);
      return { faults: faults.active };
    },
  }),
  controlRoute({
    method: 'GET',
    path: '/faults',
    id: 'faults.list',
    summary: 'List the active faults, each with the number of requests left',
    response: faultList,
    handle: ({ context: { faults } }) => ({ faults: faults.active }),
  }),
  controlRoute({
    method: 'DELETE',
    path: '/faults',
    id: 'faults.remove',
    summary: 'Remove all faults',
    response: faultList,
    handle: ({ context: { faults } }) => {
      faults.set([]);
      return { faults: faults.active };
    },
  }),
];
