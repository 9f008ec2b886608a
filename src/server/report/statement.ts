import { FLOW_TYPES } from '../../contract/flow-types.js';
import { fromMinor } from '../../core/money.js';
import { omitUndefined } from '../../core/omit-undefined.js';
import { balanceBefore, byTime, inBookingOrder } from './chain.js';
import type { Entry, Scope } from './entry.js';
import type { Flows } from './read.js';
import type {
  Report,
  ReportDeposit,
  ReportFinding,
  ReportQuery,
  ReportRow,
  ReportTotal,
  UnreadableRecord,
} from './types.js';

/**
 * Makes the statement of a period, and calls `onRow` for each flow. `hidden`: deposits that the API does not
 * show.
 */
export async function makeStatement(
  scope: Scope,
  { entries, unreadable }: Flows,
  hidden: readonly ReportDeposit[],
  onRow: ReportQuery['onRow'],
): Promise<Report> {
  const statement = new Statement();
  const accounts = new Map<string, Entry[]>();
  for (const entry of entries.values()) {
    const flows = accounts.get(entry.settingsId) ?? [];
    accounts.set(entry.settingsId, flows);
    flows.push(entry);
  }
  for (const [settingsId, flows] of [...accounts].toSorted(([one], [other]) => byText(one, other))) {
    for (const row of statement.add(settingsId, inBookingOrder(flows))) await onRow?.(row);
  }
  for (const deposit of hidden) statement.note(deposit, { code: 'not-at-api', deposit });
  for (const record of unreadable) statement.note(record, { code: 'unreadable', record });
  return statement.report(scope, unreadable);
}

/** The sums of the added accounts, in minor units. */
class Statement {
  readonly #accounts: { settingsId: string; opening: bigint; closing: bigint; count: number }[] = [];
  readonly #totals = new Map<string, Omit<ReportTotal, 'sum' | 'count'> & { sum: bigint; count: number }>();
  readonly #unmatched: ReportRow[] = [];
  readonly #findings: { readonly flow: Timed; readonly finding: ReportFinding }[] = [];
  #count = 0;

  /** Adds the flows of an account in order. Yields a row for each. */
  *add(settingsId: string, entries: readonly Entry[]): Generator<ReportRow> {
    let before: Entry | undefined;
    for (const entry of entries) {
      const difference = before === undefined ? 0n : balanceBefore(entry) - before.total;
      if (difference !== 0n) entry.findings.push('broken-chain');
      const row = reportRow(entry);
      if (difference !== 0n && before) {
        const neighbors = { before: reportRow(before), after: row, difference: fromMinor(difference) };
        this.note(row, { code: 'broken-chain', settingsId, ...neighbors });
      }
      this.#noteDeposit(row);
      this.#addTotal(entry);
      before = entry;
      yield row;
    }
    const [first, last] = [entries[0]!, entries.at(-1)!];
    const opening = balanceBefore(first);
    this.#accounts.push({ settingsId, opening, closing: last.total, count: entries.length });
    this.#count += entries.length;
  }

  note({ createTime = 0, flowId = '' }: Partial<Timed>, finding: ReportFinding): void {
    this.#findings.push({ flow: { createTime, flowId }, finding });
  }

  report(scope: Scope, unreadable: readonly UnreadableRecord[]): Report {
    const accounts = this.#accounts;
    const sumOf = (name: 'opening' | 'closing'): string | undefined =>
      accounts.length === 0 ? undefined : fromMinor(accounts.reduce((sum, each) => sum + each[name], 0n));
    const findings = this.#findings.toSorted((one, other) => byTime(one.flow, other.flow));
    return omitUndefined({
      ...scope,
      closes: findings.length === 0,
      opening: sumOf('opening'),
      closing: sumOf('closing'),
      accounts: accounts.map(({ opening, closing, ...account }) => ({
        ...account,
        opening: fromMinor(opening),
        closing: fromMinor(closing),
      })),
      totals: [...this.#totals.values()].toSorted(byType).map((total) => ({
        ...total,
        sum: fromMinor(total.sum),
      })),
      count: this.#count,
      unmatched: this.#unmatched,
      findings: findings.map(({ finding }) => finding),
      unreadable,
    });
  }

  #noteDeposit(row: ReportRow): void {
    const { deposit, findings } = row;
    if (deposit?.state === 'unmatched' || deposit?.state === 'unmatched-return') this.#unmatched.push(row);
    if (findings.includes('not-in-store')) this.note(row, { code: 'not-in-store', row });
    if (deposit && findings.includes('differs')) this.note(row, { code: 'differs', row, deposit });
  }

  #addTotal({ flowType, category, changed }: Entry): void {
    const key = JSON.stringify([flowType, category]);
    const { sum, count } = this.#totals.get(key) ?? { sum: 0n, count: 0 };
    this.#totals.set(key, { flowType, category, count: count + 1, sum: sum + changed });
  }
}

type Timed = Pick<Entry, 'createTime' | 'flowId'>;

function reportRow({ changed, total, content: _content, findings, ...entry }: Entry): ReportRow {
  const amounts = { changed: fromMinor(changed), total: fromMinor(total) };
  return omitUndefined({ ...entry, ...amounts, findings: [...findings] });
}

/** In the order of the specification, followed by types that it does not list. */
function byType(one: Pick<ReportTotal, 'flowType' | 'category'>, other: typeof one): number {
  const places = [one, other].map(({ flowType }) => {
    const place = (FLOW_TYPES as readonly string[]).indexOf(flowType);
    return place === -1 ? FLOW_TYPES.length : place;
  });
  return (
    places[0]! - places[1]! || byText(one.flowType, other.flowType) || byText(one.category, other.category)
  );
}

function byText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
