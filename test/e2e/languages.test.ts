import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DemoBrowsers } from './demo-browsers.js';

/** The language of pages outside the shop is that of the browser. */

const demo = new DemoBrowsers({ width: 420, height: 900 }, []);

async function open(path: string, headers: Record<string, string>): Promise<{ lang: string; html: string }> {
  const response = await fetch(`${demo.url}${path}`, { headers });
  const html = await response.text();
  return { lang: /<html lang="([^"]+)"/.exec(html)![1]!, html };
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
