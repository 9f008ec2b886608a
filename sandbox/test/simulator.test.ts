import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emvField, appendEmvCrc } from 'deposit-slip/core';
import { kindsOf } from '../src/issuing/index.js';
import { ISSUED_METHODS } from '../src/issuing/methods.js';
import { Payer, fieldsOf } from './payer.js';
import { TestSandbox } from './test-sandbox.js';

const sandbox = new TestSandbox();
const payer = new Payer(sandbox);

test('a pasted Pix code is shown and paid; reloading the receipt does not pay again', async () => {
  const { txId, fieldList } = await sandbox.issued(90);
  const page = await payer.openPay({ code: fieldList['Pix copia e cola']! });
  assert.equal(page.status, 200);
  assert.match(page.html, /Pay Tienda Sol/);
  assert.match(page.html, /Amount in BRL/);
  const receipt = await payer.pay({ ...fieldsOf(page.html), amount: '187.40' });
  assert.equal(receipt.status, 200);
  assert.match(receipt.html, /<h1>Sent to Tienda Sol<\/h1>/);
  assert.match(receipt.html, /R\$187\.40/);
  assert.doesNotMatch(receipt.html, /[Cc]redited/, 'the bank of a payer cannot know');
  const flow = await sandbox.newestFlow('BRL');
  assert.deepEqual([String(flow.txId), flow.changed, flow.total], [txId, '187.40', '1000187.40']);
  assert.match((await payer.open(receipt.url)).html, /<h1>Sent to Tienda Sol<\/h1>/);
  assert.equal((await sandbox.newestFlow('BRL')).id, flow.id);
});

test('a deep link fills in the account, its reference and the amount', async () => {
  const { fieldList } = await sandbox.issued(85);
  const params = {
    account: fieldList['IBAN']!,
    reference: fieldList['Deposit Message']!,
    beneficiary: 'Sol',
    checked: 'Sol',
    amount: '20.00',
  };
  const { checked: _, ...filled } = params;
  const page = await payer.openPay(filled);
  assert.deepEqual(fieldsOf(page.html), params);
  assert.match((await payer.pay(fieldsOf(page.html))).html, /€20\.00/);
  assert.equal((await sandbox.newestFlow('EUR')).changed, '20.00');
});

for (const [id, key, typed, changed] of [
  [105, 'Cuenta CLABE', '1,234.50', '1234.50'],
  [63, 'CVU number', '10.00', '10.00'],
  [58, 'Cuenta CLABE', '11.00', '11.00'],
  [68, 'alias', '12.00', '12.00'],
  [82, 'Bank Account Number', '13.00', '13.00'],
] as const)
  test(`an account of ${id} is paid by its ${key}, in any spelling`, async () => {
    const { fiat, fieldList } = await sandbox.issued(id);
    const account = fieldList[key]!;
    for (const spelling of [account, ` ${account.toUpperCase()} `, account.replace(/([0-9]{4})/g, '$1 ')]) {
      const page = await payer.openPay({ account: spelling });
      assert.equal(page.status, 200, spelling);
      const routing = fieldList['Bank Routing Number'] ?? '';
      await payer.pay({ ...fieldsOf(page.html), routing, beneficiary: 'Tienda Sol', amount: typed });
      assert.equal((await sandbox.newestFlow(fiat)).changed, changed);
    }
  });

test('a receipt shows the account as the payment page does', async () => {
  const rowOf = (html: string) => /<dt>(?:CLABE|IBAN|Pix key)<\/dt>\s*<dd[^>]*>.*<\/dd>/.exec(html)?.[0];
  const code = (await sandbox.issued(90)).fieldList['Pix copia e cola']!;
  const { IBAN: iban = '', 'Deposit Message': reference = '' } = (await sandbox.issued(85)).fieldList;
  const sepa = { account: iban.toLowerCase(), reference };
  for (const details of [{ account: await sandbox.clabe() }, sepa, { code }]) {
    const page = rowOf((await payer.openPay(details)).html);
    const receipt = rowOf(
      (await payer.pay({ ...details, beneficiary: 'Sol', checked: 'Sol', amount: '3.00' })).html,
    );
    assert.ok(page);
    assert.equal(receipt, page);
  }
});

