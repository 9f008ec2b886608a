import type { PgPool } from '../server/kit/store/postgres.js';

// Code that the commands with a database share.

/** The arguments or the environment of a command are wrong. */
export class UsageError extends Error {}

/** Validates the URL of a database. Throws a `UsageError`. */
export function readDatabaseUrl(value: string | undefined): string {
  if (value === undefined || value === '')
    throw new UsageError('Pass --url, or set DATABASE_URL. See --help.');
  if (!/^postgres(?:ql)?:\/\//.test(value)) throw new UsageError('The URL must begin with postgres://');
  return value;
}

interface Driver {
  readonly Pool: new (options: { readonly connectionString: string; readonly max: number }) => PgPool & {
    on(event: 'error', listener: () => void): unknown;
    end(): Promise<void>;
  };
}

/** Older versions of pg have a default export only. */
async function loadDriver(): Promise<Driver> {
  try {
    return ((await import('pg')) as unknown as { readonly default: Driver }).default;
  } catch (cause) {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND';
    if (!isMissing) throw cause;
    throw new UsageError('The package pg is not installed: run npm install pg.', { cause });
  }
}

/** Uses a database with one connection. */
export async function withPool<Result>(
  url: string,
  work: (pool: PgPool) => Promise<Result>,
): Promise<Result> {
  const { Pool } = await loadDriver();
  const pool = new Pool({ connectionString: url, max: 1 });
  // Without a listener, a connection that breaks would end the process with a stack trace.
  pool.on('error', () => undefined);
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

/** Converts an error of `parseArgs`. */
export function usageErrorOf(error: unknown): UsageError {
  return new UsageError(error instanceof Error ? error.message.split('. ')[0] : String(error));
}

/**
 * The reason in one line. The cause of a `StoreError` says more than the error itself. Node's errors may have
 * a code and no text.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return `${error.message}: ${cause.message || ('code' in cause ? String(cause.code) : cause.name)}`;
}

/** Maximum characters of an error to print: a database may send any text. */
export const MAX_REASON = 300;
