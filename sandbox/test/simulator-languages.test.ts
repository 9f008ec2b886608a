import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { CRAFTED_LINKS } from '../../test/fixtures/links.js';
import { en } from '../src/simulator/texts/en.js';
import { es } from '../src/simulator/texts/es.js';
import { esAR } from '../src/simulator/texts/es-AR.js';
import { ptBR } from '../src/simulator/texts/pt-BR.js';
import { Payer, fieldsOf, linksOf } from './payer.js';
import { BODIES, PATHS } from './requests.js';
import { TestSandbox } from './test-sandbox.js';

const HOST = 'pay.example.com';
const RETURN = 'http://localhost:4400/order?id=7#slip';
const sandbox = new TestSandbox({ allowedHosts: [HOST] });
const payer = new Payer(sandbox);

const LANGUAGES = { en, es, 'pt-BR': ptBR };
/**
 * Texts that are the same in several languages: names of identifiers, and words that Spanish and Portuguese
 * share.
 */
const SHARED =
  /^(CLABE|CVU|CBU|IBAN|CCI|alias|Routing number \(ABA\)|Simulador|Escaneado|Idioma|Pagar|Continuar|Contrato|Motivo|Motivo: A|\(opcional\)|Pagar a A|Abrir una? .*|a A)$/;

/**
 * Every text of a table by its path. Functions are called with a name, or with the amounts or seconds they
 * expect.
 */
function textsIn(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') {
    const sums = Object.assign(new String('A'), {
      fiat: 'ARS',
      example: '1',
      difference: '1',
      least: '1',
      twice: 5,
      late: 10,
      return: 10,
    });
    return [[path, String(value(sums, sums, '2 h'))]];
  }
  return Object.entries(value as object).flatMap(([key, each]) => textsIn(each, `${path}.${key}`));
}

test('every text is written in each language', () => {
  const tables = Object.values(LANGUAGES).map((table) => new Map(textsIn(table)));
  for (const [path, text] of tables.flatMap((table) => [...table])) {
    assert.notEqual(text.trim(), '', path);
    assert.doesNotMatch(text, /undefined|\[object/, path);
    const equal = tables.filter((table) => table.get(path) === text).length;
    assert.ok(equal === 1 || SHARED.test(text), `${path} is the same in ${equal} languages: ${text}`);
  }
});

test('every text addresses an Argentine as vos', async () => {
  for (const [path, text] of textsIn(esAR))
    assert.doesNotMatch(
      text,
      /(?:revisa|O prueba|puedes|pagas|cópialo|pégalo|pide|escribe|usa|ingresa)\b/i,
      path,
    );
  const { html } = await payer.openPay({ lang: 'es-AR', account: '1' });
  assert.match(html, /Revisá que la hayas copiado completa/);
});

test('the language is that of the address, or else the first known one of the browser, or else English', async () => {
  for (const [lang, accepted, tag] of [
    ['es', 'pt-BR', 'es'],
    ['PT', '', 'pt-BR'],
    ['es-AR', '', 'es-AR'],
    ['es-CL', '', 'es'],
    ['de', 'pt', 'pt-BR'],
    ['', 'de-CH, es-MX;q=0.8, pt;q=0.9', 'pt-BR'],
    ['', 'pt;q=0, es;q=0.1', 'es'],
    ['', 'de, *;q=0.5', 'en'],
    ['', ';;,q=,', 'en'],
    ['"><script>', '', 'en'],
  ] as const) {
    const { html } = await payer.openPay({ ...(lang && { lang }) }, { 'accept-language': accepted });
    assert.equal(/<html lang="([^"]*)">/.exec(html)![1], tag, `${lang} ${accepted}`);
  }
});

