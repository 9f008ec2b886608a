/** What a receipt keeps: no later answer and no failure takes back what has arrived, or asks for it again. */
import { expect } from '@open-wc/testing/pure';
import { clipboardText, engine, realClick } from '../browsers/commands.js';
import { en } from '../../src/widget/locales/en.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';
import { restoreClipboard, withoutClipboard } from './helpers/clipboard.js';
import { later } from './helpers/clock.js';
import { announcements, collect } from './helpers/events.js';
import { mountUntil, until, untilStatus, update } from './helpers/mount.js';
import { bodies, deposit, open, OPEN, PAID, PART, RETURNED, TIME, type Page } from './helpers/payments.js';
import { button, part, parts, textOf } from './helpers/queries.js';
import { sampleAnswer } from './helpers/samples.js';
import { requestsDuring, scripted } from './helpers/servers.js';

const pix = { ...sampleAnswer(90), arrival: 'token' };
const report = (...amounts: string[]): object => ({
  code: 200,
  data: {
    status: amounts.length > 0 ? 'arrived' : 'waiting',
    deposits: amounts.map((amount, at) => ({ amount, fiat: 'BRL', createTime: TIME + at, id: `d${at}` })),
  },
});
const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
const hero = (slip: DepositSlip): string => plain(part(slip, 'total').textContent);

/** Polls once, and waits until the answer has been read. */
async function polled(slip: DepositSlip, { requests }: Page['endpoint']): Promise<void> {
  const countOf = async (): Promise<number> =>
    (await requests()).filter((line) => line.includes('arrival')).length;
  const before = await countOf();
  dispatchEvent(new Event('online'));
  while ((await countOf()) === before) await slip.updateComplete;
  // The answer of the second poll is read after that of the first.
  dispatchEvent(new Event('online'));
  while ((await countOf()) < before + 2) await slip.updateComplete;
  await slip.updateComplete;
}

describe(`a deposit that the page learned of by itself in ${engine}`, () => {
  it('is looked up if a part is known: it may be that part, or one more', async () => {
    for (const { amount, next, hero: sum } of [
      { amount: '1249.00', next: PART, hero: undefined },
      {
        amount: '1.00',
        next: { ...PAID, deposits: [...PART.deposits, deposit('b', '1.00')] },
        hero: '$1,250.00 MXN',
      },
    ]) {
      const { slip, endpoint } = await open(PART);
      await endpoint.answer(bodies(next));
      const before = (await endpoint.requests()).length;
      slip.markArrived({ amount, fiat: 'MXN' });
      while ((await endpoint.requests()).length === before) await slip.updateComplete;
      if (sum) await untilStatus(slip, 'arrived');
      await slip.updateComplete;
      if (sum) expect(hero(slip)).to.equal(sum);
      else expect([slip.status, slip.payment?.received]).to.deep.equal(['ready', '1249.00']);
    }
  });

  it('is added to what is known and kept if the page does not watch', async () => {
    const earlier = { count: 3, amount: '100.00' };
    for (const known of [
      PART,
      { ...PART, deposits: [deposit('a', '1250.00', { returned: '1.00', returnTime: TIME })] },
      { ...PART, earlier, deposits: [deposit('a', '1149.00')] },
    ]) {
      const { slip } = await open(known, { watch: false });
      const events = collect(slip, 'deposit-arrived');
      slip.markArrived({ amount: '1.00', fiat: 'MXN' });
      await untilStatus(slip, 'arrived');
      expect(hero(slip)).to.equal('$1,250.00 MXN');
      expect(textOf(slip)).to.contain(en.arrived);
      expect(events[0]!.expected).to.equal(true);
    }
  });

  it('is looked up if it may be a known part, also if the page does not watch', async () => {
    const half = { ...PART, received: '625.00', remaining: '625.00', deposits: [deposit('a', '625.00')] };
    const { slip, endpoint } = await open(half, { watch: false });
    const both = [deposit('a', '625.00'), deposit('b', '625.00')];
    await endpoint.answer(bodies({ ...PAID, deposits: both }));
    slip.markArrived({ amount: '625.00', fiat: 'MXN' });
    await untilStatus(slip, 'arrived');
    expect(hero(slip)).to.equal('$1,250.00 MXN');
  });

  it('is not taken back by an endpoint that has not seen it yet', async () => {
    const { slip, endpoint } = await open(OPEN);
    slip.markArrived({ amount: '1250.00', fiat: 'MXN' });
    await untilStatus(slip, 'arrived');
    await polled(slip, endpoint);
    expect(hero(slip)).to.equal('$1,250.00 MXN');
  });

  it('is not taken back by an endpoint that knows only the part before it', async () => {
    const { slip, endpoint } = await open(PART, { watch: false });
    slip.markArrived({ amount: '1.00', fiat: 'MXN' });
    await untilStatus(slip, 'arrived');
    await update(slip, { watch: true });
    await polled(slip, endpoint);
    expect(hero(slip)).to.equal('$1,250.00 MXN');
    expect(textOf(slip)).to.contain(en.arrived);
  });

  it('is shown as soon as there is a slip, if the page marks it before', async () => {
    const endpoint = scripted({ body: {}, bodyFor: bodies(OPEN) });
    const slip = await mountUntil('loading', { paymentId: '105', endpoint: endpoint.url });
    slip.markArrived({ amount: '1250.00', fiat: 'MXN' });
    await untilStatus(slip, 'arrived');
    expect(hero(slip)).to.equal('$1,250.00 MXN');
  });

  it('leaves nothing to pay of an order whose amount the endpoint states', async () => {
    for (const payment of [OPEN, undefined]) {
      const endpoint = scripted({
        body: { ...pix, paymentId: 90, fiat: 'BRL', amount: '60.00', ...(payment && { payment }) },
        bodyFor: payment ? bodies(payment) : {},
      });
      const slip = await mountUntil('ready', { paymentId: payment ? '105' : '90', endpoint: endpoint.url });
      slip.markArrived({ amount: slip.slip!.askedAmount!, fiat: slip.slip!.fiat!, createTime: TIME });
      await untilStatus(slip, 'arrived');
      expect(textOf(slip)).to.contain(en.arrived).and.not.to.contain(en.depositAgain);
    }
  });
});

