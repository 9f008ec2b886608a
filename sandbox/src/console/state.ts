import type { Row } from './api.js';
import { rowsOf } from './format.js';

/**
 * The reason for loading data: a few seconds have passed (`often`), the API got a request (`traffic`), or the
 * tester opened a view or triggered an action (`action`).
 */
export type Occasion = 'often' | 'traffic' | 'action';

/** Data that the console loads from the control API. */
interface SourceInfo {
  readonly path: string;
  /** The member that holds the rows. */
  readonly member: string;
  /** The views that show it. */
  readonly views: 'every' | readonly string[];
  /** `often`: on every occasion. */
  readonly when: 'often' | 'action';
  /** The views in which `traffic` is an occasion, too. */
  readonly onTraffic?: readonly string[];
  /** The member whose last value is passed as `before`, for a paginated list. */
  readonly cursor?: string;
  /** Maximum rows that the control API returns, for a list that is not paginated. */
  readonly limit?: number;
}

/**
 * The data to load, with its views and occasions. The header, the navigation and the forms need data in every
 * view.
 */
const SOURCE_TABLE = {
  merchants: { path: '/merchants', member: 'merchants', views: 'every', when: 'often' },
  channels: { path: '/channels', member: 'channels', views: 'every', when: 'often' },
  channelTypes: { path: '/channel-types', member: 'channelTypes', views: 'every', when: 'action' },
  deposits: { path: '/deposits', member: 'deposits', views: 'every', when: 'often', cursor: 'id' },
  flows: { path: '/flows', member: 'flows', views: ['flows'], when: 'often', cursor: 'id' },
  orders: { path: '/orders', member: 'orders', views: ['orders'], when: 'often', cursor: 'orderId' },
  activations: { path: '/activations', member: 'activations', views: 'every', when: 'often', cursor: 'id' },
  claims: { path: '/claims', member: 'claims', views: ['claims'], when: 'often', cursor: 'txId' },
  postings: { path: '/postings', member: 'postings', views: ['ledger'], when: 'often', cursor: 'id' },
  // The stream delivers each later request.
  requests: { path: '/requests', member: 'requests', views: ['requests'], when: 'action', limit: 500 },
  faults: { path: '/faults', member: 'faults', views: 'every', when: 'often' },
  snapshots: { path: '/snapshots', member: 'snapshots', views: 'every', when: 'action' },
  verification: {
    path: '/verify',
    member: 'invariants',
    views: 'every',
    when: 'action',
    onTraffic: ['ledger'],
  },
  clock: { path: '/clock', member: '', views: 'every', when: 'often' },
} as const satisfies Record<string, SourceInfo>;

export type Source = keyof typeof SOURCE_TABLE;

export const SOURCES: Readonly<Record<Source, SourceInfo>> = SOURCE_TABLE;

/** Rows of a list that are loaded at first, and with each "Show older". */
export const PAGE_SIZE = 100;

/** Whether a view keeps this source up to date. */
export function isReadIn(source: Source, view: string): boolean {
  const { views } = SOURCES[source];
  return views === 'every' || views.includes(view);
}

/** The sources to load on an occasion. */
export function sourcesFor(view: string, occasion: Occasion): readonly Source[] {
  const names = Object.keys(SOURCES) as Source[];
  return names.filter((source) => {
    const { when, onTraffic = [] } = SOURCES[source];
    const isDue = occasion === 'action' || when === 'often';
    return isReadIn(source, view) && (isDue || (occasion === 'traffic' && onTraffic.includes(view)));
  });
}

/** Requested deposit details. */
export interface Details {
  readonly merchantId: string;
  readonly paymentId: string;
  readonly data: Row;
}

/** Everything the console shows. It is replaced, never changed. */
export interface State {
  /** Empty until a one-time URL, this tab or the tester provides it. */
  readonly token: string;
  /** How to sign in; set once the tester needs to know. */
  readonly signInHint: string | undefined;
  /** The view's id. */
  readonly view: string;
  /** The data loaded from each source. */
  readonly data: Readonly<Partial<Record<Source, Row | undefined>>>;
  /** The limit of loaded rows of each source; undefined if all were loaded. */
  readonly limits: Readonly<Partial<Record<Source, number | undefined>>>;
  /** The typed values of each form. */
  readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The open dialog: the id of a form, or `help`. */
  readonly dialog: string | undefined;
  /** The number of times a form was opened, to distinguish the openings. */
  readonly openings: number;
  /** Whether a form is being sent. */
  readonly isSending: boolean;
  readonly formError: string;
  /** Text of the filter. */
  readonly filter: string;
  /** Whether successful polls are hidden from the requests. */
  readonly hidesPolls: boolean;
  /** While a request is open: the id of the newest listed request. Later ones have to wait. */
  readonly listedUpTo: number;
  /** Key of the row that has or had the focus. */
  readonly selected: string;
  /** Key of the request that is open, and the postings it led to. */
  readonly opened: string;
  readonly ledTo: readonly Row[];
  /** Id of the merchant that is shown. */
  readonly merchant: string;
  readonly details: readonly Details[];
  /**
   * The last message, for the status line. Its number distinguishes it from an earlier one with the same
   * text.
   */
  readonly message: { readonly text: string; readonly isError: boolean; readonly number: number };
  readonly isLive: boolean;
  /** Whether single-character keys are active. */
  readonly hasShortcuts: boolean;
}

export const INITIAL: State = {
  token: '',
  signInHint: undefined,
  view: 'requests',
  data: {},
  limits: {},
  values: {},
  dialog: undefined,
  openings: 0,
  isSending: false,
  formError: '',
  filter: '',
  hidesPolls: true,
  listedUpTo: 0,
  selected: '',
  opened: '',
  ledTo: [],
  merchant: '',
  details: [],
  message: { text: '', isError: false, number: 0 },
  isLive: false,
  hasShortcuts: true,
};

/** Further state that is outdated after a reset or a restored snapshot. */
export const FORGOTTEN = {
  values: {},
  ledTo: [],
  details: [],
} as const satisfies Partial<State>;

/** The rows loaded from a source; none before it is loaded. */
export function rows({ data }: State, source: Source): readonly Row[] {
  return rowsOf(data[source], SOURCES[source].member);
}

/** Whether there may be more rows than were loaded. */
export function isCut(state: State, source: Source): boolean {
  return rows(state, source).length >= (state.limits[source] ?? Infinity);
}

/** The number of rows: `24`, or `100+` if only the newest 100 were loaded. */
export function countOf(state: State, source: Source): string {
  return `${rows(state, source).length}${isCut(state, source) ? '+' : ''}`;
}
