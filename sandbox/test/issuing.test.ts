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
import { seededRandom } from '../src/issuing/random.js';
import { foldsOf, issueFields } from '../src/issuing/index.js';
import { isNewPerCall } from '../src/issuing/issuance.js';

const merchant = { id: 7n, name: 'Açaí & Café São João do Rio Preto' };

/** A method no table has: its kinds are all there is to go by. */
const UNSEEN: Method = {
  ...METHODS[0]!,
  id: 777,
  slug: 'unseen',
  amount: 'optional',
  hasTxId: true,
  fields: METHODS.flatMap(({ fields }) => fields),
  sample: Object.fromEntries(
    METHODS.flatMap(({ fields }) => fields.flatMap(({ keys }) => keys.slice(0, 1))).map((key) => [key, '']),
  ),
};
const KINDS_BY_KEY = fieldsByKey([UNSEEN]);
const kindOf = (key: string): Kind => KINDS_BY_KEY.get(foldKey(key))!.kind;

const issueWith = (scope: string, seed = 1) =>
  issueFields({ method: UNSEEN, merchant, random: seededRandom(seed, scope), txId: 42n, amount: '10.50' });

test('a method the sandbox never saw is issued by its kinds alone', () => {
  const values = new Map(issueWith('a').map(({ key, value }) => [key, value]));
  assert.deepEqual([...values.keys()], Object.keys(UNSEEN.sample));
  for (const [key, value] of values)
    assert.notEqual(ruleOf(kindOf(key)).check?.(value), false, `${key} ${value}`);
  const pix = readPix(values.get('Pix copia e cola')!);
  assert.deepEqual([pix?.key, pix?.amount], [values.get('Chave Pix - Random Pix'), '10.50']);
  assert.equal(isNewPerCall(UNSEEN), true);
});

test('a name with accents or too long still makes a code every reader takes', () => {
  const code = issueWith('a').find(({ key }) => key === 'Pix copia e cola')!.value;
  assert.match(code, /^[\x20-\x7e]+$/);
  assert.match(code, /5925Acai & Cafe Sao Joao do R6009SAO PAULO/);
});

test('what is issued depends on the seed and on whom it is for, and on nothing else', () => {
  const text = (scope: string, seed?: number) => issueWith(scope, seed).map(({ value }) => value);
  assert.deepEqual(text('a'), text('a'));
  for (const [at, value] of text('a').entries()) {
    const isDrawn = issueWith('a')[at]!.reference !== undefined;
    assert.equal(value !== text('b')[at], isDrawn || value.startsWith('000201'), value);
    assert.equal(value !== text('a', 2)[at], isDrawn || value.startsWith('000201'), value);
  }
});

/** Where nobody holds an account (README.md, Identifiers). */
const RANGES: Partial<Record<Kind, RegExp>> = {
  clabe: /^999180/,
  cvu: /^0009999.0/,
  cbu: /^9990001/,
  cci: /^999001/,
  cuit: /^300000/,
  routing: /^5/,
  account: /^000[0-9]{9}$/,
  alias: /^sandbox\.[a-z0-9]{8}$/,
  iban: /^DE[0-9]{2}09999999/,
  bic: /^[A-Z]{7}0$/,
  'pix-key': /^00000000-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
};

test('ten thousand draws repeat none and pass every check', () => {
  const seen = new Set<string>();
  for (let call = 0; call < 10_000; call++)
    for (const { reference, key, value, folded } of issueWith(`call ${call}`)) {
      assert.notEqual(ruleOf(kindOf(key)).check?.(value), false, value);
      const range = RANGES[kindOf(key)];
      if (range) assert.match(value, range);
      if (!reference) continue;
      assert.ok(!seen.has(`${reference} ${folded}`), value);
      seen.add(`${reference} ${folded}`);
      if (reference === 'account') assert.ok(foldsOf('account', value).includes(folded));
    }
});

test('a kind nobody issues is an error that names the key', () => {
  const method: Method = {
    ...UNSEEN,
    fields: [{ role: 'depositId', kind: 'deposit-id', keys: ['Strange'] }],
    sample: { Strange: '' },
  };
  const ask = { method, merchant, random: seededRandom(1, 'a') };
  assert.throws(() => issueFields(ask), /no issuer for "Strange" of method 777/);
});

test('a key whose sample is a code is issued as one, of Pix or of Argentina by the method’s other values', () => {
  const issued = (id: number, sample: string) => {
    const method = { ...METHODS.find((each) => each.id === id)!, sample: { qrCode: sample } };
    return issueFields({ method, merchant, random: seededRandom(1, 'a'), txId: 42n, amount: '10.50' })[0]!
      .value;
  };
  assert.equal(readPix(issued(92, '000201'))?.amount, '10.50');
  const code = readEmv(issued(137, '000201'))!;
  assert.deepEqual([code.get('53'), code.get('54'), code.get('58')], ['032', '10.50', 'AR']);
  assert.match(issued(137, ''), /^\/sandbox\/qr\/[A-Z0-9]{16}$/);
});

test('a code of Argentina is the same for the same funding, and names it', () => {
  const issue = { merchant, txId: 42n };
  assert.equal(arCode(issue), arCode({ ...issue }));
  assert.notEqual(arCode(issue), arCode({ ...issue, txId: 43n }));
  assert.equal(readEmv(arCode(issue))?.get('62'), '050242');
});
