/** A request gets to the kit as the merchant’s middleware left it. No second copy of any part is read. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { toNodeHandler, type DepositKitOptions } from 'deposit-slip/kit';
import { listening } from '../loopback.js';
import { PIX_GRANT, shop } from '../shop.js';
import { FRAMEWORKS, type Change, type Exchange, type Sent } from './frameworks.js';

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What the handler receives. */
async function seenBy(exchange: Exchange, sent: Sent, change: Change): Promise<Seen> {
  const echo = async (request: Request): Promise<Response> => {
    const { method, url, headers } = request;
    return Response.json({
      ...{ method, url, headers: Object.fromEntries(headers), body: await request.text() },
    });
  };
  const { status, body } = await exchange(echo, change, sent);
  assert.equal(status, 200, body);
  return JSON.parse(body) as Seen;
}

/** A kit that knows a payer by a header which the merchant’s gateway sets. */
function shopOf(options: Partial<DepositKitOptions> = {}) {
  return shop({
    authorize: ({ headers }: Request) => {
      const user = headers.get('x-user');
      return user === null ? null : { ...PIX_GRANT, id: user };
    },
    ...options,
  });
}

const nothing: Change = () => undefined;

/** What frameworks derive from a request, or keep of it. */
const COPIES = {
  originalUrl: '/original?fiat=MXN',
  originalMethod: 'POST',
  query: { fiat: 'MXN' },
  body: 'a=1',
  ip: '192.0.2.7',
  hostname: 'proxy.example',
  protocol: 'https',
};

