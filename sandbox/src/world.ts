import type { OpenChannel } from './channels.js';
import type { Db } from './db/db.js';

/** What every part of the sandbox stands on. */
export interface World {
  readonly db: Db;
  /** Access token -> the merchants it opens. */
  readonly tokens: ReadonlyMap<string, readonly bigint[]>;
  readonly controlToken: string;
  /** What an account can be activated on. */
  readonly channels: readonly OpenChannel[];
  /** Same seed, same identifiers. */
  readonly seed: number;
  /** The address links in answers begin with, without a slash at its end. */
  readonly baseUrl: () => string;
  /** Runs something after a time; not at all once the sandbox stops. Tests put a clock of their own here. */
  readonly later: Later;
}

export type Later = (milliseconds: number, run: () => void) => void;
