import { METHODS } from 'deposit-slip/core';
import { createDepositKit, type DepositKit, type Grant } from 'deposit-slip/kit';
import { startSandbox, type Sandbox, type Shape } from 'deposit-slip-sandbox';
import type { Mount } from '../../browsers/mount.js';

/**
 * The whole chain on the page's own origin: `/bank/deposit/<visit>` is a real kit before a real sandbox, `/bank/pay` lets
 * a deposit arrive there. `/bank/shaped/<shape as JSON>/<visit>` asks the same API for an answer in that shape.
 */
const mount: Mount = async () => {
  const sandbox = await startSandbox();
  const kit = kitOf(sandbox);
  const inTurn = turns();
  const shapedAnswer = async (shape: string, request: Request): Promise<Response> => {
    await sandbox.control.faults([{ route: 'pending-fund', shape: JSON.parse(shape) as Shape }]);
    return kit(request).finally(() => sandbox.control.faults([]));
  };
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
      if (place === 'deposit') return inTurn(() => kit(asked(request, path[0]!)));
      if (place !== 'shaped') return undefined;
      return inTurn(() => shapedAnswer(decodeURIComponent(path[0]!), asked(request, path[1]!)));
    },
    close: () => sandbox.stop(),
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

/** One after the other: a fault is for everybody, and must meet the request it is for and no other. */
function turns(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
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
