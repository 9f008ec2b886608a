/**
 * Reconciliation: the flows of an account at the API beside the payments of the kit. It holds the API token;
 * never load it in a browser.
 */
export { createReport, type MakeReport } from './server/report/report.js';
export type { ReportOptions } from './server/report/options.js';
export { ReportPeriodError } from './server/report/period.js';
export type {
  Report,
  ReportAccount,
  ReportDeposit,
  ReportFinding,
  ReportQuery,
  ReportRow,
  ReportTotal,
  UnreadableRecord,
} from './server/report/types.js';
export type { Payment, PaymentDeposit } from './core/reader/payment.js';
// From the kit's module, so that no module it shares with the element is split off for this one.
export { StoreError, type Logger, type Store } from './kit.js';