test('a US account is paid with its routing number and message, but not at another bank', async () => {
  const { fieldList } = await sandbox.issued(81);
  const fields = {
    account: fieldList['Bank Account Number']!,
    routing: fieldList['Bank Routing Number']!,
    reference: fieldList['Deposit Message']!,
    beneficiary: 'Tienda Sol LLC',
    amount: '25.00',
  };
  assert.match((await payer.pay(fields)).html, /<h1>Sent to Tienda Sol LLC<\/h1>/);
  const { id, changed } = await sandbox.newestFlow('USD');
  assert.equal(changed, '25.00');
  const wrong = await payer.pay({ ...fields, routing: '111000025' });
  assert.equal(wrong.status, 422);
  assert.match(wrong.html, /at another bank/);
  assert.match(wrong.html, /name="routing"[^>]*aria-invalid="true"/);
  assert.equal(fieldsOf(wrong.html)['amount'], '25.00', 'what was typed is kept');
  assert.equal((await sandbox.newestFlow('USD')).id, id);
});

test('a shared account can be paid without its reference, but the money is not credited', async () => {
  const { fieldList } = await sandbox.issued(83);
  const { 'Bank Account Number': account = '', 'Bank Routing Number': routing = '' } = fieldList;
  const { id } = await sandbox.newestFlow('USD');
  const page = await payer.openPay({ account, routing, beneficiary: 'Tienda Sol' });
  assert.equal(fieldsOf(page.html)['reference'], '');
  const { status, html } = await payer.pay({ ...fieldsOf(page.html), amount: '8.00' });
  assert.equal(status, 200);
  assert.match(html, /The deposit arrived without a reference of this account/);
  assert.match(html, /<dd[^>]*>Wire transfer<\/dd>/, 'the bank knows how it paid');
  assert.equal((await sandbox.newestFlow('USD')).id, id);
});

test('a US account is paid with its routing number only', async () => {
  const account = (await sandbox.issued(81)).fieldList['Bank Account Number']!;
  const { status, html } = await payer.pay({ account, beneficiary: 'Tienda Sol', amount: '8.00' });
  assert.equal(status, 422);
  assert.match(html, /name="routing"[^>]*aria-invalid="true"[^>]*autofocus/);
  assert.match(html, /Enter the routing number\./);
});

test('a bank of the euro area compares the name with that of the holder before the payment', async () => {
  const { fieldList } = await sandbox.issued(85);
  const {
    IBAN: account = '',
    'Deposit Message': reference = '',
    'Bank Beneficiary Name': name = '',
  } = fieldList;
  const right = await payer.openPay({ account, reference, beneficiary: `${name.toUpperCase()}. ` });
  assert.ok(right.html.includes(`The name matches: ${name}.`));
  const { id } = await sandbox.newestFlow('EUR');
  const wrong = await payer.pay({ account, reference, beneficiary: 'Mercado Luna', amount: '8.00' });
  assert.equal(wrong.status, 422);
  assert.match(wrong.html, /This name is not the account holder’s\./);
  assert.equal((await sandbox.newestFlow('EUR')).id, id);
  const again = await payer.pay({ ...fieldsOf(wrong.html), beneficiary: 'Mercado Sol' });
  assert.equal(again.status, 422, 'another name is compared again');
  assert.match((await payer.pay(fieldsOf(wrong.html))).html, /<h1>Sent to Mercado Luna<\/h1>/);
  assert.notEqual((await sandbox.newestFlow('EUR')).id, id);
});

test('an Argentine bank shows the CUIT of the account that is paid', async () => {
  const { 'CVU number': account = '', CUIT: cuit = '' } = (await sandbox.issued(63)).fieldList;
  const { html } = await payer.openPay({ account });
  const shown = /<dt>CUIT<\/dt>\s*<dd[^>]*>(.*)<\/dd>/.exec(html)![1]!;
  assert.equal(shown.replace(/<[^>]*>/g, ''), cuit);
});

test('an Argentine QR code is paid by its text or its link, with the amount it requests', async () => {
  const { txId, fieldList } = await sandbox.issued(137, { amount: '1500.00' });
  const page = await payer.open(fieldList['qrCodeLink']!);
  const code = /<textarea[^>]*>\s*(000201[^<]+)<\/textarea>/.exec(page.html)![1]!;
  for (const filled of [{ code }, { link: fieldList['qrCodeLink']! }]) {
    const { id } = await sandbox.newestFlow('ARS');
    const form = await payer.openPay(filled);
    assert.equal(fieldsOf(form.html)['amount'], '1,500.00');
    await payer.pay(fieldsOf(form.html));
    const flow = await sandbox.newestFlow('ARS');
    assert.deepEqual([String(flow.txId), flow.changed], [txId, '1500.00']);
    assert.notEqual(flow.id, id);
  }
});

