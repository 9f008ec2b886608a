import { Client } from 'pg';
import { isPostgresUrl } from './address.js';
import { only, StorageRefused } from './db.js';

/** What is in force for a session of ours: a role or a database may have settings of its own. */
export interface ServerSettings {
  /** As `server_version_num` has it: 150004 is 15.4. */
  readonly version: number;
  readonly release: string;
  readonly encoding: string;
  readonly isReadOnly: boolean;
  /** Settings without which the server may lose what it acknowledged, as far as they are off. */
  readonly off: readonly string[];
}

/** The ledger's tables need `unique nulls not distinct`. */
const OLDEST_VERSION = 150_000;

const SETTINGS = `select current_setting('server_version_num')::int as version, current_setting('server_version') as release,
  current_setting('server_encoding') as encoding, current_setting('transaction_read_only')::bool as "isReadOnly",
  array(select name from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes') and setting = 'off'
    order by name) as off`;

/** Milliseconds for a connection, and for an answer. */
const PATIENCE = 800;

/**
 * Looks at a server before anything is kept there.
 * @throws {StorageRefused} It cannot be reached, or its storage is not safe.
 */
export async function checkServer(url: string): Promise<void> {
  const client = clientOf(url);
  // What breaks the connection is told by the call it breaks.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const settings = only((await client.query<ServerSettings>(SETTINGS)).rows);
    const refusal = refusalOf(settings);
    if (refusal !== undefined) throw new StorageRefused(refusal);
  } catch (error) {
    if (error instanceof StorageRefused) throw error;
    throw new StorageRefused(`The database ${placeOf(url)} cannot be used: ${reasonOf(error)}.`, error);
  } finally {
    void client.end();
  }
}

/** Why a server is not used: a sentence; undefined for one that is. */
export function refusalOf({
  version,
  release,
  encoding,
  isReadOnly,
  off,
}: ServerSettings): string | undefined {
  if (version < OLDEST_VERSION)
    return `PostgreSQL ${release} is too old: the ledger's tables need 15 or a later one.`;
  if (off.length > 0)
    return `The server may lose what it acknowledged: ${off.join(' and ')} must not be off.`;
  if (encoding !== 'UTF8') return `The database is encoded in ${encoding}: the sandbox needs UTF8.`;
  if (isReadOnly) return 'The database takes no changes: it is read-only, or a standby.';
  return undefined;
}

/** Where an address leads, in words and without its secrets: `shop at 127.0.0.1:5432`. */
export function placeOf(url: string): string {
  const { database, host, port } = clientOf(url);
  return `${database} at ${host}:${port}`;
}

function clientOf(url: string): Client {
  if (!isPostgresUrl(url)) throw new StorageRefused('databaseUrl must begin with postgres://.');
  try {
    return new Client({ connectionString: url, connectionTimeoutMillis: PATIENCE, query_timeout: PATIENCE });
  } catch (error) {
    throw new StorageRefused('databaseUrl is not an address.', error);
  }
}

/** One reason in plain words. A name with several addresses fails with several errors and no words of its own. */
function reasonOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message.replace(/\.$/, '') : String(first);
}
