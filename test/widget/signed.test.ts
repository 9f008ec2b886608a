import { expect } from '@open-wc/testing';
import { engine } from '../browsers/commands.js';
import {
  asked,
  endpoint,
  method,
  mount,
  nextFrame,
  parts,
  reaching,
  sampleAnswer,
  unique,
  words,
} from './bench.js';
import { toBase64url } from '../../src/core/base64url.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';

let trustKey: string;

before(async function () {
  // The kit's bank starts when it is first asked.
  this.timeout(60_000);
  trustKey = await (await fetch('/signed/key')).text();
});

const clabe = sampleAnswer(method(105));

function shop(visit: string): string {
  return `/signed/deposit/${visit}`;
}

/** An element before the signing kit. */
function signed(visit: string, given: Parameters<typeof mount>[0] = {}): Promise<DepositSlip> {
  return mount({ endpoint: shop(visit), paymentId: '90', trustKey, ...given });
}

/** A good key, of somebody else. */
async function anotherKey(): Promise<string> {
  const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
  return toBase64url(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)));
}

async function kindOf(slip: DepositSlip): Promise<string | undefined> {
  await slip.updateComplete;
  while (slip.status === 'loading') await nextFrame();
  await slip.updateComplete;
  expect(parts(slip, 'row')).to.have.length(0);
  return slip.problem?.kind;
}

/** The address of every request made meanwhile. */
async function addressesOf(act: () => Promise<unknown>): Promise<URL[]> {
  const addresses: URL[] = [];
  await fetching((original) => {
    return (input, init) => {
      addresses.push(new URL(input as URL));
      return original(input, init);
    };
  }, act);
  return addresses;
}

/** Meanwhile every answer comes with other headers. */
function answering(change: (headers: Headers) => void, act: () => Promise<unknown>): Promise<void> {
  return fetching((original) => {
    return async (input, init) => {
      const { body, status, headers } = await original(input, init);
      const changed = new Headers(headers);
      change(changed);
      return new Response(body, { status, headers: changed });
    };
  }, act);
}

async function fetching(
  wrap: (original: typeof fetch) => typeof fetch,
  act: () => Promise<unknown>,
): Promise<void> {
  const original = window.fetch;
  window.fetch = wrap(original.bind(window));
  try {
    await act();
  } finally {
    window.fetch = original;
  }
}

