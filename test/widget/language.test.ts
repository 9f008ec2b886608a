import { expect, fixture, html } from '@open-wc/testing';
import { en } from '../../src/widget/i18n/locales/en.js';
import { es } from '../../src/widget/i18n/locales/es.js';
import { ptBR } from '../../src/widget/i18n/locales/pt-BR.js';
import { fill, messagesFor, numberLocale } from '../../src/widget/i18n/messages.js';
import { method, mount, sampleAnswer, words } from './bench.js';

const answer = sampleAnswer(method(105));

describe('the language of a slip', () => {
  for (const [lang, title] of Object.entries({
    en: 'SPEI transfer',
    'en-GB': 'SPEI transfer',
    es: 'Transferencia SPEI',
    'es-419': 'Transferencia SPEI',
    'es-AR': 'Transferencia SPEI',
    'pt-BR': 'Transferência SPEI',
    pt: 'Transferência SPEI',
    PT_br: 'Transferência SPEI',
    'fr-CA': 'SPEI transfer',
    'not a tag': 'SPEI transfer',
  })) {
    it(`is that of "${lang}"`, async () => {
      expect(words(await mount({ paymentId: '105', lang, answer }))).to.contain(title);
    });
  }

  it('is the nearest ancestor’s, through shadow roots, and follows it', async () => {
    const outer = await fixture<HTMLElement>(html`<div lang="pt-BR"></div>`);
    const root = outer.attachShadow({ mode: 'open' });
    const slip = document.createElement('deposit-slip');
    Object.assign(slip, { paymentId: '105', answer });
    root.append(slip);
    await slip.updateComplete;
    expect(words(slip)).to.contain('Transferência SPEI');
    outer.lang = 'es';
    await new Promise((resolve) => setTimeout(resolve));
    await slip.updateComplete;
    expect(words(slip)).to.contain('Transferencia SPEI');
  });

  it('says the same things in every language, with the same blanks', () => {
    const blanks = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([blank]) => blank).sort();
    const compare = (path: string, one: unknown, other: unknown): void => {
      if (typeof one === 'string') {
        expect(other, path).to.be.a('string').and.not.equal('');
        expect(blanks(other as string), path).to.deep.equal(blanks(one));
      } else {
        expect(Object.keys(other as object), path).to.have.members(Object.keys(one as object));
        for (const [key, value] of Object.entries(one as object))
          compare(`${path}.${key}`, value, (other as Record<string, unknown>)[key]);
      }
    };
    compare('es', en, es);
    compare('pt-BR', en, ptBR);
  });

  it('takes any text from the merchant, at any depth', () => {
    const messages = messagesFor('en', { copy: 'Take', labels: { clabe: 'Account' } });
    expect([messages.copy, messages.labels.clabe, messages.labels.iban]).to.deep.equal([
      'Take',
      'Account',
      'IBAN',
    ]);
  });

  it('writes numbers as the region of the language does, else as the country of the method', () => {
    expect(numberLocale('es-AR', 'es-PE')).to.equal('es-AR');
    expect(numberLocale('es', 'es-PE')).to.equal('es-PE');
    expect(numberLocale('en', 'pt-BR')).to.equal('pt-BR');
    expect(numberLocale('es', undefined)).to.equal('es-419');
    expect(numberLocale('pt', undefined)).to.equal('pt-BR');
    expect(numberLocale('de', undefined)).to.equal('en');
  });

  it('leaves a blank empty rather than show its name', () => {
    expect(fill('a {b} c', {})).to.equal('a  c');
  });
});
