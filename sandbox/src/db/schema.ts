/** The schema the sandbox lives in, on either engine: what lies beside it in a database is not touched. */
export const SCHEMA = 'deposit_slip_sandbox';

/** What every connection begins with. The ledger's locks are made for `read committed`, whatever a database's default. */
export const SESSION = `set search_path to ${SCHEMA}; set default_transaction_isolation to 'read committed'`;
