import { form, task, type Action } from './actions.js';
import { clearFaults } from './lists.js';

/** A view of the console, under `#id`. */
export interface View {
  readonly id: string;
  readonly title: string;
  readonly icon: string;
  readonly actions: readonly Action[];
}

const deposit = form('Simulate a deposit', 'deposit', {}, { key: 'd' });
const fault = form('Make calls fail', 'fault', {}, { key: 'f' });
const verify = task(
  'Verify',
  async (api) =>
    (await api.get('/verify?full=1'))['ok'] === true ? 'All invariants hold.' : 'An invariant is violated.',
  { key: 'v' },
);
const clear = task('Clear', async (api) => {
  await api.delete('/requests');
  return 'All requests were removed.';
});

/** The views in the order of the navigation; a view's position is its key. */
export const VIEWS: readonly View[] = [
  {
    id: 'merchants',
    title: 'Merchants',
    icon: 'merchants',
    actions: [
      form('Open a channel', 'channel', {}, { key: 'o' }),
      form('Deposit details', 'details', {}, { key: 'i' }),
      form('Add merchant', 'merchant', {}, { key: 'n', kind: 'primary' }),
    ],
  },
  { id: 'deposits', title: 'Deposits', icon: 'deposits', actions: [deposit] },
  { id: 'flows', title: 'Flows', icon: 'flows', actions: [] },
  { id: 'orders', title: 'Orders', icon: 'orders', actions: [] },
  { id: 'activations', title: 'Activations', icon: 'activations', actions: [] },
  { id: 'claims', title: 'Claims', icon: 'claims', actions: [] },
  { id: 'ledger', title: 'Ledger', icon: 'ledger', actions: [verify] },
  { id: 'requests', title: 'Requests', icon: 'requests', actions: [clear] },
  {
    id: 'faults',
    title: 'Faults',
    icon: 'faults',
    actions: [clearFaults, { ...fault, kind: 'primary' }],
  },
  {
    id: 'snapshots',
    title: 'Snapshots',
    icon: 'snapshots',
    actions: [form('Take snapshot', 'snapshot', {}, { key: 's', kind: 'primary' })],
  },
];

const freeze: Action = {
  label: 'Freeze time, or let it run',
  key: 't',
  act: ({ run, api, state }) =>
    void run(async () => {
      const isFrozen = state.data.clock?.['frozen'] === true;
      await api.post('/clock', { freeze: !isFrozen });
      return isFrozen ? 'The clock is running.' : 'The clock is frozen.';
    }),
};

/** Returns to the system's time. */
export const realTime = task('Real time', async (api) => {
  await api.delete('/clock');
  return 'The clock follows the system time.';
});

/** The global actions. */
export const EVERYWHERE: readonly Action[] = [
  deposit,
  fault,
  freeze,
  form('Advance the clock', 'clock', {}, { key: 'T' }),
  verify,
  form('Take a snapshot', 'snapshot', {}, { key: 's' }),
  form('Restore a snapshot', 'restore', {}, { key: 'S' }),
  clearFaults,
];

export function viewOf(id: string): View {
  return VIEWS.find((view) => view.id === id) ?? VIEWS.find((view) => view.id === 'requests')!;
}
