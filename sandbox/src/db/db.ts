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
  /** Runs `work` in one transaction; whatever it throws rolls back and is thrown on. */
  transaction<Result>(work: (tx: Queries) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
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