test('a bank whose rail shows no name asks for it and keeps it without checking it', async () => {
  const clabe = await sandbox.clabe();
  const { html } = await payer.openPay({ account: clabe, beneficiary: 'Tienda "Sol"' });
  assert.match(html, /<label for="beneficiary">Beneficiary<\/label>/);
  assert.equal(fieldsOf(html)['beneficiary'], 'Tienda "Sol"');
  const refused = await payer.pay({ ...fieldsOf(html), beneficiary: 'Another name', amount: '0' });
  assert.equal(fieldsOf(refused.html)['beneficiary'], 'Another name');
  const paid = await payer.pay({ ...fieldsOf(refused.html), amount: '12.00' });
  assert.match(paid.html, /<h1>Sent to Another name<\/h1>/);
  const start = await payer.openPay({ beneficiary: 'Tienda Sol' });
  assert.equal(fieldsOf(start.html)['beneficiary'], 'Tienda Sol', 'for the account that comes next');
});

for (const [id, key, lang, message] of [
  [105, 'Cuenta CLABE', 'es-MX', 'Ingresa el nombre del beneficiario.'],
  [81, 'Bank Account Number', 'en', 'Enter the name of the beneficiary.'],
  [83, 'Bank Account Number', 'pt-BR', 'Digite o nome do recebedor.'],
] as const)
  test(`a payment by ${id} names its beneficiary, or nothing is paid`, async () => {
    const { fiat, fieldList } = await sandbox.issued(id);
    const { 'Bank Routing Number': routing = '', 'Deposit Message': reference = '' } = fieldList;
    const fields = { account: fieldList[key]!, routing, reference, amount: '9.00', lang };
    const before = await sandbox.newestFlow(fiat);
    for (const beneficiary of ['', '   ']) {
      const refused = await payer.pay({ ...fields, beneficiary });
      assert.equal(refused.status, 422);
      assert.ok(refused.html.includes(`<span>${message}</span>`));
      assert.match(refused.html, /name="beneficiary"[^>]*aria-invalid="true"[^>]*autofocus/);
      assert.equal(fieldsOf(refused.html)['amount'], '9.00', 'what was typed is kept');
    }
    assert.equal((await sandbox.newestFlow(fiat)).id, before.id);
    assert.equal((await payer.pay({ ...fields, beneficiary: 'Tienda Sol' })).status, 200);
    assert.notEqual((await sandbox.newestFlow(fiat)).id, before.id);
  });

test('only one of two ways to pay is open: the one that was filled in', async () => {
  const openWays = async (params: Record<string, string>): Promise<string[]> => {
    const { html } = await payer.openPay({ lang: 'pt-BR', fiat: 'BRL', ...params });
    const ways = html.matchAll(/<details class="way" name="way" (open)?>\s*<summary>([^<]+)/g);
    return [...ways].filter(([, open]) => open).map(([, , name]) => name!);
  };
  assert.deepEqual(await openWays({}), ['Com um código']);
  assert.deepEqual(await openWays({ code: 'x' }), ['Com um código']);
  assert.deepEqual(await openWays({ account: 'x' }), ['Para uma conta']);
});

test('a code without an amount leaves it to the payer, whatever was requested', async () => {
  const { fieldList } = await sandbox.issued(137, { amount: '1500.00' });
  const page = await payer.open(fieldList['qrCodeLink']!);
  const code = /<textarea[^>]*>\s*(000201[^<]+)<\/textarea>/.exec(page.html)![1]!;
  const open = appendEmvCrc(code.slice(0, -'6304ABCD'.length).replace(emvField('54', '1500.00'), ''));
  assert.equal(fieldsOf((await payer.openPay({ code: open })).html)['amount'], '');
});

