import { createVisitId, trustKeyOf } from 'deposit-slip/kit';
import { startSandbox, type Sandbox } from 'deposit-slip-sandbox';
import type { Mount } from '../../browsers/mount.js';
import { SCENARIOS, tamper, type Kit, type Tampering } from '../../fixtures/tamper.js';
import { createTestKit, forVisit, grantOf, SECRET, visitOf } from '../../browsers/kit.js';

/**
 * A kit that signs its responses, in front of a real sandbox. `/signed/key` returns its trust key,
 * `/signed/deposit/<visit>` is the kit, and `/signed/visit/<visit>` returns the values that a shop would
 * write into the page of a visit. `/signed/pay` makes a deposit. `/signed/scenarios` lists the actions of an
 * attacker, and `/signed/tampered/<tampering as JSON>/<visit>` is the kit behind an attacker who tampers with
 * its responses. The responses to a visit whose name begins with `test` are marked as test data.
 * `/signed/rotating/<visit>` is a kit whose key is replaced after the first response, and `/signed/keys`
 * returns the trust key of both.
 */
const mount: Mount = () => {
  // Started by the first request, because few tests need it.
  let opened: ReturnType<typeof open> | undefined;
  const tampered = new Set<string>();
  const rotated = new Set<string>();
  return {
    handle: async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === '/signed/scenarios') return Response.json(Object.keys(SCENARIOS));
      if (!pathname.startsWith('/signed/')) return undefined;
      const { kits, sandbox } = await (opened ??= open());
      const [, , route, ...path] = pathname.split('/');
      if (route === 'key') return new Response(kits.trustKey);
      if (route === 'keys') return new Response(kits.trustKeys);
      if (route === 'pay') return Response.json(await sandbox.control.deposit(await request.json()));
      if (route === 'visit') return new Response(await createVisitId(SECRET, grantOf(path[0]!)));
      const visitRequest = forVisit(request, path.at(-1)!);
      if (route === 'deposit') return kits.genuine(visitRequest);
      if (route === 'rotating') {
        const isNext = rotated.has(pathname);
        rotated.add(pathname);
        return isNext ? kits.foreign(visitRequest) : kits.genuine(visitRequest);
      }
      const tampering = JSON.parse(decodeURIComponent(path[0]!)) as Tampering;
      if (tampering.once && tampered.has(pathname)) return kits.genuine(visitRequest);
      const { answer, isTampered } = await tamper(kits, visitRequest, tampering);
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
    trustKeys: await trustKeyOf([otherKey, signingKey]),
    attacker: { cookie: 'attacker', visit: await createVisitId(SECRET, grantOf('attacker')) },
  };
  return { sandbox, kits };
}

async function makeKey(): Promise<CryptoKey> {
  const { privateKey } = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
  return privateKey;
}

function kitOf(sandbox: Sandbox, signingKey: CryptoKey): Kit {
  const [plain, test] = [false, true].map((isTest) => createTestKit(sandbox, { signingKey, test: isTest }));
  return (request) => (visitOf(request).startsWith('test') ? test! : plain!)(request);
}

export default mount;
