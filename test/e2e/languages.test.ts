import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DemoBrowsers } from './demo-browsers.js';

/**
 * The language of pages outside the shop: that of the browser, or of the country whose bank the page shows.
 */

const demo = new DemoBrowsers({ width: 420, height: 900 }, []);

async function open(path: string, headers: Record<string, string>): Promise<{ lang: string; html: string }> {
  const response = await fetch(`${demo.url}${path}`, { headers });
  const html = await response.text();
  return { lang: /<html lang="([^"]+)"/.exec(html)![1]!, html };
}

/** The bank in the frame of a page. */
async function bankIn(html: string): Promise<string> {
  const [, address] = /<iframe\s+src="([^"]+)"/.exec(html)!;
  return (await fetch(new URL(address!.replaceAll('&amp;', '&'), demo.url))).text();
}

/** The cookie of a visitor who opened the shop of a country. */
async function visitorOf(country: string): Promise<string> {
  const shop = await fetch(`${demo.url}/?country=${country}`);
  return shop.headers.getSetCookie()[0]!.split(';')[0]!;
}

describe('the page of every method', () => {
  for (const [accepted, lang, title, link] of [
    ['en-GB,en;q=0.9', 'en', 'Every method', 'Pay in the simulator'],
    ['es-MX,es;q=0.9', 'es-MX', 'Todos los métodos', 'donde puedes pagarla'],
    ['es-AR', 'es-AR', 'Todos los métodos', 'donde podés pagarla'],
    ['es', 'es-MX', 'Todos los métodos', 'Pagar en el simulador'],
    ['pt-BR,pt;q=0.9,en;q=0.8', 'pt-BR', 'Todos os métodos', 'Pagar no simulador'],
    ['cy', 'en', 'Every method', 'Pay in the simulator'],
  ] as const)
    it(`speaks ${lang} to a browser that accepts ${accepted}, whatever was bought`, async () => {
      const cookie = await visitorOf('CO');
      const page = await open('/methods', { 'accept-language': accepted, cookie });
      assert.equal(page.lang, lang);
      assert.ok(page.html.includes(`<h1>${title}</h1>`));
      assert.ok(page.html.includes(link));
    });
});

describe('the simulator', () => {
  for (const [country, lang, title, ...words] of [
    ['BR', 'pt-BR', 'Banco de teste · Brasil', 'Pagar · Banco de Teste', 'Conta em BRL', 'Pix copia e cola'],
    [
      'MX',
      'es-MX',
      'Banco de prueba · México',
      'Pagar · Banco de Prueba',
      'Cuenta en MXN',
      'CLABE',
      'Concepto',
    ],
    ['AR', 'es-AR', 'Banco de prueba · Argentina', 'Cuenta en ARS', 'CBU, CVU o alias'],
    ['US', 'en', 'Test bank · United States', 'Account in USD', 'Routing number (ABA)'],
  ] as const)
    it(`is a bank of ${country} when it is opened from the shop there`, async () => {
      const headers = { cookie: await visitorOf(country), 'accept-language': 'cy' };
      const page = await open('/simulator', headers);
      assert.equal(page.lang, lang);
      assert.ok(page.html.includes(`<title>${title}</title>`));
      const bank = await bankIn(page.html);
      assert.ok(bank.includes(`<html lang="${lang}"`));
      for (const word of words) assert.ok(bank.includes(word), word);
    });

  it('is a bank of the country in the address, or else of the browser’s country', async () => {
    for (const [path, accepted, lang, own] of [
      ['/simulator', 'pt', 'pt-BR', 'Conta em BRL'],
      ['/simulator', 'es-PE', 'es-PE', 'Cuenta en PEN'],
      ['/simulator?lang=es-AR', 'pt', 'es-AR', 'Cuenta en ARS'],
      ['/simulator?lang=es', 'pt', 'es-MX', 'Cuenta en MXN'],
      ['/simulator?lang=en&fiat=BRL', 'pt', 'en', 'Account in BRL'],
      ['/simulator?lang=xx&fiat=xx', 'pt', 'pt-BR', 'Conta em BRL'],
    ] as const) {
      const page = await open(path, { 'accept-language': accepted });
      assert.equal(page.lang, lang, path);
      assert.ok((await bankIn(page.html)).includes(`>${own}</p>`), path);
    }
  });
});
