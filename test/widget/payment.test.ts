/**
 * What a payer sees of a deposit that differs from the requested amount: a part, too much, paid twice,
 * returned, or paid elsewhere.
 */
import { expect } from '@open-wc/testing/pure';
import { engine, realClick } from '../browsers/commands.js';
import type { Payment } from '../../src/core/reader/payment.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';
import { en } from '../../src/widget/locales/en.js';
import { fill } from '../../src/widget/shared/i18n/formatting.js';
import { announcements, collect } from './helpers/events.js';
import { mountUntil, until, untilStatus } from './helpers/mount.js';
import {
  arrivalOf,
  bodies,
  deposit,
  open,
  OPEN,
  PAID,
  PART,
  RETURNED,
  slipOf,
  TIME,
  TWICE,
} from './helpers/payments.js';
import { button, part, parts, primaryButtons, textOf } from './helpers/queries.js';
import { scripted } from './helpers/servers.js';

const { account } = en;

const lines = (slip: DepositSlip, name: 'account' | 'receipt'): string[] =>
  [...part(slip, name).querySelectorAll('div')].map((line) =>
    [...line.children].map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim()).join(': '),
  );
const title = (slip: DepositSlip): string => part(slip, 'title').textContent.trim();
const total = (slip: DepositSlip): string => part(slip, 'total').textContent.replace(/\s+/g, ' ').trim();
const askedRow = (slip: DepositSlip): string | undefined =>
  slip.shadowRoot!.querySelector('[data-derived="amount"] .value')?.textContent ?? undefined;

