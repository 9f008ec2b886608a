import type { Profile } from './load.js';
import type { AuditFigures } from './audits.js';
import type { HistoryFigures } from './history.js';
import type { LoadFigures } from './loads.js';
import type { Rest } from './mounts.js';
import type { Payment } from './pages/page.js';
import type { QrCodes } from './qr-codes.js';
import type { Weight } from '../weigh.js';

/** A figure of each page, by payment and name. */
export type Figures<Value> = Record<Payment, Record<string, Value>>;

/** What `npm run bench` measures. */
export interface BrowserResults {
  readonly bytes: Readonly<Record<string, Pick<Weight, 'first' | 'later'>>>;
  readonly loads: Readonly<Record<Profile['name'], Figures<LoadFigures>>>;
  readonly mounts: Figures<Rest>;
  readonly codes: Figures<QrCodes>;
  readonly history: HistoryFigures;
  readonly audits: AuditFigures;
}
