/** What goes into a statement. Amounts and ids are bigint, never number. */
export type Param = string | number | bigint | boolean | null | readonly bigint[] | readonly string[];

/** Statements inside or outside a transaction. `int8` comes back as bigint, always. */
export interface Queries {
  /** One statement with `$1` parameters. */
  query<Row>(sql: string, params?: readonly Param[]): Promise<Row[]>;
  /** Several statements without parameters. */
  script(sql: string): Promise<void>;
}

/** The database, as little of it as the sandbox needs, so that PGlite and a PostgreSQL server fit alike. */
export interface Db extends Queries {
  /**
   * Runs `work` in one transaction; whatever it throws rolls back and is thrown on. Where transactions get into each
   * other's way it runs again, so it changes nothing but the database.
   */
  transaction<Result>(work: (tx: Queries) => Promise<Result>): Promise<Result>;
  /** A transaction beside which no other runs, of any process: for what makes or replaces the schema. */
  exclusive<Result>(work: (tx: Queries) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** The storage is not used: it could lose what was acknowledged, is not ours, or is not there. One sentence says why. */
export class StorageRefused extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StorageRefused';
  }
}

/** SQLSTATE of a database error; undefined for anything else. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** The one row a statement must return. */
export function only<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined || rows.length !== 1) throw new Error(`one row expected, ${rows.length} came`);
  return row;
}
