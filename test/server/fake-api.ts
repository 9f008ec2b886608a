/**
 * A scripted response: JSON text (sent as 200, application/json), a Response, or an error that `fetch`
 * rejects with.
 */
export type Scripted = string | Response | Error;
type Script = Scripted | ((url: URL) => Scripted | Promise<Scripted>);

export interface Call {
  readonly url: URL;
  readonly headers: Headers;
  readonly init: RequestInit;
}

/**
 * A scripted API: a `fetch` that implements operations 7 and 8 of the spec and records its calls. It returns
 * the same flows for every query: `flow-list.ts` filters, orders and pages them as the API does.
 */
export interface FakeApi {
  readonly fetch: typeof fetch;
  readonly calls: Call[];
  /** Calls of operation 8, which returns slips. */
  slips(): Call[];
  /** Calls of operation 7, which lists flows. */
  flows(): Call[];
  script(change: { slip?: Script; flows?: Script }): void;
}

/** A funding id beyond 2^53. */
export const PIX_TX = '12345678901234567890';

/** A Pix slip as the spec shows it. An empty `txId` leaves the funding id out. */
export function pix(txId: string | undefined = PIX_TX): string {
  const id = txId === '' ? '' : `"txId":${txId},`;
  return `{"code":200,"msg":"SUCCESS","data":{"fiat":"BRL","paymentMethodName":"Pix",${id}"fieldList":{"Pix Key":"123e4567-e12b-12d1-a456-426655440000"}}}`;
}

export const SPEI =
  '{"code":200,"msg":"SUCCESS","data":{"fiat":"MXN","paymentMethodName":"SPEI","fieldList":{"Cuenta CLABE":"999180000000000017"}}}';
export const PERU =
  '{"code":200,"msg":"SUCCESS","data":{"fiat":"PEN","paymentMethodName":"Bank","fieldList":{"paymentLink":"https://pay.example.com/l/1"}}}';

/** A page of flows. Each record overrides the fields of a Pix deposit that is made half a second from now. */
export function flowPage(...records: readonly Record<string, unknown>[]): string {
  const flows = records.map((record, at) => ({
    id: at + 1,
    merchantId: 7001,
    settingsId: 71,
    extId: 'D1',
    category: 'TRANSFER',
    flowType: 'DEPOSIT',
    fiat: 'BRL',
    changed: '150.00',
    total: '150.00',
    createTime: String(Date.now() + 500),
    ...record,
  }));
  return JSON.stringify({
    code: 200,
    msg: 'SUCCESS',
    data: { currentPage: 1, size: 10, total: flows.length, record: flows },
  });
}

/** A JSON response. */
export function json(text: string, init: ResponseInit = {}): Response {
  const headers = new Headers(init.headers);
  if (!headers.has('content-type')) headers.set('content-type', 'application/json');
  return new Response(text, { ...init, headers });
}

/** Creates a scripted API. It returns a Pix slip and no flows until scripted otherwise. */
export function fakeApi(initial: { slip?: Script; flows?: Script } = {}): FakeApi {
  let scripts: { slip: Script; flows: Script } = { slip: pix(), flows: flowPage(), ...initial };
  const calls: Call[] = [];
  const callsOf = (path: string): Call[] => calls.filter(({ url }) => url.pathname.endsWith(path));
  return {
    calls,
    slips: () => callsOf('/v2/merchant/addfunds'),
    flows: () => callsOf('/v2/merchant/fiat/flows'),
    script: (change) => {
      scripts = { ...scripts, ...change };
    },
    fetch: (async (input: string, init: RequestInit) => {
      const url = new URL(input);
      calls.push({ url, headers: new Headers(init.headers), init });
      const script = url.pathname.endsWith('/flows') ? scripts.flows : scripts.slip;
      const scripted = typeof script === 'function' ? await script(url) : script;
      if (scripted instanceof Error) throw scripted;
      return typeof scripted === 'string' ? json(scripted) : scripted.clone();
    }) as typeof fetch,
  };
}

/**
 * A page with one Pix deposit, whose id is its `txId`. `txId` and `changed` are JSON text, so that they can
 * exceed the range of a number.
 */
export function pixFlow(txId: string = PIX_TX, changed = '"150.00"'): string {
  const page = flowPage({ id: 'TX', txId: 'TX', changed: 'CHANGED' });
  return page.replaceAll('"TX"', txId).replace('"CHANGED"', changed);
}

/** An API that gives every slip the next funding id: 1, 2, 3 and so on. */
export function countingApi(): FakeApi {
  let last = 0;
  return fakeApi({ slip: () => pix(String(++last)) });
}
