/**
 * The schema that contains everything of the sandbox. The sandbox reads and changes nothing else in a
 * database.
 */
export const SCHEMA = 'deposit_slip_sandbox';

/**
 * Settings of every connection. The ledger's locks rely on `read committed`, which may not be a database's
 * default. The other two make the planner use the order of an index, even without statistics, which PGlite
 * never has: otherwise it would read all rows of an account with a bitmap and sort them, or read the whole
 * table, where a page needs ten rows.
 */
export const SESSION = `set search_path to ${SCHEMA}; set default_transaction_isolation to 'read committed';
  set enable_bitmapscan to off; set random_page_cost to 1.1`;
