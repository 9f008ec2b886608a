import { expect } from '@open-wc/testing/pure';
import { en } from '../../src/widget/locales/en.js';
import { engine, realClick } from '../browsers/commands.js';
import type { Problem } from '../../src/core/problem.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';
import { announcements, collect, consoleWarnings, nextEvent } from './helpers/events.js';
import {
  mount,
  mountSample,
  mountUntil,
  until,
  untilStatus,
  update,
  type Attributes,
} from './helpers/mount.js';
import { part, parts, textOf } from './helpers/queries.js';
import { sampleAnswer, sampleFields } from './helpers/samples.js';
import { endpoint, requestsDuring, scripted, type Script } from './helpers/servers.js';

const clabe = sampleAnswer(105);

/** Kinds that offer another attempt. */
const RETRYABLE = ['offline', 'timeout', 'rate-limited', 'unavailable', 'unreadable'];

/** Kinds that the payer can fix: the console does not mention them. */
const PAYERS_OWN = ['offline', 'invalid-amount'];

/** The console line about a problem that an element has shown, or that occurred while it polled (`ready`). */
function lineOf(status: 'problem' | 'ready', { ...details }: Partial<Problem>): string {
  const place = `deposit-slip/docs/troubleshooting.md#${details.kind}`;
  return `<deposit-slip> ${status}: ${JSON.stringify(details)}. See ${place}`;
}

/** The problem that each response of the endpoint leads to. */
const RESPONSES: Record<string, [script: Script, kind: string]> = {
  'HTTP 401': [{ status: 401, body: {} }, 'unauthorized'],
  'HTTP 403': [{ status: 403, body: {} }, 'forbidden'],
  'HTTP 404': [{ status: 404, text: 'nothing', type: 'text/html' }, 'not-found'],
  'HTTP 408': [{ status: 408 }, 'timeout'],
  'HTTP 422': [{ status: 422, body: {} }, 'refused'],
  'HTTP 429': [{ status: 429, body: {} }, 'rate-limited'],
  'HTTP 500': [{ status: 500, text: '<h1>oops</h1>', type: 'text/html' }, 'unavailable'],
  'HTTP 504': [{ status: 504 }, 'timeout'],
  'a kind in an error body': [{ status: 422, body: { kind: 'invalid-amount' } }, 'invalid-amount'],
  'an unknown kind in an error body': [{ status: 503, body: { kind: 'constructor' } }, 'unavailable'],
  'an unsuccessful code with HTTP 200': [{ body: { code: 51003, msg: 'no', data: null } }, 'refused'],
  'a redirect': [{ status: 302, headers: { location: '/scripted?body={}' } }, 'unreadable'],
  'an HTML page': [{ text: '<h1>Login</h1>', type: 'text/html' }, 'unreadable'],
  'truncated JSON': [{ text: '{"code":200,' }, 'unreadable'],
  'malformed UTF-8': [{ bytes: btoa('{"a":"\xff"}') }, 'unreadable'],
  'more than 256 KiB': [{ body: clabe, size: 256 * 1024 }, 'unreadable'],
  'no content': [{ status: 204 }, 'unreadable'],
  'data that is null': [{ body: { code: 200, data: null } }, 'unreadable'],
};

const clabeFields = sampleFields(105);
const hidden = { 'Cuenta CLABE': '99918000000000001\u200b7' };
/** The problem that each configuration or `answer` leads to. */
const SETTINGS: Record<string, [attributes: Attributes, kind: string]> = {
  'a missing essential': [{ answer: { fiat: 'MXN', fieldList: { Extra: '1' } } }, 'incomplete'],
  'a failed check if the element is strict': [
    { answer: { fiat: 'MXN', fieldList: { 'Cuenta CLABE': '999180000000000018' } }, strict: true },
    'unverified',
  ],
  'another currency': [{ answer: { fiat: 'ARS', fieldList: clabeFields } }, 'mismatch'],
  'an identifier with a hidden character': [{ answer: { fiat: 'MXN', fieldList: hidden } }, 'unsafe'],
  'an account under verification': [
    { answer: { fiat: 'MXN', status: 1, fieldList: clabeFields } },
    'not-payable',
  ],
  'a malformed amount': [{ endpoint: endpoint({ body: clabe }), amount: '1e3' }, 'invalid-amount'],
  'a malformed amount beside an answer': [{ answer: clabe, amount: '1e3' }, 'invalid-amount'],
  'an endpoint that is not a URL': [{ endpoint: 'https://[shop/' }, 'unconfigured'],
  'an unreachable endpoint': [{ endpoint: 'http://127.0.0.1:1/deposit' }, 'unavailable'],
  'an endpoint that never responds': [{ endpoint: endpoint({ isHeld: true }), timeout: 50 }, 'timeout'],
};

