import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { Journal, type JournalEntry } from '../src/journal/journal.js';
import { streamJournal } from '../src/journal/stream.js';
import { startSandbox, type RecordedRequest } from '../src/index.js';
import { BODIES, OPERATION_EXAMPLES, PATHS } from './requests.js';
import { assertError, TestSandbox } from './test-sandbox.js';

const sandbox = new TestSandbox();
afterEach(async () => {
  await sandbox.control.faults([]);
  await sandbox.control.clearRequests();
});

const claim = (more: object = {}) => sandbox.post(PATHS.claim, { ...BODIES.claim, ...more });
const idsOf = (requests: readonly RecordedRequest[]) => requests.map(({ id }) => id);

describe('the journal', () => {
  test('has every operation, with its request and its response', async () => {
    for (const [route, example] of Object.entries(OPERATION_EXAMPLES)) {
      const { text, headers } = await sandbox.send(example);
      const [entry] = await sandbox.control.requests({ limit: 1 });
      const { id, time, milliseconds, ids, ...rest } = entry!;
      const query = Object.entries(example.query ?? {}).map(([name, value]) => [name, String(value)]);
      assert.deepEqual(rest, {
        route,
        method: example.body ? 'POST' : 'GET',
        path: example.path,
        query: Object.fromEntries(query),
        body: example.body ? JSON.stringify(example.body) : null,
        answer: {
          ...{ status: 200, body: text, code: 200, sent: 'all' },
          headers: { 'content-type': 'application/json; charset=utf-8' },
        },
        faults: [],
        requestId: headers.get('x-request-id'),
      });
      assert.ok(Math.abs(Date.now() - time) < 60_000 && milliseconds > 0 && id > 0);
      const { data } = JSON.parse(text) as { data: Record<string, unknown> };
      for (const [name, value] of Object.entries(ids)) assert.equal(value, String(data[name]));
      const expected = { claim: ['txId'], transfer: ['fromId', 'toId'] }[route] ?? [];
      assert.deepEqual(Object.keys(ids), expected, route);
    }
  });

  test('has refused requests, and the faults that affected a request', async () => {
    const fault = { route: '*', match: { clientId: 'f' }, status: 503, retryAfter: 2, count: 1 };
    await sandbox.control.faults([fault]);
    await claim({ clientId: 'f' });
    await sandbox.get('/v2/nowhere');
    await sandbox.post(PATHS.pairs, {});
    await sandbox.post(PATHS.claim, {}, 'wrong-token');
    const entries = await sandbox.control.requests();
    assert.deepEqual(
      entries.map(({ route, body, faults, answer }) => [route, answer.status, body, faults]),
      [
        ['claim', 401, null, []],
        [null, 405, null, []],
        [null, 404, null, []],
        ['claim', 503, JSON.stringify({ ...BODIES.claim, clientId: 'f' }), [fault]],
      ],
    );
    assert.equal(entries[3]!.answer.headers['retry-after'], '2');
    assert.equal(entries[1]!.answer.headers['allow'], 'GET');
  });

  test('lists what matches a filter, newest first', async () => {
    await claim({ clientId: 'a' });
    await sandbox.post(PATHS.transfer, { ...BODIES.transfer, clientId: 'b' });
    await sandbox.details(105, { merchantId: 1002 });
    await claim({ clientId: 'a', amount: '2.00' });
    const [refused, details, transfer, paid] = await sandbox.control.requests();
    for (const [filter, expected] of [
      [{}, [refused, details, transfer, paid]],
      [{ limit: 2 }, [refused, details]],
      [{ route: 'claim' }, [refused, paid]],
      [{ route: PATHS.transfer }, [transfer]],
      [{ merchantId: 1002 }, [details, transfer]],
      [{ merchantId: '1001', status: 200 }, [transfer, paid]],
      [{ clientId: 'a' }, [refused, paid]],
      [{ status: 409 }, [refused]],
      [
        { since: details!.time },
        [refused, details, transfer, paid].filter((one) => one!.time >= details!.time),
      ],
      [{ since: Date.now() + 10_000 }, []],
    ] as const)
      assert.deepEqual(await sandbox.control.requests(filter), expected, JSON.stringify(filter));
  });

  test('counts polls instead of listing them with polls=0', async () => {
    const poll = { merchantId: '1001', fiat: 'MXN', flowType: 'DEPOSIT', startTime: '1' };
    await sandbox.get(PATHS.flows, poll);
    await sandbox.get(PATHS.flows, { ...poll, endTime: '2' });
    await sandbox.get(PATHS.flows, { ...poll, flowType: 'FEE' });
    await sandbox.control.faults([{ route: 'flows', status: 503, count: 1 }]);
    await sandbox.get(PATHS.flows, poll);
    await sandbox.get(PATHS.flows, poll);
    const [last, refused, fees, past] = await sandbox.control.requests();
    const list = async (query: string) =>
      (await sandbox.callControl(`/requests?${query}`, undefined, { method: 'GET' })).body;
    assert.deepEqual(await list('polls=0'), { requests: [refused, fees, past], polls: 2, newest: last!.id });
    assert.deepEqual(await list('polls=0&limit=1'), { requests: [refused], polls: 2, newest: last!.id });
    assert.deepEqual(await list('polls=1&limit=1'), { requests: [last] });
  });

  test('refuses an unknown filter with a 400 that names it', async () => {
    for (const query of [
      'route=nowhere',
      'limit=0',
      'limit=10001',
      'since=soon',
      'status=ok',
      'polls=2',
      'page=1',
    ])
      assertError(
        await sandbox.callControl(`/requests?${query}`, undefined, { method: 'GET' }),
        400,
        query.split('=')[0],
      );
    const headers = { authorization: 'Bearer sandbox-token' };
    assertError(await sandbox.callControl('/requests', undefined, { method: 'GET', headers }), 401);
  });

  test('shows no token, wherever a request quotes it', async () => {
    for (const token of ['sandbox-token', 'other-token', 'control-token']) {
      await sandbox.get(`/v2/${token}/x`, { [token]: `a ${token}` });
      await sandbox.get(PATHS.flows, { [token]: token });
      await claim({ clientId: token });
    }
    const requests = await sandbox.control.requests();
    assert.equal(requests.length, 9);
    assert.doesNotMatch(JSON.stringify(requests), /(?:sandbox|other|control)-token/);
    assert.match(requests[0]!.body!, /"clientId":"\[token\]"/);
  });

  test('shortens a long body, and marks it as shortened', async () => {
    await sandbox.control.faults([{ route: 'claim', body: 'é'.repeat(20_000) }]);
    const long = { ...BODIES.claim, note: 'x'.repeat(20_000) };
    await sandbox.post(PATHS.claim, long);
    const [entry] = await sandbox.control.requests();
    const mark = (length: number) => `… [truncated: ${length} characters in all]`;
    assert.equal(entry!.body, `${JSON.stringify(long).slice(0, 16_384)}${mark(JSON.stringify(long).length)}`);
    assert.equal(entry!.answer.body, `${'é'.repeat(16_384)}${mark(20_000)}`);
    assert.equal(entry!.answer.code, null);
    const body = JSON.stringify({ data: 'x'.repeat(20_000), code: 1299 });
    await sandbox.control.faults([{ route: 'claim', body }]);
    await sandbox.post(PATHS.claim, long);
    const [second] = await sandbox.control.requests();
    assert.equal(second!.answer.code, 1299);
  });

  test('is emptied by DELETE and by a reset, and never reuses an id', async () => {
    const ids: number[] = [];
    for (const empty of [() => sandbox.control.clearRequests(), () => sandbox.control.reset()]) {
      await sandbox.get(PATHS.pairs);
      ids.push(...idsOf(await sandbox.control.requests()));
      await empty();
      assert.deepEqual(await sandbox.control.requests(), []);
    }
    assert.equal(new Set(ids).size, 2);
  });
});

