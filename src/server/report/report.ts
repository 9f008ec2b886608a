import { createCaller } from '../client/caller.js';
import { guardRecords } from '../kit/store/guarded.js';
import type { Records } from '../kit/store/store.js';
import { compare } from './compare.js';
import { readOptions, type ReportOptions, type ReportSettings } from './options.js';
import { checkPeriod, readScope } from './period.js';
import { readFlows } from './read.js';
import { makeStatement } from './statement.js';
import type { Report, ReportQuery } from './types.js';

/** Makes the report of a merchant's account in one currency. */
export type MakeReport = (query: ReportQuery) => Promise<Report>;

/** How often a request that failed for a temporary reason is made again. */
const RETRIES = 2;

/**
 * Compares what the API says of an account with what the kit stored. The function that it returns reads all
 * flows of a period from the API (spec: operation 7), chains their balances, and puts each deposit and each
 * return beside its payment. What does not agree is a finding of the report.
 *
 * It rejects with a `ReportPeriodError` if the store cannot have the whole period, with a `ClientError` of
 * `deposit-slip/client` if the API fails or the query is invalid, and with a `StoreError` if the store fails.
 * It changes nothing, and needs no kit in its process. Throws an Error that names every invalid option.
 */
export function createReport(options: ReportOptions): MakeReport {
  const settings = readOptions(options);
  const records = guardRecords(settings.store.open(settings.scope), settings.logger);
  return (query) => makeReport(settings, records, query);
}

async function makeReport(
  { keep, rate, baseUrl, token, timeout, fetch }: ReportSettings,
  records: Records,
  query: ReportQuery,
): Promise<Report> {
  const scope = readScope(query ?? {});
  const { merchantId } = scope;
  const { now, merchant } = await records.lookUp({ merchantId, grantId: '' });
  checkPeriod(scope, { now, merchant }, keep);
  const call = createCaller({ baseUrl, token, timeout, fetch, retries: RETRIES });
  const flows = await readFlows(scope, { call, gap: 10_000 / rate, signal: query.signal });
  const hidden = await compare(flows, scope, { records, merchant });
  return makeStatement(scope, flows, hidden, query.onRow);
}
