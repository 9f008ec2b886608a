import { expect } from '@open-wc/testing/pure';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';
import { engine, isJudge } from '../browsers/commands.js';
import { mount, mountUntil, until, untilStatus, update, type Attributes } from './helpers/mount.js';
import { parts, textOf } from './helpers/queries.js';
import { sampleAnswer } from './helpers/samples.js';
import { endpoint, requestsDuring, scripted, signedVisit, unique } from './helpers/servers.js';

const trustKey = await (await fetch('/signed/key')).text();

const clabe = sampleAnswer(105);

/** The attributes of a page that has its own visit to the kit that signs. */
async function shop(name = 'signed'): Promise<{ endpoint: string; visit: string }> {
  const id = unique(name);
  return { endpoint: `/signed/deposit/${id}`, visit: await signedVisit(id) };
}

/** Attributes of an element whose kit signs its responses. */
async function signed(attributes: Attributes = {}): Promise<Attributes> {
  return { ...(await shop()), paymentId: '90', trustKey, ...attributes };
}

/**
 * A valid key of somebody else. It is a constant because WebKitGTK sometimes fails to export a key that it
 * generated.
 */
const OTHER_KEY = 'PX3SMkYR_GYMIHqeucsviwDmc-8S1MSiX_rOYBaFSho';

/** The kind of problem that an element ends in. It must show no row. */
async function problemOf(slip: DepositSlip): Promise<string | undefined> {
  await slip.updateComplete;
  await until(() => slip.status !== 'loading');
  await slip.updateComplete;
  expect(parts(slip, 'row')).to.have.length(0);
  return slip.problem?.kind;
}

/** Every nonce of a request, of which there must be one. */
const noncesOf = ({ url }: Request): string => new URL(url).searchParams.getAll('nonce').join();
const visitOf = ({ url }: Request): string | null => new URL(url).searchParams.get('visit');

const MALFORMED = ['', ' ', 'x', '*', 'A'.repeat(42), '{key}=', ' {key}', '{key}A', 'A'.repeat(44)];
const UNTRUSTED = [
  '{other} {other}',
  '{key} ',
  '{key} x',
  'x {key}',
  '{key},{other}',
  '{key}{other}',
  '{key} {key}A',
];

