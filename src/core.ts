/** What deposit-slip knows of deposits: pure functions and tables, for a browser, a server or a worker. */
export * from './core/answer.js';
export * from './core/clabe.js';
export * from './core/emv.js';
export * from './core/iban.js';
export * from './core/kinds.js';
export * from './core/links.js';
export * from './core/methods.js';
export * from './core/money.js';
export * from './core/problem.js';
export * from './core/row.js';
export * from './core/slip.js';
