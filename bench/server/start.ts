import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { memoryOf } from './processes.js';
import { spreadOf, type Spread } from './rates.js';

/** The second start of the built sandbox, measured until it prints its address. */
export interface StartFigures {
  readonly ms: Spread;
  /** Resident memory after the start, in MiB. */
  readonly mib: Spread;
}

const STARTS = 7;
const CLI = fileURLToPath(new URL('../../sandbox/dist/cli.js', import.meta.url));

export async function benchStart(): Promise<StartFigures> {
  // The first start creates the database image that later starts load.
  await start();
  const starts = [];
  for (let round = 0; round < STARTS; round++) starts.push(await start());
  return { ms: spreadOf(starts.map(({ ms }) => ms)), mib: spreadOf(starts.map(({ mib }) => mib)) };
}

async function start(): Promise<{ ms: number; mib: number }> {
  const code = `import(${JSON.stringify(CLI)}).then(({ main }) => main(['--port', '0']))`;
  const begin = performance.now();
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  const ms = performance.now() - begin;
  const mib = memoryOf(child.pid!);
  child.kill();
  await once(child, 'exit');
  return { ms, mib };
}
