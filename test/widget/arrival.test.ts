import { expect } from '@open-wc/testing/pure';
import { engine, realClick } from '../browsers/commands.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';
import { en } from '../../src/widget/locales/en.js';
import { fill } from '../../src/widget/shared/i18n/formatting.js';
import { announcements, collect, nextEvent } from './helpers/events.js';
import { mount, mountSample, mountUntil, nextFrame, until, untilStatus, update } from './helpers/mount.js';
import { button, part, parts, primaryButtons, row, textOf } from './helpers/queries.js';
import { sampleAnswer } from './helpers/samples.js';
import { endpoint, pay, scripted, unique } from './helpers/servers.js';

/** The element with the real kit and sandbox. */
function shop(visit: string, paymentId: string, amount?: string): Promise<DepositSlip> {
  const endpoint = `/bank/deposit/${visit}`;
  return mountUntil('ready', { endpoint, paymentId, watch: true, ...(amount && { amount }) });
}

/** An endpoint with a Pix slip, which responds to polls with this body. */
function scriptedArrival(data: object) {
  const body = { ...sampleAnswer(90), arrival: 'token' };
  return scripted({ body, bodyFor: { arrival: { code: 200, data } } });
}

/** The text of the status line. */
function status(slip: DepositSlip): string {
  return part(slip, 'status').textContent.trim();
}

/** The announcement of an arrival: its title and its sum. */
function news(slip: DepositSlip): (string | undefined)[] {
  const [title, sum] = ['title', 'total'].map((name) => parts(slip, name)[0]?.textContent.trim());
  return sum === undefined ? [title] : [title, sum];
}

/** The labels and values of the receipt. */
function receipt(slip: DepositSlip): string[] {
  return [...part(slip, 'receipt').querySelectorAll('dt, dd')].map(({ textContent }) => textContent);
}

const real20 = { amount: '20.00', fiat: 'BRL' };

