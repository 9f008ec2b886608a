import type { Row } from './api.js';
import { rowsOf } from './format.js';

/** What the console reads from the control API: the path of each source, and the member that holds its rows. */
export const SOURCES = {
  merchants: ['/merchants', 'merchants'],
  channels: ['/channels', 'channels'],
  channelTypes: ['/channel-types', 'channelTypes'],
  paymentMethods: ['/payment-methods', 'paymentMethods'],
  deposits: ['/deposits', 'deposits'],
  flows: ['/flows', 'flows'],
  orders: ['/orders', 'orders'],
  activations: ['/activations', 'activations'],
  claims: ['/claims', 'claims'],
  postings: ['/postings', 'postings'],
  requests: ['/requests?limit=500', 'requests'],
  faults: ['/faults', 'faults'],
  snapshots: ['/snapshots', 'snapshots'],
  verification: ['/verify', 'invariants'],
  clock: ['/clock', ''],
} as const;

export type Source = keyof typeof SOURCES;

/** Deposit details that were asked for. */
export interface Details {
  readonly merchantId: string;
  readonly paymentId: string;
  readonly data: Row;
}

/** Everything the console shows. It is replaced, never changed. */
export interface State {
  /** Empty until the tester gives it, if the page did not carry it. */
  readonly token: string;
  /** The view's id. */
  readonly view: string;
  /** What was read from each source. */
  readonly data: Readonly<Partial<Record<Source, Row>>>;
  /** What was typed into each form. */
  readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The open dialog: the id of a form, or `help`. */
  readonly dialog: string | undefined;
  readonly formError: string;
  /** Text of the filter. */
  readonly filter: string;
  /** Which requests are listed. */
  readonly only: 'all' | 'errors' | 'faults';
  /** Key of the row that has or had the focus. */
  readonly selected: string;
  /** Key of the request that is open, and the postings it led to. */
  readonly opened: string;
  readonly ledTo: readonly Row[];
  /** Id of the merchant that is shown. */
  readonly merchant: string;
  readonly details: readonly Details[];
  /** The last message, for the status line. */
  readonly message: { readonly text: string; readonly isError: boolean };
  readonly isLive: boolean;
  /** Whether the side panel has room. */
  readonly isWide: boolean;
  /** Whether single keys act. */
  readonly hasShortcuts: boolean;
}

export const INITIAL: State = {
  token: '',
  view: 'requests',
  data: {},
  values: {},
  dialog: undefined,
  formError: '',
  filter: '',
  only: 'all',
  selected: '',
  opened: '',
  ledTo: [],
  merchant: '',
  details: [],
  message: { text: '', isError: false },
  isLive: false,
  isWide: false,
  hasShortcuts: true,
};

/** The rows that were read from a source; none before it was read. */
export function rows({ data }: State, source: Source): readonly Row[] {
  return rowsOf(data[source], SOURCES[source][1]);
}
