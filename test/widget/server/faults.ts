import type { Mount } from '../../browsers/mount.js';
import { startFaultProxy, type FaultProxy } from '../../faults/proxy.js';
import { FAULTS } from '../../faults/table.js';

/** Longer than a browser takes to release a connection it no longer needs. */
const RELEASE_MS = 30_000;

/** The traffic of a proxy, reported when it is closed. */
export interface Traffic {
  readonly requests: number;
  /** Bytes. */
  readonly sent: number;
  /** Whether the browser released every connection by itself. */
  readonly isReleased: boolean;
}

/**
 * Fault proxies in front of this server, so that `{proxy}/bank/deposit/…` is the kit of `bank.ts` behind a
 * fault. `/faults` returns the table of faults. `/faults/open?fault=` starts a proxy and returns its address;
 * `in=` limits the fault to requests whose path contains that text. `/faults/asked?proxy=&times=` responds
 * after that many requests. `/faults/lift?proxy=` ends the fault, and `/faults/close?proxy=` closes the
 * proxy.
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
  const close = async (proxy: FaultProxy): Promise<Traffic> => {
    const isReleased = await Promise.race([proxy.quiet().then(() => true), timeout(RELEASE_MS)]);
    const { requests, sent } = proxy;
    proxies.delete(proxy.url);
    await proxy.close();
    return { requests, sent, isReleased };
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

function timeout(milliseconds: number): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), milliseconds).unref());
}

export default mount;