const CASES: Record<string, [attributes: Attributes, kind: string]> = {
  ...Object.fromEntries(
    Object.entries(RESPONSES).map(([name, [script, kind]]) => [name, [{ endpoint: endpoint(script) }, kind]]),
  ),
  ...SETTINGS,
};

describe(`problems in ${engine}`, () => {
  for (const [name, [attributes, kind]] of Object.entries(CASES)) {
    it(`reports ${name} as ${kind}`, async () => {
      let slip!: DepositSlip;
      const lines = await consoleWarnings(async () => {
        slip = await mountUntil('problem', { paymentId: '105', ...attributes });
        await update(slip, { merchantName: 'Tienda Sol' });
      });
      expect(slip.problem?.kind).to.equal(kind);
      expect(lines).to.have.length(PAYERS_OWN.includes(kind) ? 0 : 1);
      for (const line of lines) expect(line).to.match(new RegExp(`"kind":"${kind}".*\\.md#${kind}$`));
      expect(slip.problem?.retryable).to.equal(RETRYABLE.includes(kind));
      expect(parts(slip, 'row')).to.have.length(0);
      expect(parts(slip, 'retry')).to.have.length(RETRYABLE.includes(kind) ? 1 : 0);
      expect(part(slip, 'problem').textContent?.trim()).not.to.equal('');
    });
  }

  it('reports an unreachable endpoint as offline only while the browser has no network', async () => {
    const lines = await consoleWarnings(async () => {
      Object.defineProperty(navigator, 'onLine', { configurable: true, value: false });
      const slip = await mountUntil('problem', { paymentId: '105', endpoint: 'http://127.0.0.1:1/deposit' });
      expect(slip.problem).to.include({ kind: 'offline', retryable: true });
      Reflect.deleteProperty(navigator, 'onLine');
      const failed = nextEvent(slip, 'deposit-problem');
      await realClick(part(slip, 'retry'));
      expect((await failed).problem.kind).to.equal('unavailable');
    });
    expect(lines).to.deep.equal([
      lineOf('problem', { kind: 'unavailable', retryable: true, cause: 'network or CORS' }),
    ]);
  });

  it('keeps the upstream message for the merchant and hides it from the payer', async () => {
    const body = { code: 51003, msg: 'KYC of ACME pending', data: null };
    const slip = await mountUntil('problem', { paymentId: '105', endpoint: endpoint({ body }) });
    expect(slip.problem).to.include({ code: '51003', message: 'KYC of ACME pending' });
    expect(textOf(slip)).not.to.contain('KYC');
  });

  it('retries when the payer presses the button, and only then, with the request that failed', async () => {
    const server = scripted({ status: 503 });
    const slip = await mountUntil('problem', { paymentId: '105', endpoint: server.url });
    const retry = (): Promise<void> => realClick(part(slip, 'retry'));
    for (const request of [retry, async () => slip.reload(), retry]) {
      const failed = nextEvent(slip, 'deposit-problem');
      await request();
      await failed;
    }
    const first = 'paymentId=105 fiat=MXN';
    const renewal = `${first} refresh=1`;
    expect(await server.requests()).to.deep.equal([first, first, renewal, renewal]);
  });

  it('keeps the current slip, and says so, if the payer may not have another one now', async () => {
    const slip = await mountUntil('ready', {
      paymentId: '105',
      endpoint: endpoint({ body: sampleAnswer(105) }),
    });
    const said = announcements(slip);
    const limiting = (native: typeof fetch): typeof fetch => {
      const limited = { code: 429, kind: 'rate-limited', data: null };
      return async (input, init) =>
        new URL(input as URL).searchParams.has('refresh')
          ? Response.json(limited, { status: 429 })
          : native(input, init);
    };
    const requests = await requestsDuring(async () => {
      slip.reload();
      await until(() => parts(slip, 'notice').length > 0);
    }, limiting);
    expect(requests).to.have.length(1);
    const text = `${en.problems['rate-limited']}. ${en.advice.wait}`;
    expect(part(slip, 'notice').textContent).to.equal(text);
    expect(said.at(-1)).to.equal(`${text} SPEI transfer`);
    expect(part(slip, 'value').textContent).to.contain('9991');
  });

  it('dispatches deposit-problem once per problem', async () => {
    const problems = collect(document, 'deposit-problem');
    const slip = await mount({ paymentId: '105', answer: { fieldList: {} } });
    slip.requestUpdate();
    await slip.updateComplete;
    expect(problems.map(({ problem }) => problem.kind)).to.deep.equal(['incomplete']);
  });
});

