import type { Table } from '../../demo/table.js';

/** A table of the demo, in memory. */
export function tableOf<Value>(): Table<Value> {
  const records = new Map<string, Value>();
  return {
    get size() {
      return records.size;
    },
    get: (key) => records.get(key),
    entries: () => records.entries(),
    set: async (key, value) => void records.set(key, value),
  };
}
