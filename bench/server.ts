/**
 * Measures the kit and the sandbox on loopback: `npm run build`, then `npm run bench:server -- [part…]`, by
 * default all parts.
 *
 * - `kit`: the kit beside a bare handler, and its size in a Worker. Takes about a minute.
 * - `requests`: requests to the sandbox beside bare SQL, on PGlite and PostgreSQL. Takes about two minutes.
 * - `start`: the second start of the sandbox. Takes ten seconds.
 * - `growth`: pages of lists and `verify` with up to 1,000,000 flows, which takes about ten minutes.
 *   `FLOWS=1e5` sets the largest number.
 *
 * Each part replaces its own figures in `bench/results/server.json` and in bench/README.md. Rates depend on
 * the machine; ratios carry over to others.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { benchGrowth } from './server/growth.js';
import { benchKit } from './server/kit.js';
import { serverTables, serverTargets } from './server/report.js';
import { benchRequests } from './server/requests.js';
import type { Part, ServerFigures } from './server/results.js';
import { benchStart } from './server/start.js';
import { writeReport } from './report.js';
import { readResults, saveResults } from './results.js';
import { targetTable } from './table.js';

const BENCHES: { readonly [Name in Part]: () => Promise<ServerFigures[Name]> } = {
  kit: benchKit,
  requests: benchRequests,
  start: benchStart,
  growth: benchGrowth,
};

/** Writes the current figures into bench/README.md, and prints them. */
async function report(): Promise<void> {
  await writeReport();
  const results = readResults<ServerFigures>('server');
  console.log([targetTable(serverTargets(results)), ...serverTables(results).values()].join('\n\n'));
}

const isPart = (name: string): name is Part => Object.hasOwn(BENCHES, name);

const names = process.argv.slice(2);
const parts = names.length === 0 ? Object.keys(BENCHES) : names;
const unknown = parts.filter((name) => !isPart(name));
if (unknown.length > 0)
  throw new Error(`Unknown part: ${unknown.join(', ')}. Parts: ${Object.keys(BENCHES).join(', ')}.`);

const [part] = parts;
if (parts.length === 1 && part !== undefined && isPart(part)) {
  saveResults('server', { [part]: await BENCHES[part]() }, `Node ${process.versions.node}`);
  await report();
  // A child process or a server may have left a handle open.
  process.exit(0);
}
// Each part runs in its own process, so that memory left by one does not slow down another.
for (const part of parts) {
  const args = [...process.execArgv, fileURLToPath(import.meta.url), part];
  // The tables are printed once, below.
  const { status } = spawnSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`The part ${part} failed.`);
}
await report();
