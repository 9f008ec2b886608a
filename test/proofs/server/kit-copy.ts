/**
 * A copy of a shop's server, a process of its own (kit-process.ts): the kit on a shared PostgreSQL, which
 * follows the deposits. The cookie of a request is its order: an id, a merchant and an amount; with a
 * session, it is the session's. Prints its URL, and then what its hooks do, each a `HookLine`. A hook takes
 * `HOOK_MS` milliseconds at most; with `never`, it never ends. `SECRETS`, `SESSION_KEYS` and `SIGNING_KEYS`
 * are lists, with commas. At SIGTERM, it ends as the guide to scaling says.
 */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createDepositKit, toNodeHandler, type DepositKitOptions, type Grant } from 'deposit-slip/kit';
import { createPostgresStore } from 'deposit-slip/kit/postgres';
import { Pool } from 'pg';
import { listening } from '../../server/loopback.js';

/** A hook begins or ends. */
export interface HookLine {
  readonly at: 'begin' | 'end';
  /** Milliseconds of a clock that all processes of the machine share. */
  readonly time: number;
  readonly name: string;
  /** The event's id. */
  readonly id: string;
  readonly order?: string | undefined;
  readonly flowId?: string | undefined;
  /** What the payment is at, such as `part 4.00`. */
  readonly payment?: string | undefined;
  readonly again?: boolean | undefined;
}

const { API_URL = '', API_TOKEN = '', DATABASE_URL = '', HOOK_MS = '0', TIMEOUT = '8000' } = process.env;
const { SECRETS = 'a secret of all copies of thirty-two bytes', TOKEN_FILE } = process.env;
const { SIGNING_KEYS, SESSION_KEYS } = process.env;

const pool = new Pool({ connectionString: DATABASE_URL, max: 10 });
pool.on('error', () => undefined);

function authorize({ headers }: Request): Grant | null {
  const [id, merchantId, amount] = (headers.get('cookie') ?? '').split(' ');
  if (id === undefined || merchantId === undefined || amount === undefined) return null;
  return { id, merchantId, amount, methods: [{ paymentId: 90, fiat: 'BRL' }] };
}

interface Told {
  readonly id: string;
  readonly grant?: Grant;
  readonly deposit?: { readonly flowId: string };
  readonly payment?: { readonly status: string; readonly received: string };
  readonly again?: true;
}

/** Prints what a killed process cannot take back. */
function report(at: HookLine['at'], line: Omit<HookLine, 'at' | 'time'>): void {
  console.log(
    JSON.stringify({ at, time: Number(process.hrtime.bigint()) / 1e6, ...line } satisfies HookLine),
  );
}

/** Reports the calls of a hook. */
function recorder(name: string) {
  return async ({ id, grant, deposit, payment, again }: Told): Promise<void> => {
    const line = {
      ...{ name, id, order: grant?.id, flowId: deposit?.flowId, again },
      payment: payment && `${payment.status} ${payment.received}`,
    };
    report('begin', line);
    if (HOOK_MS === 'never') await new Promise(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * Number(HOOK_MS)));
    report('end', line);
  };
}

const options: DepositKitOptions = {
  baseUrl: API_URL,
  token: TOKEN_FILE === undefined ? API_TOKEN : () => readFile(TOKEN_FILE, 'utf8'),
  secret: SECRETS.split(','),
  ...(SIGNING_KEYS !== undefined && { signingKey: SIGNING_KEYS.split(',') }),
  store: createPostgresStore(pool),
  scope: 'proof',
  limiter: false,
  timeout: Number(TIMEOUT),
  logger: { warn: () => undefined, error: () => undefined },
  on: Object.fromEntries(['deposit', 'paid', 'returned', 'unmatched'].map((name) => [name, recorder(name)])),
};
const kit = createDepositKit({ ...options, authorize });
const sessionKit =
  SESSION_KEYS === undefined ? kit : createDepositKit({ ...options, session: SESSION_KEYS.split(',') });

const server = createServer(
  toNodeHandler((request) => (request.headers.has('authorization') ? sessionKit : kit)(request)),
);
const end = new AbortController();
process.once('SIGTERM', () => {
  end.abort();
  server.close();
  setInterval(() => server.closeIdleConnections(), 100).unref();
});
console.log(await listening(server));
await Promise.all([once(server, 'close'), kit.follow({ signal: end.signal })]);
await pool.end();
