import { parseArgs } from 'node:util';
import { isPostgresUrl } from '../db/address.js';
import { hostOf, isLoopbackHost } from '../http/hosts.js';
import { LOG_LEVELS, type LogLevel } from '../log-levels.js';
import { PROVIDERS, type Providers } from '../providers.js';

const DEFAULT_PORT = 8787;

export const HELP = `deposit-slip-sandbox [options]         start the sandbox
deposit-slip-sandbox verify [options]  check the invariants of its ledger
deposit-slip-sandbox snapshot FILE [options]  write its state to a file

  --port N             port to listen on (default ${DEFAULT_PORT}; 0: any free port; if in use, the next free port)
  --strict-port        fail if the port is in use
  --host HOST          address to listen on (default 127.0.0.1; if it is not loopback, give both tokens)
  --allow-host NAME    accept requests for this host name, besides addresses and loopback names (repeatable)
  --public-url URL     base URL of links in responses (default: the sandbox's own URL)
  --token TEXT         access token of merchants 1001 and 1002 (default sandbox-token)
  --control-token TEXT token of the control API (default control-token)
  --data DIR           store the data in DIR (default: in memory)
  --seed N             seed of the generated identifiers (default 1)
  --seed-file FILE     merchants, payment methods and tokens to add, as JSON
  --snapshot FILE      start from the state in FILE, which the command snapshot wrote
  --providers NAME=TEXT  name of a provider in trench strings, for example PROVIDER_A='Banco Uno' (repeatable)
  --log-level LEVEL    ${LOG_LEVELS.join(', ')} (default error; info: one line per request)
  --full               verify everything again, not only what was written since the last verify
  --help               print this text

DATABASE_URL=postgres://…  stores the data in a PostgreSQL database, which several sandboxes can share

verify checks the ledger in DATABASE_URL, in the --data directory of a stopped sandbox, or of the sandbox running on
--port. It checks what was written since the last verify that found no violation. It exits with 1 if an invariant is
violated.

snapshot finds the sandbox in the same way, and writes its state to FILE.
`;

/** The command line is wrong; the message is one sentence. */
export class UsageError extends Error {}

export interface Storage {
  readonly data: string | undefined;
  readonly databaseUrl: string | undefined;
}

export interface Options extends Storage {
  readonly command: 'start' | 'verify' | 'snapshot' | 'help';
  /** For the command `snapshot`: the file to write. */
  readonly file: string | undefined;
  readonly port: number;
  readonly strictPort: boolean;
  readonly host: string;
  readonly allowedHosts: readonly string[];
  readonly publicUrl: string | undefined;
  readonly token: string | undefined;
  readonly controlToken: string | undefined;
  readonly seed: number;
  readonly seedFile: string | undefined;
  /** The file to start from. */
  readonly snapshot: string | undefined;
  readonly providers: Providers;
  readonly logLevel: LogLevel | undefined;
  /** Of `verify`. */
  readonly full: boolean;
}

const text = { type: 'string' } as const;
const texts = { type: 'string', multiple: true } as const;
const flag = { type: 'boolean' } as const;
const OPTIONS = {
  port: text,
  'strict-port': flag,
  host: text,
  'allow-host': texts,
  'public-url': text,
  token: text,
  'control-token': text,
  data: text,
  seed: text,
  'seed-file': text,
  snapshot: text,
  providers: texts,
  'log-level': text,
  full: flag,
  help: flag,
} as const;

/** Reads the command line. Throws a `UsageError`. */
export function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parse(args);
  const { command, file } = commandOf(positionals);
  const { host = '127.0.0.1', data, token, 'control-token': controlToken } = values;
  if (!isLoopbackHost(host) && (!token || !controlToken))
    throw new UsageError(`Other machines can reach --host ${host}: give --token and --control-token`);
  return {
    command: values.help ? 'help' : command,
    file,
    port: wholeNumber('port', values.port, DEFAULT_PORT, 65_535),
    strictPort: values['strict-port'] ?? false,
    host,
    allowedHosts: (values['allow-host'] ?? []).flatMap((hosts) => hosts.split(',')).map(hostName),
    publicUrl: webUrl(values['public-url']),
    token: tokenText('token', token),
    controlToken: tokenText('control-token', controlToken),
    data,
    databaseUrl: databaseUrl(data),
    seed: wholeNumber('seed', values.seed, 1, Number.MAX_SAFE_INTEGER),
    seedFile: values['seed-file'],
    snapshot: values.snapshot,
    providers: Object.fromEntries((values.providers ?? []).map(provider)),
    logLevel: logLevel(values['log-level']),
    full: values.full ?? false,
  };
}

function commandOf(words: readonly string[]): Pick<Options, 'command' | 'file'> {
  const [command = 'start', file, ...rest] = words;
  if (command === 'snapshot' && rest.length === 0) {
    if (file === undefined) throw new UsageError('snapshot needs the name of a file');
    return { command, file };
  }
  if ((command !== 'start' && command !== 'verify') || file !== undefined)
    throw new UsageError(`Unknown command: ${words.join(' ')}`);
  return { command, file };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    const [message] = String(error instanceof Error ? error.message : error).split(/\.\s/);
    throw new UsageError(
      message!.replace(/^Option '(--[\w-]+).* argument (?:missing|is ambiguous)$/, '$1 needs a value'),
    );
  }
}

function databaseUrl(data: string | undefined): string | undefined {
  const url = process.env['DATABASE_URL'];
  if (!url) return undefined;
  if (data !== undefined) throw new UsageError('--data and DATABASE_URL cannot be used together');
  if (!isPostgresUrl(url)) throw new UsageError('DATABASE_URL must begin with postgres://');
  return url;
}

function wholeNumber(name: string, value: string | undefined, defaultValue: number, max: number): number {
  if (value === undefined) return defaultValue;
  const number = /^[0-9]{1,16}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number <= max)) throw new UsageError(`--${name} must be a whole number up to ${max}`);
  return number;
}

function hostName(value: string): string {
  if (hostOf(value) === undefined) throw new UsageError(`--allow-host must be a host name: ${value}`);
  return value;
}

function webUrl(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (!/^https?:$/.test(URL.canParse(value) ? new URL(value).protocol : ''))
    throw new UsageError(`--public-url must be a URL with https or http: ${value}`);
  return value.replace(/\/+$/, '');
}

/** Tokens are sent in headers, which have no spaces or letters beyond ASCII. */
function tokenText(name: string, value: string | undefined): string | undefined {
  if (value !== undefined && !/^[!-~]{1,200}$/.test(value))
    throw new UsageError(`--${name} must be 1 to 200 printable ASCII characters without spaces`);
  return value;
}

function provider(value: string): readonly [string, string] {
  const [, name = '', words = ''] = /^([A-Z_]+)=(.+)$/.exec(value) ?? [];
  if (!PROVIDERS.some((each) => each === name))
    throw new UsageError(`--providers must be NAME=TEXT with one of ${PROVIDERS.join(', ')}: ${value}`);
  return [name, words];
}

function logLevel(value: string | undefined): LogLevel | undefined {
  const level = LOG_LEVELS.find((each) => each === value);
  if (value !== undefined && level === undefined)
    throw new UsageError(`--log-level must be one of ${LOG_LEVELS.join(', ')}`);
  return level;
}
