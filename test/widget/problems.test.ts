import { expect } from '@open-wc/testing';
import { engine, realClick } from '../browsers/commands.js';
import {
  asked,
  endpoint,
  event,
  method,
  mount,
  open,
  part,
  parts,
  reaching,
  sampleAnswer,
  unique,
  words,
  type Attributes,
} from './bench.js';

const good = sampleAnswer(method(105));

const CASES: Record<string, { given: Attributes; kind: string; retryable: boolean }> = {
  'HTTP 401': {
    given: { endpoint: endpoint({ status: 401, body: {} }) },
    kind: 'unauthorized',
    retryable: false,
  },
  'HTTP 403': {
    given: { endpoint: endpoint({ status: 403, body: {} }) },
    kind: 'forbidden',
    retryable: false,
  },
  'HTTP 404': {
    given: { endpoint: endpoint({ status: 404, text: 'nothing', type: 'text/html' }) },
    kind: 'not-found',
    retryable: false,
  },
  'HTTP 408': { given: { endpoint: endpoint({ status: 408 }) }, kind: 'timeout', retryable: true },
  'HTTP 422': { given: { endpoint: endpoint({ status: 422, body: {} }) }, kind: 'refused', retryable: false },
  'HTTP 429': {
    given: { endpoint: endpoint({ status: 429, body: {} }) },
    kind: 'rate-limited',
    retryable: true,
  },
  'HTTP 500': {
    given: { endpoint: endpoint({ status: 500, text: '<h1>oops</h1>', type: 'text/html' }) },
    kind: 'unavailable',
    retryable: true,
  },
  'HTTP 504': { given: { endpoint: endpoint({ status: 504 }) }, kind: 'timeout', retryable: true },
  'a kind in an error body': {
    given: { endpoint: endpoint({ status: 422, body: { kind: 'invalid-amount' } }) },
    kind: 'invalid-amount',
    retryable: false,
  },
  'an unknown kind in an error body': {
    given: { endpoint: endpoint({ status: 503, body: { kind: 'constructor' } }) },
    kind: 'unavailable',
    retryable: true,
  },
  'a success status with another code': {
    given: { endpoint: endpoint({ body: { code: 51003, msg: 'no', data: null } }) },
    kind: 'refused',
    retryable: false,
  },
  'a redirect': {
    given: { endpoint: endpoint({ status: 302, headers: { location: '/scripted?body={}' } }) },
    kind: 'unreadable',
    retryable: true,
  },
  'an HTML page': {
    given: { endpoint: endpoint({ text: '<h1>Login</h1>', type: 'text/html' }) },
    kind: 'unreadable',
    retryable: true,
  },
  'JSON that is cut short': {
    given: { endpoint: endpoint({ text: '{"code":200,' }) },
    kind: 'unreadable',
    retryable: true,
  },
  'bytes that are no UTF-8': {
    given: { endpoint: endpoint({ bytes: btoa('{"a":"\xff"}') }) },
    kind: 'unreadable',
    retryable: true,
  },
  'more than 256 KiB': {
    given: { endpoint: endpoint({ body: good, size: 256 * 1024 }) },
    kind: 'unreadable',
    retryable: true,
  },
  'no content': { given: { endpoint: endpoint({ status: 204 }) }, kind: 'unreadable', retryable: true },
  'data that is null': {
    given: { endpoint: endpoint({ body: { code: 200, data: null } }) },
    kind: 'unreadable',
    retryable: true,
  },
  'an essential that is missing': {
    given: { answer: { fiat: 'MXN', fieldList: { Extra: '1' } } },
    kind: 'incomplete',
    retryable: false,
  },
  'another currency': {
    given: { answer: { fiat: 'ARS', fieldList: method(105).sample } },
    kind: 'mismatch',
    retryable: false,
  },
  'an identifier with a hidden sign': {
    given: { answer: { fiat: 'MXN', fieldList: { 'Cuenta CLABE': '99918000000000001\u200b7' } } },
    kind: 'unsafe',
    retryable: false,
  },
  'an account under verification': {
    given: { answer: { fiat: 'MXN', status: 1, fieldList: method(105).sample } },
    kind: 'not-payable',
    retryable: false,
  },
  'an amount that is none': {
    given: { endpoint: endpoint({ body: good }), amount: '1e3' },
    kind: 'invalid-amount',
    retryable: false,
  },
  'an unreachable endpoint': {
    given: { endpoint: 'http://127.0.0.1:1/deposit' },
    kind: 'offline',
    retryable: true,
  },
  'an endpoint that never answers': {
    given: { endpoint: endpoint({ gate: unique('never') }), timeout: 50 },
    kind: 'timeout',
    retryable: true,
  },
};

