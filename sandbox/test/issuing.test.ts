import assert from 'node:assert/strict';
import { test } from 'node:test';
import { METHODS, isClabe, isIban, readPix, type Method } from 'deposit-slip/core';
import { drawFrom } from '../src/issuing/draw.js';
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
  sample: Object.fromEntries(METHODS.flatMap(({ fields }) => fields.map(({ keys }) => [keys[0]!, '']))),
};

const issueWith = (scope: string, seed = 1) =>
  issueFields({ method: UNSEEN, merchant, draw: drawFrom(seed, scope), txId: 42n, amount: '10.50' });

test('a method the sandbox never saw is issued by its kinds alone', () => {
  const values = new Map(issueWith('a').map(({ key, value }) => [key, value]));
  assert.deepEqual([...values.keys()], Object.keys(UNSEEN.sample));
  assert.ok(isClabe(values.get('Cuenta CLABE')!));
  assert.ok(isIban(values.get('IBAN')!));
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
    const isDrawn = issueWith('a')[at]!.clue !== undefined;
    assert.equal(value !== text('b')[at], isDrawn || value.startsWith('000201'), value);
    assert.equal(value !== text('a', 2)[at], isDrawn || value.startsWith('000201'), value);
  }
});

test('ten thousand draws repeat none and pass every check', () => {
  const seen = new Set<string>();
  for (let call = 0; call < 10_000; call++)
    for (const { clue, key, value, folded } of issueWith(`call ${call}`)) {
      if (key === 'Cuenta CLABE') assert.ok(isClabe(value), value);
      if (key === 'IBAN') assert.ok(isIban(value), value);
      if (key === 'Chave Pix - Random Pix')
        assert.match(value, /^00000000-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      if (!clue) continue;
      assert.ok(!seen.has(`${clue} ${folded}`), value);
      seen.add(`${clue} ${folded}`);
      if (clue === 'account') assert.ok(foldsOf('account', value).includes(folded));
    }
});

test('a kind nobody issues is an error that names the key', () => {
  const method: Method = {
    ...UNSEEN,
    fields: [{ role: 'qr', kind: 'emv-code', keys: ['Strange'] }],
    sample: { Strange: '' },
  };
  const ask = { method, merchant, draw: drawFrom(1, 'a') };
  assert.throws(() => issueFields(ask), /no issuer for "Strange" of method 777/);
});
