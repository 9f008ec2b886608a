import { AsyncLocalStorage } from 'node:async_hooks';
import { startSandbox, type Sandbox, type Shape } from 'deposit-slip-sandbox';
import type { Mount } from '../../browsers/mount.js';
import { createTestKit, forVisit } from '../../browsers/kit.js';

/** The requests that reached the API for a visit, and the funding ids that it issued. */
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
 * - `/bank/pay` makes a deposit, to the merchant of a `visit` if it names one whose name begins with `own`,
 *   and `/bank/verify` checks the ledger.
 */
const mount: Mount = async (origin) => {
  const sandbox = await startSandbox();
  const upstream = new Map<string, Upstream>();
  const upstreamOf = (visit: string): Upstream => {
    const entry = upstream.get(visit) ?? { requests: 0, issued: [] };
    upstream.set(visit, entry);
    return entry;
  };
  const accounts = new Map<string, Promise<number>>();
  /** The merchant of a visit that has its own merchant: the visit's payer makes every deposit into it. */
  const accountOf = (visit: string): Promise<number> => {
    const account = accounts.get(visit) ?? openAccount(sandbox, 5001 + accounts.size);
    accounts.set(visit, account);
    return account;
  };
  const currentVisit = new AsyncLocalStorage<string>();
  const kit = createTestKit(
    sandbox,
    {
      // Behind a fault proxy, the page's requests come from another origin.
      allowedOrigins: [origin],
      fetch: (input, init) => {
        const visit = currentVisit.getStore();
        if (visit !== undefined && (input as string).includes('/addfunds')) upstreamOf(visit).requests += 1;
        return fetch(input, init);
      },
      on: { issued: ({ grant, txId }) => void upstreamOf(grant.id).issued.push(txId ?? '') },
    },
    async (visit) => {
      if (visit.startsWith('blind')) return { merchantId: 1002, ownAccount: false };
      return visit.startsWith('own') ? { merchantId: await accountOf(visit) } : {};
    },
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
          return Response.json(await sandbox.control.deposit(await depositOf(request, accountOf)));
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

/** Creates a merchant with an account in pesos. */
async function openAccount({ control, token }: Sandbox, merchantId: number): Promise<number> {
  await control.merchant({ merchantId, type: 'individual', token });
  const channels = await control.channels({ merchantId: 1001 });
  for (const { fiat, channel, status } of channels)
    if (fiat === 'MXN' && status === 'active') await control.channel({ merchantId, fiat, channel, status });
  return merchantId;
}

async function depositOf(request: Request, accountOf: (visit: string) => Promise<number>): Promise<Deposit> {
  const { visit, ...deposit } = (await request.json()) as Deposit & { readonly visit?: string };
  return visit === undefined ? deposit : { ...deposit, merchantId: await accountOf(visit) };
}

/**
 * Runs one task after another: a fault of the sandbox applies to every request, and must affect only the
 * intended one.
 */
function serialize(): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task);
    last = result.catch(() => undefined);
    return result;
  };
}

export default mount;