describe(`a part of a payment in ${engine}`, () => {
  it('makes the slip request the remainder everywhere, and list the payments', async () => {
    const { slip } = await open(PART);
    expect(total(slip)).to.equal('$1.00 of $1,250.00 MXN');
    expect(part(slip, 'status').textContent).to.contain(en.partArrived);
    const [came, missing] = lines(slip, 'account');
    expect(came).to.match(/^Received .+: \$1,249\.00$/);
    expect(missing).to.equal(`${account.missing}: $1.00`);
    expect(askedRow(slip)).to.equal('1.00');
    expect(part(slip, 'steps').textContent).to.contain('$1.00').and.not.to.contain('1,250');
    expect(slip.payment).to.deep.equal(PART);
  });

  it('by two methods shows the method of each payment', async () => {
    const deposits = [deposit('a', '600.00', { txId: '7' }), deposit('b', '649.00', { paymentId: 90 })];
    const { slip } = await open({ ...PART, deposits });
    const [first, second, all] = lines(slip, 'account');
    expect(first)
      .to.contain(en.titles['spei'])
      .and.to.match(/· 7: \$600\.00$/);
    expect(second).to.contain(en.titles['pix']);
    expect(all).to.equal(`${account.total}: $1,249.00`);
  });

  it('names no deposit by a number that could be an account', async () => {
    const txId = '002010077777777771';
    const { slip } = await open({ ...PART, deposits: [deposit('a', '1249.00', { txId })] });
    expect(textOf(slip)).not.to.contain(txId);
    expect(lines(slip, 'account')[0]).to.match(/: \$1,249\.00$/);
    const receipt = await open({ ...PAID, deposits: [deposit('a', '1250.00', { txId })] });
    expect(textOf(receipt.slip)).not.to.contain(txId);
  });

  it('that arrives while the page is open makes it request the slip of the remainder once, without a new code', async () => {
    const { slip, endpoint, poll } = await open(OPEN);
    expect(parts(slip, 'account')).to.have.length(0);
    const announced = announcements(slip);
    const changes = collect(slip, 'deposit-change');
    await poll(PART);
    expect(total(slip)).to.equal('$1.00 of $1,250.00 MXN');
    expect(changes.map(({ payment }) => payment.received)).to.deep.equal(['1249.00']);
    const text = fill(account.part, { received: '$1,249.00', remaining: '$1.00' });
    expect(announced.at(-1)).to.equal(`${en.titles['spei']}. ${text}`);
    const slips = (await endpoint.requests()).filter((line) => line.includes('paymentId'));
    expect(slips).to.have.length(2);
    expect(slips.join()).not.to.contain('refresh');
  });

  it('is requested once, even if the endpoint still sends the slip of the whole', async () => {
    const { slip, endpoint } = await open(OPEN);
    await endpoint.answer({ 105: slipOf(OPEN, '1250.00'), arrival: { code: 200, data: arrivalOf(PART) } });
    for (let poll = 0; poll < 3; poll += 1) {
      const before = (await endpoint.requests()).length;
      dispatchEvent(new Event('online'));
      while ((await endpoint.requests()).length === before);
      await until(() => slip.status === 'ready');
    }
    const slips = (await endpoint.requests()).filter((line) => line.includes('paymentId'));
    expect(slips).to.have.length(2);
  });

  it('is shown by the list of methods, the skeleton and a problem, and remains after the problem', async () => {
    const offers = [90, 105].map((paymentId) => ({ paymentId, fiat: 'MXN', amount: 'none' }));
    const methods = { code: 200, data: { methods: offers }, payment: PART };
    const endpoint = scripted({ body: methods, bodyFor: { 105: { code: 503, msg: 'no' } } });
    const slip = await mountUntil('choosing', { watch: true, endpoint: endpoint.url });
    const expected = `${account.missing}: $1.00`;
    expect(lines(slip, 'account')[1]).to.equal(expected);
    parts(slip, 'option')[1]!.click();
    await slip.updateComplete;
    expect([slip.status, lines(slip, 'account')[1]]).to.deep.equal(['loading', expected]);
    await untilStatus(slip, 'problem');
    expect(lines(slip, 'account')[1]).to.equal(expected);
    expect(slip.payment).to.deep.equal(PART);
  });

  it('is included in what is copied', async () => {
    const { slip } = await open(PART, { orderReference: 'A-1001' });
    const texts: string[] = [];
    Object.defineProperty(navigator.clipboard, 'writeText', {
      configurable: true,
      value: async (text: string) => void texts.push(text),
    });
    try {
      expect(await slip.copy()).to.equal('copied');
    } finally {
      Reflect.deleteProperty(navigator.clipboard, 'writeText');
    }
    for (const line of ['Amount: 1.00 MXN', 'Still missing: $1.00', 'Order: A-1001'])
      expect(texts[0]!.split('\n')).to.include(line);
    expect(texts[0]).to.match(/^Received: \$1,249\.00/m);
  });
});

