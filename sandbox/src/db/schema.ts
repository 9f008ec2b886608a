/** The schema that contains everything of the sandbox. Nothing else in a database is read or changed. */
export const SCHEMA = 'deposit_slip_sandbox';

/** Settings of every connection. The ledger's locks rely on `read committed`, which may not be a database's default. */
export const SESSION = `set search_path to ${SCHEMA}; set default_transaction_isolation to 'read committed'`;
