import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pendingFund } from 'deposit-slip/contract';
import { METHODS, isProblem, readEmv, readPix, readSlip, readTlv } from 'deposit-slip/core';
import { PNG } from 'pngjs';
import jsqr from 'jsqr';
import { isNewPerCall } from '../src/issuing/issuance.js';
import { TestSandbox, askOf, slipOf } from './test-sandbox.js';

const sandbox = new TestSandbox();

// spec: Pending-fund account information, `fieldList` keys by payment id; and which ids carry txId and realName.
const CLABE = { keys: ['Cuenta CLABE'], beside: [] };
const USD = {
  keys: [
    'Deposit Message',
    'Bank Account Number',
    'Bank Routing Number',
    'Bank Beneficiary Name',
    'Bank Name',
    'Bank Address',
  ],
  beside: ['realName'],
};
const SPEC: Record<number, { keys: string[]; beside: string[] }> = {
  105: CLABE,
  72: CLABE,
  58: { ...CLABE, keys: ['Cuenta CLABE', 'Beneficiary Name'] },
  63: { keys: ['CVU number', 'CUIT'], beside: [] },
  137: { keys: ['qrCodeLink'], beside: ['txId'] },
  68: { keys: ['alias', 'paymentLink'], beside: [] },
  92: { keys: ['pixKey', 'qrCode', 'qrCodeLink'], beside: ['txId'] },
  81: USD,
  82: USD,
  83: USD,
  84: USD,
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
      const { status, body } = await sandbox.details(method.id);
      assert.equal(status, 200);
      assert.deepEqual([body.code, body.msg], [200, 'SUCCESS']);
      const spec = SPEC[method.id]!;
      assert.deepEqual(Object.keys(body.data.fieldList), spec.keys);
      const beside = ['fiat', 'paymentMethodName', ...spec.beside, 'fieldList'];
      assert.deepEqual(Object.keys(body.data), beside);
      assert.equal(body.data.fiat, method.fiat);
      pendingFund.parse(body.data);
    });

    test('read to a strict slip without a warning', async () => {
      const { body } = await sandbox.details(method.id);
      const slip = slipOf(body, method);
      assert.deepEqual(slip.warnings, []);
      assert.deepEqual(slip.notices, []);
      assert.equal(slip.txId !== undefined, method.hasTxId);
    });

    test(isNewPerCall(method) ? 'are new on every call' : 'stay the same', async () => {
      const [one, two] = [await sandbox.issued(method.id), await sandbox.issued(method.id)];
      if (!isNewPerCall(method)) return assert.deepEqual(one, two);
      for (const [key, value] of Object.entries(one.fieldList)) assert.notEqual(two.fieldList[key], value);
      if (method.hasTxId) assert.match(`${one.txId} ${two.txId}`, /^([0-9]+) (?!\1$)[0-9]+$/);
    });

    test('differ between merchants', async () => {
      const [one, two] = [
        await sandbox.issued(method.id, { merchantId: 1001 }),
        await sandbox.issued(method.id, { merchantId: 1002 }),
      ];
      const key = Object.keys(one.fieldList)[0]!;
      assert.notEqual(one.fieldList[key], two.fieldList[key]);
    });

    test('check an amount, and need one only where the method does', async () => {
      const { amount: _, ...without } = askOf(method);
      const bare = await sandbox.get('/v2/merchant/addfunds', without);
      assert.equal(bare.status, method.amount === 'required' ? 400 : 200);
      if (bare.status === 400) assert.match(bare.body.msg, /\bamount\b/);
      for (const amount of ['0', '-1', '1e3', '1.005', '1,00', '', 'NaN', ' 1', '1000000000000000'])
        assert.equal((await sandbox.details(method.id, { amount })).status, 400, `amount ${amount}`);
      assert.equal((await sandbox.details(method.id, { amount: '999999999999999.99' })).status, 200);
    });
  });
}

