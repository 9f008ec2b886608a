import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startSandbox, type Sandbox, type Shape } from 'deposit-slip-sandbox';
import { METHODS, isProblem, readSlip, type Method, type Problem, type Slip } from 'deposit-slip/core';
import { createDepositKit, type Grant } from 'deposit-slip/kit';
import { SHAPE_CASES, summarize, type ShapeContext, type ShapeCase } from '../suites/shapes.js';
import { SECRET, keptLogger } from './shop.js';

/** Two of one seed: asked the same things they issue the same details, the one plainly, the other in every shape. */
let plain: Sandbox;
let shaped: Sandbox;
before(async () => {
  // Links are https, as they are in life: no reader here is on loopback.
  const options = { publicUrl: 'https://sandbox.example' };
  [plain, shaped] = [await startSandbox(options), await startSandbox(options)];
});
after(() => Promise.all([plain.stop(), shaped.stop()]));

const AMOUNT = '150.00';

function askedOf({ id, fiat, amount }: Method) {
  return { paymentId: id, fiat, ...(amount === 'required' && { amount: AMOUNT }) };
}

function grantFor({ id, fiat, amount }: Method): Grant {
  return {
    id: crypto.randomUUID(),
    merchantId: 1001,
    methods: [{ paymentId: id, fiat }],
    ...(amount === 'required' && { amount: AMOUNT }),
  };
}

/** The details in their plain shape. */
async function plainSlip(method: Method): Promise<Slip> {
  const query = Object.entries({ merchantId: 1001, ...askedOf(method) }).map(([name, value]) => [
    name,
    String(value),
  ]);
  const url = `${plain.url}/v2/merchant/addfunds?${new URLSearchParams(query)}`;
  const response = await fetch(url, { headers: { 'x-bh-token': plain.token } });
  const result = readSlip(await response.json(), askedOf(method));
  assert.ok(!isProblem(result), JSON.stringify(result));
  return result;
}

/** One answer in a shape, as the API wrote it and as the kit hands it on. */
async function bothWays(method: Method, shape: Shape): Promise<Record<ShapeContext['via'], string>> {
  await shaped.control.faults([{ route: 'pending-fund', shape, count: 1 }]);
  let direct = '';
  const kit = createDepositKit({
    baseUrl: shaped.url,
    token: shaped.token,
    secret: SECRET,
    logger: keptLogger(),
    authorize: () => grantFor(method),
    fetch: async (...request) => {
      const response = await fetch(...request);
      direct = await response.clone().text();
      return response;
    },
  });
  const answer = await kit(new Request('https://shop.example/deposit'));
  return { direct, kit: await answer.text() };
}

/** What the shaped answer says, whatever its wrapper: read here once more, so that no reader of ours is believed. */
function saidIn(text: string): Pick<ShapeContext, 'values' | 'txId'> {
  const [, id] = /"txId":"?([0-9]+)"?/.exec(text) ?? [];
  const [, list] = /"fieldList":(\{[^}]*\})/.exec(text)!;
  const entries = Object.entries(JSON.parse(list!) as Record<string, string | string[]>);
  return {
    values: Object.fromEntries(entries.map(([key, value]) => [key, [value].flat().join()])),
    txId: id,
  };
}

function assertAsItCame(result: Slip | Problem, values: ShapeContext['values']): void {
  if (isProblem(result)) return;
  for (const { key, copy, check } of result.rows) {
    const raw = values[key];
    if (raw === undefined) continue;
    assert.equal(copy.replace(/[ -]/g, ''), raw.replace(/[ -]/g, ''), key);
    if (check === 'failed') assert.equal(copy, raw, key);
  }
}

async function run(method: Method, { shape, strict = false, expected }: ShapeCase): Promise<void> {
  const slip = await plainSlip(method);
  const answers = await bothWays(method, shape);
  const said = saidIn(answers.direct);
  for (const via of ['direct', 'kit'] as const) {
    const result = readSlip(JSON.parse(answers[via]), askedOf(method), { strict });
    if (expected === 'same') assert.deepEqual(result, slip, via);
    else {
      const summary = expected(summarize(slip), { method, slip, via, ...said });
      assert.deepEqual(summarize(result), summary, via);
    }
    assertAsItCame(result, said.values);
  }
}

for (const method of METHODS)
  describe(`an answer for ${method.id} (${method.slug}), as it is and through the kit, with`, () => {
    for (const each of SHAPE_CASES) it(each.name, () => run(method, each));
  });

describe('an arrival', () => {
  const method = METHODS.find(({ hasTxId }) => hasTxId)!;

  for (const list of ['record', 'data'] as const)
    it(`is told where the flows are listed as ${list} and the funding came on a page`, async () => {
      await shaped.control.faults([
        { route: 'flows', shape: { list, code: 0 } },
        { route: 'pending-fund', shape: { txId: 'number', record: 'object' } },
      ]);
      const grant = grantFor(method);
      const kit = createDepositKit({
        baseUrl: shaped.url,
        token: shaped.token,
        secret: SECRET,
        authorize: () => grant,
      });
      const ask = async (query = '') => {
        const response = await kit(new Request(`https://shop.example/deposit${query}`));
        return (await response.json()) as {
          data: { record: { txId: string }[]; status: string };
          arrival: string;
        };
      };
      const { data, arrival } = await ask();
      const { txId } = data.record[0]!;
      await shaped.control.deposit({ merchantId: 1001, fiat: method.fiat, amount: '20.00', txId });
      assert.equal((await ask(`?arrival=${arrival}`)).data.status, 'arrived');
    });
});
