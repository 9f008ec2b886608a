/** What a row of the history says about its deposit, and about the payment that the deposit belongs to. */
import { expect } from '@open-wc/testing/pure';
import { engine } from '../../browsers/commands.js';
import type { DepositHistory } from '../../../src/widget/deposit-history/deposit-history.js';
import { en } from '../../../src/widget/deposit-history/locales/en.js';
import { en as shared } from '../../../src/widget/locales/en.js';
import { deposit, historyOf, lineOf, lines } from '../helpers/history.js';
import { part, parts, textOf } from '../helpers/queries.js';

const AT = new Date(2026, 4, 3, 14, 5).getTime();
const AT_OLD = new Date(2025, 10, 3, 14, 5).getTime();

/** The texts of the rows about the sums of their payments. */
function sumsOf(history: DepositHistory): string[] {
  return parts(history, 'sums').map(({ innerText }) => innerText.replace(/[\u00a0\u202f]/g, ' '));
}

describe(`a row of a history in ${engine}`, () => {
  it('shows the state, the method, the time, the amount and the currency of each deposit', async () => {
    const history = await historyOf([
      deposit({ createTime: AT }),
      deposit({ createTime: AT, status: 'returned', paymentId: 105, fiat: 'MXN', amount: '1250.00' }),
      deposit({ createTime: AT, paymentId: undefined, fiat: 'COP', amount: '820000' } as object),
      deposit({ createTime: AT, fiat: 'XTS', amount: '7.00' }),
    ]);
    expect(lines(history)).to.deep.equal([
      'Received Pix · 14:05 R$ 187,40 BRL',
      'Sent back SPEI $1,250.00 MXN',
      'Received Deposit · 14:05 $ 820.000 COP',
      'Received Pix · 14:05 XTS 7.00',
    ]);
  });

  it('shows what is missing of a part, and what is too much', async () => {
    const part = { createTime: AT, status: 'part', paymentId: 105, fiat: 'MXN', amount: '1249.00' } as const;
    const sums = { asked: '1250.00', received: '1249.00' };
    const history = await historyOf([
      deposit({ ...part, ...sums, payable: true }),
      // The order no longer requests an amount.
      deposit({ ...part, ...sums }),
      deposit({ ...part, asked: '3000.00', received: '2498.00', payable: true }),
      deposit({ createTime: AT, status: 'over', amount: '187.40', asked: '187.40', received: '374.80' }),
    ]);
    expect(lines(history)).to.deep.equal([
      `Part received SPEI · 14:05 $1,249.00 $1.00 missing · MXN ${en.open}`,
      'Part received SPEI · 14:05 $1,249.00 MXN',
      `Part received SPEI · 14:05 $2,498.00 $502.00 missing · MXN ${en.open}`,
      'Received, more than asked Pix · 14:05 R$ 374,80 R$ 187,40 too much',
    ]);
    expect(sumsOf(history)).to.deep.equal([
      '$1,250.00 requested',
      '$1,250.00 requested',
      '$1,249.00 in this deposit · $3,000.00 requested',
      'R$ 187,40 in this deposit · R$ 187,40 requested',
    ]);
  });

  it('shows that a remainder is still missing', async () => {
    const rest = {
      status: 'waiting',
      paymentId: 105,
      fiat: 'MXN',
      amount: '300.00',
      asked: '450.00',
    } as const;
    const history = await historyOf([
      deposit({ ...rest, received: '150.00' }),
      deposit({ ...rest, amount: '450.00', received: '0.00' }),
    ]);
    const below = parts(history, 'difference').map(({ innerText }) => innerText.replace('\u00a0', ' '));
    expect(below).to.deep.equal([`${en.rest} · MXN`, 'MXN']);
    parts(history, 'entry')[0]!.click();
    await history.updateComplete;
    expect(history.shadowRoot!.textContent).to.contain('If you have paid the rest, do not pay again');
    expect(history.shadowRoot!.textContent).not.to.contain('Nothing has been received');
  });

  it('shows the time of a return on the day of its group, and the date of another', async () => {
    const part = { createTime: AT, status: 'arrived', returned: '50.00' } as const;
    const history = await historyOf([
      deposit({ ...part, returnTime: AT + 60_000 }),
      deposit({ ...part, returnTime: AT + 86_400_000 }),
    ]);
    expect(sumsOf(history)).to.deep.equal(['R$ 50,00 sent back at 14:06', 'R$ 50,00 sent back on May 4']);
  });

  it('shows what was paid of an order that is awaited, or was paid by several deposits, and of no other', async () => {
    const history = await historyOf([
      deposit({ status: 'waiting', amount: '6.00', asked: '10.00', received: '4.00' }),
      deposit({ status: 'waiting', amount: '10.00', asked: '10.00', received: '0.00' }),
      deposit({ amount: '4.00', asked: '10.00', received: '10.00' }),
      deposit({ amount: '10.00', asked: '10', received: '10.00' }),
      deposit({ status: 'returned', amount: '6.00', asked: '10.00', received: '4.00' }),
    ]);
    expect(sumsOf(history)).to.deep.equal([
      'R$ 4,00 received, R$ 10,00 requested',
      'R$ 4,00 in this deposit',
    ]);
  });

  it('shows what was returned and when, in words as well as by a line through it', async () => {
    const returnTime = new Date(2025, 10, 20, 9).getTime();
    const thisYear = new Date(new Date().getFullYear(), 0, 1).getTime();
    const history = await historyOf([
      deposit({ createTime: AT_OLD, status: 'returned', returned: '187.40', returnTime }),
      deposit({ createTime: AT_OLD, returned: '50.00', returnTime }),
      deposit({ createTime: AT_OLD, returned: '50.00', returnTime: thisYear }),
      deposit({ createTime: AT_OLD, returned: '50.00' }),
    ]);
    expect(lines(history)).to.deep.equal([
      'Sent back Pix · returned Nov 20, 2025 R$ 187,40 BRL',
      ...Array.from({ length: 3 }, () => 'Received Pix · 14:05 R$ 187,40 BRL'),
    ]);
    expect(sumsOf(history)).to.deep.equal([
      'R$ 50,00 sent back on Nov 20, 2025',
      'R$ 50,00 sent back on Jan 1',
      'R$ 50,00: Sent back',
    ]);
    const strikes = parts(history, 'amount').map((amount) => getComputedStyle(amount).textDecorationLine);
    expect(strikes).to.deep.equal(['line-through', 'none', 'none', 'none']);
  });

  it('names the order and the deposit number, as text that can be selected', async () => {
    const history = await historyOf([
      deposit({ txId: '100070', reference: 'Pedido <b>7</b>' }),
      deposit({ txId: '100071' }),
      deposit({ txId: undefined, reference: 'A-8' } as object),
      deposit({ txId: undefined } as object),
    ]);
    const numbers = parts(history, 'numbers');
    const textsOf = (selector: string) =>
      numbers.map((each) =>
        [...each.querySelectorAll(selector)]
          .map(({ textContent }) => textContent.replaceAll('\u00a0', ' '))
          .join(''),
      );
    expect(textsOf(':scope > bdi, [aria-hidden]')).to.deep.equal([
      'Pedido <b>7</b> · Deposit 100070',
      'Deposit 100071',
      'A-8',
    ]);
    expect(textsOf(':scope > bdi, .sr')).to.deep.equal([
      'Order Pedido <b>7</b>Deposit 1 0 0 0 7 0',
      'Deposit 1 0 0 0 7 1',
      'Order A-8',
    ]);
    // The text of a button cannot be selected.
    expect(numbers[0]!.closest('button') === null).to.equal(true);
    expect(getComputedStyle(numbers[0]!).userSelect).not.to.equal('none');
    const described = history.deposits.map((each) => lineOf(history, each).getAttribute('aria-describedby'));
    expect(described[0]).to.equal(numbers[0]!.parentElement!.id);
    expect(described[3]).to.equal(null);
  });

  it('shows when the instructions of an awaited deposit were created, and how long a slow rail takes', async () => {
    const createTime = new Date().setHours(0, 0, 0, 0);
    const history = await historyOf([
      deposit({ status: 'waiting', createTime }),
      deposit({ status: 'waiting', createTime, paymentId: 81, fiat: 'USD', amount: '300.00' }),
      // The linked page says how long a return takes.
      deposit({ status: 'waiting', createTime, paymentId: 95, fiat: 'PEN', amount: '50.00' }),
    ]);
    expect(lines(history)[0]).to.contain('Waiting Pix · since 00:00 R$ 187,40 BRL');
    expect(lines(history)[1]).to.contain(`ACH · since 00:00 · ${shared.speeds.days}`);
    expect(lines(history)[2]).to.contain('Bank transfer · since 00:00 S/ 50.00 PEN');
    const earlier = await historyOf([deposit({ status: 'waiting', createTime: AT_OLD })]);
    expect(lines(earlier)[0]).to.contain('Pix · since Nov 3, 2025');
  });

  it('explains an awaited, partial, excessive or returned deposit, and whom to ask', async () => {
    for (const [status, sums] of [
      ['waiting', {}],
      ['part', { asked: '200.00', received: '187.40', payable: true }],
      ['over', { asked: '100.00', received: '187.40' }],
      ['returned', {}],
    ] as const) {
      const one = deposit({ status, ...sums });
      const history = await historyOf([one], { merchantName: 'Sol', contact: 'mailto:help@example.com' });
      lineOf(history, one).click();
      await history.updateComplete;
      expect(textOf(history)).to.contain(en.notes[status].replace('{merchant}', 'Sol'));
      expect(part(history, 'details').querySelector('a')!.href).to.equal('mailto:help@example.com');
    }
  });
});
