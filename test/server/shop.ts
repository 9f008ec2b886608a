import {
  createDepositKit,
  createMemoryStore,
  type Authentication,
  type DepositKit,
  type DepositKitOptions,
  type Grant,
  type Payment,
  type Store,
} from 'deposit-slip/kit';
import { fakeApi, type FakeApi } from './fake-api.js';

export const TOKEN = 'canary-token-5f2c9d';
export const SECRET = 'a secret of at least thirty-two bytes, the same in every copy';

export const PIX_GRANT: Grant = {
  id: 'order-1',
  merchantId: 7001,
  methods: [{ paymentId: 90, fiat: 'BRL' }],
};

/** A grant whose only method requires an amount. */
export const PERU_GRANT: Grant = {
  id: 'order-3',
  merchantId: 7001,
  methods: [{ paymentId: 95, fiat: 'PEN' }],
};

/** A response of the kit as a browser reads it. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: {
    readonly code: number;
    readonly msg: string;
    readonly data: Record<string, never> | null;
    readonly kind?: string;
    readonly requestId?: string;
    readonly paymentId?: number;
    readonly fiat?: string;
    readonly amount?: string;
    readonly arrival?: string;
    readonly previous?: object;
    readonly payment?: Payment;
    readonly checked?: number;
    readonly test?: boolean;
  };
}

type Records = ReturnType<Store['open']>;

/**
 * A store that first calls `interrupt` with the name of each method. The method fails if `interrupt` throws
 * or rejects.
 */
export function brokenStore(
  interrupt: (name: keyof Records) => unknown,
  store: Store = createMemoryStore(),
): Store {
  const open = (scope: string): Records =>
    new Proxy(store.open(scope), {
      get:
        (records, name: keyof Records) =>
        async (...values: readonly unknown[]): Promise<unknown> => {
          await interrupt(name);
          return (records[name] as (...values: readonly unknown[]) => unknown).apply(records, [...values]);
        },
    });
  return { migrate: () => store.migrate(), open };
}

/** A logger that records its lines as JSON. */
export function recordingLogger() {
  const lines: string[] = [];
  const write = (message: string, details?: object): void => {
    lines.push(JSON.stringify([message, details]));
  };
  return { lines, warn: write, error: write };
}

interface ShopOptions extends Partial<DepositKitOptions> {
  /** Default: an API that returns a Pix slip and no flows. */
  readonly api?: FakeApi;
  /** What `authorize` returns. Default: `PIX_GRANT`. */
  readonly grant?: Grant | null;
}

/**
 * Creates a merchant's kit with its own store and no limiter, its API and log, and a function that sends it
 * requests as a browser would.
 */
export function shop(options: ShopOptions = {}) {
  const { grant = PIX_GRANT, api = fakeApi(), ...rest } = options;
  const logger = recordingLogger();
  const kit = createDepositKit({
    baseUrl: 'https://api.example.com',
    token: TOKEN,
    secret: SECRET,
    ...(rest.session === undefined && { authorize: () => grant }),
    limiter: false,
    store: createMemoryStore(),
    fetch: api.fetch,
    logger,
    ...rest,
  } as DepositKitOptions & Authentication);
  return { api, kit, logger, send: (query = '', init: RequestInit = {}) => sendTo(kit, query, init) };
}

/** Sends a kit a request as a browser would. */
export async function sendTo(kit: DepositKit, query = '', init: RequestInit = {}): Promise<Answer> {
  const response = await kit(new Request(`https://shop.example/deposit${query}`, init));
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: (text === '' ? undefined : JSON.parse(text)) as Answer['body'],
  };
}

/** A request with a session, or with any other bearer token. */
export function bearer(session: string): RequestInit {
  return { headers: { authorization: `Bearer ${session}` } };
}

/** The funding id in the data of a response. */
export function txIdOf({ body }: Answer): string {
  return String((body.data as Record<string, unknown> | null)?.['txId']);
}

/** The contents of an arrival token. */
export function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>;
}
