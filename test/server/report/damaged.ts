import type { Store } from 'deposit-slip/kit';

/** A flow as a store lists it. */
export type Stored = Awaited<ReturnType<ReturnType<Store['open']>['listPeriod']>>[number];

/** A store that has lost some flows, or has a different version of them. */
export function damaged(change: (row: Stored, name: string) => Stored | undefined, store: Store): Store {
  const open: Store['open'] = (scope) => {
    const stored = store.open(scope);
    return new Proxy(stored, {
      get(records, name: keyof typeof stored) {
        const call = (records[name] as (...values: unknown[]) => Promise<never>).bind(records);
        if (name !== 'listPeriod' && name !== 'knownFlows') return call;
        return async (...values: unknown[]) => {
          const rows: readonly Stored[] = await call(...values);
          return rows.map((row) => change(row, name)).filter((row) => row !== undefined);
        };
      },
    });
  };
  return { migrate: () => store.migrate(), open };
}
