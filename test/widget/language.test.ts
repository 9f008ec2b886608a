import { expect, fixture, html } from '@open-wc/testing/pure';
import { LOCALES as MESSAGES } from '../../src/widget/all-locales.js';
import '../../src/widget/deposit-history/all-locales.js';
import { en as historyEn } from '../../src/widget/deposit-history/locales/en.js';
import { historyMessagesFor } from '../../src/widget/deposit-history/messages.js';
import { en } from '../../src/widget/locales/en.js';
import { fill, numberLocale } from '../../src/widget/shared/i18n/formatting.js';
import { messagesFor, registerLocale } from '../../src/widget/shared/i18n/registry.js';
import { METHODS } from '../../src/core/methods.js';
import { LOCALES } from '../fixtures/locales.js';
import { mountSample, nextFrame } from './helpers/mount.js';
import { open, PAID } from './helpers/payments.js';
import { part, textOf } from './helpers/queries.js';
import { sampleAnswer } from './helpers/samples.js';

/**
 * The placeholders of a text, in alphabetical order. A warning may write its subject out: "Esta CLABE" agrees
 * in gender, "Este {name}" may not.
 */
function placeholders(path: string, text: unknown): string[] {
  const found = [...String(text).matchAll(/\{\w+\}/g)].map(([placeholder]) => placeholder);
  return found.filter((each) => each !== '{name}' || !/\.(checkFailed|lossy)\b/.test(path)).sort();
}

/** Asserts that a text, or each text of a group, exists and has the placeholders of the English one. */
function expectSameShape(path: string, english: unknown, text: unknown): void {
  if (typeof english === 'string') {
    expect(text, path).to.be.a('string');
    expect(text === '', path).to.equal(english === '');
    expect(placeholders(path, text), path).to.deep.equal(placeholders(path, english));
    return;
  }
  const shape = english as Readonly<Record<string, unknown>>;
  const group = text as Readonly<Record<string, unknown>>;
  const extra = Object.keys(group).filter((key) => !(key in shape));
  // A group with `other` may distinguish more rails or roles than English does.
  if (!('other' in shape)) expect(extra, path).to.deep.equal([]);
  for (const key of [...Object.keys(shape), ...extra])
    expectSameShape(`${path}.${key}`, shape[key] ?? shape['other'], group[key]);
}

/** The texts of a group and of the groups in it. */
function textsIn(group: object): string[] {
  return Object.values(group).flatMap((each: unknown) =>
    typeof each === 'object' && each !== null ? textsIn(each) : [String(each)],
  );
}

const TEXTS: Readonly<Record<string, unknown>> = MESSAGES;

/** Locales of a country, which take their remaining texts from the locale of their language. */
const REGIONAL = new Set<string>(
  LOCALES.filter((lang) => LOCALES.some((each) => lang.startsWith(`${each}-`))),
);