describe('every page', () => {
  const addresses: string[] = [];
  before(async () => {
    const account = await sandbox.clabe();
    const { qrCodeLink } = (await sandbox.issued(137, { amount: '1500.00' })).fieldList;
    const { paymentLink } = (await sandbox.issued(95, { amount: '150.00' })).fieldList;
    const { verifyLink } = (await sandbox.post(PATHS.activate, BODIES.agreement)).body.data as unknown as {
      verifyLink: string;
    };
    const query = `account=${account}&amount=10.00`;
    const results = ['pay', 'late', 'refuse'].map((preset) =>
      payer.pay({ account, beneficiary: 'Sol', amount: '10.00', preset }),
    );
    addresses.push(
      ...['/sandbox/pay', '/sandbox/pay?account=1', `/sandbox/pay?${query}`, '/sandbox/pay/99999'],
      ...[qrCodeLink!, paymentLink!, verifyLink, '/l/NOSUCHLINK', '/sandbox/qr/NOSUCHCODE'],
      ...(await Promise.all(results)).map(({ url }) => url),
    );
  });

  for (const [lang, texts] of Object.entries(LANGUAGES))
    test(`keeps its language and the way back in every link and form, in ${lang}`, async () => {
      for (const address of addresses) {
        const url = new URL(address, sandbox.url);
        for (const [name, value] of [
          ['lang', lang],
          ['return', RETURN],
        ] as const)
          url.searchParams.set(name, value);
        const { html } = await payer.open(String(url));
        assert.ok(html.includes(`<html lang="${lang}">`), address);
        assert.ok(html.includes(`<strong>${texts.bank}</strong>`), address);
        assert.ok(linksOf(html).includes(RETURN), `${address} leads back`);
        const inside = linksOf(html).filter((href) => href.startsWith('/'));
        assert.ok(inside.length >= 3, address);
        for (const link of inside) {
          const params = new URL(link, sandbox.url).searchParams;
          assert.ok(params.has('lang'), `${address}: ${link}`);
          assert.equal(params.get('return'), RETURN, `${address}: ${link}`);
        }
        for (const [, form] of html.matchAll(/(<form[^]*?<\/form>)/g)) {
          const { lang: kept, return: back } = fieldsOf(form!);
          assert.deepEqual([kept, back], [lang, RETURN], address);
        }
      }
    });

  test('links to itself in the other languages', async () => {
    for (const address of addresses) {
      const { html, status } = await payer.open(address);
      const others = linksOf(html).filter((href) => /[?&]lang=/.test(href));
      assert.equal(others.length, 3, address);
      for (const other of others) assert.equal((await payer.open(other)).status, status, other);
    }
  });

  test('does not name its language in its links if the address does not', async () => {
    const { html } = await payer.openPay({}, { 'accept-language': 'es' });
    assert.deepEqual(fieldsOf(html)['lang'], undefined);
  });
});

test('the decision on an agreement is confirmed in the language of its form', async () => {
  const body = { ...BODIES.agreement, merchantId: 1001, trench: 'BANK_NAME_B' };
  const { text } = await sandbox.post(PATHS.activate, body);
  const path = `/sandbox/agreement/${/\/agreement\/([\w-]+)/.exec(text)![1]!}`;
  const rejected = await payer.submit(path, { decision: 'rejected', lang: 'pt-BR' });
  assert.match(rejected.html, /Você recusou o contrato\./);
  const { html } = await payer.submit(path, { decision: 'accepted', lang: 'es' });
  assert.match(html, /Aceptaste el contrato\./);
  assert.match(html, /href="https:\/\/shop\.example\/back\?x=1"[^>]*>Volver a Tienda Sol</);
});

test('the name of a wire transfer is in the language of the page', async () => {
  const account = (await sandbox.issued(83)).fieldList['Bank Account Number']!;
  for (const [lang, { pay }] of Object.entries(LANGUAGES))
    assert.ok((await payer.openPay({ account, lang })).html.includes(`<h1>${pay.wire}</h1>`), lang);
});

