/** One amount is written one way, wherever it stands and whether or not its method is known. */
import { expect } from '@open-wc/testing/pure';
import { engine } from '../browsers/commands.js';
import { METHODS } from '../../src/core/methods.js';
import { formatSum } from '../../src/core/money.js';
import { LOCALES } from '../fixtures/locales.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';
import { numberLocale } from '../../src/widget/shared/i18n/formatting.js';
import { messagesFor } from '../../src/widget/shared/i18n/registry.js';
import { announcements } from './helpers/events.js';
import { deposit, historyOf, lines, lineOf } from './helpers/history.js';
import { mount, mountSample, mountUntil } from './helpers/mount.js';
import { deposit as paid } from './helpers/payments.js';
import { part, textOf } from './helpers/queries.js';
import { sampleAnswer } from './helpers/samples.js';
import { endpoint } from './helpers/servers.js';
import { textsOf } from './helpers/texts.js';

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** An amount with a separator of every kind, by currency, as its country writes it. */
const WRITTEN: Readonly<Record<string, string>> = {
  MXN: '$1,070.50',
  ARS: '$ 1.070,50',
  COP: '$ 1.070,50',
  BRL: 'R$ 1.070,50',
  PEN: 'S/ 1,070.50',
};
const AMOUNT = '1070.50';

/** Languages that name no country. */
const LANGUAGES = ['en', 'es', 'pt', 'es-419', 'en-001', 'es-u-nu-latn'];

describe(`an amount in a language without a country in ${engine}`, () => {
  it('is written as in the country of its currency', () => {
    for (const [fiat, written] of Object.entries(WRITTEN))
      for (const lang of LANGUAGES)
        expect(plain(formatSum(AMOUNT, fiat, numberLocale(lang, fiat))), `${lang} ${fiat}`).to.equal(written);
  });

  it('is written so on a slip, in its text, and after its arrival, in speech too', async () => {
    for (const { id, fiat } of METHODS.filter((method) => method.fiat in WRITTEN)) {
      const slip = await mountSample(id, { amount: AMOUNT });
      expect(textOf(slip), String(id)).to.contain(WRITTEN[fiat]);
      const said = announcements(slip);
      slip.markArrived({ amount: AMOUNT, fiat });
      await slip.updateComplete;
      for (const text of [textOf(slip), said.join(), (await textsOf(slip)).copied])
        expect(plain(text), String(id)).to.contain(WRITTEN[fiat]);
      slip.remove();
    }
  });

  it('is written so on a receipt and in a list of methods whose method is unknown', async () => {
    for (const [fiat, written] of Object.entries(WRITTEN)) {
      const deposits = [{ amount: AMOUNT, fiat }];
      const receipt = await mount({ answer: { code: 200, data: { status: 'arrived', deposits } } });
      expect([receipt.status, textOf(receipt)].join(), fiat)
        .to.contain('arrived')
        .and.to.contain(written);
      expect((await textsOf(receipt)).copied.replaceAll(/\s+/g, ' ')).to.contain(written);
      receipt.remove();
      const methods = [105, 90].map((paymentId) => ({ paymentId, fiat, amount: 'none' }));
      const payment = {
        status: 'part',
        fiat,
        asked: '2000.00',
        received: AMOUNT,
        remaining: '929.50',
        deposits: [{ ...paid('a', AMOUNT), paymentId: undefined, fiat }],
      };
      const list = await mountUntil('choosing', {
        endpoint: endpoint({ body: { code: 200, data: { methods }, payment } }),
      });
      expect(textOf(list), fiat).to.contain(written);
      list.remove();
    }
  });

  it('is written so if it was the last deposit, by a method of another country', async () => {
    const previous = { amount: AMOUNT, fiat: 'BRL' };
    const slip = await mount({ paymentId: '105', answer: { ...sampleAnswer(105), previous } });
    expect(textOf(slip)).to.contain(WRITTEN['BRL']);
  });

  it('is written so in a history, with and without a method', async () => {
    for (const paymentId of [undefined, 105])
      for (const [fiat, written] of Object.entries(WRITTEN)) {
        const row = deposit({ fiat, amount: AMOUNT, ...(paymentId === undefined ? {} : { paymentId }) });
        if (paymentId === undefined) Reflect.deleteProperty(row, 'paymentId');
        const history = await historyOf([row]);
        expect(plain(lineOf(history, row).textContent), fiat).to.contain(written);
        expect(lines(history)).to.have.length(1);
        history.remove();
      }
  });
});

