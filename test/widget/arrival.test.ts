import { expect } from '@open-wc/testing';
import { engine } from '../browsers/commands.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';
import { collect, nextEvent } from './helpers/events.js';
import { mountSample, mountUntil, nextFrame } from './helpers/mount.js';
import { part, parts, textOf } from './helpers/queries.js';
import { sampleAnswer } from './helpers/samples.js';
import { pay, scripted, unique } from './helpers/servers.js';

/** The element before the real kit and sandbox. */
function shop(visit: string, paymentId: string, amount?: string): Promise<DepositSlip> {
  const endpoint = `/bank/deposit/${visit}`;
  return mountUntil('ready', { endpoint, paymentId, watch: true, ...(amount && { amount }) });
}

/** An endpoint with a Pix slip, which answers polls with this. */
function scriptedArrival(data: object) {
  const body = { ...sampleAnswer(90), arrival: 'token' };
  return scripted({ body, bodyFor: { arrival: { code: 200, data } } });
}

/** The text of the arrival notice. */
function notice(slip: DepositSlip): string {
  return part(slip, 'arrival').textContent.trim();
}

describe(`the arrival of a deposit in ${engine}`, () => {
  afterEach(async () => {
    const response = await fetch('/bank/verify');
    expect(((await response.json()) as { ok: boolean }).ok, 'the ledger holds its invariants').to.equal(true);
  });

  it('is reported once for a Pix code, without a reload, with the deposit', async () => {
    const slip = await shop(unique('pix'), '90');
    expect(textOf(slip)).to.contain('Waiting for your deposit. You can leave this page open');
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
    expect(notice(slip)).to.equal('Your deposit of R$\u00a0187,40\u00a0BRL arrived');
    expect(arrivals).to.have.length(1);
  });

  it('is reported for an account that belongs to the payer alone', async () => {
    const slip = await shop(unique('clabe'), '105');
    const account = slip.slip!.rows.find(({ kind }) => kind === 'clabe')!.copy;
    const arrived = nextEvent(slip, 'deposit-arrived');
    await pay({ merchantId: 1001, fiat: 'MXN', amount: '99.99', account });
    expect((await arrived).deposits.at(-1)).to.include({ amount: '99.99', fiat: 'MXN' });
  });

  it('names the expected amount if a different one arrived', async () => {
    const slip = await shop(unique('other'), '95', '150.00');
    const arrived = nextEvent(slip, 'deposit-arrived');
    slip.markArrived({ amount: '149.00', fiat: 'PEN' });
    expect((await arrived).expected).to.equal(false);
    await slip.updateComplete;
    expect(notice(slip)).to.contain('The amount expected was');
    expect(part(slip, 'arrival').classList.contains('other'), 'not shown as a success').to.equal(true);
  });

  it('names the requested amount if it arrived among others', async () => {
    const deposits = ['5.00', '20.00', '7.00'].map((amount) => ({ amount, fiat: 'BRL' }));
    const { url: endpoint } = scriptedArrival({ status: 'arrived', deposits });
    const slip = await mountUntil('ready', { paymentId: '90', amount: '20.00', watch: true, endpoint });
    const arrived = nextEvent(slip, 'deposit-arrived');
    dispatchEvent(new Event('online'));
    expect((await arrived).expected).to.equal(true);
    await slip.updateComplete;
    expect(notice(slip)).to.contain('Your deposit of R$\u00a020,00\u00a0BRL arrived');
  });

  it('cannot be detected if the account is shared, which the slip says', async () => {
    expect(notice(await shop(unique('blind'), '105'))).to.contain('This page cannot see when it arrives');
  });

  it('is not mentioned without the watch attribute', async () => {
    expect(parts(await mountSample(105), 'arrival')).to.have.length(0);
  });

  for (const [name, data] of Object.entries({
    'without a deposit': { status: 'arrived', deposits: [] },
    'with an unknown status': { status: 'paid', deposits: [{ amount: '1.00', fiat: 'BRL' }] },
    'with the status waiting': { status: 'waiting', deposits: [{ amount: '1.00', fiat: 'BRL' }] },
  }))
    it(`is not reported for an answer ${name}`, async () => {
      const server = scriptedArrival(data);
      const slip = await mountUntil('ready', { paymentId: '90', watch: true, endpoint: server.url });
      // The event `online` triggers a poll at once; the second request follows the answer to the first.
      for (const count of [2, 3]) {
        dispatchEvent(new Event('online'));
        while ((await server.requests()).length < count) await nextFrame();
      }
      expect((await server.requests()).slice(1)).to.deep.equal(['arrival=token', 'arrival=token']);
      expect(slip.status).to.equal('ready');
      expect(notice(slip)).to.contain('Waiting for your deposit');
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
      expect(notice(slip)).to.equal('Your deposit arrived');
    });
});