test('amounts are filled in, typed and shown in the notation of the language', async () => {
  for (const [lang, paymentId, key, filled, typed, shown, changed] of [
    ['en', 105, 'Cuenta CLABE', '1,250.00', '1,250.50', '$1,250.50 MXN', '1250.50'],
    ['es', 105, 'Cuenta CLABE', '1,250.00', '1,250.50', '$1,250.50 MXN', '1250.50'],
    ['es', 63, 'CVU number', '1.250,00', '1.250,50', '$ 1.250,50 ARS', '1250.50'],
    ['es-MX', 63, 'CVU number', '1,250.00', '1,250.50', '$1,250.50 ARS', '1250.50'],
    ['es', 85, 'IBAN', '1250,00', '1.250,50', '1250,50 € EUR', '1250.50'],
    ['pt-BR', 105, 'Cuenta CLABE', '1.250,00', '1.250,50', '$ 1.250,50 MXN', '1250.50'],
    ['pt-BR', 105, 'Cuenta CLABE', '1.250,00', '12,5', '$ 12,50 MXN', '12.50'],
  ] as const) {
    const { fiat, fieldList } = await sandbox.issued(paymentId);
    const page = await payer.openPay({ account: fieldList[key]!, amount: '1250.00', lang });
    const fields = fieldsOf(page.html);
    assert.equal(fields['amount'], filled, lang);
    const reference = fieldList['Deposit Message'] ?? '';
    const receipt = await payer.pay({
      ...fields,
      reference,
      beneficiary: 'Sol',
      checked: 'Sol',
      amount: typed,
    });
    const sum = /<p class="sum">([^<]*)<\/p>/.exec(receipt.html)![1]!;
    assert.equal(sum.replaceAll('\u00a0', ' '), shown);
    assert.equal((await sandbox.newestFlow(fiat)).changed, changed);
  }
  for (const [typed, message] of [
    ['1250.50.1', /Digite o valor em números, por exemplo 1500,00\./],
    ['10 mil', /Digite só números, sem letras nem símbolos\./],
    ['R$ 10', /Digite o valor em MXN\./],
  ] as const) {
    const wrong = await payer.pay({
      account: await sandbox.clabe(),
      beneficiary: 'Sol',
      amount: typed,
      lang: 'pt-BR',
    });
    assert.equal(wrong.status, 422);
    assert.match(wrong.html, message);
    assert.equal(fieldsOf(wrong.html)['amount'], typed, 'what was typed is kept');
  }
});

test('a deposit that is not credited says why', async () => {
  const query = { merchantId: 1001, paymentId: 105, fiat: 'MXN', depositAlias: 'norte' };
  const { text } = await sandbox.get(PATHS.virtual, query);
  const account = /"Cuenta CLABE":"([0-9]{18})"/.exec(text)![1]!;
  for (const [lang, texts] of Object.entries(LANGUAGES)) {
    const { html } = await payer.pay({ account, beneficiary: 'Sol', amount: '5.00', lang });
    assert.ok(html.includes(texts.outcome.unmatched['account not active']), lang);
  }
});

describe('the way back', () => {
  const backLinks = (html: string) => linksOf(html).filter((href) => !href.startsWith('/'));

  test('is a link to a loopback host, an allowed host or the sandbox itself', async () => {
    for (const url of [
      ...[
        'http://localhost:4400/',
        'http://127.0.0.1/a?b=%20c#d',
        'http://[::1]:8080/',
        'https://a.localhost/',
      ],
      ...[`https://${HOST}/order`, `http://${HOST.toUpperCase()}:8443/`, `${sandbox.url}/sandbox/`],
    ]) {
      const { html, status, headers } = await payer.openPay({ return: url });
      assert.equal(status, 200);
      assert.equal(headers.get('location'), null);
      assert.deepEqual(backLinks(html), [new URL(url).href]);
      assert.ok(html.includes(`Back to ${new URL(url).host}`), 'it says where it leads');
    }
  });

  test('is never a link to anything else', async () => {
    const scripts = [
      'javascript:alert(1)',
      'data:text/html,x',
      '//localhost@evil.com/',
      '/\\evil.com',
      '//evil.com',
    ];
    const links = [
      ...scripts,
      'http://localhost:4400/\u0000',
      'x'.repeat(9000),
      ...Object.values(CRAFTED_LINKS).flat(),
    ];
    for (const link of links) {
      const { html } = await payer.openPay({ return: link });
      for (const href of backLinks(html)) {
        const { protocol, hostname, username } = new URL(href);
        assert.match(protocol, /^https?:$/, link);
        assert.match(hostname, /^(pay\.example\.com\.?|127\.0\.0\.1|\[::1\]|(.*\.)?localhost\.?)$/, link);
        assert.equal(username, '', link);
      }
    }
  });

  test('is omitted from every link and form if it is refused', async () => {
    const account = await sandbox.clabe();
    for (const link of ['https://evil.com/', `http://localhost/evil.com/${'x'.repeat(2048)}`]) {
      const { html } = await payer.openPay({ return: link, account });
      assert.ok(!html.includes('evil.com'), link);
    }
  });
});
