/** What an answer of the fake API is: JSON text (200, application/json), a Response, or an error to reject with. */
export type Scripted = string | Response | Error;
type Script = Scripted | ((url: URL) => Scripted | Promise<Scripted>);

export interface Call {
  readonly url: URL;
  readonly headers: Headers;
  readonly init: RequestInit;
}

/** A scripted API: a `fetch` that answers operation 8 and operation 7 and keeps what it was asked. */
export interface FakeApi {
  readonly fetch: typeof fetch;
  readonly calls: Call[];
  /** Calls of operation 8. */
  slips(): Call[];
  /** Calls of operation 7. */
  flows(): Call[];
  script(change: { slip?: Script; flows?: Script }): void;
}

/** A Pix slip as the spec shows it, with a funding id beyond 2^53. */
export const PIX_TX = '12345678901234567890';
export function pix(txId: string | undefined = PIX_TX): string {
  const id = txId === '' ? '' : `"txId":${txId},`;
  return `{"code":200,"msg":"SUCCESS","data":{"fiat":"BRL","paymentMethodName":"Pix",${id}"fieldList":{"Pix Key":"123e4567-e12b-12d1-a456-426655440000"}}}`;
}

export const SPEI =
  '{"code":200,"msg":"SUCCESS","data":{"fiat":"MXN","paymentMethodName":"SPEI","fieldList":{"Cuenta CLABE":"999180000000000017"}}}';
export const PERU =
  '{"code":200,"msg":"SUCCESS","data":{"fiat":"PEN","paymentMethodName":"Bank","fieldList":{"paymentLink":"https://pay.example.com/l/1"}}}';

/** A page of flows, each record as JSON text laid over a Pix deposit. */
export function flowPage(...records: readonly Record<string, unknown>[]): string {
  const whole = records.map((record) => ({
    id: 1,
    merchantId: 7001,
    category: 'TRANSFER',
    flowType: 'DEPOSIT',
    fiat: 'BRL',
    changed: '150.00',
    total: '150.00',
    createTime: '1700000000500',
    ...record,
  }));
  return JSON.stringify({
    code: 200,
    msg: 'SUCCESS',
    data: { currentPage: 1, size: 10, total: whole.length, record: whole },
  });
}

export function json(text: string, init: ResponseInit = {}): Response {
  const headers = new Headers(init.headers);
  if (!headers.has('content-type')) headers.set('content-type', 'application/json');
  return new Response(text, { ...init, headers });
}

export function fakeApi(first: { slip?: Script; flows?: Script } = {}): FakeApi {
  let scripts: { slip: Script; flows: Script } = { slip: pix(), flows: flowPage(), ...first };
  const calls: Call[] = [];
  const of = (path: string): Call[] => calls.filter(({ url }) => url.pathname.endsWith(path));
  return {
    calls,
    slips: () => of('/v2/merchant/addfunds'),
    flows: () => of('/v2/merchant/fiat/flows'),
    script: (change) => {
      scripts = { ...scripts, ...change };
    },
    fetch: (async (address: string, init: RequestInit) => {
      const url = new URL(address);
      calls.push({ url, headers: new Headers(init.headers), init });
      const script = url.pathname.endsWith('/flows') ? scripts.flows : scripts.slip;
      const answer = typeof script === 'function' ? await script(url) : script;
      if (answer instanceof Error) throw answer;
      return typeof answer === 'string' ? json(answer) : answer.clone();
    }) as typeof fetch,
  };
}
