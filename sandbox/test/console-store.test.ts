/** The state of the console, without a browser. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Row } from '../src/console/api.js';
import { withLine } from '../src/console/reading.js';
import { listRequests, outcomeOf } from '../src/console/requests.js';
import { countOf, INITIAL, sourcesFor, type State } from '../src/console/state.js';
import { Store } from '../src/console/store.js';

const requestOf = (id: number, query: Row = {}, status = 200): Row => {
  const answer = { status, code: status, sent: 'all' };
  return { id, route: 'flows', path: '/v2/merchant/fiat/flows', query, answer };
};
/** What a back end asks while a payer waits. */
const POLL = { flowType: 'DEPOSIT', startTime: '1' };

const stateOf = (requests: readonly Row[], change: Partial<State> = {}): State => ({
  ...INITIAL,
  ...{ data: { requests: { requests } }, ...change },
});
const listed = (state: State) => listRequests(state).shown.map(({ id }) => id);

describe('the console', () => {
  it('lists no newer requests while one is open, and says so', async () => {
    const store = new Store(() => undefined);
    const [newest, ...known] = [3, 2, 1].map((id) => requestOf(id));
    store.update({ data: { requests: { requests: known } } });
    await store.toggle('1');
    store.update({ data: { requests: { requests: [newest, ...known] } } });
    assert.deepEqual([listed(store.state), listRequests(store.state).isPaused], [[2, 1], true]);
    await store.toggle('1');
    assert.deepEqual([listed(store.state), listRequests(store.state).isPaused], [[3, 2, 1], false]);
  });

  it('hides successful polls, counts them, and lists them on request', () => {
    const requests = [requestOf(3, POLL, 401), requestOf(2, POLL), requestOf(1, { ...POLL, endTime: '2' })];
    assert.deepEqual(listed(stateOf(requests)), [3, 1]);
    assert.deepEqual(listed(stateOf(requests, { hidesPolls: false })), [3, 2, 1]);
    const known = { requests, polls: 1, newest: 3 };
    assert.deepEqual(withLine(known, requestOf(4, POLL), true), { requests, polls: 2, newest: 4 });
  });

  it('filters by whole ids of merchants, routes and statuses', () => {
    const requests = [
      requestOf(3, { merchantId: '1002' }, 503),
      requestOf(2, { merchantId: '1001,1002' }),
      requestOf(1, { merchantId: '10021' }),
    ];
    const found = (filter: string) => listed(stateOf(requests, { filter }));
    assert.deepEqual(found('merchant:1002'), [3, 2]);
    assert.deepEqual(found('merchant:1002 status:>=400'), [3]);
    assert.deepEqual(found('merchant:100'), []);
    assert.deepEqual([found('route:flow').length, found('route:orders').length], [3, 0]);
  });

  it('says what the client saw', () => {
    const words = (answer: Row) => outcomeOf({ answer: { status: 200, code: 200, sent: 'all', ...answer } });
    assert.deepEqual(
      [{}, { code: 1299 }, { status: 401 }, { sent: 'part' }, { sent: 'nothing' }].map(words),
      ['200 OK', '200, code 1299', '401 Unauthorized', '200, cut off', 'No answer'],
    );
  });

  it('sends a form once, however often it is submitted', async (test) => {
    const fetched = test.mock.method(globalThis, 'fetch', async () => Response.json({}));
    const store = new Store(() => undefined);
    await Promise.all([store.send('reset'), store.send('reset')]);
    const resets = fetched.mock.calls.filter(({ arguments: [url] }) => url === '/sandbox/reset');
    assert.deepEqual([resets.length, store.state.isSending], [1, false]);
  });

  it('loads the newest hundred rows of a list, and a hundred more on request', async (test) => {
    test.mock.method(globalThis, 'fetch', async (url: string) => {
      const limit = Number(new URL(url, 'http://sandbox').searchParams.get('limit'));
      return Response.json({ deposits: Array.from({ length: Math.min(limit, 150) }, (_, id) => ({ id })) });
    });
    const store = new Store(() => undefined);
    store.update({ token: 'token', view: 'deposits' });
    await store.refresh();
    assert.equal(countOf(store.state, 'deposits'), '100+');
    await store.older('deposits');
    assert.equal(countOf(store.state, 'deposits'), '150');
  });

  it('verifies the ledger again after requests, while it is visible', () => {
    const isVerified = (view: string) => sourcesFor(view, 'traffic').includes('verification');
    assert.deepEqual([isVerified('ledger'), isVerified('flows')], [true, false]);
  });
});
