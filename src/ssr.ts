/** Renders the elements on a server, into the HTML of a page. */
export { renderDepositSlip, type DepositSlipRendering } from './ssr/slip.js';
