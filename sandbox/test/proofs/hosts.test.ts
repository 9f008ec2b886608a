/**
 * A web page on another site cannot reach the sandbox on this machine (SECURITY.md P35), neither by pointing
 * its own name here (DNS rebinding), nor by a request to the sandbox's own address.
 */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { before, describe, it } from 'node:test';
import { isSoak } from '../../../test/proofs/scale.js';
import { listening } from '../../../test/server/loopback.js';
import type { AppContext } from '../../src/app-context.js';
import { createApp } from '../../src/app.js';
import { serveHosts } from '../../src/http/hosts.js';
import { BODIES, exchange, PATHS, VALID_BODIES } from '../requests.js';
import { TestSandbox } from '../test-sandbox.js';

const bench = new TestSandbox({
  allowedHosts: ['Pay.Example', '10.1.2.3'],
  publicUrl: 'https://sandbox.example:8443/base',
});

const CLABE = `${PATHS.details}?merchantId=1001&paymentId=105&fiat=MXN`;
const LOCAL = 'Host: localhost\r\n';
const TOKENS = 'X-BH-TOKEN: sandbox-token\r\nAuthorization: Bearer control-token\r\n';

/** A request for one route, which would succeed or at least be handled. */
interface Route {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/**
 * Every route of the application, with a method where a route accepts any, and a path that does not exist.
 */
function allRoutes(): readonly Route[] {
  const context: Partial<AppContext> = { tokens: new Map(), seed: 1, baseUrl: () => '' };
  const { routes } = createApp(context as AppContext);
  const known = routes.flatMap(({ method, path }) =>
    (method === 'ALL' ? ['OPTIONS', 'DELETE'] : [method]).map((verb) => `${verb} ${pathIn(path)}`),
  );
  const unknown = ['GET', 'POST', 'HEAD', 'OPTIONS', 'PUT', 'TRACE', 'CONNECT'].map(
    (verb) => `${verb} /nowhere`,
  );
  return [...new Set([...known, ...unknown, 'GET /'])].map((route) => {
    const [method, path] = route.split(' ') as [string, string];
    const text = method === 'POST' ? JSON.stringify(VALID_BODIES[path] ?? {}) : '';
    return { method, path, body: bodyOf('application/json', text) };
  });
}

/** The headers and the text of a body. */
function bodyOf(type: string, text: string): string {
  return `Content-Type: ${type}\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
}

/** A path that matches a pattern, with the identifiers of seeded records. */
function pathIn(pattern: string): string {
  if (pattern === PATHS.details) return CLABE;
  return pattern
    .replace('/orders/:id', '/orders/500001')
    .replace(/:\w+(?:\{\.\+\\\.(\w+)\})?(?:\{[^}]*\})?/g, (_, extension?: string) =>
      extension ? `1.${extension}` : '1',
    )
    .replace('*', 'x');
}

const ROUTES = allRoutes();

/** Sends a request for a route with the given Host lines, and returns its status and body. */
async function send(url: string, hosts: string, { method, path, body }: Route, tokens = TOKENS) {
  const text = await exchange(
    url,
    `${method} ${path} HTTP/1.1\r\n${hosts}${tokens}Connection: close\r\n${body}`,
    true,
  );
  const [head = '', content = ''] = text.split('\r\n\r\n');
  return { status: Number(/^HTTP\/1\.1 ([0-9]{3})/.exec(head)?.[1] ?? 0), head, content };
}

const statusFor = async (url: string, hosts: string, path = CLABE): Promise<number> =>
  (await send(url, hosts, { method: 'GET', path, body: '\r\n' })).status;

/** Everything that a request could change. */
async function world(): Promise<string> {
  const lists = ['/deposits', '/activations', '/channels', '/faults', '/verify'].map((path) =>
    bench.callControl(path, undefined, { method: 'GET' }),
  );
  const orders = ['fiat_to_crypto', 'crypto_to_fiat', 'fiat_to_fiat'].map((orderType) =>
    bench.get(PATHS.orders, { orderType, pageSize: 100 }),
  );
  const others = [
    bench.get(PATHS.flows, { pageSize: 1000 }),
    bench.get(PATHS.crypto, { pageSize: 100 }),
    bench.get(PATHS.virtual, { merchantId: 1001, paymentId: 105, fiat: 'MXN' }),
  ];
  return JSON.stringify((await Promise.all([...lists, ...orders, ...others])).map(({ text }) => text));
}

const hostLine = (host: string) => `Host: ${host}\r\n`;

/** Names that an attacker can point to this machine. */
const FOREIGN = [
  ...['evil.example', 'EVIL.example:8787', 'evil.example.', 'shop.test', 'xn--bcher-kva.example', 'intranet'],
  ...['localhost.evil.example', 'localhost-evil.example', 'notlocalhost', 'localhost.example:80'],
  ...['127.0.0.1.evil.example', '127.0.0.1.nip.io', '127-0-0-1.evil.example'],
  ...['0x7f.0.0.1.evil.example', '10.0.0.1.example'],
].map(hostLine);

/** No host, several hosts, or a host that two parsers could read differently. */
const MALFORMED = [
  ...['', 'Host:\r\n', 'Host: \r\n', 'Host: localhost\r\nhost: localhost\r\n'],
  ...['Host: localhost\r\nHost: evil.example\r\n', 'Host: evil.example\r\nHost: localhost\r\n'],
  ...[
    ...['localhost@evil.example', 'evil.example@localhost', 'user:secret@localhost', 'http://localhost'],
    ...['localhost,evil.example', 'evil.example localhost', 'localhost/evil', 'localhost?', 'localhost#'],
    ...['localhost:http', 'localhost:99999', 'localhost:80:80', '.localhost', 'localhost..', '%6c'],
    ...['[localhost]', '[::1', '::1', '1.2.3.4.5', 'evil.0.0.1', '[evil.example]'],
  ].map(hostLine),
];

const OWN = [
  ...['127.0.0.1', '127.0.0.1:1234', 'localhost', 'LOCALHOST:8787', 'localhost.', 'localhost.:80'],
  ...['shop.localhost', '[::1]', '[::1]:8787'],
  // An attacker cannot point an IP address elsewhere.
  ...['0.0.0.0', '10.0.0.1:8787', '169.254.169.254', '[::]', '[fe80::1]', '[::ffff:a00:1]:1'],
].map(hostLine);

/**
 * A ninth of a list, different for each place, so that together the places cover the list. A soak uses all of
 * it.
 */
const shareOf = <Item>(items: readonly Item[], place: number): readonly Item[] =>
  isSoak ? items : items.filter((_, at) => (at + place) % 9 === 0);

describe('a request for a foreign host', () => {
  it('is refused on every route, whatever its method, and changes nothing', async (test) => {
    const account = await bench.clabe();
    await bench.control.deposit({ merchantId: 1001, fiat: 'MXN', amount: '3.00', account });
    const before = await world();
    let answered = 0;
    for (const [place, route] of ROUTES.entries())
      for (const hosts of shareOf([...FOREIGN, ...MALFORMED], place)) {
        const { status, head, content } = await send(bench.url, hosts, route);
        const name = `${route.method} ${route.path} with ${JSON.stringify(hosts)}`;
        // Node closes the connection after a CONNECT request.
        if (route.method === 'CONNECT') assert.equal(status, 0, name);
        else assert.equal(status, MALFORMED.includes(hosts) ? 400 : 403, name);
        assert.match(head, /^$|\r\nconnection: close/i, name);
        assert.doesNotMatch(head, /access-control|set-cookie/i, name);
        if (content)
          assert.deepEqual(Object.keys(JSON.parse(content) as object), ['code', 'msg', 'data'], name);
        answered += Number(status > 0 && status < 400);
      }
    assert.equal(await world(), before);
    test.diagnostic(`${ROUTES.length} routes: ${answered} answered`);
  });

  it('is refused with the usual envelope and headers, and names the option that allows a host', async () => {
    const { head, content } = await send(bench.url, FOREIGN[0]!, ROUTES[0]!);
    const { code, msg, data } = JSON.parse(content) as Record<string, unknown>;
    assert.deepEqual([code, data], [403, null]);
    assert.match(String(msg), /^[A-Z].* --allow-host .*\.$/);
    for (const line of [
      'content-type: application/json',
      'cache-control: no-store',
      'x-request-id: [0-9a-f-]{36}',
    ])
      assert.match(head, new RegExp(`^${line}`, 'im'));
  });

  it('is refused after one for an allowed host on the same connection', async () => {
    const get = (host: string) => `GET ${PATHS.pairs} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
    const text = await exchange(bench.url, get('localhost') + get('evil.example') + get('localhost'));
    assert.deepEqual(
      [...text.matchAll(/HTTP\/1\.1 ([0-9]{3})/g)].map(([, status]) => status),
      ['200', '403'],
    );
  });

  it('is refused if only its target, an absolute URL, names the foreign host', async () => {
    for (const [target, status] of [
      [`http://evil.example${CLABE}`, 403],
      [`http://localhost@evil.example${CLABE}`, 400],
      [`http://evil.example@localhost${CLABE}`, 400],
      [`http://localhost\\@evil.example${CLABE}`, 400],
      [`//evil.example${CLABE}`, 404],
      ['*', 400],
      [`http://LOCALHOST:1${CLABE}`, 200],
    ] as const)
      assert.equal(await statusFor(bench.url, LOCAL, target), status, target);
    assert.equal(await statusFor(bench.url, 'Host: evil.example\r\n', `http://localhost${CLABE}`), 403);
  });
});