describe(`more than a payment requested in ${engine}`, () => {
  it('is shown on the receipt, with every deposit and the way to the merchant', async () => {
    const { slip } = await open(TWICE, { contact: 'mailto:help@shop.example' });
    expect([title(slip), total(slip)]).to.deep.equal([en.arrived, '$2,500.00 MXN']);
    const notice = part(slip, 'notice');
    expect(notice.textContent).to.contain(fill(account.excess, { amount: '$1,250.00' }));
    expect(notice.textContent).to.contain(fill(account.twice, { merchant: 'Tienda Sol' }));
    expect(part(slip, 'arrival').querySelector('a')!.href).to.equal('mailto:help@shop.example');
    const [method, asked, first, second, all] = lines(slip, 'receipt');
    expect(asked).to.equal(`${account.asked}: $1,250.00`);
    expect(method).to.equal(`${en.paidWith}: ${en.titles['spei']}`);
    expect(first).to.match(/^Payment 1 .*: \$1,250\.00$/);
    expect(second).to.match(/^Payment 2 .*77: \$1,250\.00$/);
    expect(all).to.equal(`${account.total}: $2,500.00`);
    expect(Boolean(button(slip, en.depositAgain))).to.equal(false);
  });

  it('in three payments is shown without naming a second one', async () => {
    const deposits = ['1249.00', '1.00', '1.00'].map((amount, at) => deposit(`d${at}`, amount));
    const { slip } = await open({ ...TWICE, received: '1251.00', excess: '1.00', deposits });
    expect(part(slip, 'notice').textContent).to.contain(fill(account.once, { merchant: 'Tienda Sol' }));
  });

  it('is a sentence with a capital letter even without the name of a merchant', async () => {
    const { slip } = await open(TWICE, { merchantName: undefined });
    const text = fill(account.twice, { merchant: 'The merchant' });
    expect(part(slip, 'notice').textContent).to.contain(text);
  });

  it('by one deposit shows the amount that arrived', async () => {
    const over: Payment = {
      ...PAID,
      status: 'over',
      received: '1262.60',
      excess: '12.60',
      deposits: [deposit('a', '1262.60')],
    };
    const { slip } = await open(over);
    expect(total(slip)).to.equal('$1,262.60 MXN');
    expect(part(slip, 'notice').textContent).to.contain(fill(account.excess, { amount: '$12.60' }));
  });

  it('appears on a page that shows its receipt, with one arrival event', async () => {
    const { slip, poll } = await open(OPEN);
    const arrivals = collect(slip, 'deposit-arrived');
    await poll(PAID);
    expect(slip.status).to.equal('arrived');
    await poll(TWICE);
    expect(lines(slip, 'receipt').at(-1)).to.equal(`${account.total}: $2,500.00`);
    expect(arrivals.map(({ payment }) => payment?.received)).to.deep.equal(['1250.00']);
  });
});

describe(`a page that sees a payment before its element in ${engine}`, () => {
  it('makes the element check at once, and gets the change', async () => {
    const { slip, endpoint } = await open(PAID);
    const changes = collect(slip, 'deposit-change');
    await endpoint.answer(bodies(RETURNED));
    slip.check();
    await until(() => changes.length > 0);
    await slip.updateComplete;
    expect(title(slip)).to.equal(account.returned);
    slip.remove();
    slip.check();
    document.body.append(slip);
    await slip.updateComplete;
    expect(title(slip)).to.equal(account.returned);
  });
});

describe(`a wallet in ${engine}`, () => {
  it('reports each deposit, and offers to make another one', async () => {
    const wallet = (...ids: readonly string[]): Payment => ({
      status: 'open',
      fiat: 'MXN',
      received: `${ids.length}00.00`.replace(/^000/, '0'),
      deposits: ids.map((id) => deposit(id, '100.00')),
    });
    const { slip, poll } = await open(wallet(), { amount: undefined });
    const arrivals = collect(slip, 'deposit-arrived');
    await poll(wallet('a'));
    expect([title(slip), total(slip)]).to.deep.equal([en.arrived, '$100.00 MXN']);
    await poll(wallet('a', 'b'));
    expect(lines(slip, 'receipt').at(-1)).to.equal(`${account.total}: $200.00`);
    expect(arrivals.map(({ payment }) => payment?.deposits.length)).to.deep.equal([1, 2]);
    expect(Boolean(button(slip, en.depositAgain))).to.equal(true);
  });
});