describe(`the trust key, in ${engine}`, () => {
  it('sends a nonce of 16 bytes with every request, another each time', async () => {
    const addresses = await addressesOf(async () => {
      const slip = await reaching(await signed(unique('nonce')), 'ready');
      slip.reload();
      await reaching(slip, 'loading');
      await reaching(slip, 'ready');
    });
    const nonces = addresses.map(({ searchParams }) => searchParams.get('nonce'));
    for (const nonce of nonces) expect(nonce).to.match(/^[\w-]{22}$/);
    expect(new Set(nonces).size).to.equal(2);
  });

  it('sends another nonce where a session has run out and the same is asked again', async () => {
    const log = unique('stale');
    const sessions = ['stale', 'fresh'];
    const slip = await mount({});
    Object.assign(slip, {
      trustKey,
      getSession: () => Promise.resolve(sessions.shift()),
      paymentId: '105',
      endpoint: endpoint({ body: clabe, session: 'fresh', log }),
    });
    const addresses = await addressesOf(() => kindOf(slip));
    const nonces = addresses.map(({ searchParams }) => searchParams.getAll('nonce'));
    expect(nonces.map(({ length }) => length)).to.deep.equal([1, 1]);
    expect(nonces[0]![0]).not.to.equal(nonces[1]![0]);
    expect(await asked(log)).to.have.length(2);
  });

  it('sends no nonce where there is none', async () => {
    const [address] = await addressesOf(async () =>
      reaching(await mount({ endpoint: shop(unique('x')) }), 'choosing'),
    );
    expect(address!.searchParams.has('nonce')).to.equal(false);
  });

  it('takes what getSession gives as the session that is signed', async () => {
    const slip = await mount({});
    Object.assign(slip, {
      trustKey,
      getSession: () => Promise.resolve('a session with blanks'),
      paymentId: '90',
      endpoint: shop(unique('session')),
    });
    await reaching(slip, 'ready');
  });

  it('covers parameters that stand in the endpoint’s own address', async () => {
    await reaching(
      await signed('', { endpoint: `${shop(unique('own'))}?paymentId=90&nonce=x`, paymentId: '' }),
      'ready',
    );
  });

  for (const form of ['', ' ', 'x', '*', 'A'.repeat(42), '{key}=', ' {key}', '{key}A', 'A'.repeat(44)])
    it(`trusts nobody where it is malformed: ${JSON.stringify(form)}`, async () => {
      const key = form.replace('{key}', trustKey);
      expect(await kindOf(await signed(unique('malformed'), { trustKey: key }))).to.equal('unsafe');
    });

  for (const [name, key] of Object.entries({ zero: 0, false: false, object: {}, symbol: Symbol.iterator }))
    it(`trusts nobody where it is no text: ${name}`, async () => {
      const slip = await mount({});
      Object.assign(slip, { trustKey: key, paymentId: '90', endpoint: shop(unique('no-text')) });
      expect(await kindOf(slip)).to.equal('unsafe');
    });

  it('asks anew when it is set, changed or removed', async () => {
    const slip = await reaching(await mount({ endpoint: shop(unique('set')), paymentId: '90' }), 'ready');
    slip.trustKey = trustKey;
    await slip.updateComplete;
    expect(slip.status).to.equal('loading');
    await reaching(slip, 'ready');
    slip.trustKey = await anotherKey();
    expect(await kindOf(slip)).to.equal('unsafe');
    slip.removeAttribute('trust-key');
    Object.assign(slip, { trustKey: undefined });
    await reaching(slip, 'ready');
  });

  it('shows no answer brought along or written into the page: they bear no signature', async () => {
    const brought = await mount({ paymentId: '105', answer: clabe, trustKey });
    expect(await kindOf(brought)).to.equal('unsafe');
    const slip = document.createElement('deposit-slip');
    slip.innerHTML = '<script type="application/json"></script>';
    slip.querySelector('script')!.textContent = JSON.stringify(clabe);
    Object.assign(slip, { trustKey, paymentId: '105', lang: 'en', endpoint: shop(unique('inline')) });
    brought.replaceWith(slip);
    await slip.updateComplete;
    expect(await kindOf(slip)).to.equal('unsafe');
    expect(words(slip)).not.to.contain('9991');
  });

  it('shows nothing where the browser cannot look at signatures', async () => {
    for (const subtle of [
      undefined,
      { importKey: () => Promise.reject(new DOMException('', 'NotSupportedError')) },
    ]) {
      Object.defineProperty(crypto, 'subtle', { value: subtle, configurable: true });
      try {
        expect(await kindOf(await signed(unique('insecure')))).to.equal('unsafe');
      } finally {
        Reflect.deleteProperty(crypto, 'subtle');
      }
    }
    expect(typeof crypto.subtle.verify, 'the browser’s own is back').to.equal('function');
  });

  it('lets an error be an error, whatever it holds', async () => {
    const body = { ...clabe, kind: 'refused', arrival: 'token', test: true };
    const slip = await mount({
      paymentId: '105',
      endpoint: endpoint({ body, status: 503 }),
      trustKey,
      watch: true,
    });
    expect(await kindOf(slip)).to.equal('refused');
    expect(words(slip)).not.to.contain('9991');
    const ready = { ...clabe, kind: 'ready' };
    const other = await mount({
      paymentId: '105',
      endpoint: endpoint({ body: ready, status: 503 }),
      trustKey,
    });
    expect(await kindOf(other)).to.equal('unavailable');
  });

  for (const status of [200, 201, 204, 206, 299])
    it(`wants a signature with HTTP ${status}`, async () => {
      const slip = await mount({ paymentId: '105', endpoint: endpoint({ body: clabe, status }), trustKey });
      expect(await kindOf(slip)).to.equal('unsafe');
    });

  for (const [name, visit, mark] of [
    ['keeps a test notice that the signed answer holds, though its header is gone', 'test', null],
    ['adds a test notice that only a header holds', 'plain', '1'],
  ] as const)
    it(name, async () => {
      const address = unique(visit);
      await answering(
        (headers) => (mark ? headers.set('Deposit-Slip-Test', mark) : headers.delete('Deposit-Slip-Test')),
        async () => {
          const slip = await reaching(await signed(address), 'ready');
          expect(words(slip)).to.contain('Test: do not pay');
        },
      );
    });
});
