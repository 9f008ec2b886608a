import type { OpenChannel } from './channels.js';
import type { ConsoleUrls } from './console-urls.js';
import type { Db } from './db/db.js';
import type { CheckedSeed } from './seed/data.js';

/** The services and settings that the sandbox's routes use. */
export interface AppContext {
  readonly db: Db;
  /** The tokens this process is started with -> ids of the merchants they give access to. */
  readonly tokens: ReadonlyMap<string, readonly bigint[]>;
  readonly controlToken: string;
  /** The one-time URLs of the console. Absent: only the control token opens it. */
  readonly consoleUrls?: ConsoleUrls;
  /** The channels an account can be activated on. */
  readonly channels: readonly OpenChannel[];
  /** Seed of the generated identifiers: the same seed gives the same identifiers. */
  readonly seed: number;
  /** The base URL of links in responses, without a trailing slash. */
  readonly baseUrl: () => string;
  /**
   * Hosts served besides loopback ones: the simulator links back to pages on these and on loopback hosts
   * only.
   */
  readonly allowedHosts?: readonly string[];
  /** The header of every page. */
  readonly pageHeader?: PageHeader | undefined;
  /** The data that a reset adds to the seeded data. */
  readonly seedData?: CheckedSeed | undefined;
  /** Receives failures that the caller did not cause. Default: the console. */
  readonly logger?: { error(error: Error): void };
  /** Aborted when the sandbox stops, which ends responses that would otherwise never end. */
  readonly stopping?: AbortSignal;
  /**
   * Runs a function after a delay, unless the sandbox stops before. Tests replace it with their own clock.
   */
  readonly later: Deferred;
}

export type Deferred = (milliseconds: number, run: () => void) => void;

/** The pages of the sandbox. */
export type SandboxPage = 'simulator' | 'console';

/** The header of every page of the sandbox: the navigation of a site that runs it. */
export interface PageHeader {
  /** The header on a page, as HTML, which is not escaped. */
  readonly html: (page: SandboxPage) => string;
  /** The style sheet of the header. */
  readonly styles: string;
}
