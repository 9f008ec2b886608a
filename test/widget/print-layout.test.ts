/** What a page prints where the element stands, at every width: no text leaves its card. */
import { expect } from '@open-wc/testing/pure';
import { METHODS } from '../../src/core/methods.js';
import type { Payment } from '../../src/core/reader/payment.js';
import { LOCALES } from '../fixtures/locales.js';
import { canEmulateMedia, emulateMedia, engine, setViewport } from '../browsers/commands.js';
import { textsOutside } from './helpers/boxes.js';
import { consoleWarnings } from './helpers/events.js';
import { deposit as listed, historyOf, lineOf } from './helpers/history.js';
import { mount, mountSample, until } from './helpers/mount.js';
import { deposit, PAID, PART, RETURNED, slipOf, TIME, TWICE } from './helpers/payments.js';
import { sampleAnswer, sampleFields } from './helpers/samples.js';
import { endpoint } from './helpers/servers.js';

const WIDTHS = [280, 320, 360, 420, 480, 560, 640, 700];

const NAMED = { merchantName: 'Librería La Ñata', orderReference: 'TS-20449' };

const itPrints = canEmulateMedia ? it : it.skip;

/** Prints the element at every width, and says which texts leave a box. */
function misplaced(element: HTMLElement): string[] {
  const found = new Set<string>();
  for (const width of WIDTHS) {
    element.parentElement!.style.width = `${width}px`;
    for (const { text, box, by } of textsOutside(element))
      found.add(`${width} px: "${text}" leaves ${box} by ${by}`);
  }
  element.remove();
  return [...found];
}

describe(`what is printed in ${engine}`, () => {
  before(async () => {
    await setViewport({ width: 800, height: 900 });
    if (canEmulateMedia) await emulateMedia({ medium: 'print' });
  });
  after(async () => {
    if (canEmulateMedia) await emulateMedia({});
  });

  for (const { id, slug } of METHODS)
    itPrints(`of method ${id}, ${slug}, stays in its card in every locale`, async () => {
      for (const lang of LOCALES) {
        const slip = await mountSample(id, { amount: '1250000.50', lang, ...NAMED });
        expect(misplaced(slip), lang).to.deep.equal([]);
      }
    });

  const receipt = (payment: Payment): object => ({
    endpoint: endpoint({
      body: {
        code: 200,
        data: { status: 'arrived', deposits: payment.deposits },
        paymentId: 105,
        fiat: 'MXN',
        amount: payment.asked,
        payment,
      },
    }),
  });
  const slip = (payment: Payment): object => ({ answer: slipOf(payment) });
  const number = '9'.repeat(30);
  const SITUATIONS: Readonly<Record<string, object>> = {
    'a slip with every kind of notice': {
      paymentId: '81',
      seen: '0000000000',
      answer: {
        test: true,
        data: {
          fiat: 'USD',
          fieldList: { ...sampleFields(81), 'Bank Routing Number': '123456789', Sucursal: '1 2' },
        },
      },
    },
    'a slip with long keys and values': {
      answer: {
        data: {
          fieldList: { ['Clave'.repeat(30)]: 'w'.repeat(120), 'Una clave de varias palabras': number },
        },
      },
    },
    'a slip with a linked code': {
      paymentId: '137',
      amount: '150.00',
      answer: sampleAnswer(137),
      allowedHosts: 'pay.example.com',
    },
    'a slip for the rest of a payment': slip(PART),
    'a slip of a payment that was sent back': slip(RETURNED),
    'a receipt': receipt(PAID),
    'a receipt of two payments': receipt(TWICE),
    'a receipt by two methods': receipt({
      ...TWICE,
      deposits: [
        deposit('a', '1250.00', { txId: number }),
        deposit('b', '1250.00', { createTime: TIME + 60_000, paymentId: 90 }),
      ],
    }),
    'a receipt of a large sum': receipt({
      ...PAID,
      received: '999999999999999999.00',
      asked: '999999999999999999.00',
      deposits: [deposit('a', '999999999999999999.00')],
    }),
    'a list of methods': {
      endpoint: endpoint({
        body: {
          code: 200,
          data: { methods: METHODS.map(({ id: paymentId }) => ({ paymentId, amount: 'none' })) },
        },
      }),
    },
    'an amount to enter': { paymentId: '95', endpoint: '/unused' },
    'a problem': { paymentId: '105', endpoint: endpoint({ status: 403 }) },
  };
  for (const [name, attributes] of Object.entries(SITUATIONS))
    itPrints(`as ${name} stays in its card in every locale`, async () => {
      for (const lang of LOCALES) {
        const slip = await mount({ lang, ...NAMED, ...attributes });
        await consoleWarnings(() => until(() => !['idle', 'loading'].includes(slip.status)));
        await slip.updateComplete;
        expect(misplaced(slip), lang).to.deep.equal([]);
      }
    });

  itPrints('as a history stays in its card in every locale', async () => {
    const sum = '1250000000.00';
    const order = { paymentId: 105, fiat: 'MXN', asked: sum, reference: number } as const;
    const deposits = [
      listed({ ...order, status: 'waiting', amount: sum, received: '0.00' }),
      listed({ ...order, status: 'part', amount: '1.00', received: '1.00', payable: true }),
      listed({
        ...order,
        status: 'over',
        amount: sum,
        received: '2500000000.00',
        returned: '1.00',
        createTime: TIME,
        returnTime: TIME,
      }),
      listed({
        paymentId: 81,
        fiat: 'USD',
        amount: sum,
        status: 'returned',
        createTime: TIME,
        returnTime: TIME,
      }),
      listed({ fiat: 'MXN', amount: '999999999999999999.00', txId: number }),
    ];
    for (const lang of LOCALES)
      for (const unfolded of deposits.slice(2)) {
        const history = await historyOf(deposits, { lang, ...NAMED });
        lineOf(history, unfolded).click();
        await history.updateComplete;
        expect(misplaced(history), lang).to.deep.equal([]);
      }
  });
});