test('135 is answered with keys nobody knows, a funding id, and reads to a generic slip', async () => {
  const ask = { merchantId: 1001, paymentId: 135, fiat: 'ARS' };
  const [one, two] = [
    await sandbox.get('/v2/merchant/addfunds', ask),
    await sandbox.get('/v2/merchant/addfunds', ask),
  ];
  assert.equal(one.status, 200);
  assert.match(one.body.data.txId, /^[0-9]+$/);
  assert.notEqual(one.body.data.txId, two.body.data.txId);
  const result = readSlip(one.body, { paymentId: 135 });
  assert.ok(!isProblem(result));
  assert.deepEqual([result.method, result.title], [undefined, 'new-rail']);
  assert.deepEqual(
    result.rows.map(({ kind }) => kind),
    ['text', 'text', 'deposit-id'],
  );
});

test('rails are named as the specification names them', async () => {
  const names = new Map<number, unknown>();
  for (const { id } of METHODS)
    names.set(id, Reflect.get((await sandbox.details(id)).body.data, 'paymentMethodName'));
  assert.deepEqual(
    [81, 82, 83, 84, 68, 137].map((id) => names.get(id)),
    ['ACH_push', 'ACH_Virtual Account', 'WIRE', 'WIRE_Virtual Account', 'PSE', 'QR transfer'],
  );
});

test('what the rails of a currency have in common does not lead from one account to another', async () => {
  const accounts = new Set<string>();
  for (const id of [81, 82, 83, 84])
    accounts.add((await sandbox.issued(id)).fieldList['Bank Account Number']!);
  for (const id of [105, 72, 58]) accounts.add((await sandbox.issued(id)).fieldList['Cuenta CLABE']!);
  assert.equal(accounts.size, 7);
});

test('a code carries the amount that was asked for where the method heeds one', async () => {
  const { fieldList } = await sandbox.issued(92, { amount: '22.50' });
  assert.equal(readPix(fieldList['qrCode']!)?.amount, '22.50');
  assert.equal(readPix((await sandbox.issued(92)).fieldList['qrCode']!)?.amount, undefined);
});

test('a Pix code names the key beside it and carries the funding id as its txid', async () => {
  const { txId, fieldList } = await sandbox.issued(90, { amount: '33.10' });
  const code = fieldList['Pix copia e cola']!;
  assert.equal(readPix(code)?.key, fieldList['Chave Pix - Random Pix']);
  assert.equal(readPix(code)?.dynamic, false);
  assert.equal(readTlv(readEmv(code)!.get('62')!)!.get('05'), txId);
  assert.equal(readPix(code)?.amount, undefined, 'method 90 takes no amount');
});

async function pictured(url: string): Promise<string | undefined> {
  const response = await fetch(url);
  assert.equal(response.headers.get('content-type'), 'image/png');
  const png = PNG.sync.read(Buffer.from(await response.arrayBuffer()));
  return jsqr(new Uint8ClampedArray(png.data), png.width, png.height)?.data;
}

test('the Pix QR code is a picture of the code', async () => {
  const { fieldList } = await sandbox.issued(90);
  assert.equal(await pictured(fieldList['Pix QR Code']!), fieldList['Pix copia e cola']);
  const other = (await sandbox.issued(92)).fieldList;
  assert.equal(await pictured(other['qrCodeLink']!), other['qrCode']);
  assert.equal((await fetch(`${sandbox.url}/sandbox/qr/NOTHERE.png`)).status, 404);
});

test('137 links to a page with a code for the amount, as text and as a picture', async () => {
  const { txId, fieldList } = await sandbox.issued(137, { amount: '33.10' });
  const link = fieldList['qrCodeLink']!;
  const page = await (await fetch(link)).text();
  const code = await pictured(`${link}.png`);
  assert.ok(page.includes(code!));
  const fields = readEmv(code!)!;
  assert.deepEqual([fields.get('53'), fields.get('54'), fields.get('58')], ['032', '33.10', 'AR']);
  assert.equal(readTlv(fields.get('62')!)!.get('05'), txId);
  assert.equal((await fetch(`${sandbox.url}/sandbox/qr/NOTHERE`)).status, 404);
});

test('three hundred calls give three hundred different codes', async () => {
  const codes = new Set<string>();
  for (let call = 0; call < 300; call++)
    codes.add((await sandbox.issued(90)).fieldList['Chave Pix - Random Pix']!);
  assert.equal(codes.size, 300);
});

test('details asked for at once stay one set of details', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => sandbox.details(105, { merchantId: 1002 })),
  );
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
});