describe(`trust-key in ${engine}`, () => {
  it('sends another nonce of 16 bytes with every request', async () => {
    const attributes = await signed();
    const requests = await requestsDuring(async () => {
      const slip = await mountUntil('ready', attributes);
      const { slip: before } = slip;
      slip.reload();
      await until(() => slip.slip !== before);
    });
    const [first, second, ...others] = requests.map(noncesOf);
    for (const nonce of [first, second]) expect(nonce).to.match(/^[\w-]{22}$/);
    expect(second).not.to.equal(first);
    expect(others).to.deep.equal([]);
  });

  it('sends a new nonce if a request is repeated with a fresh session', async () => {
    const server = scripted({ body: clabe, session: 'fresh' });
    const sessions = ['stale', 'fresh'];
    const getSession = (): Promise<string> => Promise.resolve(sessions.shift()!);
    const slip = await mount();
    Object.assign(slip, { trustKey, getSession, paymentId: '105', endpoint: server.url });
    const [first, second] = (await requestsDuring(() => problemOf(slip))).map(noncesOf);
    for (const nonce of [first, second]) expect(nonce).to.match(/^[\w-]{22}$/);
    expect(second).not.to.equal(first);
    expect(await server.requests()).to.have.length(2);
  });

  it('sends no nonce if it is not set', async () => {
    const page = await shop();
    const requests = await requestsDuring(() => mountUntil('choosing', page));
    expect(requests.map(noncesOf)).to.deep.equal(['']);
  });

  it('verifies the session that getSession returned', async () => {
    const getSession = (): Promise<string> => Promise.resolve('a session with blanks');
    const slip = await mount();
    await untilStatus(
      Object.assign(slip, { trustKey, getSession, paymentId: '90', ...(await shop()) }),
      'ready',
    );
  });

  it('sends its visit with every request, and starts a new one when it changes', async () => {
    const [attributes, other] = [await signed({ watch: true }), await shop()];
    const all = await requestsDuring(async (requests) => {
      const slip = await mountUntil('ready', attributes);
      dispatchEvent(new Event('online'));
      await until(() => requests.length === 2);
      expect(requests.map(visitOf)).to.deep.equal([attributes.visit, attributes.visit]);
      slip.visit = other.visit;
      expect(await problemOf(slip)).to.equal('forbidden');
      slip.removeAttribute('visit');
      expect(await problemOf(slip)).to.equal('forbidden');
    });
    expect(visitOf(all.at(-1)!)).to.equal(null);
  });

  it('verifies parameters of the endpoint’s own address', async () => {
    const { endpoint, visit } = await shop();
    const query = `paymentId=90&nonce=x&visit=${visit}`;
    await mountUntil('ready', { endpoint: `${endpoint}?${query}`, trustKey });
  });

  for (const form of isJudge ? MALFORMED : ['x'])
    it(`trusts no response if it is malformed: ${JSON.stringify(form)}`, async () => {
      const key = form.replace('{key}', trustKey);
      expect(await problemOf(await mount(await signed({ trustKey: key })))).to.equal('unsafe');
    });

  for (const form of ['{key} {other}', '{other} {key}', '{other}\n  {key}', '{other}\t{other} {key} {key}'])
    it(`trusts every key of a list: ${JSON.stringify(form)}`, async () => {
      const key = form.replaceAll('{key}', trustKey).replaceAll('{other}', OTHER_KEY);
      const slip = await mountUntil('ready', await signed({ trustKey: key }));
      expect(textOf(slip)).to.contain('Pix');
    });

  for (const form of isJudge ? UNTRUSTED : ['x {key}'])
    it(`trusts no response if no key of the list signed it, or one is malformed: ${JSON.stringify(form)}`, async () => {
      const key = form.replaceAll('{key}', trustKey).replaceAll('{other}', OTHER_KEY);
      expect(await problemOf(await mount(await signed({ trustKey: key })))).to.equal('unsafe');
    });

  it('continues while the key of the server is replaced, if it has both', async () => {
    const keys = await (await fetch('/signed/keys')).text();
    for (const [key, isTrusted] of [
      [keys, true],
      [trustKey, false],
    ] as const) {
      const { endpoint, ...page } = await signed({ trustKey: key });
      const slip = await mountUntil('ready', {
        ...page,
        endpoint: String(endpoint).replace('deposit', 'rotating'),
      });
      const { slip: before } = slip;
      slip.reload();
      await until(() => slip.slip !== before);
      expect(slip.problem?.kind).to.equal(isTrusted ? undefined : 'unsafe');
      expect(slip.status).to.equal(isTrusted ? 'ready' : 'problem');
    }
  });

  for (const [name, key] of Object.entries({ zero: 0, false: false, object: {}, symbol: Symbol.iterator }))
    it(`trusts no response if the property is not a string: ${name}`, async () => {
      const slip = Object.assign(await mount(), { trustKey: key, paymentId: '90', ...(await shop()) });
      expect(await problemOf(slip)).to.equal('unsafe');
    });

  it('starts a new request when it is set, changed or removed', async () => {
    const slip = await mountUntil('ready', { ...(await shop()), paymentId: '90' });
    await update(slip, { trustKey });
    expect(slip.status).to.equal('loading');
    await untilStatus(slip, 'ready');
    slip.trustKey = OTHER_KEY;
    expect(await problemOf(slip)).to.equal('unsafe');
    slip.removeAttribute('trust-key');
    Object.assign(slip, { trustKey: undefined });
    await untilStatus(slip, 'ready');
  });

  it('rejects the answer property and a response in the page, which have no signature', async () => {
    for (const attributes of [{ answer: clabe }, { inline: JSON.stringify(clabe), ...(await shop()) }]) {
      const slip = await mount({ paymentId: '105', trustKey, ...attributes });
      expect(await problemOf(slip)).to.equal('unsafe');
      expect(textOf(slip)).not.to.contain('9991');
    }
  });

  it('rejects every response if the browser cannot verify signatures', async () => {
    for (const subtle of [
      undefined,
      { importKey: () => Promise.reject(new DOMException('', 'NotSupportedError')) },
    ]) {
      Object.defineProperty(crypto, 'subtle', { value: subtle, configurable: true });
      try {
        expect(await problemOf(await mount(await signed()))).to.equal('unsafe');
      } finally {
        Reflect.deleteProperty(crypto, 'subtle');
      }
    }
    expect(typeof crypto.subtle.verify, 'the native object is back').to.equal('function');
  });

  for (const [kind, problem] of [
    ['refused', 'refused'],
    ['ready', 'unavailable'],
  ] as const)
    it(`shows only the problem of an unsigned error whose kind is ${kind}`, async () => {
      const body = { ...clabe, kind, arrival: 'token', test: true };
      const url = endpoint({ body, status: 503 });
      const slip = await mount({ paymentId: '105', endpoint: url, trustKey, watch: true });
      expect(await problemOf(slip)).to.equal(problem);
      expect(textOf(slip)).not.to.contain('9991');
    });

  for (const status of [200, 201, 204, 206, 299])
    it(`requires a signature with HTTP ${status}`, async () => {
      const slip = await mount({ paymentId: '105', endpoint: endpoint({ body: clabe, status }), trustKey });
      expect(await problemOf(slip)).to.equal('unsafe');
    });

  for (const [name, visit, header] of [
    ['keeps the test notice of a signed answer whose header was removed', 'test', undefined],
    ['adds a test notice for an unsigned header', 'plain', '1'],
  ] as const)
    it(name, async () => {
      const replaceHeader = (native: typeof fetch): typeof fetch => {
        return async (input, init) => {
          const { body, status, headers: received } = await native(input, init);
          const headers = new Headers(received);
          headers.delete('Deposit-Slip-Test');
          if (header) headers.set('Deposit-Slip-Test', header);
          return new Response(body, { status, headers });
        };
      };
      const attributes = await signed(await shop(visit));
      await requestsDuring(async () => {
        expect(textOf(await mountUntil('ready', attributes))).to.contain('Test: do not pay');
      }, replaceHeader);
    });
});