describe(`problems in ${engine}`, () => {
  for (const [name, { given, kind, retryable }] of Object.entries(CASES)) {
    it(`ends ${name} as ${kind}`, async () => {
      const slip = await reaching(await mount({ paymentId: '105', ...given }), 'problem');
      expect(slip.problem?.kind).to.equal(kind);
      expect(slip.problem?.retryable).to.equal(retryable);
      expect(parts(slip, 'row')).to.have.length(0);
      expect(parts(slip, 'retry')).to.have.length(retryable ? 1 : 0);
      expect(part(slip, 'problem').textContent?.trim()).not.to.equal('');
    });
  }

  it('keeps what the upstream said for the merchant and shows the payer none of it', async () => {
    const body = { code: 51003, msg: 'KYC of ACME pending', data: null };
    const slip = await reaching(await mount({ paymentId: '105', endpoint: endpoint({ body }) }), 'problem');
    expect(slip.problem).to.include({ code: '51003', message: 'KYC of ACME pending' });
    expect(words(slip)).not.to.contain('KYC');
  });

  it('asks again when the payer presses the button, and only then', async () => {
    const log = unique('retry');
    const slip = await reaching(
      await mount({ paymentId: '105', endpoint: endpoint({ status: 503, log }) }),
      'problem',
    );
    expect(await asked(log)).to.have.length(1);
    const told = event(slip, 'deposit-problem');
    await realClick(part(slip, 'retry'));
    await told;
    expect(await asked(log)).to.have.length(2);
  });

  it('tells the page once per problem', async () => {
    const heard: string[] = [];
    const onProblem = (told: DocumentEventMap['deposit-problem']): void => void heard.push(told.problem.kind);
    document.addEventListener('deposit-problem', onProblem);
    const slip = await mount({ paymentId: '105', answer: { fieldList: {} } });
    slip.requestUpdate();
    await slip.updateComplete;
    document.removeEventListener('deposit-problem', onProblem);
    expect(heard).to.deep.equal(['incomplete']);
  });

  it('warns once on the console about a wrong set-up and shows a sentence', async () => {
    const warned: unknown[] = [];
    const { warn } = console;
    console.warn = (...words: unknown[]) => void warned.push(words[0]);
    try {
      const slip = await mount({});
      slip.requestUpdate();
      await slip.updateComplete;
      expect(slip.problem?.kind).to.equal('unconfigured');
      expect(words(slip)).to.contain('The deposit details cannot be shown');
    } finally {
      console.warn = warn;
    }
    expect(warned).to.deep.equal([
      '<deposit-slip> needs an endpoint that is a URL, or an answer in the page.',
    ]);
  });

  it('asks anew when a session is set after unauthorized', async () => {
    const slip = await reaching(
      await mount({
        paymentId: '105',
        endpoint: endpoint({ body: good, session: 'fresh' }),
        session: 'stale',
      }),
      'problem',
    );
    expect(slip.problem?.kind).to.equal('unauthorized');
    slip.session = 'fresh';
    await reaching(slip, 'ready');
  });

  it('asks anew when a session is set while an answer to an older one is awaited', async () => {
    const gate = unique('late');
    const slip = await mount({
      paymentId: '105',
      endpoint: endpoint({ body: good, session: 'fresh', gate }),
      session: 'stale',
    });
    slip.session = 'fresh';
    await slip.updateComplete;
    const told = new Promise<string>((resolve) => {
      for (const name of ['deposit-ready', 'deposit-problem'] as const)
        slip.addEventListener(name, () => resolve(name));
    });
    await open(gate);
    expect(await told).to.equal('deposit-ready');
  });

  it('asks for another slip again where that was what failed', async () => {
    const log = unique('renewed');
    const slip = await reaching(
      await mount({ paymentId: '105', endpoint: endpoint({ status: 503, log }) }),
      'problem',
    );
    const renewed = event(slip, 'deposit-problem');
    slip.reload();
    await renewed;
    const told = event(slip, 'deposit-problem');
    await realClick(part(slip, 'retry'));
    await told;
    const other = 'paymentId=105 fiat=MXN refresh=1';
    expect(await asked(log)).to.deep.equal(['paymentId=105 fiat=MXN', other, other]);
  });

  it('asks getSession once more after a 401, and sends the session in a header alone', async () => {
    const log = unique('session');
    const sessions = ['stale', 'fresh'];
    const slip = await mount({});
    slip.getSession = () => Promise.resolve(sessions.shift() ?? 'none left');
    slip.paymentId = '105';
    slip.endpoint = endpoint({ body: good, session: 'fresh', log });
    await reaching(slip, 'ready');
    expect(await asked(log)).to.deep.equal([
      'paymentId=105 fiat=MXN Bearer stale',
      'paymentId=105 fiat=MXN Bearer fresh',
    ]);
  });
});