describe('a replay', () => {
  test('sends the same bytes with the same token, and has its own entry', async () => {
    const { text } = await claim({ clientId: 'again' });
    await sandbox.get(PATHS.flows, { merchantId: 2001, pageSize: 3 }, 'other-token');
    const before = await sandbox.flows({ merchantId: 1001, fiat: 'MXN' });
    for (const original of await sandbox.control.requests()) {
      const { id, time, milliseconds, requestId, ...entry } = await sandbox.control.replay(original.id);
      assert.ok(id > original.id && time >= original.time && milliseconds > 0);
      assert.notEqual(requestId, original.requestId);
      assert.deepEqual({ ...original, ...entry }, original);
    }
    const [repeated] = await sandbox.control.requests({ route: 'claim' });
    assert.equal(repeated!.answer.body, text);
    assert.deepEqual((await sandbox.flows({ merchantId: 1001, fiat: 'MXN' })).record, before.record);
  });

  test('sends a body in full, even if the journal shows it shortened', async () => {
    const spaces = ' '.repeat(30_000);
    await sandbox.post(PATHS.claim, `{${spaces}${JSON.stringify(BODIES.claim).slice(1)}`);
    const [original] = await sandbox.control.requests();
    assert.equal((await sandbox.control.replay(original!.id)).answer.body, original!.answer.body);
    assert.equal(original!.answer.status, 200);
  });

  test('is affected by faults like any request', async () => {
    await claim();
    const [{ id }] = (await sandbox.control.requests()) as [RecordedRequest];
    await sandbox.control.faults([{ route: 'claim', lose: 'answer', count: 1 }]);
    assert.equal((await sandbox.control.replay(id)).answer.sent, 'nothing');
    assert.equal((await sandbox.control.replay(id)).answer.sent, 'all');
  });

  test('of an unknown request is a 404, and of one whose body was not read a 409', async () => {
    for (const id of ['0', '1e3', 'x', '999999'])
      assertError(await sandbox.callControl(`/requests/${id}/replay`, {}), 404);
    await sandbox.post(PATHS.claim, 'x'.repeat(65 * 1024));
    const [{ id }] = (await sandbox.control.requests()) as [RecordedRequest];
    assertError(await sandbox.callControl(`/requests/${id}/replay`, {}), 409, 'was not read');
  });
});

