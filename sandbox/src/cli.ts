import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createControl } from './control/client.js';
import type { Sandbox } from './index.js';
import type { Verification } from './ledger/verify.js';

// What opens a database is imported where it is needed: --help and a misuse answer at once.

const DEFAULT_PORT = 8787;

const HELP = `deposit-slip-sandbox [options]         start the sandbox
deposit-slip-sandbox verify [options]  check the invariants of its ledger

  --port N      port to listen on (default ${DEFAULT_PORT}; 0: any free one; if taken, the next free one)
  --data DIR    keep the data in DIR (default: in memory)
  --seed N      another set of identifiers (default 1)
  --help        this text

verify asks the sandbox running on --port, or reads --data of one that is stopped. It ends with 1 if one is broken.
`;

class UsageError extends Error {}

interface Options {
  readonly command: 'start' | 'verify' | 'help';
  readonly port: number;
  readonly data: string | undefined;
  readonly seed: number;
}

function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parse(args);
  const [command = 'start', ...rest] = positionals;
  if ((command !== 'start' && command !== 'verify') || rest.length > 0)
    throw new UsageError(`Unknown command: ${positionals.join(' ')}`);
  return {
    command: values.help ? 'help' : command,
    port: wholeNumber('port', values.port, DEFAULT_PORT, 65_535),
    data: values.data,
    seed: wholeNumber('seed', values.seed, 1, Number.MAX_SAFE_INTEGER),
  };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = { port: text, data: text, seed: text, help: { type: 'boolean' } } as const;
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message.split('. ')[0] : String(error));
  }
}

function wholeNumber(name: string, text: string | undefined, preset: number, most: number): number {
  if (text === undefined) return preset;
  const number = /^[0-9]{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number <= most)) throw new UsageError(`--${name} must be a whole number up to ${most}`);
  return number;
}

async function start({ port, data, seed }: Options): Promise<void> {
  const { startSandbox } = await import('./index.js');
  const sandbox = await startSandbox({ port, seed, ...(data !== undefined && { data }) });
  process.stdout.write(greeting(sandbox, data));
  const stop = () => void sandbox.stop().then(() => process.exit(0));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

function greeting({ url, token, controlToken }: Sandbox, data: string | undefined): string {
  const kept =
    data === undefined ? 'in memory' : `${data} (survives the end of the process, not of the power)`;
  return `${url}

  X-BH-TOKEN     ${token}
  control token  ${controlToken}
  pay as payer   ${url}/sandbox/pay
  data           ${kept}

  curl -H 'X-BH-TOKEN: ${token}' '${url}/v2/merchant/addfunds?merchantId=1001&paymentId=105&fiat=MXN'

`;
}

async function check({ port, data }: Options): Promise<void> {
  const { ok, invariants } = await (data === undefined ? checkRunning(port) : checkFolder(data));
  for (const { id, violations } of invariants)
    console.log(`${id.padEnd(4)} ${violations === 0 ? 'holds' : `broken ${violations} times`}`);
  process.exitCode = ok ? 0 : 1;
}

function checkRunning(port: number): Promise<Verification> {
  return createControl(`http://127.0.0.1:${port}`, 'control-token').verify();
}

async function checkFolder(folder: string): Promise<Verification> {
  if (!existsSync(join(folder, 'pgdata'))) throw new UsageError(`${folder} holds no sandbox data`);
  const [{ openPglite }, { verify }] = await Promise.all([
    import('./db/pglite.js'),
    import('./ledger/verify.js'),
  ]);
  const db = await openPglite(folder);
  try {
    return await verify(db);
  } finally {
    await db.close();
  }
}

/** Runs the command line; a failure is one line on stderr and exit code 1, a misuse 2. */
export async function main(args: readonly string[]): Promise<void> {
  try {
    const options = readOptions(args);
    if (options.command === 'help') process.stdout.write(HELP);
    else await (options.command === 'verify' ? check(options) : start(options));
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}
