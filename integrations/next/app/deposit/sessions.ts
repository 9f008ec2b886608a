import { createMemoryStore, type Grant, type Store } from 'deposit-slip/kit';

interface Shared {
  shop?: { readonly sessions: Map<string, Grant>; readonly store: Store };
}

// Next loads a module more than once, for pages and for routes. They share only `globalThis`.
export const { sessions, store } = ((globalThis as Shared).shop ??= {
  sessions: new Map(),
  store: createMemoryStore(),
});
