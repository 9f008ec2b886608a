/** An amount that is broken inside is another amount: it stays whole on narrow pages and with large text. */
import { expect } from '@open-wc/testing/pure';
import { engine, setViewport } from '../browsers/commands.js';
import { METHODS } from '../../src/core/methods.js';
import { copyAmount, formatAmount, formatSum } from '../../src/core/money.js';
import { bankLocale, numberLocale } from '../../src/widget/shared/i18n/formatting.js';
import { isSoak } from '../proofs/scale.js';
import { deposit, historyOf } from './helpers/history.js';
import { mountSample } from './helpers/mount.js';
import { deposit as paid, open, PART, RETURNED, TWICE } from './helpers/payments.js';
import { unfold } from './helpers/queries.js';

/** The languages with the longest notations first. */
const LANGS = ['pt-BR', 'es-MX', ...(isSoak ? ['es-AR', 'es-CO', 'es-CL', 'en'] : [])];
const AMOUNT = '1250000.50';
/** Sums of every length that stands on a slip. */
const SUMS = ['60.00', '2469.00', '24691.00', '246910.00', AMOUNT, '2469100.00'];

/** Widths and sizes of the root's text, in px. */
const PAGES = [
  { width: 200, text: 16 },
  { width: 320, text: 32 },
  ...(isSoak
    ? [
        { width: 220, text: 16 },
        { width: 430, text: 32 },
      ]
    : []),
];

/** Every text of an element that is one of these amounts, or contains it. */
function* rangesOf(element: HTMLElement, amounts: readonly string[]): Generator<Range> {
  const walker = document.createTreeWalker(element.shadowRoot!, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { data, parentElement } = node as Text;
    if (!parentElement?.checkVisibility() || parentElement.closest('.sr, style')) continue;
    // The longest first: the amount to paste may be a part of a sum.
    const amount = amounts.find((each) => data.includes(each));
    if (amount === undefined) continue;
    const range = document.createRange();
    range.setStart(node, data.indexOf(amount));
    range.setEnd(node, data.indexOf(amount) + amount.length);
    yield range;
  }
}

/** The amounts of an element that have more than one line, or reach beyond its card. */
function faultsOf(element: HTMLElement, fiat: string, lang: string, numbers: readonly string[]): string[] {
  const locale = numberLocale(lang, fiat);
  const amounts = numbers.flatMap((amount) => [
    formatAmount(amount, fiat, locale),
    formatSum(amount, fiat, locale),
    copyAmount(amount, fiat, bankLocale(lang, fiat)),
  ]);
  const card = element.shadowRoot!.querySelector('.card')!.getBoundingClientRect();
  const found = [
    ...rangesOf(
      element,
      amounts.toSorted((one, other) => other.length - one.length),
    ),
  ];
  if (found.length === 0) throw new Error('There is no amount.');
  return found.flatMap((range) => {
    const { parentElement } = range.startContainer;
    const name = `${range.toString()} in ${parentElement!.closest('[class]')!.className}`;
    const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)));
    const { left, right } = range.getBoundingClientRect();
    if (lines.size > 1) return [`${name}: broken`];
    return left < card.left - 1 || right > card.right + 1 ? [`${name}: cut off`] : [];
  });
}

describe(`amounts in ${engine}`, () => {
  beforeEach(() => setViewport({ width: 800, height: 900 }));
  afterEach(() => void (document.documentElement.style.fontSize = ''));

  for (const { width, text } of PAGES)
    describe(`at ${width} px with text of ${text} px`, () => {
      beforeEach(() => void (document.documentElement.style.fontSize = `${text}px`));

      for (const lang of LANGS) {
        it(`are whole on the slips and receipts of every method in ${lang}`, async () => {
          for (const { id, fiat } of METHODS) {
            const isFirst = METHODS.find((method) => method.fiat === fiat)?.id === id;
            for (const amount of isFirst ? SUMS : [AMOUNT]) {
              const slip = await mountSample(id, { amount, lang, width, merchantName: 'Tienda Sol' });
              unfold(slip);
              expect(faultsOf(slip, fiat, lang, [amount]), `${id} ${amount}`).to.deep.equal([]);
              slip.markArrived({ amount, fiat, createTime: 1_772_000_000_000 });
              await slip.updateComplete;
              expect(faultsOf(slip, fiat, lang, [amount]), `receipt ${id} ${amount}`).to.deep.equal([]);
              slip.remove();
            }
          }
        });

        it(`are whole on a receipt of several deposits, of a part and of a return in ${lang}`, async () => {
          const sums = { asked: '1250000.00', received: '2500000.00', excess: '1250000.00' };
          const big = paid('a', '1250000.00');
          for (const payment of [
            { ...TWICE, ...sums, deposits: [big, paid('b', '1250000.00')] },
            {
              ...PART,
              asked: '2500000.00',
              received: '1250000.00',
              remaining: '1250000.00',
              deposits: [big],
            },
            {
              ...RETURNED,
              asked: '1250000.00',
              remaining: '1250000.00',
              deposits: [{ ...big, returned: '1250000.00' }],
            },
          ]) {
            const { slip } = await open(payment, { lang, amount: payment.asked });
            slip.style.width = `${width}px`;
            unfold(slip);
            const faults = faultsOf(slip, 'MXN', lang, ['1250000.00', '2500000.00']);
            expect(faults, payment.status).to.deep.equal([]);
            slip.remove();
          }
        });

        it(`are whole in a history in ${lang}`, async () => {
          for (const fiat of ['MXN', 'ARS', 'BRL', 'COP', 'PEN', 'USD', 'EUR']) {
            const part = { status: 'part', asked: '2500001.00', received: AMOUNT, payable: true } as const;
            const back = { returned: '250000.50', returnTime: Date.now() };
            const rows = [{}, part, { status: 'returned', ...back }, back].map((more) =>
              deposit({ fiat, amount: AMOUNT, ...more }),
            );
            const history = await historyOf(rows, { lang, width });
            for (const entry of history.shadowRoot!.querySelectorAll<HTMLElement>('button.entry'))
              entry.click();
            await history.updateComplete;
            const faults = faultsOf(history, fiat, lang, [AMOUNT, '2500001.00', '1250000.50', '250000.50']);
            expect(faults, fiat).to.deep.equal([]);
            history.remove();
          }
        });
      }
    });
});
