import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { emvField, sealEmv } from 'deposit-slip/core';
import { TestSandbox } from './test-sandbox.js';

const sandbox = new TestSandbox();

async function open(path: string) {
  const response = await fetch(sandbox.url + path);
  return { status: response.status, headers: response.headers, html: await response.text() };
}

/** Sends the form as a browser would, and follows to the receipt. */
async function pay(fields: Record<string, string>, headers: Record<string, string> = {}) {
  const body = new URLSearchParams(fields);
  const response = await fetch(`${sandbox.url}/sandbox/pay`, { method: 'POST', body, headers });
  return { status: response.status, url: response.url, html: await response.text() };
}

/** The form's own fields as they stand in the page. */
function fieldsOf(html: string): Record<string, string> {
  const inputs = [...html.matchAll(/<input\b[^>]*>/g)].map(([tag]) => tag);
  return Object.fromEntries(
    inputs.map((tag) => [/name="([^"]*)"/.exec(tag)![1]!, /value="([^"]*)"/.exec(tag)?.[1] ?? '']),
  );
}

async function newest(fiat: string) {
  return (await sandbox.flows({ merchantId: 1001, fiat, pageSize: 1 })).record[0]!;
}

test('a Pix code is pasted, its payment stated, and paid', async () => {
  const { txId, fieldList } = await sandbox.issued(90);
  const code = fieldList['Pix copia e cola']!;
  const page = await open(`/sandbox/pay?${new URLSearchParams({ code })}`);
  assert.equal(page.status, 200);
  assert.match(page.html, /Pay Tienda Sol/);
  assert.match(page.html, /Amount in BRL/);
  assert.match(page.html, /<button>Pay<\/button>/);
  const paid = await pay({ ...fieldsOf(page.html), amount: '187.40' });
  assert.equal(paid.status, 200);
  assert.match(paid.html, /<h1>Paid<\/h1>/);
  assert.match(paid.html, /R\$187\.40/);
  assert.match(paid.html, /Credited to Tienda Sol, BRL account/);
  const flow = await newest('BRL');
  assert.deepEqual([String(flow.txId), flow.changed, flow.total], [txId, '187.40', '1000187.40']);
});

test('a receipt that is opened again pays nothing again', async () => {
  const { fieldList } = await sandbox.issued(90);
  const paid = await pay({ code: fieldList['Pix copia e cola']!, amount: '1.00' });
  const { id } = await newest('BRL');
  assert.match(await (await fetch(paid.url)).text(), /<h1>Paid<\/h1>/);
  assert.equal((await newest('BRL')).id, id);
});

test('an account is paid with its reference, from a deep link', async () => {
  const { fieldList } = await sandbox.issued(85);
  const account = fieldList['IBAN']!;
  const reference = fieldList['Deposit Message']!;
  const page = await open(`/sandbox/pay?${new URLSearchParams({ account, reference, amount: '20' })}`);
  assert.deepEqual(fieldsOf(page.html), { amount: '20', account, reference });
  const paid = await pay(fieldsOf(page.html));
  assert.match(paid.html, /€20\.00/);
  assert.equal((await newest('EUR')).changed, '20.00');
  const clabe = (await sandbox.issued(105)).fieldList['Cuenta CLABE']!;
  await pay({ account: clabe.replace(/(.{4})/g, '$1 '), amount: '1,234.50' });
  assert.equal((await newest('MXN')).changed, '1234.50');
});

for (const [id, key, amount] of [
  [63, 'CVU number', '10.00'],
  [58, 'Cuenta CLABE', '11.00'],
  [68, 'alias', '12.00'],
  [82, 'Bank Account Number', '13.00'],
] as const)
  test(`an account of ${id} is paid by its ${key}, in any spelling`, async () => {
    const { fiat, fieldList } = await sandbox.issued(id);
    const account = fieldList[key]!;
    for (const written of [account, ` ${account.toUpperCase()} `]) {
      const page = await open(`/sandbox/pay?${new URLSearchParams({ account: written })}`);
      assert.equal(page.status, 200, written);
      await pay({ ...fieldsOf(page.html), amount });
      assert.equal((await newest(fiat)).changed, amount);
    }
  });