/** Opens the stream over HTTP. `next` resolves with the next line. */
async function openStream(url: string, query = '') {
  const leave = new AbortController();
  const headers = { authorization: 'Bearer control-token' };
  const response = await fetch(`${url}/sandbox/requests/stream${query}`, { headers, signal: leave.signal });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const next = async (): Promise<RecordedRequest> => {
    while (!text.includes('\n')) text += (await reader.read()).value ?? '';
    const [line] = text.split('\n', 1);
    text = text.slice(line!.length + 1);
    return JSON.parse(line!) as RecordedRequest;
  };
  return { response, reader, next, leave };
}

describe('the stream', () => {
  test('has a line for each new request that matches, as the list shows it', async () => {
    await sandbox.get(PATHS.pairs);
    const all = await openStream(sandbox.url);
    const claims = await openStream(sandbox.url, '?route=claim&status=200');
    assert.equal(all.response.headers.get('content-type'), 'application/x-ndjson; charset=utf-8');
    await claim({ clientId: 'x', amount: 'none' });
    await claim({ clientId: 'y' });
    const [second, first] = await sandbox.control.requests({ route: 'claim' });
    assert.deepEqual([await all.next(), await all.next()], [first, second]);
    assert.deepEqual(await claims.next(), second);
    for (const { leave } of [all, claims]) leave.abort();
  });

  test('begins after a given entry, so that nothing is missed after a list', async () => {
    for (let n = 0; n < 3; n++) await sandbox.get(PATHS.pairs);
    const [last, middle, { id }] = (await sandbox.control.requests()) as [
      RecordedRequest,
      RecordedRequest,
      RecordedRequest,
    ];
    const { next, leave } = await openStream(sandbox.url, `?after=${id}`);
    assert.deepEqual([await next(), await next()], [middle, last]);
    leave.abort();
  });

  test('begins with the oldest request if the given entry does not exist yet, because the sandbox was restarted', async () => {
    await sandbox.control.clearRequests();
    await sandbox.get(PATHS.pairs);
    const { next, leave } = await openStream(sandbox.url, '?after=9999999');
    assert.deepEqual(await next(), (await sandbox.control.requests())[0]);
    leave.abort();
  });

  test('ends when the sandbox stops, without waiting for its reader', async () => {
    const own = await startSandbox();
    const { reader } = await openStream(own.url);
    const [{ done }] = await Promise.all([reader.read(), own.stop()]);
    assert.equal(done, true);
  });
});

/** An entry in which only the size matters. */
const entryOf = (target: string): Omit<JournalEntry, 'id'> => ({
  ...{ time: 0, method: 'GET', target, headers: {}, body: undefined, operation: undefined },
  parameters: { merchantIds: [], clientId: undefined, amount: undefined },
  answer: { status: 200, headers: {}, body: '', code: null, sent: 'all' },
  ...{ milliseconds: 0, faults: [], requestId: '' },
});

describe('the memory of the journal', () => {
  test('holds the newest entries', () => {
    const journal = new Journal(3);
    for (let n = 1; n <= 5; n++) journal.add(entryOf(`/${n}`));
    assert.deepEqual(
      journal.list({}, 10).map(({ target }) => target),
      ['/5', '/4', '/3'],
    );
    assert.equal(new Journal().list({}, 10).length, 0);
  });

  test('holds at most 64 Mi characters, however large the bodies are', () => {
    const journal = new Journal();
    const mebi = 'x'.repeat(1024 * 1024);
    for (let n = 0; n < 70; n++) journal.add(entryOf(mebi));
    assert.equal(journal.list({}, 100).length, 64);
    journal.clear();
    for (let n = 0; n < 64; n++) journal.add(entryOf(mebi));
    assert.equal(journal.list({}, 100).length, 64);
  });

  const lineReader = (journal: Journal, onWrite: () => void = () => undefined) => {
    const write = async ({ target }: JournalEntry) => {
      onWrite();
      return { target };
    };
    const reader = streamJournal(journal, {}, { after: 0, write }).getReader();
    return { reader, next: async () => JSON.parse(Buffer.from((await reader.read()).value!).toString()) };
  };

  test('limits a slow reader of the stream, and the reader learns how many entries it missed', async () => {
    const journal = new Journal(2);
    let lines = 0;
    const { next } = lineReader(journal, () => lines++);
    for (let n = 1; n <= 5; n++) journal.add(entryOf(`/${n}`));
    assert.equal(lines, 0);
    assert.deepEqual(
      [await next(), await next(), await next()],
      [{ missed: 3 }, { target: '/4' }, { target: '/5' }],
    );
    const waiting = next();
    journal.add(entryOf('/6'));
    assert.deepEqual(await waiting, { target: '/6' });
  });

  test('is freed when a reader leaves', async () => {
    const journal = new Journal();
    let lines = 0;
    const { reader } = lineReader(journal, () => lines++);
    const waiting = reader.read();
    // After this turn, the stream waits for an entry.
    await turn();
    await reader.cancel();
    journal.add(entryOf('/1'));
    assert.deepEqual([(await waiting).done, lines], [true, 0]);
  });
});