describe(`a receipt in ${engine}`, () => {
  /** A Pix slip for any amount whose deposit of 20 has arrived, without a record of the payment. */
  async function received(asked?: string): Promise<Pick<Page, 'slip' | 'endpoint'>> {
    const endpoint = scripted({
      body: { ...pix, ...(asked && { amount: asked }) },
      bodyFor: { arrival: report() },
    });
    const slip = await mountUntil('ready', { paymentId: '90', watch: true, endpoint: endpoint.url });
    await endpoint.answer({ arrival: report('20.00') });
    dispatchEvent(new Event('online'));
    return { slip: await untilStatus(slip, 'arrived'), endpoint };
  }

  it('grows with every deposit that the endpoint reports, also without a record of the payment', async () => {
    for (const asked of [undefined, '60.00']) {
      const { slip, endpoint } = await received(asked);
      const events = collect(slip, 'deposit-arrived');
      expect(hero(slip)).to.equal('R$ 20,00 BRL');
      await endpoint.answer({ arrival: report('20.00', '50.00') });
      dispatchEvent(new Event('online'));
      await until(() => hero(slip) === 'R$ 70,00 BRL');
      expect(textOf(slip)).to.contain(asked ? 'R$ 10,00 more than asked' : en.arrived);
      expect(events).to.have.length(1);
      await endpoint.answer({ arrival: report('20.00') });
      await polled(slip, endpoint);
      expect(hero(slip), 'an answer that knows less').to.equal('R$ 70,00 BRL');
    }
  });

  it('says what the endpoint knows, if the page did not know the amount, or knew less', async () => {
    for (const mark of [{}, { amount: '5.00', fiat: 'BRL' }]) {
      const endpoint = scripted({ body: pix, bodyFor: { arrival: report() } });
      const slip = await mountUntil('ready', { paymentId: '90', watch: true, endpoint: endpoint.url });
      slip.markArrived(mark);
      await endpoint.answer({ arrival: report('20.00') });
      dispatchEvent(new Event('online'));
      await until(() => parts(slip, 'total').length > 0 && hero(slip) === 'R$ 20,00 BRL');
    }
  });

  it('keeps a known part, if a later response does not report the payment', async () => {
    const { slip, endpoint } = await open(PART);
    const deposits = [{ amount: '1.00', fiat: 'MXN', createTime: TIME }];
    await endpoint.answer({ arrival: { code: 200, data: { status: 'arrived', deposits } } });
    dispatchEvent(new Event('online'));
    await untilStatus(slip, 'arrived');
    expect(hero(slip)).to.equal('$1,250.00 MXN');
    expect(textOf(slip)).to.contain(en.arrived);
  });

  it('says that a part of the money was sent back, not the payment, while another part is left', async () => {
    const deposits = [
      deposit('a', '625.00'),
      deposit('b', '625.00', { returned: '625.00', returnTime: TIME }),
    ];
    const { slip } = await open({ ...PART, received: '625.00', remaining: '625.00', deposits });
    expect(plain(textOf(slip))).to.contain('On March 2, $625.00 was sent back.');
    expect(textOf(slip)).not.to.contain('This payment was sent back');
  });

  it('has no time of a return that the endpoint does not report', async () => {
    const back = { ...PART, received: '0.00', remaining: '1250.00', status: 'open' } as const;
    const { slip } = await open({ ...back, deposits: [deposit('a', '1250.00', { returned: '1250.00' })] });
    expect(plain(textOf(slip)))
      .to.contain('Sent back: $1,250.00')
      .and.not.to.contain('March');
    expect(plain(textOf(slip)).match(/Mar 2, 2026/g)).to.have.length(1);
  });

  it('says after an hour that another payment was not seen, not that none was', async () => {
    const { slip, poll } = await open(OPEN);
    await poll(PAID);
    await poll(RETURNED);
    await later(61 * 60_000, async () => {
      dispatchEvent(new Event('online'));
      await until(() => textOf(slip).includes(en.pausedAgain));
    });
  });

  it('stays if another slip cannot be made, whatever the reason, which stands beside the button', async () => {
    for (const [status, body] of [
      [200, { code: 200, data: { fiat: 'BRL', fieldList: {} } }],
      [409, { code: 409, data: { status: '1' } }],
    ] as const) {
      const { slip } = await received();
      const answering =
        (native: typeof fetch): typeof fetch =>
        async (input, init) =>
          new Request(input).url.includes('refresh') ? Response.json(body, { status }) : native(input, init);
      await requestsDuring(async () => {
        await realClick(button(slip, en.depositAgain)!);
        await until(() => parts(slip, 'notice').length > 0);
      }, answering);
      expect(slip.status).to.equal('arrived');
      expect(hero(slip)).to.equal('R$ 20,00 BRL');
    }
  });

  it('does not show a slip for the whole amount while a part of it is missing', async () => {
    const { slip, poll } = await open(PAID);
    await poll(RETURNED);
    expect(textOf(slip)).to.contain(en.account.returned);
    expect(slip.shadowRoot!.querySelector('.payment-details')).to.equal(null);
  });

  it('says that it cannot see new deposits while an amount is missing again', async () => {
    const { slip, endpoint, poll } = await open(OPEN);
    await poll(PAID);
    await poll(RETURNED);
    const said = announcements(slip);
    await requestsDuring(
      async () => {
        dispatchEvent(new Event('online'));
        await until(() => textOf(slip).includes(en.cannotLook));
      },
      () => async () => new Response('', { status: 403 }),
    );
    expect(textOf(slip)).to.contain('If you have paid, do not pay again');
    expect(said.at(-1)).to.equal(en.cannotLook);
    await polled(slip, endpoint);
    expect(textOf(slip)).not.to.contain(en.cannotLook);
  });

  it('is polled for while the slip for what is missing again cannot be made', async () => {
    const { slip, endpoint, poll } = await open(OPEN);
    await poll(PAID);
    await poll(RETURNED);
    await endpoint.answer({ ...bodies(RETURNED), 105: { code: 500 } });
    await realClick(button(slip, en.account.showDetails)!);
    await untilStatus(slip, 'problem');
    await endpoint.answer({
      arrival: {
        code: 200,
        data: {
          status: 'arrived',
          deposits: [deposit('b', '1250.00')],
          payment: { ...PAID, deposits: [...RETURNED.deposits, deposit('b', '1250.00')] },
        },
      },
    });
    dispatchEvent(new Event('online'));
    await untilStatus(slip, 'arrived');
    expect(textOf(slip)).to.contain(en.arrived);
  });
});

