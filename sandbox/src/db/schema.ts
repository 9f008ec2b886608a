/** The schema that contains everything of the sandbox. Nothing else in a database is read or changed. */
export const SCHEMA = 'deposit_slip_sandbox';

/**
 * Settings of every connection. The ledger's locks rely on `read committed`, which may not be a database's default. Lists
 * are read in the order of an index; without statistics, which PGlite never has, the planner may prefer to read all rows
 * of an account with a bitmap and sort them.
 */
export const SESSION = `set search_path to ${SCHEMA}; set default_transaction_isolation to 'read committed';
  set enable_bitmapscan to off`;
