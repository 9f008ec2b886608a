/** The periods that can be reported, and the ways in which a report fails. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AuthenticationError, ConnectionError, InvalidRequestError, ServerError } from 'deposit-slip/client';
import { createMemoryStore } from 'deposit-slip/kit';
import { createReport, ReportPeriodError, StoreError, type ReportOptions } from 'deposit-slip/report';
import { DAY, HOUR, later, MINUTE, SECOND, useClock } from '../clock.js';
import { fakeApi, json } from '../fake-api.js';
import { anySlip } from '../kit/payments/bench.js';
import { brokenStore, TOKEN } from '../shop.js';
import { books, PERIOD } from './bank.js';

/** The error with which a promise rejects, which must be an instance of a class. */
async function failureOf<Failure extends Error>(
  promise: Promise<unknown>,
  type: abstract new (...values: never[]) => Failure,
): Promise<Failure> {
  const error: unknown = await promise.then(
    () => 'It resolved.',
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof type, String(error));
  return error;
}

describe('the period of a report', () => {
  useClock({ timers: true });

  it('ends before the time that is read again, and begins after the time that may be deleted', async () => {
    const { report, open, tick } = books();
    await open();
    await tick(HOUR);
    const latest = Date.now() - 5 * MINUTE;
    const earliest = (days = 90): number => Date.now() - (days - 1) * DAY;
    await report({ from: earliest(), to: latest });
    for (const [from, to] of [
      [-1, latest],
      [SECOND, latest + 1],
    ] as const) {
      const first = earliest();
      const error = await failureOf(report({ from: first + from, to }), ReportPeriodError);
      assert.deepEqual([error.earliest, error.latest], [first, latest]);
      const [begin, end] = [first, latest].map((time) => new Date(time).toISOString());
      assert.ok(error.message.endsWith(`it must be between ${begin} and ${end}.`), error.message);
    }
    await report({ from: earliest(30), to: latest }, { keep: 30 });
    await failureOf(report({ from: earliest(30) - 1, to: latest }, { keep: 30 }), ReportPeriodError);
  });

  it('ends where the last reading of the merchant began, however long ago that is', async () => {
    const { report, open, tick } = books();
    await open();
    await tick(HOUR);
    const latest = Date.now() - 5 * MINUTE;
    later(HOUR);
    await report({ to: latest });
    const { message } = await failureOf(report({ to: latest + 1 }), ReportPeriodError);
    assert.match(message, /the time up to which deposits have been read/);
  });

  it('ends five minutes ago, if the merchant is not or no longer read', async () => {
    const { report, open, tick } = books();
    await open();
    await tick(HOUR);
    later(31 * DAY + SECOND);
    for (const merchantId of [7001, 8001]) {
      const latest = Date.now() - 5 * MINUTE;
      await report({ merchantId, from: latest - 1, to: latest });
      const late = { merchantId, from: latest, to: Date.now() - 5 * MINUTE + 1 };
      await failureOf(report(late), ReportPeriodError);
    }
  });
});

describe('a report', () => {
  useClock({ timers: true });

  it('rejects an invalid query, and names the member', async () => {
    const { api, report } = books();
    for (const [query, field] of [
      [{ merchantId: 'm-1' }, 'merchantId'],
      [{ merchantId: 2 ** 53 }, 'merchantId'],
      [{ fiat: 'brl' }, 'fiat'],
      [{ from: new Date('yesterday') }, 'from'],
      [{ from: '2026-01-01' as never }, 'from'],
      [{ to: PERIOD.from }, 'to'],
    ] as const) {
      const error = await failureOf(report(query), InvalidRequestError);
      assert.equal(error.field, field);
    }
    assert.deepEqual(api.calls, []);
  });

  it('rejects with the error of the API, after retries', async () => {
    const { api, report, tick } = books();
    await tick(HOUR + 10 * MINUTE);
    const envelope = (code: number): string => JSON.stringify({ code, msg: `no ${TOKEN}`, data: null });
    api.script({ flows: () => json(envelope(401), { status: 401 }) });
    const refused = await failureOf(report(), AuthenticationError);
    assert.ok(!JSON.stringify([refused, refused.message]).includes(TOKEN));
    assert.equal(api.flows().length, 1);
    api.script({ flows: () => json(envelope(500), { status: 500 }) });
    const failed = await failureOf(report(), ServerError);
    assert.deepEqual([failed.attempts, api.flows().length], [3, 4]);
  });

  it('rejects with a StoreError if the store fails', async () => {
    for (const broken of ['lookUp', 'listPeriod', 'knownFlows']) {
      const { bank, report, open, tick, settings } = books();
      const from = Date.now();
      await open();
      bank.book('DEPOSIT', '1.00', { createTime: from + SECOND });
      await tick(HOUR + 10 * MINUTE);
      bank.book('DEPOSIT', '1.00', { createTime: from + 2 * SECOND });
      const store = brokenStore((name) => {
        if (name === broken) throw new Error('down');
      }, settings.store);
      await failureOf(report({ from, to: from + HOUR }, { store }), StoreError);
    }
  });

  it('ends when its signal aborts', async () => {
    const end = new AbortController();
    let requests = 0;
    const api = fakeApi({
      slip: anySlip(),
      flows: () => {
        if ((requests += 1) === 2) end.abort(new Error('enough'));
        const record = Array.from({ length: 250 }, (_, at) => ({ id: requests * 250 + at }));
        return JSON.stringify({
          code: 200,
          msg: 'S',
          data: { currentPage: requests, size: 250, total: 9_999, record },
        });
      },
    });
    const { report, tick } = books({ api });
    await tick(HOUR + 10 * MINUTE);
    await failureOf(report({ signal: end.signal }), ConnectionError);
    assert.equal(requests, 2);
  });

  it('does not start with invalid options, and quotes none of them', () => {
    const valid = { baseUrl: 'https://api.example.com', token: TOKEN, store: createMemoryStore() };
    for (const [change, message] of [
      [
        { baseUrl: 'http://api.example.com', rate: 0 },
        /^The report cannot start: baseUrl is not https, rate is not from/,
      ],
      [{ token: 'two words' }, /^The report cannot start: token cannot be sent in a header\.$/],
      [
        { store: undefined },
        /^The report cannot start: store must be made by createPostgresStore or createMemoryStore\.$/,
      ],
      [{ scope: 'münchen' }, /^The report cannot start: scope must be a string of at most 256 ASCII/],
      [{ keep: 1 }, /^The report cannot start: keep /],
    ] as const)
      assert.throws(() => createReport({ ...valid, ...change } as ReportOptions), { message });
  });

  it('changes nothing in the store', async () => {
    const { report, open, tick, settings } = books();
    await open();
    await tick(HOUR + 10 * MINUTE);
    const names: string[] = [];
    await report({}, { store: brokenStore((name) => names.push(name), settings.store) });
    assert.deepEqual(names, ['lookUp', 'listPeriod']);
  });
});
