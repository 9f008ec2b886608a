import { createDepositKit, type DepositKit, type DepositKitOptions, type Grant } from 'deposit-slip/kit';

export const TOKEN = 'canary-token-5f2c9d';
export const SECRET = 'a secret of at least thirty-two bytes, the same in every copy';

export const PIX_GRANT: Grant = {
  id: 'order-1',
  merchantId: 7001,
  methods: [{ paymentId: 90, fiat: 'BRL' }],
};

/** What a kit's answer holds, as a browser reads it. */
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
    readonly test?: boolean;
  };
}

/** A logger that keeps its lines. */
export function keptLogger() {
  const lines: string[] = [];
  const write = (message: string, details?: object): void => {
    lines.push(JSON.stringify([message, details]));
  };
  return { lines, warn: write, error: write };
}

/** A merchant's kit with a scripted API, and how a browser asks it. */
export function shop(options: Partial<DepositKitOptions> & { grant?: Grant | null } = {}) {
  const { grant = PIX_GRANT, ...rest } = options;
  const logger = keptLogger();
  const kit = createDepositKit({
    baseUrl: 'https://api.example.com',
    token: TOKEN,
    secret: SECRET,
    ...(rest.session === undefined && { authorize: () => grant }),
    limiter: false,
    logger,
    ...rest,
  });
  return { kit, logger, ask: (query = '', init: RequestInit = {}) => ask(kit, query, init) };
}

/** Asks a kit as a browser would. */
export async function ask(kit: DepositKit, query = '', init: RequestInit = {}): Promise<Answer> {
  const response = await kit(new Request(`https://shop.example/deposit${query}`, init));
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: (text === '' ? undefined : JSON.parse(text)) as Answer['body'],
  };
}