function expectAllDiffer(path: string, general: unknown, regional: unknown): void {
  expect(regional, path).not.to.deep.equal(general);
  if (typeof regional !== 'object' || regional === null) return;
  const group = general as Readonly<Record<string, unknown>> | undefined;
  for (const [key, value] of Object.entries(regional)) expectAllDiffer(`${path}.${key}`, group?.[key], value);
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
    for (const [lang, messages] of Object.entries(MESSAGES)) {
      expectSameShape(lang, en, REGIONAL.has(lang) ? messagesFor(lang) : messages);
      expect(messagesFor(lang).previous, lang).to.match(/, \{time\}$/);
    }
    for (const lang of LOCALES) expectSameShape(`history ${lang}`, historyEn, historyMessagesFor(lang));
  });

  it('differs from the other languages in most texts, in both elements', () => {
    const complete = LOCALES.filter((lang) => !REGIONAL.has(lang));
    for (const read of [messagesFor, historyMessagesFor])
      for (const [at, lang] of complete.entries())
        for (const other of complete.slice(at + 1)) {
          const [texts, others] = [textsIn(read(lang)), textsIn(read(other))];
          const same = texts.filter((text, index) => text === others[index]);
          expect(same.length, `${lang} and ${other}`).to.be.below(texts.length / 2);
        }
  });

  it('has only those texts in a regional locale that differ from its language', () => {
    for (const lang of REGIONAL) expectAllDiffer(lang, TEXTS[lang.split('-')[0]!], TEXTS[lang]);
  });

  it('is the nearest registered locale: the tag, the tag without its last parts, then any of its language', () => {
    expect(messagesFor('es-ar-x-test').paidWith).to.equal('Medio de pago');
    expect(messagesFor('es-CO').amount).to.equal('Valor');
    for (const tag of ['es', 'es-419', 'es-CL']) expect(messagesFor(tag).paidWith).to.equal('Método de pago');
    expect(messagesFor('pt-PT')).to.equal(messagesFor('pt-BR'));
    expect(messagesFor('es-AR', { print: 'A papel' }).print).to.equal('A papel');
  });

  it('can be added by one import, which updates slips that are already on the page', async () => {
    const slip = await mountSample(105, { lang: 'tlh-x-test' });
    expect(textOf(slip)).to.contain('SPEI transfer');
    await import('../fixtures/tlh.js');
    await slip.updateComplete;
    expect(textOf(slip)).to.contain('SPEI lIHghach');
    expect(part(slip, 'card').lang).to.equal('tlh-x-test');
  });

  it('is English throughout if it is not registered, including the dates', async () => {
    const { slip } = await open(PAID, { lang: 'ja' });
    const texts = [...part(slip, 'receipt').querySelectorAll('dd')].map(({ textContent }) => textContent);
    expect(part(slip, 'card').lang).to.equal('en');
    expect(texts.join(' ')).to.contain('Mar').and.not.to.contain('月');
  });

  it('is English for texts that a locale lacks, and accepts further texts, as another module’s element would add', () => {
    registerLocale('nl', { titles: { spei: 'SPEI-overschrijving' } });
    expect(messagesFor('nl').print).to.equal(en.print);
    registerLocale('nl', { print: 'Afdrukken' });
    const { print, titles } = messagesFor('nl');
    expect([print, titles['spei'], titles['pix']]).to.deep.equal(['Afdrukken', 'SPEI-overschrijving', 'Pix']);
  });

  it('is the base language for texts that a regional locale lacks, even if that is registered later', () => {
    registerLocale('nl-BE', { copied: 'Gekopieerd, hoor' });
    expect(messagesFor('nl-BE').share).to.equal(en.share);
    registerLocale('nl', { copied: 'Gekopieerd', share: 'Delen' });
    const { copied, share, loading } = messagesFor('nl-BE');
    expect([copied, share, loading]).to.deep.equal(['Gekopieerd, hoor', 'Delen', en.loading]);
    expect(messagesFor('nl').copied).to.equal('Gekopieerd');
  });

  it('has no ordinary space before a mark, where a line could break', () => {
    const texts = LOCALES.flatMap((lang) => [messagesFor(lang), historyMessagesFor(lang)].flatMap(textsIn));
    expect(texts.length).to.be.above(1000);
    expect(texts.filter((text) => /(?: [:;!?»]|« )/.test(text))).to.deep.equal([]);
  });

  it('addresses the payer as vos in Argentina', () => {
    // In these texts the page is the subject, not the payer.
    const ofPage = { opensAt: '', settles: { page: '' } };
    const all = [messagesFor('es-AR', ofPage), historyMessagesFor('es-AR')];
    const texts = JSON.stringify(all).replaceAll('Pix copia e cola', '');
    const tu =
      /(?<!\p{L})(ingresa|pide|pregunta|agrega|guarda|imprime|comparte|oculta|contacta|debes|abre|copia|pega|revisa|escribe|elige|escoge|confirma|confírmal[oa]s?|puedes|tienes|quieres|usas|vuelve|espera|incluye|usa|pon|selecciona|mantén|cópialo|escanea|escanéalo|termina|paga|comunícate|empieza|para ti|aquí)(?!\p{L})/giu;
    expect([...texts.matchAll(tu)].map(([found]) => found)).to.deep.equal([]);
  });

  it('has a title for every rail, and distinguishes ACH from wire', async () => {
    for (const lang of LOCALES)
      for (const { slug } of METHODS)
        expect(messagesFor(lang).titles[slug], `${lang} ${slug}`).to.be.a('string').and.not.equal('');
    for (const lang of LOCALES.filter((tag) => !REGIONAL.has(tag))) {
      const { titleHints } = messagesFor(lang);
      const slip = await mountSample(81, { lang });
      expect(part(slip, 'header').textContent).to.contain(titleHints['ach']);
      expect(titleHints['ach']).to.contain('wire').and.not.contain('ACH');
      expect(titleHints['wire']).to.contain('ACH').and.not.contain('wire');
    }
  });

  it('formats numbers for the country of the language, or else for that of the currency', () => {
    expect(numberLocale('es-AR', 'PEN')).to.equal('es-AR');
    expect(numberLocale('es', 'PEN')).to.equal('es-PE');
    expect(numberLocale('en', 'BRL')).to.equal('pt-BR');
    expect(numberLocale('es', undefined)).to.equal('es-419');
    expect(numberLocale('pt', 'EUR')).to.equal('pt-BR');
    expect(numberLocale('de', undefined)).to.equal('en');
  });

  // In Chromium, the first use of `Intl` for numbers takes 14 ms.
  it('uses no number format while no amount is shown', async () => {
    const { NumberFormat } = Intl;
    let uses = 0;
    Intl.NumberFormat = new Proxy(NumberFormat, {
      get: (target, key) => (uses++, Reflect.get(target, key) as unknown),
      construct: (target, args: [string]) => (uses++, new target(...args)),
    });
    try {
      await mountSample(90, { lang: 'pt-BR' });
      expect(uses).to.equal(0);
      await mountSample(90, { lang: 'pt-BR', amount: '10.00' });
      expect(uses).to.be.above(0);
    } finally {
      Intl.NumberFormat = NumberFormat;
    }
  });

  it('replaces a placeholder without a value by nothing', () => {
    expect(fill('a {b} c', {})).to.equal('a  c');
  });
});
