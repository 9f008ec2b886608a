/**
 * Renders the elements on a server, into the HTML of a page. Needs `@lit-labs/ssr`, which is installed beside
 * the package.
 */
export { renderFromKit, renderHistoryFromKit, type Endpoint } from './ssr/from-kit.js';
export { renderDepositHistory, type DepositHistoryRendering } from './ssr/history.js';
export type { PageOptions } from './ssr/render.js';
export { styleHash } from './ssr/style-hash.js';
export { renderDepositSlip, type DepositSlipRendering } from './ssr/slip.js';
