import { AsyncLocalStorage } from 'node:async_hooks';
import { startSandbox, type Sandbox, type Shape } from 'deposit-slip-sandbox';
import type { Mount } from '../../browsers/mount.js';
import { createTestKit, forVisit } from './shared/kit.js';

/** What reached the API for a visit, and the funding ids it issued. */
export interface Upstream {
  requests: number;
  readonly issued: string[];
}

type Deposit = Parameters<Sandbox['control']['deposit']>[0];

/**
 * A real kit and a real sandbox on the page's own origin:
 * - `/bank/deposit/<visit>` is the kit, which handles one request at a time;
 * - `/bank/hurried/<visit>` is the same kit without that order;
 * - `/bank/upstream/<visit>` returns what reached the API for a visit;
 * - `/bank/shaped/<shape as JSON>/<visit>` is the kit while the API answers in that shape;
 * - `/bank/pay` makes a deposit, and `/bank/verify` checks the ledger.
 */
const mount: Mount = async (origin) => {
  const sandbox = await startSandbox();
  const upstream = new Map<string, Upstream>();
  const upstreamOf = (visit: string): Upstream => {
    const entry = upstream.get(visit) ?? { requests: 0, issued: [] };
    upstream.set(visit, entry);
    return entry;
  };
  const currentVisit = new AsyncLocalStorage<string>();
  const kit = createTestKit(
    sandbox,
    {
      // Through a fault proxy the page's requests come from another origin.
      allowedOrigins: [origin],
      fetch: (input, init) => {
        const visit = currentVisit.getStore();
        if (visit !== undefined && (input as string).includes('/addfunds')) upstreamOf(visit).requests += 1;
        return fetch(input, init);
      },
      on: { issued: ({ grant, txId }) => void upstreamOf(grant.id).issued.push(txId ?? '') },
    },
    (visit) => (visit.startsWith('blind') ? { merchantId: 1002, ownAccount: false } : {}),
  );
  const oneAtATime = serialize();
  const respondShaped = async (shape: string, request: Request): Promise<Response> => {
    await sandbox.control.faults([{ route: 'pending-fund', shape: JSON.parse(shape) as Shape }]);
    return kit(request).finally(() => sandbox.control.faults([]));
  };
  return {
    handle: async (request) => {
      const [, bank, route, ...path] = new URL(request.url).pathname.split('/');
      if (bank !== 'bank') return undefined;
      const visit = path.at(-1) ?? '';
      switch (route) {
        case 'pay':
          return Response.json(await sandbox.control.deposit((await request.json()) as Deposit));
        case 'verify':
          return Response.json(await sandbox.control.verify());
        case 'upstream':
          return Response.json(upstreamOf(visit));
        case 'hurried':
          return currentVisit.run(visit, () => kit(forVisit(request, visit)));
        case 'deposit':
          return oneAtATime(() => kit(forVisit(request, visit)));
        case 'shaped':
          return oneAtATime(() => respondShaped(decodeURIComponent(path[0]!), forVisit(request, visit)));
        default:
          return undefined;
      }
    },
    close: () => sandbox.stop(),
  };
};

/** Runs one task after another: a fault of the sandbox applies to every request, and must meet only the one it is for. */
function serialize(): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task);
    last = result.catch(() => undefined);
    return result;
  };
}

export default mount;
