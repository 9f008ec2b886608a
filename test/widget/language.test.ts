import { expect, fixture, html } from '@open-wc/testing';
import { en } from '../../src/widget/locales/en.js';
import { fill, numberLocale } from '../../src/widget/shared/i18n/formatting.js';
import { messagesFor, registerLocale } from '../../src/widget/shared/i18n/registry.js';
import { METHODS } from '../../src/core/methods.js';
import { LOCALES } from '../fixtures/locales.js';
import { mountSample, nextFrame } from './helpers/mount.js';
import { textOf } from './helpers/queries.js';
import { sampleAnswer } from './helpers/samples.js';

/** The placeholders of a text, in alphabetical order. */
function placeholders(text: string): string[] {
  return [...text.matchAll(/\{\w+\}/g)].map(([placeholder]) => placeholder).sort();
}

describe('the language of a slip', () => {
  for (const [lang, title] of Object.entries({
    en: 'SPEI transfer',
    'en-GB': 'SPEI transfer',
    es: 'Transferencia SPEI',
    'es-AR': 'Transferencia SPEI',
    'pt-BR': 'Transferência SPEI',
    pt: 'Transferência SPEI',
    PT_br: 'Transferência SPEI',
    'de-AT': 'SPEI transfer',
    'not a tag': 'SPEI transfer',
  })) {
    it(`follows the tag "${lang}"`, async () => {
      expect(textOf(await mountSample(105, { lang }))).to.contain(title);
    });
  }

  it('is inherited from the nearest ancestor, through shadow roots, and follows its changes', async () => {
    const [portuguese, english] = ['pt-BR', 'en'].map((lang) =>
      Object.assign(document.createElement('p'), { lang }),
    );
    await fixture(html`<div>${portuguese} ${english}</div>`);
    const slip = document.createElement('deposit-slip');
    Object.assign(slip, { paymentId: '105', answer: sampleAnswer(105) });
    portuguese!.attachShadow({ mode: 'open' }).append(slip);
    await slip.updateComplete;
    expect(textOf(slip)).to.contain('Transferência SPEI');
    portuguese!.lang = 'es';
    await nextFrame();
    await slip.updateComplete;
    expect(textOf(slip)).to.contain('Transferencia SPEI');
    english!.append(slip);
    await slip.updateComplete;
    expect(textOf(slip)).to.contain('SPEI transfer');
  });

  it('has the same texts, with the same placeholders, in every locale', () => {
    const compare = (path: string, english: unknown, text: unknown): void => {
      if (typeof english === 'string') {
        expect(text, path).to.be.a('string').and.not.equal('');
        expect(placeholders(text as string), path).to.deep.equal(placeholders(english));
      } else {
        expect(Object.keys(text as object), path).to.have.members(Object.keys(english as object));
        for (const [key, value] of Object.entries(english as object))
          compare(`${path}.${key}`, value, (text as Record<string, unknown>)[key]);
      }
    };
    for (const lang of LOCALES) compare(lang, en, messagesFor(lang));
  });

  it('is the nearest registered locale: the tag, the tag without its last parts, then any of its language', () => {
    expect(messagesFor('es-ar-x-test').copy).to.equal('Copiá');
    expect(messagesFor('es-CO').openLink).to.equal('Pagar con PSE');
    for (const tag of ['es', 'es-419', 'es-CL']) expect(messagesFor(tag).copy).to.equal('Copiar');
    expect(messagesFor('pt-PT')).to.equal(messagesFor('pt-BR'));
    expect(messagesFor('es-AR', { copy: 'Tomá' }).copy).to.equal('Tomá');
  });

  it('can be added by one import, with English for what it lacks, and reaches slips that are on the page', async () => {
    const slip = await mountSample(105, { lang: 'fr-CA' });
    expect(textOf(slip)).to.contain('SPEI transfer');
    await import('../fixtures/fr.js');
    await slip.updateComplete;
    expect(textOf(slip)).to.contain('Virement SPEI');
    expect(textOf(slip)).to.contain(en.print);
    expect(slip.shadowRoot!.querySelector('.card')!.getAttribute('lang')).to.equal('fr-CA');
  });

  it('takes further texts for a registered tag, as an element of another module would add its own', () => {
    registerLocale('fr', { print: 'Imprimer' });
    expect([messagesFor('fr').print, messagesFor('fr').copy]).to.deep.equal(['Imprimer', 'Copier']);
  });

  it('addresses the payer as vos in Argentina', () => {
    const texts = JSON.stringify(messagesFor('es-AR', { opensAt: '' })).replaceAll('Pix Copia e Cola', '');
    const tu =
      /(?<!\p{L})(abre|copia|pega|revisa|escribe|elige|escoge|confirma|confírmal[oa]s?|puedes|tienes|quieres|usas|vuelve|espera|incluye|usa|pon|selecciona|mantén|cópialo|escanea|escanéalo|termina|paga|comunícate|empieza|para ti|aquí)(?!\p{L})/giu;
    expect([...texts.matchAll(tu)].map(([found]) => found)).to.deep.equal([]);
  });

  it('has a title and steps for every rail, and tells ACH from wire', () => {
    for (const lang of LOCALES)
      for (const { slug } of METHODS) {
        const { titles, steps } = messagesFor(lang);
        expect(titles[slug], `${lang} ${slug}`).to.be.a('string').and.not.equal('');
        // All rails share the first step and the last; with these there are three or four.
        expect(steps[slug], `${lang} ${slug}`).to.have.length.within(1, 2);
      }
    for (const lang of ['en', 'es', 'pt-BR']) {
      const { titles } = messagesFor(lang);
      expect(titles['ach']).to.match(/ACH.*\((not|no|não) wire\)/);
      expect(titles['wire']).to.match(/[Ww]ire.*\((not|no|não) ACH\)/);
    }
  });

  it('formats numbers for the region of the language, else for the country of the method', () => {
    expect(numberLocale('es-AR', 'es-PE')).to.equal('es-AR');
    expect(numberLocale('es', 'es-PE')).to.equal('es-PE');
    expect(numberLocale('en', 'pt-BR')).to.equal('pt-BR');
    expect(numberLocale('es', undefined)).to.equal('es-419');
    expect(numberLocale('pt', undefined)).to.equal('pt-BR');
    expect(numberLocale('de', undefined)).to.equal('en');
  });

  it('replaces a placeholder without a value by nothing', () => {
    expect(fill('a {b} c', {})).to.equal('a  c');
  });
});
