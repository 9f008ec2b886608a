/** A merchant's module that uses both elements. */
export { DepositSlip } from '../../../src/index.js';
export { DepositHistory } from '../../../src/history.js';
