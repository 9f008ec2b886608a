import { AsyncLocalStorage } from 'node:async_hooks';
import { METHODS } from 'deposit-slip/core';
import { createDepositKit, type DepositKit, type DepositKitOptions, type Grant } from 'deposit-slip/kit';
import { startSandbox, type Sandbox, type Shape } from 'deposit-slip-sandbox';
import type { Mount } from '../../browsers/mount.js';

/** What the API was asked for on behalf of a visit, and the funding ids it made. */
export interface Upstream {
  readonly requests: number;
  readonly issued: readonly string[];
}

/**
 * The whole chain on the page's own origin: `/bank/deposit/<visit>` is a real kit before a real sandbox, `/bank/pay` lets
 * a deposit arrive there. `/bank/shaped/<shape as JSON>/<visit>` asks the same API for an answer in that shape.
 * `/bank/hurried/<visit>` is the same kit, where requests at one time meet; `/bank/upstream/<visit>` tells what came of
 * them at the API.
 */
const mount: Mount = async (origin) => {
  const sandbox = await startSandbox();
  const ledger = new Map<string, { requests: number; issued: string[] }>();
  const upstreamOf = (visit: string): { requests: number; issued: string[] } => {
    const known = ledger.get(visit) ?? { requests: 0, issued: [] };
    ledger.set(visit, known);
    return known;
  };
  const asking = new AsyncLocalStorage<string>();
  const kit = kitOf(sandbox, {
    // Through a fault's proxy the page asks another origin than its own.
    allowedOrigins: [origin],
    fetch: (input, init) => {
      const visit = asking.getStore();
      if (visit !== undefined && (input as string).includes('/addfunds')) upstreamOf(visit).requests += 1;
      return fetch(input, init);
    },
    on: { issued: ({ grant, txId }) => void upstreamOf(grant.id).issued.push(txId ?? '') },
  });
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
      if (place === 'upstream') return Response.json(upstreamOf(path[0]!));
      if (place === 'hurried') return asking.run(path[0]!, () => kit(asked(request, path[0]!)));
      if (place === 'deposit') return inTurn(() => kit(asked(request, path[0]!)));
      if (place !== 'shaped') return undefined;
      return inTurn(() => shapedAnswer(decodeURIComponent(path[0]!), asked(request, path[1]!)));
    },
    close: () => sandbox.stop(),
  };
};

function kitOf(
  sandbox: Sandbox,
  options: Pick<DepositKitOptions, 'allowedOrigins' | 'fetch' | 'on'>,
): DepositKit {
  return createDepositKit({
    baseUrl: sandbox.url,
    token: sandbox.token,
    secret: 'a secret of the tests, long enough for its algorithm',
    // One visit meets every fault here, in less than a minute.
    limiter: false,
    authorize: (request) =>
      grantOf(new URL(request.headers.get('x-asked') ?? request.url).searchParams.get('visit')),
    ...options,
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
