import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pendingFund } from 'deposit-slip/contract';
import { METHODS, isClabe, isIban, readEmv, readPix, readTlv } from 'deposit-slip/core';
import { PNG } from 'pngjs';
import jsqr from 'jsqr';
import { isNewPerCall } from '../src/issuing/issuance.js';
import { Bench, askOf, slipOf } from './world.js';

const bench = new Bench();

// spec: Pending-fund account information, `fieldList` keys by payment id; and which ids carry txId and realName.
const SPEC: Record<number, { keys: string[]; beside: string[] }> = {
  105: { keys: ['Cuenta CLABE'], beside: [] },
  90: { keys: ['Chave Pix - Random Pix', 'Pix copia e cola', 'Pix QR Code'], beside: ['txId'] },
  85: {
    keys: ['Deposit Message', 'BIC/Swift Code', 'IBAN', 'Bank Beneficiary Name', 'Bank Name', 'Bank Address'],
    beside: ['realName'],
  },
  95: { keys: ['paymentLink'], beside: [] },
};

for (const method of METHODS) {
  describe(`deposit details for ${method.id} (${method.slug})`, () => {
    test('have the key set of the specification and pass the contract', async () => {
      const { status, body } = await bench.details(method.id);
      assert.equal(status, 200);
      assert.deepEqual([body.code, body.msg], [200, 'SUCCESS']);
      const spec = SPEC[method.id];
      assert.deepEqual(Object.keys(body.data.fieldList), spec?.keys ?? Object.keys(method.sample));
      const beside = ['fiat', 'paymentMethodName', ...(spec?.beside ?? []), 'fieldList'];
      if (spec) assert.deepEqual(Object.keys(body.data), beside);
      assert.equal(body.data.fiat, method.fiat);
      pendingFund.parse(body.data);
    });

    test('read to a strict slip without a warning', async () => {
      const { body } = await bench.details(method.id);
      const slip = slipOf(body, method);
      assert.deepEqual(slip.warnings, []);
      assert.deepEqual(slip.notices, []);
      assert.equal(slip.txId !== undefined, method.hasTxId);
    });

    test(isNewPerCall(method) ? 'are new on every call' : 'stay the same', async () => {
      const [one, two] = [await bench.issued(method.id), await bench.issued(method.id)];
      if (!isNewPerCall(method)) return assert.deepEqual(one, two);
      for (const [key, value] of Object.entries(one.fieldList)) assert.notEqual(two.fieldList[key], value);
      if (method.hasTxId) assert.match(`${one.txId} ${two.txId}`, /^([0-9]+) (?!\1$)[0-9]+$/);
    });

    test('differ between merchants', async () => {
      const [one, two] = [
        await bench.issued(method.id, { merchantId: 1001 }),
        await bench.issued(method.id, { merchantId: 1002 }),
      ];
      const key = Object.keys(one.fieldList)[0]!;
      assert.notEqual(one.fieldList[key], two.fieldList[key]);
    });

    test('check an amount, and need one only where the method does', async () => {
      const { amount: _, ...without } = askOf(method);
      const bare = await bench.get('/v2/merchant/addfunds', without);
      assert.equal(bare.status, method.amount === 'required' ? 400 : 200);
      if (bare.status === 400) assert.match(bare.body.msg, /\bamount\b/);
      for (const amount of ['0', '-1', '1e3', '1.005', '1,00', '', 'NaN', ' 1', '1000000000000000'])
        assert.equal((await bench.details(method.id, { amount })).status, 400, `amount ${amount}`);
      assert.equal((await bench.details(method.id, { amount: '999999999999999.99' })).status, 200);
    });
  });
}

test('CLABE and IBAN pass their checks and come from ranges nobody holds', async () => {
  for (const merchantId of [1001, 1002]) {
    const { fieldList: spei } = await bench.issued(105, { merchantId });
    assert.ok(isClabe(spei['Cuenta CLABE']!));
    assert.match(spei['Cuenta CLABE']!, /^999180/);
    const { fieldList: sepa } = await bench.issued(85, { merchantId });
    assert.ok(isIban(sepa['IBAN']!));
    assert.match(sepa['IBAN']!, /^DE[0-9]{2}09999999/);
    assert.match(sepa['BIC/Swift Code']!, /^[A-Z]{7}0$/);
  }
});

test('a Pix code names the key beside it and carries the funding id as its txid', async () => {
  const { txId, fieldList } = await bench.issued(90, { amount: '33.10' });
  const code = fieldList['Pix copia e cola']!;
  assert.equal(readPix(code)?.key, fieldList['Chave Pix - Random Pix']);
  assert.equal(readPix(code)?.dynamic, false);
  assert.equal(readTlv(readEmv(code)!.get('62')!)!.get('05'), txId);
  assert.equal(readPix(code)?.amount, undefined, 'method 90 takes no amount');
});

test('the Pix QR code is a picture of the code', async () => {
  const { fieldList } = await bench.issued(90);
  const response = await fetch(fieldList['Pix QR Code']!);
  assert.equal(response.headers.get('content-type'), 'image/png');
  const png = PNG.sync.read(Buffer.from(await response.arrayBuffer()));
  const seen = jsqr(new Uint8ClampedArray(png.data), png.width, png.height);
  assert.equal(seen?.data, fieldList['Pix copia e cola']);
  assert.equal((await fetch(`${bench.url}/sandbox/qr/NOTHERE.png`)).status, 404);
});

test('three hundred calls give three hundred different codes', async () => {
  const codes = new Set<string>();
  for (let call = 0; call < 300; call++)
    codes.add((await bench.issued(90)).fieldList['Chave Pix - Random Pix']!);
  assert.equal(codes.size, 300);
});

test('details asked for at once stay one set of details', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => bench.details(105, { merchantId: 1002 })),
  );
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
});
