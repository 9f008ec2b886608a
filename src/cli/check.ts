import { parseArgs } from 'node:util';
import { checkEndpoint, reportText, type CheckOptions } from '../check.js';
import { omitUndefined } from '../core/omit-undefined.js';
import { UsageError, usageErrorOf } from './database.js';

const HELP = `deposit-slip-check <endpoint> [options]   check a deposit endpoint against what the element expects

  --session TOKEN          the session, sent as Authorization: Bearer
  --header 'Name: value'   a header to send with every request; can be repeated
  --payment-id N           a method to request; can be repeated (default: the first one offered)
  --fiat CODE              the currency (default: the method's own)
  --amount N               an amount such as 150.00, for methods that take one
  --origin URL             the origin of the page with the element, if it differs from the endpoint's
  --allowed-hosts HOSTS    hosts that links may lead to, separated by spaces (default: any https host)
  --token-canary TEXT      text that no response may contain
  --timeout MS             the timeout of each request (default 10000)
  --json                   print the report as JSON
  --help                   print this help

Attach a value that can begin with a hyphen with =: --session=TOKEN.

Makes up to 13 requests, one after the other, plus one for each method after the first, and creates one slip per
method. The exit code is 0 if nothing fails, 1 if something fails, and 2 for invalid arguments.
`;

interface Command {
  readonly options: CheckOptions;
  readonly json: boolean;
}

/** Parses the arguments; undefined for `--help`. Throws a `UsageError`. */
function readCommand(args: readonly string[]): Command | undefined {
  const { values, positionals } = parse(args);
  if (values.help) return undefined;
  const [endpoint, ...rest] = positionals;
  if (endpoint === undefined || rest.length > 0)
    throw new UsageError('Pass exactly one endpoint. See --help.');
  const { session, fiat, amount, origin } = values;
  const options = {
    session,
    fiat,
    amount,
    origin,
    headers: values.header?.map(headerOf),
    paymentIds: values['payment-id']?.map((id) => wholeNumber('payment-id', id)),
    allowedHosts: values['allowed-hosts']?.split(/\s+/).filter(Boolean),
    tokenCanary: values['token-canary'],
    timeout: values.timeout === undefined ? undefined : wholeNumber('timeout', values.timeout),
  };
  return { options: { endpoint, ...omitUndefined(options) }, json: values.json ?? false };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const several = { type: 'string', multiple: true } as const;
  const flag = { type: 'boolean' } as const;
  const options = {
    session: text,
    header: several,
    'payment-id': several,
    fiat: text,
    amount: text,
    origin: text,
    'allowed-hosts': text,
    'token-canary': text,
    timeout: text,
    json: flag,
    help: flag,
  } as const;
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw usageErrorOf(error);
  }
}

function wholeNumber(name: string, text: string): number {
  if (!/^[1-9][0-9]{0,8}$/.test(text)) throw new UsageError(`--${name} must be a positive integer`);
  return Number(text);
}

function headerOf(line: string): readonly [name: string, value: string] {
  const [, name, value] = /^([^:\s]+):\s*(.*)$/.exec(line) ?? [];
  if (name === undefined || value === undefined) throw new UsageError("--header must be 'Name: value'");
  return [name, value];
}

/**
 * Runs the command. Sets exit code 1 if a rule fails, and 2 with a line on stderr if the arguments are
 * invalid.
 */
export async function main(args: readonly string[]): Promise<void> {
  // `… | head` closes the pipe early, which is not an error.
  process.stdout.on('error', () => undefined);
  try {
    const command = readCommand(args);
    if (command === undefined) return void process.stdout.write(HELP);
    const report = await checkEndpoint(command.options);
    process.stdout.write(command.json ? `${JSON.stringify(report, null, 2)}\n` : reportText(report));
    process.exitCode = report.lines.some(({ result }) => result === 'fail') ? 1 : 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 2;
  }
}
