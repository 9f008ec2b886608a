/**
 * Reconciliation: compares the flows of an account at the API with the payments of the kit. It holds the API
 * token; never load it in a browser.
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
// Imported from the kit's module, so that the build does not split off a module that it shares with the
// element.
export { StoreError, type Logger, type Store } from './kit.js';