test('a US account is paid with its routing number and message, and not at another bank', async () => {
  const { fieldList } = await sandbox.issued(81);
  const given = {
    account: fieldList['Bank Account Number']!,
    routing: fieldList['Bank Routing Number']!,
    reference: fieldList['Deposit Message']!,
  };
  const paid = await pay({ ...given, amount: '25.00' });
  assert.match(paid.html, /Credited to Tienda Sol, USD account/);
  const { id, changed } = await newest('USD');
  assert.equal(changed, '25.00');
  const wrong = await pay({ ...given, routing: '111000025', amount: '25.00' });
  assert.equal(wrong.status, 422);
  assert.match(wrong.html, /at another bank/);
  assert.equal((await newest('USD')).id, id);
});

test('a code of Argentina is opened, and paid with the amount it asks for', async () => {
  const { txId, fieldList } = await sandbox.issued(137, { amount: '1500.00' });
  const page = await open(fieldList['qrCodeLink']!.slice(sandbox.url.length));
  const code = /<textarea[^>]*>\s*(000201[^<]+)<\/textarea>/.exec(page.html)![1]!;
  const form = await open(`/sandbox/pay?${new URLSearchParams({ code })}`);
  assert.equal(fieldsOf(form.html)['amount'], '1500.00');
  await pay(fieldsOf(form.html));
  const flow = await newest('ARS');
  assert.deepEqual([String(flow.txId), flow.changed], [txId, '1500.00']);
});

test('a payment link opens the page with its amount, which may be changed', async () => {
  const link = (await sandbox.issued(95, { amount: '150.00' })).fieldList['paymentLink']!;
  const page = await open(link.slice(sandbox.url.length));
  assert.equal(page.status, 200);
  assert.equal(fieldsOf(page.html)['amount'], '150.00');
  await pay(fieldsOf(page.html));
  assert.equal((await newest('PEN')).changed, '150.00');
  const same = await open(`/sandbox/pay?link=${encodeURIComponent(link)}`);
  await pay({ ...fieldsOf(same.html), amount: '149.99' });
  assert.equal((await newest('PEN')).changed, '149.99');
});

test('an amount that is none is said at the field, and nothing is paid', async () => {
  const clabe = (await sandbox.issued(105)).fieldList['Cuenta CLABE']!;
  const { id } = await newest('MXN');
  for (const amount of ['', '0', '-5', '1.005', 'abc', '1e3', '9999999999999999']) {
    const { status, html } = await pay({ account: clabe, amount });
    assert.equal(status, 422, amount);
    assert.match(html, /aria-invalid="true"\s+aria-describedby="error"/);
    assert.match(html, /role="alert"/);
    assert.equal(fieldsOf(html)['account'], clabe, 'what was written stays');
  }
  assert.equal((await newest('MXN')).id, id);
});

test('a bad code, a foreign one, an unknown account or link are said plainly', async () => {
  const code = (await sandbox.issued(90)).fieldList['Pix copia e cola']!;
  const head = emvField('00', 'br.gov.bcb.pix') + emvField('01', '123e4567-e12b-42d1-a456-426655440000');
  const fields = ['00', '01', '26', head, '52', '0000', '53', '986', '58', 'BR', '59', 'A', '60', 'B'];
  const foreign = sealEmv(fields.map((id, at) => (at % 2 ? '' : emvField(id, fields[at + 1]!))).join(''));
  for (const [given, words] of [
    [{ code: code.slice(0, -1) }, /code is incomplete/],
    [{ code: 'hello' }, /code is incomplete/],
    [{ code: foreign }, /did not issue/],
    [{ account: '999180000000000017' }, /No account has this number/],
    [{ link: 'NOSUCHLINK' }, /is unknown/],
  ] as const) {
    const shown = await open(`/sandbox/pay?${new URLSearchParams(given)}`);
    assert.ok(shown.status === 422 || shown.status === 404);
    assert.match(shown.html, words);
    assert.match((await pay({ ...given, amount: '1.00' })).html, words);
  }
  assert.equal((await open('/l/NOSUCHLINK')).status, 404);
  assert.equal((await open('/sandbox/pay/99999')).status, 404);
});

