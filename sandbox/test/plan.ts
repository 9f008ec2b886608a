import { onlyRow, type Param, type Queries } from '../src/db/db.js';

/** A node of a plan in the form of `explain (format json)`. */
interface PlanNode {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

interface Explained {
  readonly 'QUERY PLAN': readonly { readonly Plan: PlanNode }[];
}

/**
 * Runs a statement. Returns how many rows all nodes of its plan read in all loops, including the rows that a
 * filter removed. With `table`, counts only the rows of that table; otherwise, also counts intermediate
 * results.
 */
export async function rowsRead(
  db: Queries,
  sql: string,
  params: readonly Param[] = [],
  table?: string,
): Promise<number> {
  const explain = `explain (analyze, timing off, format json) ${sql}`;
  const sum = (node: PlanNode): number => {
    const rows = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
    const counts = table === undefined || node['Relation Name'] === table;
    return (node.Plans ?? []).reduce((total, child) => total + sum(child), counts ? rows : 0);
  };
  return sum(onlyRow(await db.query<Explained>(explain, params))['QUERY PLAN'][0]!.Plan);
}
