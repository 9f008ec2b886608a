/**
 * The parts of the sandbox that tests and benchmarks run on a database of their own, without a server. Not
 * published.
 */
export { createApp } from './src/app.js';
export { channelsOf } from './src/channels.js';
export { onlyRow, type Db } from './src/db/db.js';
export { openPglite } from './src/db/pglite.js';
export { openPostgres } from './src/db/postgres.js';
export { verify } from './src/ledger/verify.js';
export { seed } from './src/seed/seed.js';
export { drawQr } from './src/simulator/qr.js';