for (const [id, key, param, heading] of [
  [105, 'Cuenta CLABE', 'account', 'SPEI transfer'],
  [63, 'CVU number', 'account', 'Pay Tienda Sol'],
  [68, 'alias', 'account', 'Bank transfer'],
  [68, 'paymentLink', 'link', 'Pay Tienda Sol'],
  [90, 'Pix copia e cola', 'code', 'Pay Tienda Sol'],
  [95, 'paymentLink', 'link', 'Pay Tienda Sol'],
  [81, 'Bank Account Number', 'account', 'ACH transfer'],
  [85, 'IBAN', 'account', 'SEPA transfer'],
] as const)
  test(`the ${key} of ${id} shows the payee only if a bank can know the name`, async () => {
    const page = await payer.openPay({ [param]: (await sandbox.issued(id)).fieldList[key]! });
    assert.match(page.html, new RegExp(`<h1>${heading}</h1>`));
    const form = page.html.slice(page.html.indexOf('<main>'));
    assert.equal(form.includes('Tienda Sol'), heading === 'Pay Tienda Sol');
  });

for (const [fiat, lang, own, ...labels] of [
  ['MXN', 'es-MX', 'Cuenta en MXN', 'CLABE', 'Concepto'],
  ['BRL', 'pt-BR', 'Conta em BRL', 'Pix copia e cola', 'Chave Pix', 'Mensagem'],
  ['ARS', 'es-AR', 'Cuenta en ARS', 'Texto de un código QR', 'CBU, CVU o alias', 'Referencia'],
  ['PEN', 'es-PE', 'Cuenta en PEN', 'CCI', 'Referencia'],
  ['EUR', 'en', 'Account in EUR', 'IBAN', 'Reference'],
  ['USD', 'en', 'Account in USD', 'Account number', 'Routing number (ABA)', 'Reference'],
] as const)
  test(`the bank of ${fiat} asks for what banks of its country ask for, on every page`, async () => {
    const { html } = await payer.openPay({ fiat, lang });
    assert.ok(html.includes(`>${own}</p>`));
    const shown = [...html.matchAll(/<label [^>]*>([^<]+)<\/label>/g)].map(([, label]) => label);
    assert.deepEqual(shown, labels);
    assert.equal(fieldsOf(html)['fiat'], fiat);
  });

test('a payment link opens a page with its amount, which the payer can change', async () => {
  const link = (await sandbox.issued(95, { amount: '150.00' })).fieldList['paymentLink']!;
  const page = await payer.open(link);
  assert.equal(page.status, 200);
  assert.equal(fieldsOf(page.html)['amount'], '150.00');
  await payer.pay(fieldsOf(page.html));
  assert.equal((await sandbox.newestFlow('PEN')).changed, '150.00');
  await payer.pay({ ...fieldsOf((await payer.openPay({ link })).html), amount: '149.99' });
  assert.equal((await sandbox.newestFlow('PEN')).changed, '149.99');
});

for (const method of ISSUED_METHODS)
  for (const [key, kind] of kindsOf(method))
    if (kind === 'link' || kind === 'qr-link')
      test(`the ${key} of ${method.id} credits its merchant`, async () => {
        for (const merchantId of [1001, 1002]) {
          const { body } = await sandbox.details(method.id, { merchantId });
          const page = await payer.openPay({ link: body.data.fieldList[key]! });
          assert.equal(page.status, 200);
          const receipt = await payer.pay({ ...fieldsOf(page.html), amount: '17.00' });
          assert.match(receipt.html, /<h1>Sent to /);
          assert.equal((await sandbox.newestFlow(method.fiat, merchantId)).changed, '17.00');
        }
      });

test('an invalid amount is reported at its field, and nothing is paid', async () => {
  const account = await sandbox.clabe();
  const { id } = await sandbox.newestFlow('MXN');
  for (const amount of ['', '0', '-5', '1.005', 'abc', '1e3', '9999999999999999']) {
    const { status, html } = await payer.pay({ account, beneficiary: 'Tienda Sol', amount });
    assert.equal(status, 422, amount);
    assert.match(html, /aria-invalid="true"\s+aria-describedby="error"/);
    assert.match(html, /role="alert"/);
    assert.equal(fieldsOf(html)['account'], account, 'the other fields keep their content');
  }
  assert.equal((await sandbox.newestFlow('MXN')).id, id);
});

