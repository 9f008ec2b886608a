/** What a receipt says first, wherever it stands: all that was received, then what is too much or missing. */
import { expect } from '@open-wc/testing/pure';
import { engine } from '../browsers/commands.js';
import { LOCALES } from '../fixtures/locales.js';
import { formatSum } from '../../src/core/money.js';
import type { Payment } from '../../src/core/reader/payment.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';
import { en } from '../../src/widget/locales/en.js';
import { fill } from '../../src/widget/shared/i18n/formatting.js';
import { messagesFor } from '../../src/widget/shared/i18n/registry.js';
import { announcements } from './helpers/events.js';
import { mountSample, mountUntil } from './helpers/mount.js';
import { deposit, open, OPEN, PAID, TIME, TWICE } from './helpers/payments.js';
import { part, parts, textOf } from './helpers/queries.js';
import { endpoint } from './helpers/servers.js';
import { textsOf } from './helpers/texts.js';

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
const hero = (slip: DepositSlip): string => plain(part(slip, 'total').textContent);

/** A payment of these parts for an order of `asked`. */
function paymentOf(
  asked: string,
  received: string,
  differs: Partial<Payment>,
  ...amounts: string[]
): Payment {
  const deposits = amounts.map((amount, at) => deposit(`d${at}`, amount));
  return { status: 'over', fiat: 'MXN', asked, received, deposits, ...differs };
}

const MORE = paymentOf('60.00', '70.00', { excess: '10.00' }, '20.00', '50.00');

describe(`the headline of a receipt in ${engine}`, () => {
  const CASES: Readonly<Record<string, readonly [Payment, received: string, differs: string]>> = {
    'in two parts, too much': [MORE, '$70.00', '$10.00 more than asked'],
    'in one part, too much': [
      paymentOf('60.00', '90.00', { excess: '30.00' }, '90.00'),
      '$90.00',
      '$30.00 more than asked',
    ],
    'paid twice': [TWICE, '$2,500.00', '$1,250.00 more than asked'],
    'in two parts': [paymentOf('70.00', '70.00', { status: 'paid' }, '20.00', '50.00'), '$70.00', ''],
  };
  for (const [name, [payment, received, differs]] of Object.entries(CASES))
    it(`is all that was received, on screen, shared, copied and announced: ${name}`, async () => {
      const { slip, poll } = await open(OPEN);
      const announced = announcements(slip);
      await poll(payment);
      const sentence = plain(`${en.arrived}: ${received}${differs && `. ${differs}.`}`);
      expect(hero(slip)).to.equal(`${received} MXN`);
      expect(textOf(slip)).to.contain(differs);
      expect(plain(announced.at(-1)!)).to.contain(sentence);
      const withCode = sentence.replace(received, `${received} MXN`);
      const { shared, copied } = await textsOf(slip);
      for (const text of [shared, copied]) expect(plain(text.split('\n')[0]!)).to.contain(withCode);
    });

  it('is the sum received in every locale', async () => {
    for (const lang of LOCALES) {
      const { slip } = await open(MORE, { lang });
      expect(hero(slip), lang).to.contain('70');
      const { excess } = messagesFor(lang).account;
      const amount = formatSum('10.00', 'MXN', lang === 'es' ? 'es-419' : lang);
      expect(textOf(slip), lang).to.contain(plain(fill(excess, { amount })));
      slip.remove();
    }
  });

  it('is what is left after a return of a part, then what is missing', async () => {
    const { slip, poll } = await open(PAID);
    const announced = announcements(slip);
    const deposits = [deposit('a', '1250.00', { returned: '100.00', returnTime: TIME })];
    await poll({ ...OPEN, status: 'part', received: '1150.00', remaining: '100.00', deposits });
    expect(plain(part(slip, 'title').textContent)).to.equal(en.partArrived);
    expect(hero(slip)).to.equal('$1,150.00 MXN');
    expect(plain(part(slip, 'notice').textContent)).to.match(
      /^Still missing: \$100\.00On March.2, \$100\.00 was sent back\.$/,
    );
    expect(plain(announced.at(-1)!)).to.match(
      /^A part has arrived: \$1,150\.00\. Still missing: \$100\.00\. On March.2, \$100\.00 was sent back\.$/,
    );
  });

  it('is the sum that went back, if everything was sent back', async () => {
    const { slip, poll } = await open(PAID);
    const back = (id: string, amount: string) => deposit(id, amount, { returned: amount, returnTime: TIME });
    await poll({ ...OPEN, deposits: [back('a', '1000.00'), back('b', '250.00')] });
    expect(part(slip, 'title').textContent).to.equal(en.account.returned);
    expect(hero(slip)).to.equal('$1,250.00 MXN');
    const { shared } = await textsOf(slip);
    expect(plain(shared.split('\n')[0]!)).to.match(/was sent back on March.2\. \$1,250\.00 MXN$/);
  });

  it('is the sum in the currency of the order, if the endpoint reports deposits alone', async () => {
    const amounts = [
      { amount: '20.00', fiat: 'BRL' },
      { amount: '50.00', fiat: 'BRL' },
      { amount: '7.00', fiat: 'USD' },
    ];
    for (const [amount, title, differs] of [
      ['60.00', en.arrived, fill(en.account.excess, { amount: 'R$ 10,00' })],
      ['70.00', en.arrived, ''],
      ['100.00', en.arrivedOther, 'R$ 100,00'],
      [undefined, en.arrived, ''],
    ] as const) {
      const body = { code: 200, data: { status: 'arrived', deposits: amounts }, fiat: 'BRL' };
      const slip = await mountUntil('arrived', {
        paymentId: '90',
        endpoint: endpoint({ body }),
        ...(amount && { amount }),
      });
      expect([part(slip, 'title').textContent, hero(slip)]).to.deep.equal([title, 'R$ 70,00 BRL']);
      expect(
        parts(slip, 'notice')
          .map(({ textContent }) => plain(textContent))
          .join(),
      ).to.contain(differs);
      const receipt = plain(part(slip, 'receipt').textContent);
      for (const sum of ['R$ 20,00', 'R$ 50,00']) expect(receipt).to.contain(sum);
      expect(receipt).to.match(/7[.,]00/);
      slip.remove();
    }
  });

  it('is absent if the sum is not known', async () => {
    const slip = await mountSample(90);
    slip.markArrived({});
    await slip.updateComplete;
    expect(parts(slip, 'total')).to.have.length(0);
  });
});