describe(`a returned payment in ${engine}`, () => {
  it('is shown with its date, announced, and offers the slip again', async () => {
    const { slip, endpoint, poll } = await open(PAID, { contact: 'mailto:help@shop.example' });
    const announced = announcements(slip);
    await poll(RETURNED);
    expect([title(slip), total(slip)]).to.deep.equal([account.returned, '$1,250.00 MXN']);
    expect(part(slip, 'arrival').querySelectorAll('s')).not.to.have.length(0);
    expect(announced.at(-1)).to.contain(account.returned);
    const [method, came, back, due] = lines(slip, 'receipt');
    expect(method).to.contain(en.paidWith);
    expect(came).to.match(/^Received .+: \$1,250\.00$/);
    expect(back).to.match(/^Sent back .+: −.?\$1,250\.00$/);
    expect(due).to.equal(`${account.toPay}: $1,250.00`);
    expect(textOf(slip)).to.contain('Contact Tienda Sol');
    expect(Boolean(button(slip, en.printReceipt))).to.equal(false);
    const [again] = primaryButtons(slip);
    expect(again!.textContent.trim()).to.equal(account.showDetails);
    await realClick(again!);
    await until(() => slip.status === 'ready');
    expect(total(slip)).to.equal('$1,250.00 MXN');
    expect(lines(slip, 'account')[1]).to.match(/^Sent back .+: −.?\$1,250\.00$/);
    expect(part(slip, 'notice').textContent).to.contain('This payment was sent back on Mar');
    expect(part(slip, 'account').querySelectorAll('.bar')).to.have.length(0);
    expect((await endpoint.requests()).join()).not.to.contain('refresh');
  });

  it('is shown even if the endpoint does not send the time, or its clock was set back', async () => {
    for (const more of [{}, { returnTime: TIME - 1 }]) {
      const { slip, poll } = await open(PAID);
      await poll({ ...OPEN, deposits: [deposit('a', '1250.00', { returned: '1250.00', ...more })] });
      expect([title(slip), total(slip)]).to.deep.equal([account.returned, '$1,250.00 MXN']);
      await realClick(primaryButtons(slip)[0]!);
      await until(() => slip.status === 'ready');
      await slip.updateComplete;
      const said = 'returnTime' in more ? 'sent back on Mar' : 'Sent back: $1,250.00';
      expect(part(slip, 'notice').textContent).to.contain(said);
      slip.remove();
    }
  });

  it('is shown with its own date, and so are the deposits before it', async () => {
    const { slip, poll } = await open(PAID);
    await poll(RETURNED);
    const [, came, back] = lines(slip, 'receipt');
    expect(came).to.match(/^Received Mar.2, /);
    expect(back).to.match(/^Sent back Mar.3, /);
  });

  it('in part is shown with what is left and what is missing', async () => {
    const { slip, poll } = await open(PAID);
    const back = { returned: '100.00', returnTime: TIME + 60_000 };
    await poll({
      ...PART,
      received: '1150.00',
      remaining: '100.00',
      deposits: [deposit('a', '1250.00', back)],
    });
    expect(part(slip, 'total').querySelectorAll('s')).to.have.length(0);
    const [, came, sent, all, due] = lines(slip, 'receipt');
    expect(came).to.match(/^Received .+: \$1,250\.00$/);
    expect(sent).to.match(/^Sent back .+: −.?\$100\.00$/);
    expect(all).to.equal(`${account.kept}: $1,150.00`);
    expect(due).to.equal(`${account.toPay}: $100.00`);
    expect(primaryButtons(slip)).to.have.length(1);
  });

  it('that was returned many times, and paid by deposits that are not listed, has arrived', async () => {
    const back = (at: number) => deposit(`d${at}`, '1.00', { returned: '1.00', returnTime: TIME });
    const deposits = Array.from({ length: 20 }, (_, at) => back(at));
    const { slip } = await open({ ...PAID, deposits, earlier: { count: 1, amount: '1250.00' } });
    expect([title(slip), total(slip)]).to.deep.equal([en.arrived, '$1,250.00 MXN']);
  });

  it('can be paid again by another deposit, which is reported as a new arrival', async () => {
    const { slip, poll } = await open(PAID);
    const arrivals = collect(slip, 'deposit-arrived');
    await poll(RETURNED);
    await poll({ ...PAID, deposits: [...RETURNED.deposits, deposit('b', '1250.00')] });
    expect(title(slip)).to.equal(en.arrived);
    expect(arrivals).to.have.length(1);
  });

  it('is not inferred from an endpoint that has not seen the deposit yet', async () => {
    const { slip, endpoint } = await open(OPEN);
    slip.markArrived({ amount: '1250.00', fiat: 'MXN' });
    await slip.updateComplete;
    const before = (await endpoint.requests()).length;
    dispatchEvent(new Event('online'));
    while ((await endpoint.requests()).length === before);
    await slip.updateComplete;
    expect(title(slip)).to.equal(en.arrived);
  });
});