test('an incomplete or foreign code and an unknown account or link cause a plain error message', async () => {
  const code = (await sandbox.issued(90)).fieldList['Pix copia e cola']!;
  const account = emvField('00', 'br.gov.bcb.pix') + emvField('01', '123e4567-e12b-42d1-a456-426655440000');
  const fields = { '00': '01', 26: account, 52: '0000', 53: '986', 58: 'BR', 59: 'A', 60: 'B' };
  const order = Object.entries(fields).toSorted(([a], [b]) => Number(a) - Number(b));
  const foreign = appendEmvCrc(order.map(([id, value]) => emvField(id, value)).join(''));
  for (const [params, words] of [
    [{ code: code.slice(0, -1) }, /code is incomplete/],
    [{ code: 'hello' }, /code is incomplete/],
    [{ code: foreign }, /did not issue/],
    [{ account: '999180000000000017' }, /account does not exist/],
    [{ link: 'NOSUCHLINK' }, /do not recognize this payment link/],
  ] as const) {
    const page = await payer.openPay(params);
    assert.ok(page.status === 422 || page.status === 404);
    assert.match(page.html, words);
    assert.match((await payer.pay({ ...params, amount: '1.00' })).html, words);
  }
  assert.equal((await payer.open('/l/NOSUCHLINK')).status, 404);
  assert.equal((await payer.open('/sandbox/pay/99999')).status, 404);
});

test('input is escaped on every page', async () => {
  const attack = '"><script>alert(1)</script><img src=x onerror=alert(1)>';
  const fields = { account: await sandbox.clabe(), beneficiary: attack, reference: attack };
  const names = ['code', 'account', 'reference', 'link', 'lang', 'return', 'preset'];
  const pages = names.map((name) => payer.openPay({ [name]: attack }));
  const results = ['late', 'refused', '1'].map((path) =>
    payer.open(`/sandbox/pay/${path}?${new URLSearchParams({ ...fields, amount: attack, preset: attack })}`),
  );
  for (const { html } of [
    ...(await Promise.all([...pages, ...results])),
    await payer.openPay({ ...fields, amount: attack }),
    await payer.pay({ ...fields, amount: '1.00' }),
  ])
    assert.doesNotMatch(html, /<script|<img/);
});

test('control characters and very long texts cause no failure', async () => {
  for (const path of ['/l/%00', '/l/%', '/sandbox/qr/%00.png', '/sandbox/pay/%00', '/sandbox/pay?code=%00'])
    assert.ok((await payer.open(path)).status < 500, path);
  const reference = '\0'.repeat(9) + 'x'.repeat(900);
  const receipt = await payer.pay({
    account: await sandbox.clabe(),
    beneficiary: 'A',
    reference,
    amount: '1.00',
  });
  assert.equal(receipt.status, 200);
  assert.equal((await sandbox.control.deposits())[0]!.reference, 'x'.repeat(140));
  assert.equal((await payer.pay({ code: 'x'.repeat(70_000) })).status, 413);
});

test('every page has a strict Content Security Policy and no inline styles or scripts', async () => {
  for (const path of ['/sandbox/pay', '/sandbox/pay?code=x', '/l/NOSUCHLINK', '/sandbox/pay/1']) {
    const { headers, html } = await payer.open(path);
    const policy = headers.get('content-security-policy')!;
    for (const directive of [
      "default-src 'none'",
      "style-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ])
      assert.ok(policy.includes(directive), `${path}: ${directive}`);
    assert.doesNotMatch(html, /\bstyle=|<style|<script|\son[a-z]+=/, path);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('referrer-policy'), 'same-origin');
  }
  assert.match((await payer.open('/sandbox/pay.css')).headers.get('content-type')!, /^text\/css/);
});

test('every field has a label, and pages are suitable for phones', async () => {
  const start = (await payer.open('/sandbox/pay')).html;
  const payment = (await payer.openPay({ account: await sandbox.clabe() })).html;
  for (const html of [start, payment]) {
    assert.match(html, /<html lang="en">/);
    assert.match(html, /name="viewport" content="width=device-width, initial-scale=1"/);
    for (const [, id] of html.matchAll(/<(?:input|textarea)\s[^>]*\bid="([^"]+)"/g))
      assert.ok(html.includes(`<label for="${id}">`), id);
  }
  assert.match(payment, /inputmode="decimal"/);
});

test('a form submitted by another site is a 403', async () => {
  const fields = { account: await sandbox.clabe(), beneficiary: 'Tienda Sol', amount: '1.00' };
  const { id } = await sandbox.newestFlow('MXN');
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ] as Record<string, string>[])
    assert.equal((await payer.pay(fields, headers)).status, 403, JSON.stringify(headers));
  assert.equal((await sandbox.newestFlow('MXN')).id, id);
  assert.equal(
    (await payer.pay(fields, { 'sec-fetch-site': 'same-origin', origin: sandbox.url })).status,
    200,
  );
});
