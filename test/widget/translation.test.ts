/**
 * What a browser that translates the page may rewrite: the words of a sentence, but no name, number or sum in
 * it.
 */
import { expect } from '@open-wc/testing/pure';
import { engine } from '../browsers/commands.js';
import { PIX } from '../fixtures/instruments.js';
import type { HistoryDeposit } from '../../src/core/reader/history.js';
import type { Payment } from '../../src/core/reader/payment.js';
import { en as history } from '../../src/widget/deposit-history/locales/en.js';
import type { DepositHistory } from '../../src/widget/deposit-history/deposit-history.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';
import { en } from '../../src/widget/locales/en.js';
import { fill, formatMoment } from '../../src/widget/shared/i18n/formatting.js';
import { later } from './helpers/clock.js';
import { consoleWarnings } from './helpers/events.js';
import { deposit, historyOf, historyUntil, lineOf, pageOf } from './helpers/history.js';
import { mount, mountSample, mountUntil, until, update, type Attributes } from './helpers/mount.js';
import { open, OPEN, PART, RETURNED, TIME, TWICE } from './helpers/payments.js';
import { part, textOf } from './helpers/queries.js';
import { sampleAnswer, sampleFields } from './helpers/samples.js';
import { endpoint } from './helpers/servers.js';

const merchant = 'Tienda Sol';
const SHOP = { merchantName: merchant, contact: 'mailto:help@shop.example' };
/**
 * The merchant's name, the numbers of an order and of a deposit, and everything that looks like a sum or its
 * currency.
 */
const KEPT = /Tienda Sol|A-1001|100070|\p{Sc}|\d[.,]\d\d(?!\d)|\b(?:ARS|BRL|MXN|PEN)\b/u;

/** The text of an element that a browser may translate. Text that it may not translate is left out. */
function translatable(element: HTMLElement): string {
  const card = element.shadowRoot!.querySelector('.card')!;
  const walker = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
  let text = '';
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const isKept = node.parentElement!.closest('[translate]')?.getAttribute('translate') === 'no';
    text += isKept ? '…' : node.textContent;
  }
  return text.replace(/\s+/g, ' ');
}

const plain = (text: string): string => text.replace(/\s+/g, ' ');

const order = async (payment: Payment): Promise<DepositSlip> =>
  (await open(payment, { ...SHOP, orderReference: 'A-1001' })).slip;

const sample = (id: number, attributes: Attributes): Promise<DepositSlip> =>
  mountSample(id, { ...SHOP, ...attributes });

/** The problem that a response or a request leads to. The console warns about it. */
const problem = (attributes: Attributes): Promise<DepositSlip> =>
  quietly(() => mountUntil('problem', { ...SHOP, paymentId: '105', ...attributes }));

async function quietly<Shown>(show: () => Promise<Shown>): Promise<Shown> {
  let shown!: Shown;
  await consoleWarnings(async () => (shown = await show()));
  return shown;
}

const CLABE = 'Cuenta CLABE';
const WRONG_CLABE = { fiat: 'MXN', fieldList: { [CLABE]: '999180000000000018' } };

/** An amount entry with limits, into which a text was typed, and which was then submitted if `isSent`. */
async function entry(typed: string, isSent = false): Promise<DepositSlip> {
  const url = endpoint({ body: sampleAnswer(95) });
  const slip = await mount({
    ...SHOP,
    paymentId: '95',
    endpoint: url,
    minAmount: '10.00',
    maxAmount: '100.00',
  });
  const field = part(slip, 'amount') as HTMLInputElement;
  field.value = typed;
  field.dispatchEvent(new Event('input'));
  if (isSent) part(slip, 'submit').click();
  await slip.updateComplete;
  return slip;
}

/** A history with one deposit, which is open. */
async function unfolded(properties: Partial<HistoryDeposit>): Promise<DepositHistory> {
  const one = deposit({ txId: '100070', reference: 'A-1001', ...properties });
  const element = await historyOf([one], SHOP);
  if (element.shadowRoot!.querySelector('[aria-expanded]')) lineOf(element, one).click();
  await element.updateComplete;
  return element;
}

