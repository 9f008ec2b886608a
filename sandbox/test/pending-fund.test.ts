import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pendingFund } from 'deposit-slip/contract';
import { METHODS, isProblem, readEmv, readPix, readSlip, readTlv } from 'deposit-slip/core';
import { PNG } from 'pngjs';
import jsqr from 'jsqr';
import { specSample } from '../../test/fixtures/spec.js';
import { isNewPerCall } from '../src/issuing/issuance.js';
import { PATHS } from './requests.js';
import { detailsParams, slipOf, TestSandbox, type Data } from './test-sandbox.js';

const sandbox = new TestSandbox();

for (const method of METHODS) {
  describe(`deposit details for ${method.id} (${method.slug})`, () => {
    test('have the keys of the specification, pass the contract, and read to a strict slip', async () => {
      const { status, body } = await sandbox.details(method.id);
      assert.deepEqual([status, body.code, body.msg], [200, 200, 'SUCCESS']);
      // 72 has no sample; it is a CLABE, like 105.
      const sample = specSample(`pending-fund/${method.id === 72 ? 105 : method.id}`) as { data: Data };
      assert.deepEqual(Object.keys(body.data), Object.keys(sample.data));
      assert.deepEqual(Object.keys(body.data.fieldList), Object.keys(sample.data.fieldList));
      assert.equal(body.data.fiat, method.fiat);
      pendingFund.parse(body.data);
      const slip = slipOf(body, method);
      assert.deepEqual([slip.warnings, slip.notices], [[], []]);
      assert.equal(slip.txId !== undefined, method.hasTxId);
    });

    test(`${isNewPerCall(method) ? 'are new on every call' : 'stay the same'}, per merchant`, async () => {
      const [first, second] = [await sandbox.issued(method.id), await sandbox.issued(method.id)];
      const leading = method.fields.filter(({ role }) => method.lead.includes(role));
      const keys = leading.flatMap((field) => field.keys);
      const key = Object.keys(first.fieldList).find((name) => keys.includes(name));
      const other = await sandbox.issued(method.id, { merchantId: 1002 });
      assert.notEqual(first.fieldList[key!], other.fieldList[key!]);
      if (!isNewPerCall(method)) return assert.deepEqual(first, second);
      for (const [name, value] of Object.entries(first.fieldList))
        assert.notEqual(second.fieldList[name], value);
      if (method.hasTxId) assert.match(`${first.txId} ${second.txId}`, /^([0-9]+) (?!\1$)[0-9]+$/);
    });

    test('validate the amount, and require it only if the method needs one', async () => {
      const { amount: _, ...withoutAmount } = detailsParams(method);
      const { status, body } = await sandbox.get(PATHS.details, withoutAmount);
      assert.equal(status, method.amount === 'required' ? 400 : 200);
      if (status === 400) assert.match(body.msg, /\bamount\b/);
      for (const amount of ['0', '-1', '1e3', '1.005', '1,00', '', 'NaN', ' 1', '1000000000000000'])
        assert.equal((await sandbox.details(method.id, { amount })).status, 400, `amount ${amount}`);
      assert.equal((await sandbox.details(method.id, { amount: '999999999999999.99' })).status, 200);
    });
  });
}

test('details of 135 have unknown keys and a new txId per call, and read to a generic slip', async () => {
  const params = { merchantId: 1001, paymentId: 135, fiat: 'ARS' };
  const { body } = await sandbox.get(PATHS.details, params);
  assert.match(body.data.txId, /^[0-9]+$/);
  assert.notEqual((await sandbox.get(PATHS.details, params)).body.data.txId, body.data.txId);
  const slip = readSlip(body, { paymentId: 135 });
  assert.ok(!isProblem(slip));
  assert.deepEqual([slip.method, slip.title], [undefined, 'new-rail']);
  assert.deepEqual(
    slip.rows.map(({ kind }) => kind),
    ['text', 'text', 'deposit-id'],
  );
});

test('rails have the names of the specification', async () => {
  for (const [id, name] of [
    [81, 'ACH_push'],
    [82, 'ACH_Virtual Account'],
    [83, 'WIRE'],
    [84, 'WIRE_Virtual Account'],
    [68, 'PSE'],
    [137, 'QR transfer'],
  ] as const)
    assert.equal(Reflect.get(await sandbox.issued(id), 'paymentMethodName'), name);
});

test('a Pix code carries the key, the txId, and the amount if the method uses one', async () => {
  const { txId, fieldList } = await sandbox.issued(90, { amount: '33.10' });
  const code = fieldList['Pix copia e cola']!;
  const pix = readPix(code)!;
  assert.deepEqual([pix.key, pix.dynamic], [fieldList['Chave Pix - Random Pix'], false]);
  assert.equal(readTlv(readEmv(code)!.get('62')!)!.get('05'), txId);
  assert.equal(pix.amount, undefined, '90 does not use the amount');
  const withAmount = await sandbox.issued(92, { amount: '22.50' });
  assert.equal(readPix(withAmount.fieldList['qrCode']!)?.amount, '22.50');
  assert.equal(readPix((await sandbox.issued(92)).fieldList['qrCode']!)?.amount, undefined);
});

/** The payload of the QR code in an image. */
async function scan(url: string): Promise<string | undefined> {
  const response = await fetch(url);
  assert.equal(response.headers.get('content-type'), 'image/png');
  const png = PNG.sync.read(Buffer.from(await response.arrayBuffer()));
  return jsqr(new Uint8ClampedArray(png.data), png.width, png.height)?.data;
}

test('a link to a Pix QR code shows an image of the code', async () => {
  const { fieldList } = await sandbox.issued(90);
  assert.equal(await scan(fieldList['Pix QR Code']!), fieldList['Pix copia e cola']);
  const other = (await sandbox.issued(92)).fieldList;
  assert.equal(await scan(other['qrCodeLink']!), other['qrCode']);
});

test('the link of 137 leads to a page with a code for the amount, as text and as an image', async () => {
  const { txId, fieldList } = await sandbox.issued(137, { amount: '33.10' });
  const link = fieldList['qrCodeLink']!;
  const page = await (await fetch(link)).text();
  const code = await scan(`${link}.png`);
  assert.ok(page.includes(code!));
  const fields = readEmv(code!)!;
  assert.deepEqual([fields.get('53'), fields.get('54'), fields.get('58')], ['032', '33.10', 'AR']);
  assert.equal(readTlv(fields.get('62')!)!.get('05'), txId);
  for (const unknown of ['NOTHERE', 'NOTHERE.png'])
    assert.equal((await fetch(`${sandbox.url}/sandbox/qr/${unknown}`)).status, 404);
});

test('concurrent requests for persistent details get the same details', async () => {
  const requests = Array.from({ length: 20 }, () => sandbox.details(105, { merchantId: 1002 }));
  assert.equal(new Set((await Promise.all(requests)).map(({ text }) => text)).size, 1);
});
