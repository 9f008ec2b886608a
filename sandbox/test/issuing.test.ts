import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  METHODS,
  fieldsByKey,
  foldKey,
  readEmv,
  readPix,
  ruleOf,
  type Kind,
  type Method,
} from 'deposit-slip/core';
import { arCode } from '../src/issuing/ar-code.js';
import { foldsOf, issueFields, issuerOf } from '../src/issuing/index.js';
import { isNewPerCall } from '../src/issuing/issuance.js';
import { seededRandom } from '../src/issuing/random.js';

const merchant = { id: 7n, name: 'Açaí & Café São João do Rio Preto' };

/** A method that is missing from the table of methods, with a field of every kind. */
const UNKNOWN: Method = {
  ...METHODS[0]!,
  id: 777,
  slug: 'unknown',
  amount: 'optional',
  hasTxId: true,
  fields: METHODS.flatMap(({ fields }) => fields),
  sample: Object.fromEntries(
    METHODS.flatMap(({ fields }) => fields.flatMap(({ keys }) => keys.slice(0, 1))).map((key) => [key, '']),
  ),
};
const FIELDS = fieldsByKey([UNKNOWN]);
const kindOf = (key: string): Kind => FIELDS.get(foldKey(key))!.kind;

const issue = (method: Method, scope = 'a', seed = 1) =>
  issueFields({ method, merchant, random: seededRandom(seed, scope), txId: 42n, amount: '10.50' });

test('a method that is not in the table is issued by the kinds of its fields', () => {
  const values = new Map(issue(UNKNOWN).map(({ key, value }) => [key, value]));
  assert.deepEqual([...values.keys()], Object.keys(UNKNOWN.sample));
  for (const [key, value] of values)
    assert.notEqual(ruleOf(kindOf(key)).check?.(value), false, `${key} ${value}`);
  const code = values.get('Pix copia e cola')!;
  const pix = readPix(code);
  assert.deepEqual([pix?.key, pix?.amount], [values.get('Chave Pix - Random Pix'), '10.50']);
  assert.match(code, /^[\x20-\x7e]+$/, 'accents are removed');
  assert.match(code, /5925Acai & Cafe Sao Joao do R6009SAO PAULO/, 'the name is cut to its maximum length');
  assert.equal(isNewPerCall(UNKNOWN), true);
});

test('issued values depend only on the seed and the scope', () => {
  const valuesOf = (scope: string, seed?: number) => issue(UNKNOWN, scope, seed).map(({ value }) => value);
  assert.deepEqual(valuesOf('a'), valuesOf('a'));
  for (const [at, { value, reference }] of issue(UNKNOWN).entries()) {
    const isUnique = reference !== undefined || value.startsWith('000201');
    assert.equal(value !== valuesOf('b')[at], isUnique, value);
    assert.equal(value !== valuesOf('a', 2)[at], isUnique, value);
  }
});

test('two thousand issued values of each kind are different, pass their checks and have their pattern', () => {
  const seen = new Set<string>();
  for (let call = 0; call < 2_000; call++)
    for (const { reference, key, value, folded } of issue(UNKNOWN, `call ${call}`)) {
      assert.notEqual(ruleOf(kindOf(key)).check?.(value), false, value);
      assert.match(value, issuerOf(kindOf(key))!.pattern ?? /^/);
      if (!reference) continue;
      assert.ok(!seen.has(`${reference} ${folded}`), value);
      seen.add(`${reference} ${folded}`);
      if (reference === 'account') assert.ok(foldsOf('account', value).includes(folded));
    }
});

test('a kind without an issuer is an error that names the key', () => {
  const method: Method = {
    ...UNKNOWN,
    fields: [{ role: 'depositId', kind: 'deposit-id', keys: ['Strange'] }],
    sample: { Strange: '' },
  };
  assert.throws(() => issue(method), /no issuer for "Strange" of method 777/);
});

test('a QR field whose sample is a code gets a code: of Pix or of Argentina, depending on the method', () => {
  const issued = (id: number, sample: string) =>
    issue({ ...METHODS.find((each) => each.id === id)!, sample: { qrCode: sample } })[0]!.value;
  assert.equal(readPix(issued(92, '000201'))?.amount, '10.50');
  const code = readEmv(issued(137, '000201'))!;
  assert.deepEqual([code.get('53'), code.get('54'), code.get('58')], ['032', '10.50', 'AR']);
  assert.match(issued(137, ''), /^\/sandbox\/qr\/[A-Z0-9]{16}$/);
});

test('an Argentine code carries its txId, and is the same for the same txId', () => {
  const input = { merchant, txId: 42n };
  assert.equal(arCode(input), arCode({ ...input }));
  assert.notEqual(arCode(input), arCode({ ...input, txId: 43n }));
  assert.equal(readEmv(arCode(input))?.get('62'), '050242');
});
