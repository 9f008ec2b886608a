import { fromMinor, toMinor } from 'deposit-slip/core';
import { createReport, type Report, type ReportOptions, type ReportQuery } from 'deposit-slip/report';
import { HOUR, NOW, resultOf } from '../clock.js';
import { fakeApi } from '../fake-api.js';
import { anySlip, bench } from '../kit/payments/bench.js';
import { recordingLogger, TOKEN } from '../shop.js';

/** A flow as the API sends it. */
export interface BankFlow extends Record<string, unknown> {
  readonly id: number;
  readonly createTime: number;
}

/**
 * An API that has accounts, and lists their flows as the specification says: filtered, in pages, newest
 * first.
 */
export class Bank {
  readonly flows: BankFlow[] = [];
  /** Changes the list of a request, before it is cut into pages. */
  alter: (flows: readonly BankFlow[]) => readonly BankFlow[] = (flows) => flows;
  readonly #balances = new Map<string, bigint>();

  /** Changes the balance of an account. */
  book(flowType: string, changed: string, members: Readonly<Record<string, unknown>> = {}): BankFlow {
    const { settingsId = 71, fiat = 'BRL' } = members;
    const key = JSON.stringify([settingsId, fiat]);
    const minor = changed.startsWith('-') ? -toMinor(changed.slice(1))! : toMinor(changed)!;
    const total = (this.#balances.get(key) ?? 0n) + minor;
    this.#balances.set(key, total);
    const [id, createTime] = [this.flows.length + 1, Date.now()];
    const amounts = { changed: fromMinor(minor), total: fromMinor(total) };
    const flow = { id, merchantId: 7001, category: 'TRANSFER', flowType, fiat, settingsId, createTime };
    this.flows.push({ txId: 9_000 + id, extId: '', ...flow, ...amounts, ...members });
    return this.flows.at(-1)!;
  }

  /** Replaces members of a flow, but only in the list. */
  change(id: number, members: object): void {
    const { alter } = this;
    this.alter = (flows) => alter(flows).map((flow) => (flow.id === id ? { ...flow, ...members } : flow));
  }

  hide(id: number): void {
    const { alter } = this;
    this.alter = (flows) => alter(flows).filter((flow) => flow.id !== id);
  }

  /** A response to a request for flows. */
  readonly answer = ({ searchParams }: URL): string => {
    const param = (name: string): string | null => searchParams.get(name);
    const [size, currentPage] = [Number(param('pageSize') ?? 10), Number(param('currentPage') ?? 1)];
    const [from, to] = [Number(param('startTime') ?? 0), Number(param('endTime') ?? Infinity)];
    const type = param('flowType') ?? 'ALL';
    const isWanted = (flow: BankFlow): boolean =>
      flow.createTime >= from &&
      flow.createTime < to &&
      (type === 'ALL' || flow['flowType'] === type) &&
      ['merchantId', 'fiat'].every((name) => param(name) === null || param(name) === String(flow[name]));
    const all = this.alter(
      this.flows
        .filter(isWanted)
        .toSorted((one, other) => other.createTime - one.createTime || other.id - one.id),
    );
    const record = all.slice((currentPage - 1) * size, currentPage * size);
    return JSON.stringify({
      code: 200,
      msg: 'SUCCESS',
      data: { currentPage, size, total: all.length, record },
    });
  };
}

/** The hour that the tests report. */
export const PERIOD = { merchantId: 7001, fiat: 'BRL', from: NOW, to: NOW + HOUR };

type BenchOptions = NonNullable<Parameters<typeof bench>[0]>;

/** A kit, the bank that it reads, and reports of both. */
export function books(options: BenchOptions = {}) {
  const bank = new Bank();
  const api = options.api ?? fakeApi({ slip: anySlip(), flows: (url) => bank.answer(url) });
  const shop = bench({ ...options, api });
  const logger = recordingLogger();
  const report = (
    query: Partial<ReportQuery> = {},
    changes: Partial<ReportOptions> = {},
  ): Promise<Report> => {
    const make = createReport({
      ...{ baseUrl: 'https://api.example.com', token: TOKEN, store: shop.settings.store },
      ...{ fetch: api.fetch, logger },
      ...changes,
    });
    return resultOf(make({ ...PERIOD, ...query }), HOUR);
  };
  return { ...shop, api, bank, logger, report };
}