const NOW = Date.now();
const asked = { asked: '200.00', received: '187.40' };
const sum = 'R$\u00a0187,40';

/** Elements, and the sentences that they show. */
const VIEWS: Record<string, [show: () => Promise<HTMLElement>, ...sentences: string[]]> = {
  'a slip and its beneficiary': [
    () => sample(105, { beneficiaryName: `${merchant} SA`, orderReference: 'A-1001', amount: '1250.00' }),
    fill(en.to, { merchant }),
    'Order A-1001',
    `${merchant} SA`,
  ],
  'a page that cannot see deposits': [() => sample(105, { watch: true }), fill(en.cannotKnow, { merchant })],
  'a long wait': [
    async () => {
      const slip = await order(OPEN);
      await later(16 * 60_000, async () => {
        dispatchEvent(new Event('online'));
        await until(() => textOf(slip).includes(en.paused));
      });
      return slip;
    },
    fill(en.waitedLongOrder, { merchant }),
    fill(en.contact, { merchant }),
  ],
  'an earlier deposit': [
    () => {
      const previous = { amount: '187.40', fiat: 'BRL', createTime: TIME };
      return sample(90, { answer: { ...sampleAnswer(90), previous } });
    },
    fill(en.previous, { amount: sum, time: formatMoment(TIME, 'en') }),
  ],
  'a part': [() => order(PART), fill(en.account.of, { amount: '$1,250.00' })],
  'a second payment': [
    () => order(TWICE),
    fill(en.account.excess, { amount: '$1,250.00' }),
    fill(en.account.twice, { merchant }),
    fill(en.contact, { merchant }),
  ],
  'a payment that was sent back': [() => order(RETURNED), en.account.sentBack],
  'a deposit of another amount': [
    async () => {
      const slip = await sample(95, { amount: '150.00' });
      slip.markArrived({ amount: '149.00', fiat: 'PEN' });
      await slip.updateComplete;
      return slip;
    },
    fill(en.unexpected, { amount: 'S/\u00a0150.00', merchant }),
  ],
  'a receipt with its number': [
    () => {
      const deposits = [
        { id: 'a', txId: '100070', amount: '1250.00', fiat: 'MXN', createTime: NOW, paymentId: 105 },
      ];
      return order({ ...TWICE, deposits: [...deposits, { ...deposits[0]!, id: 'b' }] });
    },
    '100070',
  ],
  'a failed check': [
    () => sample(105, { answer: WRONG_CLABE }),
    fill(en.checkFailed['other']!, { name: en.names.clabe, merchant }),
  ],
  'a number that may lack digits': [
    () => sample(105, { answer: { fieldList: { [CLABE]: 999_180_000_000_000 } } }),
    fill(en.lossy, { name: en.names.clabe, merchant }),
  ],
  'another account': [
    () => sample(105, { seen: 'an earlier account' }),
    fill(en.notices.account.text, { merchant }),
  ],
  'a code of another amount': [
    () => {
      const fieldList = { 'Pix copia e cola': PIX.withAmount };
      return sample(90, { answer: { fiat: 'BRL', fieldList }, amount: '11.00' });
    },
    fill(en.notices.amount.text, { amount: 'R$\u00a010,00', merchant }),
  ],
  'an unknown detail': [
    () => sample(105, { answer: { fieldList: { ...sampleFields(105), Branch: '1234 5' } } }),
    fill(en.unknown, { merchant }),
  ],
  'methods to choose from': [
    () => {
      const methods = [90, 105].map((paymentId) => ({ paymentId, fiat: 'MXN' }));
      const body = { code: 200, data: { methods }, payment: PART };
      return mountUntil('choosing', { ...SHOP, endpoint: endpoint({ body }) });
    },
    'MXN',
  ],
  'an amount within its limits': [
    () => entry('50'),
    `S/\u00a050.00 · ${fill(en.amountBounds.both, { min: 'S/\u00a010.00', max: 'S/\u00a0100.00' })}`,
  ],
  'an amount that is too small': [
    () => entry('1', true),
    fill(en.amountErrors['too-small'], { amount: 'S/\u00a010.00' }),
  ],
  'an amount that is too large': [
    () => entry('1000', true),
    fill(en.amountErrors['too-large'], { amount: 'S/\u00a0100.00' }),
  ],
  'an amount in another currency': [
    () => entry('US$ 10', true),
    fill(en.amountErrors.currency, { fiat: 'PEN', symbol: 'US$' }),
  ],
  'an amount that is no number': [
    () => entry('1,2,3', true),
    fill(en.amountErrors.form, { example: '1500.50' }),
  ],
  'a problem to ask about': [() => problem({ answer: { code: 500 } }), fill(en.advice.contact, { merchant })],
  'a problem of the session': [
    () => problem({ endpoint: endpoint({ status: 401, body: {} }) }),
    fill(en.advice.restart, { merchant }),
    fill(en.contact, { merchant }),
  ],
  'a problem after which nothing may be paid': [
    () => problem({ answer: { fiat: 'ARS', fieldList: sampleFields(105) } }),
    fill(en.advice.never, { merchant }),
  ],
  'a history with a deposit that is awaited': [
    () => unfolded({ status: 'waiting', asked: '200.00', received: '12.60' }),
    fill(history.sums, { received: 'R$\u00a012,60', asked: 'R$\u00a0200,00' }),
    fill(history.number, { number: '100070' }),
  ],
  'a history with a part': [
    () => unfolded({ status: 'part', ...asked }),
    fill(history.requested, { asked: 'R$\u00a0200,00' }),
    fill(history.notes.part, { merchant }),
    fill(en.contact, { merchant }),
  ],
  'a history with the rest of a part': [
    () => unfolded({ status: 'part', payable: true, paymentId: 105, fiat: 'MXN', ...asked }),
    `${fill(history.missing, { amount: '$12.60' })} · MXN`,
  ],
  'a history with too much': [
    () => unfolded({ status: 'over', asked: '100.00', received: '187.40' }),
    fill(history.excess, { amount: 'R$\u00a087,40' }),
    fill(history.notes.over, { merchant }),
  ],
  'a history with a part that was sent back': [
    () => unfolded({ returned: '50.00', createTime: 0, returnTime: new Date(2025, 10, 20).getTime() }),
    fill(history.returnedPart.day, { amount: 'R$\u00a050,00', time: 'Nov 20, 2025' }),
  ],
  'a history with a return of unknown date': [
    () => unfolded({ returned: '50.00' }),
    `R$\u00a050,00: ${history.states.returned}`,
  ],
  'a history with a deposit that was sent back': [
    () => unfolded({ status: 'returned', returned: '187.40', createTime: 0, returnTime: NOW }),
    fill(history.notes.returned, { merchant }),
  ],
  'a history with an entry that was left out': [
    () => historyUntil('ready', { ...SHOP, endpoint: endpoint({ body: pageOf([{ id: 'only an id' }]) }) }),
    fill(history.unreadable, { merchant }),
  ],
  'a history that could not be read': [
    () => quietly(() => historyUntil('problem', { ...SHOP, endpoint: endpoint({ body: { code: 500 } }) })),
    fill(en.advice.again, { merchant }),
    fill(en.contact, { merchant }),
  ],
};

describe(`the translation of a page in ${engine}`, () => {
  for (const [name, [show, ...sentences]] of Object.entries(VIEWS))
    it(`does not change names, numbers and sums in ${name}`, async () => {
      const element = await show();
      for (const sentence of sentences) expect(plain(textOf(element))).to.contain(plain(sentence));
      expect(translatable(element)).not.to.match(KEPT);
    });

  it('reaches the other words of a sentence, including those for a merchant without a name', async () => {
    const answer = {
      code: 200,
      data: WRONG_CLABE,
      previous: { amount: '1.00', fiat: 'MXN', createTime: TIME },
    };
    const slip = await mountSample(105, { answer });
    const sentence = fill(en.checkFailed['other']!, { name: en.names.clabe, merchant: en.merchant });
    expect(translatable(slip))
      .to.contain(sentence)
      .and.to.contain(`…, ${plain(formatMoment(TIME, 'en'))}`);
    await quietly(() => update(slip, { answer: { code: 500 } }));
    expect(translatable(slip)).to.contain(fill(en.advice.contact, { merchant: en.merchant }));
  });
});