for (const [name, exchange] of Object.entries(FRAMEWORKS))
  describe(`the request of ${name}`, () => {
    it('authorizes nobody by an identity header that middleware removed', async () => {
      for (const remove of [
        ({ headers }) => delete headers['x-user'],
        ({ headers }) => (headers['x-user'] = undefined),
      ] satisfies Change[]) {
        const { kit, api } = shopOf();
        const { status } = await exchange(kit, remove, { headers: { 'x-user': 'another-payer' } });
        assert.equal(status, 401);
        assert.deepEqual(api.calls, []);
      }
    });

    it('authorizes a payer by the header of their client or of middleware', async () => {
      const { kit } = shopOf();
      assert.equal((await exchange(kit, nothing, { headers: { 'x-user': 'payer' } })).status, 200);
      const seen = await seenBy(exchange, { headers: { 'x-user': 'another-payer' } }, ({ headers }) => {
        headers['x-user'] = 'payer';
        headers['x-role'] = ['a', 'b'];
        headers['x-number'] = 7;
      });
      assert.deepEqual(
        ['x-user', 'x-role', 'x-number'].map((each) => seen.headers[each]),
        ['payer', 'a, b', '7'],
      );
    });

    it('is refused if it is cross-site, even if authorize reads the framework’s own request', async () => {
      const { kit, api } = shopOf({ authorize: () => PIX_GRANT });
      for (const headers of [
        { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' },
        { origin: 'https://other.example' },
      ])
        assert.equal((await exchange(kit, nothing, { headers })).status, 403);
      assert.deepEqual(api.calls, []);
    });

    it('has the method and the URL that middleware left, and no body', async () => {
      const sent = { method: 'POST', path: '/first?fiat=MXN', headers: { cookie: 'a=1' }, body: '{"a":1}' };
      const seen = await seenBy(exchange, sent, (incoming) => {
        // Fastify reads method and URL from the request of node:http.
        const raw = 'raw' in incoming ? (incoming.raw as typeof incoming) : incoming;
        Object.assign(raw, { method: 'PUT', url: '/second?fiat=BRL' });
      });
      assert.deepEqual(
        [seen.method, seen.url, seen.body, seen.headers['cookie']],
        ['PUT', 'http://localhost/second?fiat=BRL', '', 'a=1'],
      );
    });

    it('has nothing of other copies of its URL, or of its connection', async () => {
      const headers = { 'x-forwarded-host': 'proxy.example', 'x-forwarded-proto': 'https' };
      const { method, url, body } = await seenBy(
        exchange,
        { path: '/deposit?fiat=BRL', headers },
        (incoming) => {
          for (const [name, value] of Object.entries(COPIES))
            Object.defineProperty(incoming, name, { value, configurable: true });
        },
      );
      assert.deepEqual([method, url, body], ['GET', 'http://localhost/deposit?fiat=BRL', '']);
    });

    it('is refused if a header cannot be represented', async () => {
      const { kit, api } = shopOf({ authorize: () => PIX_GRANT });
      for (const [header, value] of [
        ['x-user', 'Ł'],
        ['x-user', 'a\nb'],
        ['x user', 'a'],
      ] as const) {
        const { status } = await exchange(kit, ({ headers }) => (headers[header] = value), {});
        assert.equal(status, 400, header);
      }
      assert.deepEqual(api.calls, []);
    });
  });

/** Headers after middleware, for a request that is sent with these fields. */
async function headersOf(fields: readonly string[], change: Change): Promise<Headers> {
  let headers: Headers | undefined;
  const server = createServer((incoming, outgoing) => {
    change(incoming);
    const keep = async (request: Request): Promise<Response> => {
      ({ headers } = request);
      return new Response();
    };
    void toNodeHandler(keep)(incoming, outgoing);
  });
  const socket = connect(Number(new URL(await listening(server)).port), '127.0.0.1');
  socket.end(['GET / HTTP/1.1', ...fields, 'Connection: close', '\r\n'].join('\r\n'));
  await text(socket);
  server.close();
  return headers!;
}

/** Builds the list of separate values, which Node makes from the received fields when it is first read. */
const readDistinct: Change = (incoming) => void (incoming as { headersDistinct?: object }).headersDistinct;

describe('headers behind middleware', () => {
  it('are not restored or replaced from the separate values that Node received', async () => {
    const fields = [
      'Host: h',
      'Authorization: Bearer a',
      'Authorization: Bearer b',
      'X-User: a',
      'X-User: b',
    ];
    for (const first of [nothing, readDistinct]) {
      const deleted = await headersOf(fields, (incoming) => {
        first(incoming);
        delete incoming.headers['authorization'];
        delete incoming.headers['x-user'];
      });
      assert.deepEqual([deleted.get('authorization'), deleted.get('x-user')], [null, null]);
      const set = await headersOf(fields, (incoming) => {
        first(incoming);
        Object.assign(incoming.headers, { authorization: 'Bearer c', 'x-user': 'a' });
      });
      assert.deepEqual([set.get('authorization'), set.get('x-user')], ['Bearer c', 'a']);
    }
  });

  it('name every value of a repeated authorization or host, of which Node keeps the first', async () => {
    const fields = ['Host: a', 'Host: b', 'Authorization: Bearer a', 'authorization: Bearer b'];
    const headers = await headersOf(fields, nothing);
    assert.deepEqual([headers.get('authorization'), headers.get('host')], ['Bearer a, Bearer b', 'a, b']);
  });

  it('join repeated values as node:http does', async () => {
    const fields = ['Host: h', 'X-A: 1', 'x-a: 2', 'Cookie: a=1', 'cookie: b=2'];
    const headers = await headersOf(fields, nothing);
    assert.deepEqual([headers.get('x-a'), headers.get('cookie')], ['1, 2', 'a=1; b=2']);
    const listed = await headersOf(fields, (incoming) => (incoming.headers['cookie'] = ['a=1', 'b=2']));
    assert.equal(listed.get('cookie'), 'a=1; b=2');
  });

  it('do not include what the prototype of the object has, or what is no header', async () => {
    Object.assign(Object.prototype, { 'x-user': 'polluted', authorization: 'Bearer polluted' });
    try {
      const headers = await headersOf(['Host: h'], ({ headers }) => {
        Object.assign(headers, {
          'x-object': { id: 1 },
          'x-flag': false,
          'x-null': null,
          'x-list': [null, 'a'],
        });
        Object.assign(headers, { [Symbol('x-symbol')]: 'a' });
      });
      assert.deepEqual(Object.fromEntries(headers), { connection: 'close', host: 'h', 'x-list': 'a' });
    } finally {
      for (const name of ['x-user', 'authorization']) Reflect.deleteProperty(Object.prototype, name);
    }
  });
});