describe(`an amount in a language with a country in ${engine}`, () => {
  it('is written as there, on a slip, a receipt and in a history', async () => {
    for (const lang of [...LOCALES.filter((tag) => tag.includes('-')), 'en-GB', 'es-CL']) {
      const written = plain(formatSum(AMOUNT, 'MXN', lang));
      const slip = await mountSample(105, { amount: AMOUNT, lang });
      expect(textOf(slip), lang).to.contain(written);
      slip.remove();
      const deposits = [{ amount: AMOUNT, fiat: 'MXN' }];
      const receipt = await mount({ lang, answer: { code: 200, data: { status: 'arrived', deposits } } });
      expect(textOf(receipt), lang).to.contain(written);
      receipt.remove();
      const row = deposit({ fiat: 'MXN', amount: AMOUNT, paymentId: 105 });
      const history = await historyOf([row], { lang });
      expect(plain(lineOf(history, row).textContent), lang).to.contain(written);
      history.remove();
    }
  });
});

describe(`an amount beside another of the same sign in ${engine}`, () => {
  it('names its currency: one of another currency than requested, and the requested one', async () => {
    const slip = await mountSample(105, { amount: '150.00' });
    const said = announcements(slip);
    slip.markArrived({ amount: '150.00', fiat: 'USD' });
    await slip.updateComplete;
    for (const text of [plain(said.at(-1)!), (await textsOf(slip)).copied, textOf(slip)])
      expect(plain(text)).to.contain('$150.00 USD').and.to.contain('$150.00 MXN');
  });

  it('names its currency: the last deposit, above a slip of another currency', async () => {
    for (const [fiat, written] of [
      ['USD', '$150.00 USD'],
      ['MXN', '$150.00'],
    ] as const) {
      const answer = { ...sampleAnswer(105), previous: { amount: '150.00', fiat } };
      const slip = await mount({ paymentId: '105', answer });
      const previous = slip.shadowRoot!.querySelector('.previous')!;
      expect(plain(previous.textContent).split(': ')[1]).to.equal(written);
    }
  });
});

describe(`the amount to paste into a bank’s form in ${engine}`, () => {
  const MARK = /[.,](?=[0-9]{2}(?![0-9]))/;
  const noteOf = (slip: DepositSlip): string | undefined =>
    slip.shadowRoot!.querySelector('[data-derived="amount"] .note')?.textContent;

  it('is written with the mark of the amount above it, or says what it is for', async () => {
    for (const lang of [...LOCALES, 'en-US', 'es-CL', 'de-DE'])
      for (const { id, fiat } of METHODS) {
        const slip = await mountSample(id, { amount: AMOUNT, lang });
        const row = slip.shadowRoot!.querySelector('[data-derived="amount"] .value')!.textContent;
        const isAlike = MARK.exec(row)![0] === MARK.exec(part(slip, 'total').textContent)![0];
        const { forBank } = messagesFor(lang);
        expect(noteOf(slip), `${lang} ${id}`).to.equal(isAlike ? undefined : forBank);
        const { copied, shared } = await textsOf(slip);
        for (const text of [copied, shared])
          expect(text.includes(forBank), `${lang} ${id} ${text}`).to.equal(!isAlike);
        if (fiat === 'BRL') expect(row, lang).to.equal('1070,50');
        slip.remove();
      }
  });

  it('says nothing where there is no mark', async () => {
    const slip = await mountSample(68, { amount: '275000.00', lang: 'en-US' });
    expect(slip.shadowRoot!.querySelector('[data-derived="amount"] .value')!.textContent).to.equal('275000');
    expect(noteOf(slip)).to.equal(undefined);
  });
});

describe(`deposits in two currencies of one sign in ${engine}`, () => {
  it('name that currency which the receipt does not', async () => {
    const deposits = ['USD', 'MXN'].map((fiat) => ({ amount: '150.00', fiat }));
    const answer = { code: 200, data: { status: 'arrived', deposits }, paymentId: 105, fiat: 'MXN' };
    const receipt = await mount({ answer });
    const sums = [...receipt.shadowRoot!.querySelectorAll('.receipt dd')].map(
      ({ textContent }) => textContent,
    );
    expect(sums.map(plain)).to.include.members(['$150.00 USD', '$150.00']);
  });
});

describe(`an amount without a currency in ${engine}`, () => {
  it('has one decimal mark on a slip', async () => {
    const answer = { fieldList: { Cuenta: '123' } };
    const slip = await mount({ paymentId: '7777', amount: AMOUNT, lang: 'es-AR', answer });
    expect(textOf(slip)).to.contain('1070,50').and.not.to.contain('1070.50');
  });
});
