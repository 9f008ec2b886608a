import { parseArgs } from 'node:util';
import { hostOf, UsageError } from '../sandbox/serving.js';

const DEFAULT_PORT = 8080;

const HELP = `npm start -- [options]     start the demo and its sandbox
npm run dev -- [options]   the same, with scripts served from source

  --port N            port of the demo, which must be free (0: any free port; default: the variable PORT, or ${DEFAULT_PORT}, or the
                      next free port); the sandbox listens on the next free port after it
  --allow-host NAME   answer requests for this host too, not only for addresses and loopback names (repeatable)
  --data DIR          keep orders, payments and the sandbox's data in DIR (default: in memory)
  --help              print this text
`;

/** The options of `npm start` and `npm run dev`. */
export interface DemoOptions {
  /** From `--port N`, or the variable PORT. */
  readonly port: number;
  /** Whether a port in use is an error: for `--port` it is; otherwise the next free port is used. */
  readonly strictPort: boolean;
  /**
   * From `--allow-host NAME`, which can be repeated: hosts to serve besides IP addresses and loopback names.
   */
  readonly allowedHosts: readonly string[];
  /** From `--data DIR`: where payments, orders and the sandbox's data are stored. Default: in memory. */
  readonly data: string | undefined;
}

const OPTIONS = {
  port: { type: 'string' },
  'allow-host': { type: 'string', multiple: true },
  data: { type: 'string' },
  help: { type: 'boolean' },
} as const;

/** Reads the command line; undefined if it asks for help. Throws a `UsageError`. */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): DemoOptions | undefined {
  expectKnown(args);
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  if (values.help) return undefined;
  const { port, data, 'allow-host': allowedHosts = [] } = values;
  return {
    port: port === undefined ? portOf('PORT', env['PORT'] || String(DEFAULT_PORT)) : portOf('--port', port),
    strictPort: port !== undefined,
    allowedHosts: allowedHosts.map(hostName),
    data,
  };
}

/** Node's own messages name its parser's settings instead of saying what to do. */
function expectKnown(args: readonly string[]): void {
  const { tokens } = parseArgs({ args: [...args], options: OPTIONS, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind === 'positional')
      throw new UsageError(
        `${token.value} is not an option: write options after two dashes, as in npm start -- --port 9000.`,
      );
    if (token.kind !== 'option') continue;
    const { rawName, value } = token;
    const type = Object.hasOwn(OPTIONS, token.name) && OPTIONS[token.name as keyof typeof OPTIONS].type;
    if (!type) throw new UsageError(`${rawName} is unknown: --help lists the options.`);
    if (type === 'boolean' && value !== undefined) throw new UsageError(`${rawName} takes no value.`);
    if (type === 'string' && (!value || (!token.inlineValue && value.startsWith('--'))))
      throw new UsageError(`${rawName} needs a value.`);
  }
}

function portOf(name: string, value: string): number {
  if (!/^[0-9]{1,5}$/.test(value) || Number(value) > 65_535)
    throw new UsageError(`${name} must be a whole number from 0 to 65535, not ${value}.`);
  return Number(value);
}

function hostName(value: string): string {
  if (hostOf(value) === undefined) throw new UsageError(`--allow-host must be a host name, not ${value}.`);
  return value;
}

/** The options of this process. Prints the help and exits, or prints what is wrong and exits with 2. */
export function optionsOrExit(): DemoOptions {
  try {
    const options = readOptions(process.argv.slice(2), process.env);
    if (options) return options;
    process.stdout.write(HELP);
    process.exit(0);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(error.message);
    process.exit(2);
  }
}
