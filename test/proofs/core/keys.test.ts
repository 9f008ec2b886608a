/**
 * SECURITY.md P9: hostile keys have no effect at any level of a response, in the reader, the client and the
 * kit.
 */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import fc from 'fast-check';
import { isProblem, type Problem } from '../../../src/core/problem.js';
import { readSlip } from '../../../src/core/reader/read-slip.js';
import type { Slip } from '../../../src/core/reader/slip.js';
import { isFailure } from '../../../src/server/client/errors.js';
import { readJson } from '../../../src/server/client/exact-json.js';
import { clean } from '../../../src/server/kit/slips/clean.js';
import { assertOutcome } from '../../core/outcome.js';
import { fakeApi, json } from '../../server/fake-api.js';
import { shop } from '../../server/shop.js';
import { cases } from '../scale.js';

const LONG = 'k'.repeat(10_000);
const KEYS: readonly string[] = [
  ...Object.getOwnPropertyNames(Object.prototype),
  ...Object.getOwnPropertyNames(Array.prototype),
  ...['prototype', 'then', 'catch', 'toJSON', 'raw', 'value', 'name', 'title', 'kind', 'retryable', 'failed'],
  ...['', ' ', '0', '-1', '__proto__.polluted', 'constructor.prototype', '$', '\u0000', '\ud800'],
];
const NESTED = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';
const VALUES: readonly string[] = [
  ...['"x"', '""', 'null', 'true', '1', '1e400', '[]', '{}', '["x",null,["y",{"__proto__":1}]]', NESTED],
  `[${NESTED}]`,
  `{"toString":"x","valueOf":null,"then":{"then":1},"length":4294967295}`,
];
const CLABE = '"Cuenta CLABE":"999180000000000015"';

/** Writes a JSON object with this key and value before its other members. */
const object = (key: string, value: string, others = ''): string =>
  `{${JSON.stringify(key)}:${value}${others && `,${others}`}}`;
/** Writes a response with a key at one of its levels. */
const LEVELS: Readonly<Record<string, (key: string, value: string) => string>> = {
  envelope: (key, value) => object(key, value, `"code":200,"data":{"fieldList":{${CLABE}}}`),
  data: (key, value) => `{"code":200,"data":${object(key, value, `"fieldList":{${CLABE}}`)}}`,
  record: (key, value) => `{"code":200,"data":{"record":[${object(key, value, `"fieldList":{${CLABE}}`)}]}}`,
  fields: (key, value) => `{"code":200,"data":{"fieldList":${object(key, value, CLABE)}}}`,
  'a nested field': (key, value) => `{"code":200,"data":{"fieldList":{"a":${object(key, value)},${CLABE}}}}`,
  pairs: (key, value) =>
    `{"code":200,"data":{"fieldList":[{"name":${JSON.stringify(key)},"value":${value}},${object(key, value, '"title":"Cuenta CLABE","value":"999180000000000015"')}]}}`,
};

/** All property descriptors of the built-in prototypes. */
function prototypes(): unknown {
  return [Object, Array, String, Number, Function, Map, Promise].map(({ prototype }) =>
    Object.getOwnPropertyDescriptors(prototype),
  );
}

let before: unknown;
beforeEach(() => {
  before = prototypes();
});
afterEach(() => {
  assert.deepEqual(prototypes(), before);
});

const read = (text: string): Slip | Problem => readSlip(JSON.parse(text), { paymentId: 105 });

/** Parses a text as the client does. */
async function parsed(text: string): Promise<unknown> {
  const result = await readJson(json(text));
  assert.ok(!isFailure(result), text.slice(0, 200));
  return result.value;
}

/** The kit's response if the API responds with this text. */
async function served(text: string): Promise<{ readonly status: number; readonly text: string }> {
  const grant = { id: 'order-1', merchantId: 7001, methods: [{ paymentId: 105, fiat: 'MXN' }] };
  return shop({ fetch: fakeApi({ slip: text }).fetch, grant }).send();
}