describe(`the console in ${engine}`, () => {
  /** The console lines about the problem that an element shows. */
  const linesAbout = (attributes: Attributes): Promise<unknown[]> =>
    consoleWarnings(() => mountUntil('problem', { paymentId: '105', ...attributes }));

  const CAUSES: Record<string, [attributes: Attributes, details: Partial<Problem>]> = {
    'that there is neither an endpoint nor an answer': [
      {},
      { kind: 'unconfigured', cause: 'no endpoint URL, and no response in the page' },
    ],
    'that a payment id is malformed': [
      { endpoint: '/deposit', paymentId: 'pix' },
      { kind: 'unconfigured', cause: 'payment-id not made of numbers' },
    ],
    'the status and the details of an error': [
      { endpoint: endpoint({ status: 403, body: { code: 7, msg: 'no grant', requestId: 'r-1' } }) },
      { kind: 'forbidden', cause: 'HTTP 403', code: '7', message: 'no grant', requestId: 'r-1' },
    ],
    'the request id of a header': [
      { endpoint: endpoint({ status: 503, headers: { 'x-request-id': 'r-2' } }) },
      { kind: 'unavailable', retryable: true, cause: 'HTTP 503', requestId: 'r-2' },
    ],
    'the Content-Type of a response that is not JSON': [
      { endpoint: endpoint({ text: '<h1>Login</h1>', type: 'text/html' }) },
      { kind: 'unreadable', retryable: true, cause: 'HTTP 200, Content-Type text/html' },
    ],
    'that the response is a redirect': [
      { endpoint: endpoint({ status: 302, headers: { location: '/login' } }) },
      { kind: 'unreadable', retryable: true, cause: 'redirect' },
    ],
    // Error-reporting tools copy the console.
    'the words of a message on one line, without accounts and addresses': [
      { endpoint: endpoint({ body: { code: 9, msg: 'CLABE 9991\n0017 of ana@shop.example\nis closed' } }) },
      { kind: 'refused', code: '9', message: '… … … of … is closed' },
    ],
  };
  for (const [name, [attributes, { kind, retryable = false, ...details }]] of Object.entries(CAUSES))
    it(`says ${name}`, async () => {
      const lines = await linesAbout(attributes);
      expect(lines).to.deep.equal([lineOf('problem', { kind: kind!, retryable, ...details })]);
      expect(lines[0]).not.to.contain('\n');
    });

  it('is silent about a slip that is shown', async () => {
    expect(await consoleWarnings(() => mountSample(90))).to.deep.equal([]);
  });

  it('says why polling fails', async () => {
    const slip = await mountUntil('ready', {
      paymentId: '90',
      watch: true,
      endpoint: endpoint({ body: { ...sampleAnswer(90), arrival: 'token' } }),
    });
    const statuses = [503, 429];
    const failing = (): typeof fetch => async () => new Response('', { status: statuses.shift()! });
    const lines = await consoleWarnings((written) =>
      requestsDuring(async () => {
        for (const count of [1, 2]) {
          dispatchEvent(new Event('online'));
          await until(() => written.length === count);
        }
      }, failing),
    );
    expect(lines).to.deep.equal([
      lineOf('ready', { kind: 'unavailable', retryable: true, cause: 'HTTP 503' }),
      lineOf('ready', { kind: 'rate-limited', retryable: true, cause: 'HTTP 429' }),
    ]);
    expect(slip.status).to.equal('ready');
  });
});

describe(`the session in ${engine}`, () => {
  it('starts a new request when it is set after unauthorized', async () => {
    const url = endpoint({ body: clabe, session: 'fresh' });
    const slip = await mountUntil('problem', { paymentId: '105', endpoint: url, session: 'stale' });
    expect(slip.problem?.kind).to.equal('unauthorized');
    slip.session = 'fresh';
    await untilStatus(slip, 'ready');
  });

  it('starts a new request when it is set while one with an older session is pending', async () => {
    const server = scripted({ body: clabe, session: 'fresh', isHeld: true });
    const slip = await mount({ paymentId: '105', endpoint: server.url, session: 'stale' });
    await update(slip, { session: 'fresh' });
    const settled = Promise.race([nextEvent(slip, 'deposit-ready'), nextEvent(slip, 'deposit-problem')]);
    await server.release();
    expect((await settled).type).to.equal('deposit-ready');
  });

  it('is requested once more from getSession after a 401, and sent in a header', async () => {
    const server = scripted({ body: clabe, session: 'fresh' });
    const sessions = ['stale', 'fresh'];
    const slip = await mount();
    slip.getSession = () => Promise.resolve(sessions.shift() ?? 'none left');
    Object.assign(slip, { paymentId: '105', endpoint: server.url });
    await untilStatus(slip, 'ready');
    expect(await server.requests()).to.deep.equal([
      'paymentId=105 fiat=MXN Bearer stale',
      'paymentId=105 fiat=MXN Bearer fresh',
    ]);
  });

  it('ends in timeout if getSession never resolves', async () => {
    const slip = await mount({ timeout: 50 });
    const failed = nextEvent(slip, 'deposit-problem');
    slip.getSession = () => new Promise(() => undefined);
    Object.assign(slip, { paymentId: '105', endpoint: endpoint({ body: clabe }) });
    expect((await failed).problem.kind).to.equal('timeout');
  });
});