describe(`the arrival of a deposit in ${engine}`, () => {
  afterEach(async () => {
    const response = await fetch('/bank/verify');
    expect(((await response.json()) as { ok: boolean }).ok, 'the ledger holds its invariants').to.equal(true);
  });

  it('is reported once for a Pix code, without a reload, with the deposit', async () => {
    const slip = await shop(unique('pix'), '90');
    expect(status(slip)).to.equal(en.waiting.payment);
    const arrivals = collect(slip, 'deposit-arrived');
    const { txId } = slip.slip!;
    const arrived = nextEvent(slip, 'deposit-arrived');
    await pay({ merchantId: 1001, fiat: 'BRL', amount: '187.40', txId });
    const { deposits, expected } = await arrived;
    expect(deposits.map(({ amount, fiat, txId }) => ({ amount, fiat, txId }))).to.deep.equal([
      { amount: '187.40', fiat: 'BRL', txId },
    ]);
    expect(expected).to.equal(true);
    await slip.updateComplete;
    expect(news(slip)).to.deep.equal([en.arrived, 'R$\u00a0187,40 BRL']);
    expect(receipt(slip).filter((_, at) => at !== 3)).to.deep.equal([
      ...[en.paidWith, en.titles['pix'], en.receivedAt],
      ...[en.labels.depositId, txId],
    ]);
    expect(arrivals).to.have.length(1);
  });

  it('is reported for an account that belongs to this payer only', async () => {
    const visit = unique('own');
    const slip = await shop(visit, '105');
    const account = slip.slip!.rows.find(({ kind }) => kind === 'clabe')!.copy;
    const arrived = nextEvent(slip, 'deposit-arrived');
    await pay({ visit, fiat: 'MXN', amount: '99.99', account });
    dispatchEvent(new Event('online'));
    expect((await arrived).deposits.at(-1)).to.include({ amount: '99.99', fiat: 'MXN' });
  });

  it('names the requested amount if a different one arrived, and is not shown as a success', async () => {
    const slip = await mountSample(95, { amount: '150.00', contact: 'mailto:help@shop.example' });
    const arrived = nextEvent(slip, 'deposit-arrived');
    slip.markArrived({ amount: '149.00', fiat: 'PEN' });
    expect((await arrived).expected).to.equal(false);
    await slip.updateComplete;
    expect(news(slip)).to.deep.equal([en.arrivedOther, 'S/\u00a0149.00 PEN']);
    expect(part(slip, 'notice').textContent).to.contain('The requested amount was S/\u00a0150.00.');
    expect(part(slip, 'arrival').querySelector('a')!.href).to.equal('mailto:help@shop.example');
    expect(part(slip, 'arrival').classList.contains('other')).to.equal(true);
  });

  it('of the requested number in another currency is not treated as the requested amount', async () => {
    const deposits = ['USD', 'BRL'].map((fiat) => ({ amount: '20.00', fiat }));
    const { url: endpoint } = scriptedArrival({ status: 'arrived', deposits });
    const slip = await mountUntil('ready', { paymentId: '90', watch: true, endpoint, amount: '20.00' });
    const arrived = nextEvent(slip, 'deposit-arrived');
    dispatchEvent(new Event('online'));
    await arrived;
    await slip.updateComplete;
    expect(news(slip)).to.deep.equal([en.arrived, 'R$\u00a020,00 BRL']);
    slip.remove();
    const other = await mountSample(95, { amount: '150.00' });
    other.markArrived({ amount: '150.00', fiat: 'USD' });
    await other.updateComplete;
    expect(news(other)).to.deep.equal([en.arrivedOther, '$150.00 USD']);
  });

  const SEVERAL = [
    ['one is of the requested amount', '20.00', true],
    ['no amount was requested', undefined, true],
    ['none is of the amount', '9.00', false],
  ] as const;
  for (const [name, amount, isExpected] of SEVERAL)
    it(`of several deposits lists each and their sum if ${name}`, async () => {
      const deposits = ['5.00', '20.00', '7.00'].map((each) => ({ amount: each, fiat: 'BRL' }));
      const { url: endpoint } = scriptedArrival({ status: 'arrived', deposits });
      const slip = await mountUntil('ready', {
        paymentId: '90',
        watch: true,
        endpoint,
        ...(amount && { amount }),
      });
      const arrived = nextEvent(slip, 'deposit-arrived');
      dispatchEvent(new Event('online'));
      expect((await arrived).expected).to.equal(isExpected);
      await slip.updateComplete;
      expect(news(slip)).to.deep.equal([en.arrived, 'R$\u00a032,00 BRL']);
      const sums = receipt(slip).filter((text) => text.startsWith('R$'));
      expect(sums.slice(amount ? 1 : 0).map((sum) => sum.replace('\u00a0', ' '))).to.deep.equal([
        'R$ 5,00',
        'R$ 20,00',
        'R$ 7,00',
        'R$ 32,00',
      ]);
      expect(Boolean(button(slip, en.depositAgain)), 'nothing is left of a fixed amount').to.equal(!amount);
    });

  it('replaces the slip, and nothing invites the payer to pay again', async () => {
    const slip = await mountSample(105, { watch: true, merchantName: 'Tienda Sol' });
    const next = document.createElement('a');
    next.slot = 'done';
    slip.append(next);
    slip.markArrived({ amount: '99.99', fiat: 'MXN' });
    await slip.updateComplete;
    for (const name of ['status', 'lead', 'steps', 'facts', 'qr', 'link'])
      expect(parts(slip, name), name).to.have.length(0);
    expect(primaryButtons(slip)).to.have.length(0);
    expect(part(slip, 'arrival').textContent).to.contain('to Tienda Sol');
    expect(next.assignedSlot?.name).to.equal('done');
    const account = row(slip, 'Cuenta CLABE');
    expect(account.checkVisibility(), 'the payment details are folded').to.equal(false);
    await realClick(slip.shadowRoot!.querySelector('summary')!);
    expect(account.checkVisibility()).to.equal(true);
  });

  it('is announced once, with its amount', async () => {
    const slip = await mountSample(90);
    const announced = announcements(slip);
    slip.markArrived(real20);
    slip.markArrived(real20);
    await slip.updateComplete;
    await update(slip, { merchantName: 'Tienda Sol' });
    expect(announced).to.deep.equal([`${en.arrived}: R$\u00a020,00`]);
  });

  it('is shown in place of a slip if the endpoint reports it, with one event', async () => {
    const arrivals = collect(document, 'deposit-arrived');
    const data = { status: 'arrived', deposits: [{ ...real20, txId: '100070', createTime: 1763774160000 }] };
    const body = { code: 200, data, paymentId: 90, fiat: 'BRL', amount: '20.00' };
    for (const attributes of [{}, { paymentId: '105 90' }, { paymentId: '90', amount: '20.00' }]) {
      const slip = await mount({ endpoint: endpoint({ body }), watch: true, ...attributes });
      if (slip.status === 'choosing') slip.chooseMethod(90);
      await untilStatus(slip, 'arrived');
      expect([slip.slip, slip.chosenId]).to.deep.equal([undefined, 90]);
      expect(news(slip)).to.deep.equal([en.arrived, 'R$\u00a020,00 BRL']);
      expect(receipt(slip)).to.include.members([en.titles['pix'], '100070']).and.to.have.length(6);
      expect(part(slip, 'actions').textContent.trim()).to.equal(en.printReceipt);
      slip.requestUpdate();
      await slip.updateComplete;
    }
    expect(arrivals.map(({ expected }) => expected)).to.deep.equal([true, true, true]);
  });

  it('in place of a slip is unreadable without a currency, if an amount was requested', async () => {
    const data = { status: 'arrived', deposits: [{ amount: '1.00' }] };
    for (const [attributes, beside] of [
      [{ amount: '20.00' }, {}],
      [{}, { amount: '20.00' }],
    ]) {
      const url = endpoint({ body: { code: 200, data, fiat: 'BRL', ...beside } });
      const slip = await mountUntil('problem', { endpoint: url, paymentId: '90', ...attributes });
      expect(slip.problem!.kind).to.equal('unreadable');
    }
    const body = { code: 200, data, fiat: 'BRL' };
    await mountUntil('arrived', { endpoint: endpoint({ body }), paymentId: '90' });
  });

  it('in place of a slip shows the sum of all deposits, and one that is not enough as such', async () => {
    const deposits = [real20, { amount: '7.00', fiat: 'BRL' }];
    const url = endpoint({ body: { code: 200, data: { status: 'arrived', deposits } } });
    for (const [amount, shown] of [
      ['20.00', [en.arrived, 'R$\u00a027,00 BRL']],
      ['30.00', [en.arrivedOther, 'R$\u00a027,00 BRL']],
    ] as const)
      expect(news(await mountUntil('arrived', { paymentId: '90', amount, endpoint: url }))).to.deep.equal(
        shown,
      );
  });

  it('of an earlier slip is mentioned above a new one, which does not look paid', async () => {
    const arrivals = collect(document, 'deposit-arrived');
    for (const [previous, said] of [
      [
        { amount: '187.40', fiat: 'BRL', createTime: 1763774160000 },
        /Your last deposit: R\$ 187,40, Nov 2[0-9], 2025, [0-9]{2}:[0-9]{2} \S+ /,
      ],
      [{ amount: '187.40', fiat: 'BRL' }, /Your last deposit: R\$ 187,40 /],
    ] as const) {
      const body = { ...sampleAnswer(90), arrival: 'token', previous };
      const slip = await mountUntil('ready', { paymentId: '90', watch: true, endpoint: endpoint({ body }) });
      expect(textOf(slip)).to.match(said);
      expect(status(slip)).to.equal(en.waiting.payment);
      expect(primaryButtons(slip)).to.have.length(1);
      expect(parts(slip, 'arrival')).to.have.length(0);
    }
    expect(arrivals).to.have.length(0);
  });

  it('is awaited again as soon as the network is back, and being offline is reported at once', async () => {
    const server = scriptedArrival({ status: 'waiting' });
    const slip = await mountUntil('ready', { paymentId: '90', watch: true, endpoint: server.url });
    const announced = announcements(slip);
    dispatchEvent(new Event('offline'));
    await slip.updateComplete;
    expect(status(slip)).to.equal(en.offlineStatus);
    expect(announced).to.deep.equal([en.offlineStatus]);
    const before = (await server.requests()).length;
    dispatchEvent(new Event('online'));
    await slip.updateComplete;
    expect(status(slip)).to.equal(en.waiting.payment);
    while ((await server.requests()).length === before) await nextFrame();
  });

  it('is awaited again after a pause if the payer asks for it', async () => {
    // The clock is stopped: if it were set back during the wait, even by a millisecond, the wait would be ten
    // seconds longer.
    const { now } = Date;
    const start = now();
    Date.now = () => start;
    try {
      const slip = await mountUntil('ready', {
        paymentId: '90',
        watch: true,
        endpoint: scriptedArrival({ status: 'waiting' }).url,
      });
      expect(status(slip)).to.equal(en.waiting.payment);
      Date.now = () => start + 15 * 60_000;
      dispatchEvent(new Event('online'));
      await until(() => status(slip).includes(en.paused));
      button(slip, en.checkAgain)!.click();
      await until(() => status(slip) === en.waiting.payment);
      expect(button(slip, en.checkAgain)).to.equal(undefined);
    } finally {
      Date.now = now;
    }
  });

  it('cannot be detected if the account is shared, and the slip says so', async () => {
    expect(status(await shop(unique('blind'), '105'))).to.equal(
      fill(en.cannotKnow, { merchant: en.merchant }),
    );
  });

  it('is not mentioned without the watch attribute', async () => {
    expect(parts(await mountSample(105), 'status')).to.have.length(0);
  });

  for (const [name, data] of Object.entries({
    'without a deposit': { status: 'arrived', deposits: [] },
    'with an unknown status': { status: 'paid', deposits: [{ amount: '1.00', fiat: 'BRL' }] },
    'with the status waiting': { status: 'waiting', deposits: [{ amount: '1.00', fiat: 'BRL' }] },
  }))
    it(`is not reported for a response ${name}`, async () => {
      const server = scriptedArrival(data);
      const slip = await mountUntil('ready', { paymentId: '90', watch: true, endpoint: server.url });
      // The event `online` triggers a poll at once. The second request follows the response to the first.
      for (const count of [2, 3]) {
        dispatchEvent(new Event('online'));
        while ((await server.requests()).length < count) await nextFrame();
      }
      expect((await server.requests()).slice(1)).to.deep.equal(['arrival=token', 'arrival=token']);
      expect(slip.status).to.equal('ready');
      expect(status(slip)).to.equal(en.waiting.payment);
    });

  const invalid = [
    { amount: 'all of it', fiat: 'pesos' },
    { amount: 20, fiat: {} },
  ];
  for (const deposit of [undefined, null, 'x', ...invalid])
    it(`is shown without an amount after markArrived(${JSON.stringify(deposit) ?? ''})`, async () => {
      const slip = await mountSample(105, { amount: '20.00' });
      slip.markArrived(deposit as object);
      await slip.updateComplete;
      expect(slip.status).to.equal('arrived');
      expect(news(slip)).to.deep.equal([en.arrived]);
      expect(parts(slip, 'notice')).to.have.length(0);
    });
});
