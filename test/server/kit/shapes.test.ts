import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { startSandbox, type Shape } from 'deposit-slip-sandbox';
import { METHODS, isProblem, readSlip, type Method, type Problem, type Slip } from 'deposit-slip/core';
import type { Grant } from 'deposit-slip/kit';
import { SHAPE_CASES, summarize, type ShapeContext, type ShapeCase } from './shape-cases.js';
import { shop } from '../shop.js';

/**
 * Two sandboxes with the same seed: both issue the same details, one in the plain shape, the other in every
 * shape.
 */
// https, because the reader accepts loopback links only when asked to.
const options = { publicUrl: 'https://sandbox.example' };
const [plain, shaped] = [await startSandbox(options), await startSandbox(options)];
after(() => Promise.all([plain.stop(), shaped.stop()]));

const AMOUNT = '150.00';

function requestFor({ id, fiat, amount }: Method) {
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

/** The slip in the plain shape. */
async function plainSlip(method: Method): Promise<Slip> {
  const { paymentId, ...query } = requestFor(method);
  const params = new URLSearchParams({ merchantId: '1001', paymentId: String(paymentId), ...query });
  const url = `${plain.url}/v2/merchant/addfunds?${params}`;
  const response = await fetch(url, { headers: { 'x-bh-token': plain.token } });
  const result = readSlip(await response.json(), requestFor(method));
  assert.ok(!isProblem(result), JSON.stringify(result));
  return result;
}

/** One response in a shape, as the API sends it and as the kit passes it on. */
async function bothWays(method: Method, shape: Shape): Promise<Record<ShapeContext['via'], string>> {
  await shaped.control.faults([{ route: 'pending-fund', shape, count: 1 }]);
  let direct = '';
  const { send } = shop({
    baseUrl: shaped.url,
    token: shaped.token,
    grant: grantFor(method),
    fetch: async (...request) => {
      const response = await fetch(...request);
      direct = await response.clone().text();
      return response;
    },
  });
  const { text } = await send();
  return { direct, kit: text };
}

/** The fields and the funding id of a shaped response, read independently of the reader under test. */
function fieldsIn(text: string): Pick<ShapeContext, 'values' | 'txId'> {
  const [, id] = /"txId":"?([0-9]+)"?/.exec(text) ?? [];
  const [, list] = /"fieldList":(\{[^}]*\})/.exec(text)!;
  const values = Object.entries(JSON.parse(list!) as Record<string, string | string[]>);
  return { values: Object.fromEntries(values.map(([key, value]) => [key, [value].flat().join()])), txId: id };
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
  const fields = fieldsIn(answers.direct);
  for (const via of ['direct', 'kit'] as const) {
    const result = readSlip(JSON.parse(answers[via]), requestFor(method), { strict });
    if (expected === 'same') assert.deepEqual(result, slip, via);
    else {
      const summary = expected(summarize(slip), { method, slip, via, ...fields });
      assert.deepEqual(summarize(result), summary, via);
    }
    assertAsItCame(result, fields.values);
  }
}

for (const [at, method] of METHODS.entries())
  describe(`a response for ${method.id} (${method.slug}), direct and through the kit, with`, () => {
    // Every shape whose effect depends on the method, and a third of the shapes that change nothing.
    const shapes = SHAPE_CASES.filter(({ expected }, shape) => expected !== 'same' || (shape + at) % 3 === 0);
    for (const each of shapes) it(each.name, () => run(method, each));
  });