describe(`after a copy in ${engine}, the live region`, () => {
  it('says what happens next: a failed new code, a return, and a second deposit', async () => {
    const { slip, poll } = await open(OPEN);
    const said = announcements(slip);
    await realClick(parts(slip, 'copy')[0]!);
    await clipboardText();
    await until(() => said.some((text) => text.includes(en.copied)));
    await requestsDuring(
      async () => {
        slip.reload();
        await until(() => said.some((text) => text.includes('do not pay again')));
      },
      () => async () => new Response('', { status: 503 }),
    );
    await poll(PAID);
    await slip.copy(slip.slip!.rows[0]!.key);
    await poll(RETURNED);
    expect(said.at(-1)).to.contain('sent back');
  });

  it('says that the page went offline, also if the copy was refused', async () => {
    const { slip } = await open(OPEN);
    const said = announcements(slip);
    withoutClipboard();
    try {
      await slip.copy(slip.slip!.rows[0]!.key);
      await until(() => said.some((text) => text.includes(en.selected)));
      dispatchEvent(new Event('offline'));
      await until(() => said.at(-1) === en.offlineStatus);
    } finally {
      restoreClipboard();
      dispatchEvent(new Event('online'));
    }
  });

  it('says the amount that arrived, if the focus moved to the title', async () => {
    const { slip, poll } = await open(OPEN);
    const said = announcements(slip);
    await realClick(parts(slip, 'copy')[0]!);
    await poll(PAID);
    expect(slip.shadowRoot!.activeElement?.id).to.equal('title');
    expect(plain(said.at(-1)!)).to.equal('$1,250.00');
  });
});
