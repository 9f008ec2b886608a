import { METHODS } from 'deposit-slip/core';
import { createDepositKit, type DepositKit, type Grant } from 'deposit-slip/kit';
import { startSandbox, type Sandbox, type Shape } from 'deposit-slip-sandbox';
import type { Mount } from '../../browsers/mount.js';

/**
 * The whole chain on the page's own origin: `/bank/deposit/<visit>` is a real kit before a real sandbox, `/bank/pay` lets
 * a deposit arrive there. `/bank/shaped/<shape as JSON>/<visit>` is another such pair, whose API answers in that shape.
 */
const mount: Mount = async () => {
  const sandbox = await startSandbox();
  const kit = kitOf(sandbox);
  const shaped = shapedBank();
  return {
    handle: async (request) => {
      const url = new URL(request.url);
      if (url.pathname === '/bank/pay')
        return Response.json(
          await sandbox.control.deposit(
            (await request.json()) as Parameters<typeof sandbox.control.deposit>[0],
          ),
        );
      if (url.pathname === '/bank/verify') return Response.json(await sandbox.control.verify());
      const [, bank, place, ...path] = url.pathname.split('/');
      if (bank !== 'bank') return undefined;
      if (place === 'shaped') return shaped.answer(asked(request, path[1]!), decodeURIComponent(path[0]!));
      return place === 'deposit' ? kit(asked(request, path[0]!)) : undefined;
    },
    close: async () => {
      await Promise.all([sandbox.stop(), shaped.stop()]);
    },
  };
};

function kitOf(sandbox: Sandbox): DepositKit {
  return createDepositKit({
    baseUrl: sandbox.url,
    token: sandbox.token,
    secret: 'a secret of the tests, long enough for its algorithm',
    authorize: (request) =>
      grantOf(new URL(request.headers.get('x-asked') ?? request.url).searchParams.get('visit')),
  });
}

/** The visit is in the path here, where a shop would have a cookie: the kit takes no parameter it does not know. */
function asked(request: Request, visit: string): Request {
  const { origin } = new URL(request.url);
  const headers = new Headers(request.headers);
  headers.set('x-asked', `${origin}/?visit=${visit}`);
  return new Request(request.url, { headers });
}

/** A bank of its own, started by the first who asks it: a fault is for everybody, and other tests need theirs whole. */
function shapedBank() {
  let started: Promise<{ readonly sandbox: Sandbox; readonly kit: DepositKit }> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const start = async () => {
    const sandbox = await startSandbox();
    return { sandbox, kit: kitOf(sandbox) };
  };
  return {
    /** One after the other, so that a shape meets the request it is for. */
    answer: (request: Request, shape: string): Promise<Response> => {
      const answered = last.then(async () => {
        const { sandbox, kit } = await (started ??= start());
        await sandbox.control.faults([{ route: 'pending-fund', shape: JSON.parse(shape) as Shape }]);
        return kit(request);
      });
      last = answered.catch(() => undefined);
      return answered;
    },
    stop: async (): Promise<void> => (await started)?.sandbox.stop(),
  };
}

function grantOf(visit: string | null): Grant | null {
  if (!visit) return null;
  const methods = METHODS.map(({ id, fiat }) => ({ paymentId: id, fiat }));
  return {
    id: visit,
    merchantId: visit.startsWith('blind') ? 1002 : 1001,
    methods,
    ownAccount: !visit.startsWith('blind'),
  };
}

export default mount;