describe('a request for an allowed host', () => {
  it('gets a response, for every address and every spelling of a loopback name', async () => {
    for (const host of OWN) assert.equal(await statusFor(bench.url, host), 200, host);
  });

  it('reaches every route', async () => {
    // A stream does not end (journal.test.ts), and a snapshot takes long.
    const excluded = /^\/sandbox\/(?:reset|snapshots?\b|requests\/stream)/;
    for (const route of ROUTES) {
      if (route.method === 'CONNECT' || excluded.test(route.path)) continue;
      const { status, content } = await send(bench.url, LOCAL, route);
      assert.ok(status > 0 && !content.includes('--allow-host'), `${route.method} ${route.path}: ${status}`);
    }
  });
});

/**
 * A request for a route, with the headers that a browser lets a page on another site send without a
 * preflight.
 */
const simple = ({ method, path }: Route, page: string, type: string) => ({
  method,
  path: path.startsWith('/sandbox/agreement') ? `/sandbox/agreement/${agreement}` : path,
  body: `${page}\r\n${bodyOf(type, form)}`,
});

const PAGES = [
  'Origin: https://evil.example\r\nSec-Fetch-Site: cross-site',
  'Origin: http://localhost:3000\r\nSec-Fetch-Site: same-site',
  'Origin: http://localhost:3000',
  'Origin: null',
];
const TYPES = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'];
let form = '';
let agreement = '';

