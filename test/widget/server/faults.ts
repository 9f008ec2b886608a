import type { Mount } from '../../browsers/mount.js';
import { startFaultProxy, type FaultProxy } from '../../faults/proxy.js';
import { FAULTS } from '../../faults/table.js';

/** Longer than a browser takes to let go of a connection it has no use for. */
const LET_GO_MS = 5_000;

/** What a proxy saw, once it is closed. */
export interface Seen {
  readonly requests: number;
  readonly sent: number;
  /** Whether the browser had let go of every connection by itself. */
  readonly isLetGo: boolean;
}

/**
 * Fault proxies before this very server, so that `{proxy}/bank/deposit/…` is the kit of `bank.ts` through a fault.
 * `/faults` is the table, `/faults/open?fault=` starts a proxy (with `in=`: for paths this is part of) and tells its address;
 * by that `/faults/asked?proxy=&times=` answers once so much was asked, `/faults/lift?proxy=` lifts it and `/faults/close?proxy=`
 * ends the proxy.
 */
const mount: Mount = (origin) => {
  const proxies = new Map<string, FaultProxy>();
  const open = async (name: string | null, part: string): Promise<string> => {
    const fault = FAULTS.find((each) => each.name === name);
    if (!fault) throw new Error(`There is no fault "${name}".`);
    const proxy = await startFaultProxy(origin, fault, (path) => path.includes(part));
    proxies.set(proxy.url, proxy);
    return proxy.url;
  };
  const close = async (proxy: FaultProxy): Promise<Seen> => {
    const isLetGo = await Promise.race([proxy.quiet().then(() => true), late(LET_GO_MS)]);
    const { requests, sent } = proxy;
    proxies.delete(proxy.url);
    await proxy.close();
    return { requests, sent, isLetGo };
  };
  return {
    handle: async (request) => {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname === '/faults') return Response.json(FAULTS);
      if (pathname === '/faults/open')
        return Response.json(await open(searchParams.get('fault'), searchParams.get('in') ?? ''));
      const proxy = proxies.get(searchParams.get('proxy') ?? '');
      if (pathname === '/faults/asked')
        return Response.json((await proxy?.received(Number(searchParams.get('times')))) ?? null);
      if (pathname === '/faults/lift') return Response.json((await proxy?.lift()) ?? null);
      if (pathname === '/faults/close' && proxy) return Response.json(await close(proxy));
      return undefined;
    },
    close: async () => {
      await Promise.all([...proxies.values()].map((proxy) => proxy.close()));
    },
  };
};

function late(milliseconds: number): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), milliseconds).unref());
}

export default mount;
