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

/** How many times a request is repeated after a temporary failure. */
const RETRIES = 2;

/**
 * Creates a function that compares the API's view of an account with what the kit stored. It reads all flows
 * of a period from the API (spec: operation 7), chains their balances, and matches each deposit and each
 * return with its payment. Every discrepancy is a finding of the report.
 *
 * The function rejects with a `ReportPeriodError` if the store may lack part of the period, with a
 * `ClientError` of `deposit-slip/client` if the API fails or the query is invalid, and with a `StoreError` if
 * the store fails. It changes nothing and needs no kit in its process. `createReport` throws an Error that
 * names every invalid option.
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
