import type { Db } from '../src/db/db.js';
import { quoted, readTables, SEQUENCES } from '../src/db/tables.js';

/** Every row, and the state of every sequence. */
export async function contentOf(db: Db): Promise<string> {
  const parts = (await readTables(db)).map(
    ({ table }) =>
      `select '${table}' as name, array(select t::text from ${quoted(table)} t order by 1) as rows`,
  );
  const rows = await db.query(parts.join(' union all '));
  const sequences = await db.query(`select name, last_value::text from (${SEQUENCES}) s order by name`);
  return JSON.stringify([rows, sequences]);
}
