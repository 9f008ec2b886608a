/** The check of an endpoint that knows the payer's last choice, or the deposits that arrived. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkEndpoint, reportText, type CheckOptions, type Report } from 'deposit-slip/check';
import { countingApi, pixFlow } from '../fake-api.js';
import { PIX_GRANT, shop } from '../shop.js';
import { complaintsOf, rulesWith } from './reports.js';

type Handler = (request: Request) => Response | Promise<Response>;

/** A kit that authenticates nobody. */
const stranger = shop({ grant: null }).kit;

/** Checks a handler without a network. Its responses depend on the session of the request. */
function reportOn(handler: Handler, options: Partial<CheckOptions> = {}): Promise<Report> {
  const fetch = async (input: string, init: RequestInit) => {
    const request = new Request(input, init);
    return (request.headers.has('authorization') ? handler : stranger)(request);
  };
  return checkEndpoint({
    endpoint: 'https://shop.example/deposit',
    session: 'a-session',
    ...options,
    fetch: fetch as typeof globalThis.fetch,
  });
}

/** The kit's responses with changes that a hand-written endpoint might make. */
const changed =
  (kit: Handler, change: (body: Record<string, unknown>) => object): Handler =>
  async (request) => {
    const response = await kit(request);
    const text = await response.text();
    const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
    const { status, headers } = response;
    const isSlip = status === 200 && text !== '' && !request.url.includes('arrival=');
    return new Response(isSlip ? JSON.stringify({ ...body, ...change(body) }) : text || null, {
      status,
      headers,
    });
  };

const METHODS = [...PIX_GRANT.methods, { paymentId: 92, fiat: 'BRL' }];

/** A kit whose payer chose the first method, and whose deposit has arrived. */
async function paidKit(grant: object): Promise<Handler> {
  const { kit, api, send } = shop({ api: countingApi(), grant: { ...PIX_GRANT, ...grant } });
  const { body } = await send('?paymentId=90');
  api.script({ flows: pixFlow('1') });
  await send(`?arrival=${body.arrival}`);
  return kit;
}

describe('the check of a kit after an arrival', () => {
  const GRANTS = {
    'an order with one method': { amount: '150.00' },
    'an order with several methods': { amount: '150.00', methods: METHODS },
    'a wallet with one method': {},
    'a wallet with several methods': { methods: METHODS },
  };
  for (const [name, grant] of Object.entries(GRANTS))
    for (const options of [{}, { paymentIds: [92] }, { paymentIds: [90], fiat: 'BRL' }])
      it(`reports nothing for ${name} with ${JSON.stringify(options)}`, async () => {
        const isOffered = 'methods' in grant || !options.paymentIds?.includes(92);
        const report = await reportOn(await paidKit(grant), isOffered ? options : {});
        assert.deepEqual(complaintsOf(report), [], reportText(report));
      });

  it('reports that there is no slip to check', async () => {
    const report = await reportOn(await paidKit({ amount: '150.00' }));
    assert.ok(rulesWith(report, 'skipped').includes('slip'), reportText(report));
    assert.equal(report.slips, 0);
  });

  it('does not mistake an arrival between two requests for another slip', async () => {
    const { kit, api } = shop({ api: countingApi(), grant: { ...PIX_GRANT, amount: '150.00' } });
    const report = await reportOn(async (request) => {
      const response = await kit(request);
      api.script({ flows: pixFlow('1') });
      return response;
    });
    assert.ok(rulesWith(report, 'skipped').includes('same-slip'), reportText(report));
    assert.deepEqual(rulesWith(report, 'fail'), [], reportText(report));
  });
});

describe('the check', () => {
  const deposit = { amount: '20.00', fiat: 'BRL', createTime: 1_700_000_000_000 };
  const arrived = (deposits: unknown) => ({ data: { status: 'arrived', deposits } });
  const open = { status: 'open', fiat: 'BRL', received: '0.00', deposits: [] };
  // [the rule that reports it, the changed members of each response]
  const SHAPES: readonly (readonly [
    string | undefined,
    string,
    (body: Record<string, unknown>) => object,
  ])[] = [
    [undefined, 'previous', () => ({ previous: deposit })],
    [undefined, 'previous without a time', () => ({ previous: { amount: '20.00', fiat: 'BRL' } })],
    ['echo', 'previous as a text', () => ({ previous: '20.00 BRL' })],
    ['echo', 'previous without a currency', () => ({ previous: { amount: '20.00' } })],
    ['echo', 'a previous time in seconds', () => ({ previous: { ...deposit, createTime: 1_700_000_000 } })],
    [undefined, 'an arrival', () => arrived([deposit])],
    [
      'arrival',
      'an arrival beside a slip',
      ({ data }) => ({ data: { ...(data as object), status: 'arrived' } }),
    ],
    ['arrival', 'an arrival without a list', () => arrived('all')],
    ['arrival', 'an arrival without a deposit', () => arrived([])],
    [
      'arrival',
      'an arrival with a time in seconds',
      () => arrived([{ ...deposit, createTime: 1_700_000_000 }]),
    ],
    ['echo', 'an arrival with a malformed currency', () => ({ ...arrived([deposit]), fiat: 'R$' })],
    [undefined, 'an endpoint without a payment', () => ({ payment: undefined })],
    [undefined, 'an open payment', () => ({ payment: open })],
    ['envelope', 'a payment whose sums disagree', () => ({ payment: { ...open, received: '1.00' } })],
    ['envelope', 'a payment of numbers', () => ({ payment: { ...open, received: 0 } })],
    ['slip', 'waiting in place of a slip', () => ({ data: { status: 'waiting', deposits: [] } })],
  ];
  for (const [rule, name, change] of SHAPES)
    it(`${rule === undefined ? 'accepts' : `reports by ${rule}`} ${name}`, async () => {
      const report = await reportOn(changed(shop({ grant: PIX_GRANT }).kit, change));
      assert.deepEqual(rulesWith(report, 'fail'), rule === undefined ? [] : [rule], reportText(report));
    });
});