describe('a page on another site', () => {
  before(async () => {
    const { text } = await bench.post(PATHS.activate, BODIES.agreement);
    agreement = /\/agreement\/([\w-]+)/.exec(text)![1]!;
    const account = await bench.clabe();
    form = String(new URLSearchParams({ account, beneficiary: 'Sol', amount: '5.00', decision: 'accepted' }));
  });

  it('changes nothing with a request to the address of the sandbox', async (test) => {
    const before = await world();
    const changing = ROUTES.filter(({ method }) => !['GET', 'HEAD', 'OPTIONS', 'CONNECT'].includes(method));
    const requests = PAGES.flatMap((page) => TYPES.map((type) => [page, type] as const));
    for (const [place, route] of changing.entries())
      for (const [page, type] of shareOf(requests, place)) {
        const { status, head } = await send(bench.url, LOCAL, simple(route, page, type), '');
        const name = `${route.method} ${route.path} ${page} ${type}: ${status}`;
        assert.ok(status >= 400 && status < 500, name);
        assert.doesNotMatch(head, /access-control/i);
      }
    assert.equal(await world(), before);
    test.diagnostic(`${changing.length} routes: no request changed anything`);
  });

  it('is never permitted to send a token, a method or a body of its choice', async () => {
    const asked = [
      'Method: POST',
      'Headers: authorization, x-bh-token, content-type',
      'Private-Network: true',
    ];
    const headers = [PAGES[0]!, ...asked.map((line) => `Access-Control-Request-${line}`)].join('\r\n');
    for (const { path } of ROUTES) {
      const preflight = { method: 'OPTIONS', path, body: `${headers}\r\n\r\n` };
      assert.doesNotMatch((await send(bench.url, LOCAL, preflight, '')).head, /access-control/i, path);
    }
  });

  it('can link to the simulator, whose own forms work', async () => {
    const link = { method: 'GET', path: `/sandbox/pay?${form}`, body: `${PAGES[0]!}\r\n\r\n` };
    assert.equal((await send(bench.url, LOCAL, link, '')).status, 200);
    const own = `Origin: http://localhost\r\nSec-Fetch-Site: same-origin`;
    for (const path of ['/sandbox/pay', '/sandbox/agreement/1']) {
      const submitted = simple({ method: 'POST', path, body: '' }, own, 'application/x-www-form-urlencoded');
      assert.equal((await send(bench.url, LOCAL, submitted, '')).status, 303, path);
    }
  });
});

describe('a host that an outer handler changed', () => {
  it('decides in place of the received one', async () => {
    for (const [status, received, changed] of [
      [403, 'localhost', 'evil.example'],
      [200, 'evil.example', 'localhost'],
      [400, 'localhost', undefined],
    ] as const) {
      const serve = serveHosts([], (_request, response) => response.end());
      const outer = createServer((request, response) => {
        request.headers.host = changed;
        serve(request, response);
      });
      assert.equal(await statusFor(await listening(outer), hostLine(received)), status, `${changed}`);
      outer.close();
    }
  });
});

describe('a host that is allowed by an option', () => {
  it('gets a response, by its exact name, also on the simulator', async () => {
    for (const [status, hosts] of [
      [200, ['pay.example', 'PAY.example.:1', '10.1.2.3', 'sandbox.example']],
      [403, ['a.pay.example', 'pay.example.evil', 'notpay.example', 'evil.example']],
    ] as const)
      for (const host of hosts)
        for (const path of [CLABE, '/sandbox/pay'])
          assert.equal(await statusFor(bench.url, hostLine(host), path), status, `${host} ${path}`);
  });

  it('must be a host name', () => {
    for (const host of ['', 'https://pay.example', 'pay.example/x', '*', 'a b'])
      assert.throws(() => serveHosts([host], () => undefined), RangeError, host);
  });
});
