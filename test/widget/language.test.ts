import { expect, fixture, html } from '@open-wc/testing';
import { en } from '../../src/widget/locales/en.js';
import { esAR } from '../../src/widget/locales/es-AR.js';
import { esCO } from '../../src/widget/locales/es-CO.js';
import { esMX } from '../../src/widget/locales/es-MX.js';
import { esPE } from '../../src/widget/locales/es-PE.js';
import { es } from '../../src/widget/locales/es.js';
import { ptBR } from '../../src/widget/locales/pt-BR.js';
import { fill, numberLocale } from '../../src/widget/shared/i18n/formatting.js';
import { messagesFor } from '../../src/widget/shared/i18n/registry.js';
import { METHODS } from '../../src/core/methods.js';
import { method, mount, nextFrame, sampleAnswer, words } from './bench.js';

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
    await nextFrame();
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

  it('is overlaid by what a country says otherwise, by whole tag alone', () => {
    expect(messagesFor('es-AR').copy).to.equal('Copiá');
    expect(messagesFor('es-ar').reminder).to.contain('Revisá');
    expect(messagesFor('es-AR').titles['cvu']).to.equal('Transferencia a CBU/CVU');
    expect(messagesFor('es-AR').titles['pix']).to.equal('Pix');
    expect(messagesFor('es-CO').openLink).to.equal('Pagar con PSE');
    expect(messagesFor('es-MX').labels.beneficiary).to.equal('Beneficiario');
    expect(messagesFor('es-PE').labels.message).to.equal('Descripción');
    for (const tag of ['es', 'es-419', 'es-CL'])
      expect(messagesFor(tag).copy).to.equal('Copiar');
    expect(messagesFor('es-AR', { copy: 'Tomá' }).copy).to.equal('Tomá');
  });

  it('keeps to the blanks of its language where a country says it otherwise, and says nothing it does not', () => {
    const blanks = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([blank]) => blank).sort();
    const compare = (path: string, own: unknown, base: unknown): void => {
      if (typeof own === 'string')
        return expect(blanks(own), path).to.deep.equal(blanks(base as string)) as never;
      if (Array.isArray(own)) expect(own, path).to.have.length((base as unknown[]).length);
      for (const [key, value] of Object.entries(own as object)) {
        expect(base, path).to.have.property(key);
        compare(`${path}.${key}`, value, (base as Record<string, unknown>)[key]);
      }
    };
    for (const [name, own] of Object.entries({ esAR, esCO, esMX, esPE })) compare(name, own, es);
  });

  it('speaks vos in Argentina, wherever it speaks to the payer', () => {
    const texts = JSON.stringify(messagesFor('es-AR', { opensAt: '' })).replaceAll('Pix Copia e Cola', '');
    const tu =
      /(?<!\p{L})(abre|copia|pega|revisa|escribe|elige|escoge|confirma|confírmal[oa]s?|puedes|tienes|quieres|usas|vuelve|espera|incluye|usa|pon|selecciona|mantén|cópialo|escanea|escanéalo|termina|paga|comunícate|empieza|para ti|aquí)(?!\p{L})/giu;
    expect([...texts.matchAll(tu)].map(([found]) => found)).to.deep.equal([]);
  });

  it('has a title and steps for every rail, and says loudly which of two it is', () => {
    for (const lang of ['en', 'es', 'pt-BR', 'es-AR', 'es-CO'])
      for (const { slug } of METHODS) {
        const { titles, steps } = messagesFor(lang);
        expect(titles[slug], `${lang} ${slug}`).to.be.a('string').and.not.equal('');
        // Between the first step and the last, which all rails share: three or four in all.
        expect(steps[slug], `${lang} ${slug}`).to.have.length.within(1, 2);
      }
    for (const lang of ['en', 'es', 'pt-BR']) {
      const { titles } = messagesFor(lang);
      expect(titles['ach']).to.match(/ACH.*\((not|no|não) wire\)/);
      expect(titles['wire']).to.match(/[Ww]ire.*\((not|no|não) ACH\)/);
    }
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
