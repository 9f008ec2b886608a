import { METHODS } from 'deposit-slip/core';
import { createDepositKit, trustKeyOf, type DepositKit, type DepositKitOptions } from 'deposit-slip/kit';
import { startSandbox, type Sandbox } from 'deposit-slip-sandbox';
import type { Mount } from '../../browsers/mount.js';
import type { Tampering } from '../../fixtures/scenarios.js';
import { tamper } from '../../fixtures/tamper.js';

/**
 * A kit that signs, before a real sandbox. `/signed/key` is its trust key, `/signed/deposit/<visit>` the kit,
 * `/signed/pay` lets a deposit arrive, and `/signed/tampered/<tampering as JSON>/<visit>` is the kit behind somebody who
 * does that to its answers. A visit whose name begins with `test` gets answers marked as test.
 */
const mount: Mount = () => {
  // Most test runs ask nothing here.
  let opened: ReturnType<typeof open> | undefined;
  const tampered = new Set<string>();
  return {
    handle: async (request) => {
      const { pathname } = new URL(request.url);
      if (!pathname.startsWith('/signed/')) return undefined;
      const { kits, sandbox } = await (opened ??= open());
      const [, , place, ...path] = pathname.split('/');
      if (place === 'key') return new Response(kits.trustKey);
      if (place === 'pay') return Response.json(await sandbox.control.deposit(await request.json()));
      const asked = ofVisit(request, path.at(-1)!);
      if (place === 'deposit') return kits.genuine(asked);
      const tampering = JSON.parse(decodeURIComponent(path[0]!)) as Tampering;
      if (tampering.once && tampered.has(pathname)) return kits.genuine(asked);
      const { answer, isTampered } = await tamper(kits, asked, tampering);
      if (isTampered) tampered.add(pathname);
      return answer;
    },
    close: async () => {
      await (await opened)?.sandbox.stop();
    },
  };
};

async function open() {
  const sandbox = await startSandbox();
  const [signingKey, otherKey] = await Promise.all([makeKey(), makeKey()]);
  const kits = {
    genuine: kitOf(sandbox, signingKey),
    foreign: kitOf(sandbox, otherKey),
    trustKey: await trustKeyOf(signingKey),
  };
  return { sandbox, kits };
}

async function makeKey(): Promise<CryptoKey> {
  const { privateKey } = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
  return privateKey;
}

/** Every session has a slip of its own, so that an answer made for one is not by chance the answer for another. */
function kitOf(sandbox: Sandbox, signingKey: CryptoKey): DepositKit {
  const options: DepositKitOptions = {
    baseUrl: sandbox.url,
    token: sandbox.token,
    secret: 'a secret of the tests, long enough for its algorithm',
    limiter: false,
    signingKey,
    authorize: ({ headers }) => ({
      id: `${headers.get('x-visit')} ${headers.get('authorization')}`,
      merchantId: 1001,
      methods: METHODS.map(({ id, fiat }) => ({ paymentId: id, fiat })),
      ownAccount: true,
    }),
  };
  const [plain, test] = [createDepositKit(options), createDepositKit({ ...options, test: true })];
  return (request) => (request.headers.get('x-visit')?.startsWith('test') ? test : plain)(request);
}

/** The visit is in the path here, where a shop would have a cookie. */
function ofVisit(request: Request, visit: string): Request {
  const headers = new Headers(request.headers);
  headers.set('x-visit', visit);
  return new Request(request.url, { headers });
}

export default mount;