// docs/reading-policy.md R28
describe('a hostile key', () => {
  for (const [level, answer] of Object.entries(LEVELS))
    it(`results in a slip or a problem and changes no prototype, in ${level}`, () => {
      for (const key of KEYS) for (const value of VALUES) assertOutcome(read(answer(key, value)));
    });

  it('is parsed by the client as JSON.parse does, to an own property of a plain object', async () => {
    for (const answer of Object.values(LEVELS))
      for (const key of KEYS.filter((one) => !['title', 'value'].includes(one)))
        for (const raw of VALUES.filter((one) => one !== '1e400')) {
          const text = answer(key, raw);
          const value = await parsed(text);
          assert.deepEqual(value, JSON.parse(text), text);
          assert.equal(Object.getPrototypeOf(value), Object.prototype);
        }
  });

  it('is converted by the kit to an object without a prototype', async () => {
    const SPEC = new Set(['fiat', 'paymentMethodName', 'txId', 'realName', 'status', 'fieldList', 'record']);
    for (const answer of Object.values(LEVELS))
      for (const key of KEYS.filter((one) => !['title', 'value'].includes(one)))
        for (const value of VALUES) {
          const whole = (await parsed(answer(key, value))) as { data: Record<string, unknown> };
          const { data } = clean(whole.data);
          for (const name of Object.keys(data)) assert.ok(SPEC.has(name), name);
          if (Object.hasOwn(data, 'fieldList')) assert.equal(Object.getPrototypeOf(data['fieldList']), null);
        }
  });

  it('is served by the kit as an ordinary key, or refused', async () => {
    const keys = ['__proto__', 'constructor', 'toString', 'then', 'toJSON', '', '\ud800'];
    for (const answer of Object.values(LEVELS))
      for (const key of keys)
        for (const value of ['"x"', 'null', NESTED]) {
          const { status, text } = await served(answer(key, value));
          assert.ok(status === 200 || status === 502, `${status} ${text}`);
          assertOutcome(read(text));
        }
  });
});

// docs/reading-policy.md R27
describe('too many keys, or keys that are too long', () => {
  const many = Array.from({ length: 10_000 }, (_, at) => `"k${at}":"x"`).join();
  const tooMuch: Readonly<Record<string, string>> = {
    'a key of 10,000 characters': object(LONG, '"x"', CLABE),
    '10,000 keys': `{${many},${CLABE}}`,
    '10,000 keys in one field': `{"a":{${many}},${CLABE}}`,
    'a pair with a name of 10,000 characters': `[{"name":"${LONG}","value":"x"}]`,
    '10,000 pairs': `[${Array.from({ length: 10_000 }, () => '{"name":"a","value":"x"}').join()}]`,
    'a list of 10,000 values': `{"a":[${Array.from({ length: 10_000 }, () => '"x"').join()}],${CLABE}}`,
  };
  for (const [name, fieldList] of Object.entries(tooMuch))
    it(`is unreadable in the reader and in the kit: ${name}`, async () => {
      const answer = `{"code":200,"data":{"fiat":"MXN","fieldList":${fieldList}}}`;
      const problem = read(answer);
      assert.equal(isProblem(problem) && problem.kind, 'unreadable');
      const { status, text } = await served(answer);
      assert.deepEqual([status, (JSON.parse(text) as { kind: string }).kind], [502, 'unreadable']);
    });

  it('next to the fields is ignored', async () => {
    const answer = `{${many},"code":200,"data":{${object(LONG, '"x"', many).slice(1, -1)},"fiat":"MXN","fieldList":{${CLABE}}}}`;
    assert.ok(answer.length < 256 * 1024);
    for (const text of [answer, (await served(answer)).text]) {
      const slip = read(text);
      assert.ok(!isProblem(slip));
      assert.deepEqual(
        slip.rows.map(({ key }) => key),
        ['Cuenta CLABE'],
      );
    }
  });
});

describe('any combination of hostile keys', () => {
  it('results in a slip or a problem and changes no prototype', () => {
    const key = fc.constantFrom(...KEYS, 'Cuenta CLABE', 'fieldList', 'data', 'record', 'code', 'fiat');
    const { tree } = fc.letrec<{ tree: string }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5, withCrossShrink: true },
        fc.constantFrom(...VALUES),
        fc.array(tie('tree'), { maxLength: 3 }).map((items) => `[${items.join()}]`),
        fc
          .uniqueArray(fc.tuple(key, tie('tree')), { maxLength: 5, selector: ([name]) => name })
          .map((entries) => `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`),
      ),
    }));
    fc.assert(
      fc.property(tree, fc.constantFrom(...Object.values(LEVELS)), key, (value, answer, name) => {
        assertOutcome(read(answer(name, value)));
        assertOutcome(readSlip(JSON.parse(value), {}));
      }),
      { numRuns: cases(200, 20_000, 'random trees with hostile keys') },
    );
  });
});
