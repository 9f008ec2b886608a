import { Client } from 'pg';
import { isPostgresUrl } from './address.js';
import { onlyRow, StorageRefused } from './db.js';

/** The settings of the sandbox's own session, which may come from the server, the role or the database. */
export interface ServerSettings {
  /** `server_version_num`: 150004 is 15.4. */
  readonly version: number;
  readonly release: string;
  readonly encoding: string;
  readonly isReadOnly: boolean;
  /** Names of disabled settings without which the server may lose acknowledged data. */
  readonly off: readonly string[];
}

/** The oldest version whose tables can have `unique nulls not distinct`. */
const OLDEST_VERSION = 150_000;

const SETTINGS = `select current_setting('server_version_num')::int as version, current_setting('server_version') as release,
  current_setting('server_encoding') as encoding, current_setting('transaction_read_only')::bool as "isReadOnly",
  array(select name from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes') and setting = 'off'
    order by name) as off`;

/** Timeout of connecting and of the query, in milliseconds. */
const TIMEOUT_MS = 800;

/**
 * Checks a server before storing anything there.
 * @throws {StorageRefused} The server is unreachable, or its storage is not safe.
 */
export async function checkServer(url: string): Promise<void> {
  const client = clientOf(url);
  // A broken connection makes the pending call fail, which reports the error.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const settings = onlyRow((await client.query<ServerSettings>(SETTINGS)).rows);
    const reason = reasonToRefuse(settings);
    if (reason !== undefined) throw new StorageRefused(reason);
  } catch (error) {
    if (error instanceof StorageRefused) throw error;
    throw new StorageRefused(
      `The database ${describeAddress(url)} cannot be used: ${messageOf(error)}.`,
      error,
    );
  } finally {
    void client.end();
  }
}

/** One sentence that says why the sandbox refuses a server; undefined if it does not. */
export function reasonToRefuse({
  version,
  release,
  encoding,
  isReadOnly,
  off,
}: ServerSettings): string | undefined {
  if (version < OLDEST_VERSION)
    return `PostgreSQL ${release} is too old: the sandbox needs version 15 or later.`;
  if (off.length > 0) return `The server may lose acknowledged data: ${off.join(' and ')} must not be off.`;
  if (encoding !== 'UTF8') return `The database encoding is ${encoding}: the sandbox needs UTF8.`;
  if (isReadOnly) return 'The database accepts no changes: it is read-only, or a standby.';
  return undefined;
}

/** A database URL in words, without its credentials: `shop at 127.0.0.1:5432`. */
export function describeAddress(url: string): string {
  const { database, host, port } = clientOf(url);
  return `${database} at ${host}:${port}`;
}

function clientOf(url: string): Client {
  if (!isPostgresUrl(url)) throw new StorageRefused('databaseUrl must begin with postgres://.');
  try {
    return new Client({
      connectionString: url,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
    });
  } catch (error) {
    throw new StorageRefused('databaseUrl is not a valid URL.', error);
  }
}

/**
 * The message of an error. A host name with several addresses fails with an AggregateError that has no
 * message.
 */
function messageOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message.replace(/\.$/, '') : String(first);
}