describe(`an order that was paid elsewhere in ${engine}`, () => {
  it('turns its page into the receipt, which shows what arrived and not what is open', async () => {
    const { slip, poll } = await open(OPEN);
    const { copy: clabe } = slip.slip!.rows[0]!;
    expect(textOf(slip)).to.contain(clabe);
    await poll({ ...PAID, deposits: [deposit('a', '1250.00', { paymentId: 90, txId: '100041' })] });
    expect(title(slip)).to.equal(en.arrived);
    expect(part(slip, 'notice').textContent).to.contain(account.elsewhere);
    expect(lines(slip, 'receipt')[0]).to.equal(`${en.paidWith}: ${en.titles['pix']}`);
    expect(textOf(slip)).to.contain('100041').and.not.to.contain(clabe);
  });
});

describe(`an invalid payment in ${engine}`, () => {
  it('makes no slip, and changes nothing on a page that polls', async () => {
    const wrong = { ...PART, received: '1250.00' };
    const endpoint = scripted({ body: {}, bodyFor: { 105: slipOf(wrong, '1.00') } });
    const slip = await mountUntil('problem', { paymentId: '105', watch: true, endpoint: endpoint.url });
    expect(slip.problem!.kind).to.equal('unreadable');
    const page = await open(OPEN);
    const changes = collect(page.slip, 'deposit-change');
    const data = { ...arrivalOf(PART), payment: wrong };
    await page.endpoint.answer({ arrival: { code: 200, data } });
    const before = (await page.endpoint.requests()).length;
    dispatchEvent(new Event('online'));
    while ((await page.endpoint.requests()).length === before);
    await page.slip.updateComplete;
    expect(changes).to.have.length(0);
    expect(total(page.slip)).to.equal('$1,250.00 MXN');
  });
});

describe(`a list of methods beside a finished payment in ${engine}`, () => {
  const listOf = (payment: Payment): object => ({
    code: 200,
    data: { methods: [90, 105].map((paymentId) => ({ paymentId, fiat: 'MXN', amount: 'none' })) },
    payment,
  });

  it('offers no method, because the payer would pay again', async () => {
    for (const payment of [PAID, TWICE]) {
      const slip = await mountUntil('problem', { endpoint: scripted({ body: listOf(payment) }).url });
      expect([slip.problem!.kind, slip.problem!.cause]).to.deep.equal(['unreadable', 'payment']);
      expect(parts(slip, 'option')).to.have.length(0);
      slip.remove();
    }
  });

  it('offers its methods if the payment is open, or welcomes any amount', async () => {
    const wallet = {
      status: 'open',
      fiat: 'MXN',
      received: '5.00',
      deposits: [deposit('a', '5.00')],
    } as const;
    for (const payment of [OPEN, RETURNED, wallet]) {
      const slip = await mountUntil('choosing', { endpoint: scripted({ body: listOf(payment) }).url });
      expect(parts(slip, 'option')).to.have.length(2);
      slip.remove();
    }
  });
});

describe(`the number of an order in ${engine}`, () => {
  it('is shown as it is, on slip and receipt, up to 64 characters', async () => {
    const reference = `<b>A-1001</b>\u202e${'x'.repeat(80)}`;
    const { slip, poll } = await open(OPEN, { orderReference: reference });
    const shown = `<b>A-1001</b>${'x'.repeat(80)}`.slice(0, 64);
    expect(part(slip, 'header').textContent).to.contain(`${account.order} ${shown}`);
    await poll(PAID);
    expect(part(slip, 'arrival').textContent).to.contain(shown).and.not.to.contain(`${shown}x`);
  });
});
