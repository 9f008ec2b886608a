import type { clockRecord, merchantRecord } from '../schemas/setup.js';
import type { WireValue } from '../schemas/wire.js';
import type { Calls } from './calls.js';
import type { MerchantParams, PaymentMethodParams, TokenParams } from '../seed/params.js';

/** A merchant and its balances, as decimal strings. */
export type MerchantRecord = WireValue<typeof merchantRecord>;

/** The clock. `now` is in milliseconds. */
export type ClockState = WireValue<typeof clockRecord>;

/** A change of the clock: first the time is set to `now`, then moved by `advance`. */
export interface ClockParams {
  /** In milliseconds. */
  readonly now?: number;
  /** In milliseconds. */
  readonly advance?: number;
  /** Whether the clock stops or runs. Default: unchanged. */
  readonly freeze?: boolean;
}

/** A stored copy of the whole state. `createTime` is in milliseconds, `rows` its number of records. */
export interface SnapshotRecord {
  readonly name: string;
  readonly createTime: string;
  readonly rows: number;
}

/** The methods of the control API that prepare the data of a test. */
export interface SetupControl {
  /** Adds a merchant. */
  merchant(params: MerchantParams): Promise<MerchantRecord>;
  /** Lists all merchants by id. */
  merchants(): Promise<readonly MerchantRecord[]>;
  /** Adds a stored payment method. */
  paymentMethod(params: PaymentMethodParams): Promise<void>;
  /**
   * Gives an access token access to these merchants, replacing its previous access; an empty list revokes it.
   */
  token(params: TokenParams): Promise<void>;
  /** Changes the clock; without an argument, reads it. */
  clock(change?: ClockParams): Promise<ClockState>;
  /** Sets the clock back to the system's time. */
  resetClock(): Promise<ClockState>;
  /** Stores the whole state under a name, replacing any snapshot of that name. */
  snapshot(name: string): Promise<SnapshotRecord>;
  /** Restores a stored state. Faults are not changed. */
  restore(name: string): Promise<void>;
  /** Lists the snapshots by name. */
  snapshots(): Promise<readonly SnapshotRecord[]>;
  deleteSnapshot(name: string): Promise<void>;
  /** Downloads the whole state as a file, from which another sandbox can start. */
  snapshotFile(): Promise<Uint8Array>;
}

type Post = (path: string, body: object) => Promise<unknown>;

/** Creates the methods from the functions that send a request. */
export function setupClient({ call, download }: Calls, post: Post): SetupControl {
  return {
    merchant: async (params) => (await post('/merchants', params)) as MerchantRecord,
    merchants: async () => ((await call('/merchants')) as { merchants: MerchantRecord[] }).merchants,
    paymentMethod: async (params) => {
      await post('/payment-methods', params);
    },
    token: async (params) => {
      await post('/tokens', params);
    },
    clock: async (change) => (await (change ? post('/clock', change) : call('/clock'))) as ClockState,
    resetClock: async () => (await call('/clock', { method: 'DELETE' })) as ClockState,
    snapshot: async (name) => (await post(`/snapshots/${name}`, {})) as SnapshotRecord,
    restore: async (name) => {
      await post(`/snapshots/${name}/restore`, {});
    },
    snapshots: async () => ((await call('/snapshots')) as { snapshots: SnapshotRecord[] }).snapshots,
    deleteSnapshot: async (name) => {
      await call(`/snapshots/${name}`, { method: 'DELETE' });
    },
    snapshotFile: () => download('/snapshot-file'),
  };
}
