import { parseArgs } from 'node:util';
import { checkEndpoint, reportText, type CheckOptions } from './check.js';

const HELP = `deposit-slip-check <endpoint> [options]   hold a deposit endpoint against what the element expects

  --session TOKEN          sent as Authorization: Bearer
  --header 'Name: value'   sent with every question; may be repeated
  --payment-id N           a method to ask for; may be repeated (default: the first one offered)
  --fiat CODE              its currency (default: the method's own)
  --amount N               for methods that take an amount, such as 150.00
  --origin URL             the origin of the page that holds the element, if it is another one
  --trust-key KEY          every answer must be signed by it
  --allowed-hosts HOSTS    hosts links may lead to, separated by spaces (default: any https host)
  --token-canary TEXT      a text no answer may hold
  --refresh                asks for new slips too
  --timeout MS             for one question (default 10000)
  --json                   prints the report as JSON
  --help                   this text

It makes fifteen to twenty-five requests, one after the other, one more for each method beyond the first, and one slip
for each method. It ends with 0 if nothing
fails, with 1 if something does, and with 2 if it was called wrongly.
`;

class UsageError extends Error {}

interface Call {
  readonly options: CheckOptions;
  readonly json: boolean;
}

/** What was asked for; undefined for the help text. Throws a `UsageError`. */
function readCall(args: readonly string[]): Call | undefined {
  const { values, positionals } = parse(args);
  if (values.help) return undefined;
  const [endpoint, ...others] = positionals;
  if (endpoint === undefined || others.length > 0)
    throw new UsageError('Name one endpoint; --help tells more');
  const { session, fiat, amount, origin } = values;
  const given = {
    session,
    fiat,
    amount,
    origin,
    headers: values.header?.map(headerOf),
    paymentIds: values['payment-id']?.map((id) => wholeNumber('payment-id', id)),
    trustKey: values['trust-key'],
    allowedHosts: values['allowed-hosts']?.split(/\s+/).filter(Boolean),
    tokenCanary: values['token-canary'],
    refresh: values.refresh,
    timeout: values.timeout === undefined ? undefined : wholeNumber('timeout', values.timeout),
  };
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  return { options: { endpoint, ...Object.fromEntries(known) }, json: values.json ?? false };
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
    'trust-key': text,
    'allowed-hosts': text,
    'token-canary': text,
    refresh: flag,
    timeout: text,
    json: flag,
    help: flag,
  } as const;
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message.split('. ')[0] : String(error));
  }
}

function wholeNumber(name: string, text: string): number {
  if (!/^[1-9][0-9]{0,8}$/.test(text)) throw new UsageError(`--${name} must be a whole number`);
  return Number(text);
}

function headerOf(line: string): readonly [name: string, value: string] {
  const [, name, value] = /^([^:\s]+):\s*(.*)$/.exec(line) ?? [];
  if (name === undefined || value === undefined) throw new UsageError("--header must be 'Name: value'");
  return [name, value];
}

/** Runs the command line. Exit code 1: something fails; 2: a misuse, told in one line on stderr. */
export async function main(args: readonly string[]): Promise<void> {
  // `… | head` reads no further: that is no failure of the check.
  process.stdout.on('error', () => undefined);
  try {
    const call = readCall(args);
    if (call === undefined) return void process.stdout.write(HELP);
    const report = await checkEndpoint(call.options);
    process.stdout.write(call.json ? `${JSON.stringify(report, null, 2)}\n` : reportText(report));
    process.exitCode = report.lines.some(({ result }) => result === 'fail') ? 1 : 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 2;
  }
}