test('what comes from outside is shown as text alone', async () => {
  const attack = '"><script>alert(1)</script><img src=x onerror=alert(1)>';
  for (const name of ['code', 'account', 'reference', 'link']) {
    const { html } = await open(`/sandbox/pay?${new URLSearchParams({ [name]: attack })}`);
    assert.ok(!/<script|<img/.test(html), name);
  }
  const clabe = (await sandbox.issued(105)).fieldList['Cuenta CLABE']!;
  const fields = { account: clabe, reference: attack, amount: attack };
  const { html } = await open(`/sandbox/pay?${new URLSearchParams(fields)}`);
  assert.ok(!/<script|<img/.test(html));
  assert.ok(!/<script|<img/.test((await pay({ ...fields, amount: '1.00' })).html));
});

test('control characters and floods of text are answered, not served', async () => {
  for (const path of ['/l/%00', '/l/%', '/sandbox/qr/%00.png', '/sandbox/pay/%00', '/sandbox/pay?code=%00'])
    assert.ok((await open(path)).status < 500, path);
  const account = (await sandbox.issued(105)).fieldList['Cuenta CLABE']!;
  const paid = await pay({ account, reference: '\0'.repeat(9) + 'x'.repeat(900), amount: '1.00' });
  assert.equal(paid.status, 200);
  assert.equal((await sandbox.control.deposits())[0]!.reference, 'x'.repeat(140));
  assert.equal((await pay({ code: 'x'.repeat(70_000) })).status, 413);
});

test('every page has a strict policy and nothing inline', async () => {
  for (const path of ['/sandbox/pay', '/sandbox/pay?code=x', '/l/NOSUCHLINK', '/sandbox/pay/1']) {
    const { headers, html } = await open(path);
    const policy = headers.get('content-security-policy')!;
    for (const part of ["default-src 'none'", "style-src 'self'", "form-action 'self'", "base-uri 'none'"])
      assert.ok(policy.includes(part), `${path}: ${part}`);
    assert.ok(policy.includes("frame-ancestors 'none'"));
    assert.ok(!/\bstyle=|<style|<script|\son[a-z]+=/.test(html), path);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('referrer-policy'), 'same-origin');
  }
  const css = await open('/sandbox/pay.css');
  assert.match(css.headers.get('content-type')!, /^text\/css/);
});

test('labels, keyboards and language are those of a payer on a phone', async () => {
  const start = (await open('/sandbox/pay')).html;
  const clabe = (await sandbox.issued(105)).fieldList['Cuenta CLABE']!;
  const order = (await open(`/sandbox/pay?account=${clabe}`)).html;
  for (const html of [start, order]) {
    assert.match(html, /<html lang="en">/);
    assert.match(html, /name="viewport" content="width=device-width, initial-scale=1"/);
    for (const [, id] of html.matchAll(/<(?:input|textarea)\s[^>]*\bid="([^"]+)"/g))
      assert.ok(html.includes(`<label for="${id}">`), id);
  }
  assert.match(order, /inputmode="decimal"/);
});

test('a form from another site is refused', async () => {
  const account = (await sandbox.issued(105)).fieldList['Cuenta CLABE']!;
  const { id } = await newest('MXN');
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ] as Record<string, string>[])
    assert.equal((await pay({ account, amount: '1.00' }, headers)).status, 403, JSON.stringify(headers));
  assert.equal((await newest('MXN')).id, id);
  const own = { 'sec-fetch-site': 'same-origin', origin: sandbox.url };
  assert.equal((await pay({ account, amount: '1.00' }, own)).status, 200);
});

test('a name that only points to this machine is refused', async () => {
  for (const [host, expected] of [
    ['evil.example', 403],
    ['127.0.0.1.evil.example', 403],
    ['localhost:1234', 200],
    ['127.0.0.1', 200],
    ['[::1]:80', 200],
  ] as const)
    assert.equal(await statusFor(host, '/sandbox/pay'), expected, host);
  assert.equal(await statusFor('evil.example', '/l/NOSUCHLINK'), 403);
});

function statusFor(host: string, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(sandbox.url + path, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject).end();
  });
}
