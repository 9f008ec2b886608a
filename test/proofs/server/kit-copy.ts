/**
 * A copy of a shop's server in its own process (kit-process.ts): the kit on a shared PostgreSQL, which
 * follows the deposits. The cookie of a request is its order: an id, a merchant and an amount. Prints its
 * URL, and then the actions of its hooks, each as a `HookLine`. A hook takes at most `HOOK_MS` milliseconds.
 */
import { createServer } from 'node:http';
import { createDepositKit, toNodeHandler, type Grant } from 'deposit-slip/kit';
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
  /** The state of the payment, such as `part 4.00`. */
  readonly payment?: string | undefined;
  readonly again?: boolean | undefined;
}

const { API_URL = '', API_TOKEN = '', DATABASE_URL = '', HOOK_MS = '0', TIMEOUT = '8000' } = process.env;

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

/** Prints a line synchronously, so that a killed process cannot lose it. */
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
    await new Promise((resolve) => setTimeout(resolve, Math.random() * Number(HOOK_MS)));
    report('end', line);
  };
}

const kit = createDepositKit({
  baseUrl: API_URL,
  token: API_TOKEN,
  secret: 'a secret of all copies of thirty-two bytes',
  store: createPostgresStore(pool),
  scope: 'proof',
  limiter: false,
  timeout: Number(TIMEOUT),
  logger: { warn: () => undefined, error: () => undefined },
  on: Object.fromEntries(['deposit', 'paid', 'returned', 'unmatched'].map((name) => [name, recorder(name)])),
  authorize,
});
console.log(await listening(createServer(toNodeHandler(kit))));
await kit.follow();
