import { flowPage } from './fake-api.js';

/** A flow of the fake API, with members that a test adds or omits. */
export interface FlowRecord extends Record<string, unknown> {
  readonly id: number;
  readonly createTime: number;
}

/** A list of flows as the API filters, orders and pages it: newest first, `endTime` exclusive. */
export function flowList(records: readonly FlowRecord[]): (url: URL) => string {
  return ({ searchParams }) => {
    const param = (name: string): string | null => searchParams.get(name);
    const [size, page] = [Number(param('pageSize') ?? 10), Number(param('currentPage') ?? 1)];
    const [from, to] = [Number(param('startTime') ?? 0), Number(param('endTime') ?? Infinity)];
    const defaults = { merchantId: '7001', fiat: 'BRL', flowType: 'DEPOSIT' };
    const isWanted = (record: FlowRecord): boolean =>
      record.createTime >= from &&
      record.createTime < to &&
      ['merchantId', 'fiat', 'flowType', 'txId'].every(
        (name) => param(name) === null || param(name) === String({ ...defaults, ...record }[name]),
      );
    const all = records
      .filter(isWanted)
      .toSorted((one, other) => other.createTime - one.createTime || other.id - one.id);
    return flowPage(...all.slice((page - 1) * size, page * size));
  };
}
