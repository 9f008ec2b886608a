import { expect } from '@open-wc/testing';
import { engine, realClick } from '../browsers/commands.js';
import {
  asked,
  endpoint,
  event,
  method,
  mount,
  nextFrame,
  part,
  parts,
  reaching,
  sampleAnswer,
  unique,
  words,
} from './bench.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';

/** A deposit at the sandbox's bank; the kit and the sandbox are the real ones. */
async function pay(deposit: object): Promise<void> {
  const answer = await fetch('/bank/pay', { method: 'POST', body: JSON.stringify(deposit) });
  if (!answer.ok) throw new Error(`The bank answered ${answer.status}.`);
}

async function isClean(): Promise<boolean> {
  const answer = (await (await fetch('/bank/verify')).json()) as { ok: boolean };
  return answer.ok;
}

function shop(visit: string, paymentId: string, amount?: string): Promise<DepositSlip> {
  return mount({ endpoint: `/bank/deposit/${visit}`, paymentId, watch: true, ...(amount && { amount }) });
}

describe(`the arrival of a deposit in ${engine}`, () => {
  afterEach(async () => {
    expect(await isClean(), 'the ledger holds its invariants').to.equal(true);
  });

  it('is told of a Pix code without reload, once, with what came', async () => {
    const slip = await reaching(await shop(unique('pix'), '90'), 'ready');
    expect(words(slip)).to.contain('Waiting for your deposit. You can leave this page open');
    const told = event(slip, 'deposit-arrived');
    let count = 0;
    slip.addEventListener('deposit-arrived', () => count++);
    await pay({ merchantId: 1001, fiat: 'BRL', amount: '187.40', txId: slip.slip!.txId });
    const { deposits, expected } = await told;
    expect(deposits.map(({ amount, fiat, txId }) => ({ amount, fiat, txId }))).to.deep.equal([
      { amount: '187.40', fiat: 'BRL', txId: slip.slip!.txId },
    ]);
    expect(expected).to.equal(true);
    await slip.updateComplete;
    expect(part(slip, 'arrival').textContent.trim()).to.equal(
      'Your deposit of R$\u00a0187,40\u00a0BRL arrived',
    );
    expect(count).to.equal(1);
  });

  it('is told of the code first shown, after a reload', async () => {
    const visit = unique('reload');
    const first = await reaching(await shop(visit, '90'), 'ready');
    const txId = first.slip!.txId;
    first.remove();
    const again = await reaching(await shop(visit, '90'), 'ready');
    expect(again.slip!.txId).to.equal(txId);
    const told = event(again, 'deposit-arrived');
    await pay({ merchantId: 1001, fiat: 'BRL', amount: '5.00', txId });
    await told;
  });

  it('is told of an account that is the payer’s own', async () => {
    const slip = await reaching(await shop(unique('clabe'), '105'), 'ready');
    const account = slip.slip!.rows.find(({ kind }) => kind === 'clabe')!.copy;
    const told = event(slip, 'deposit-arrived');
    await pay({ merchantId: 1001, fiat: 'MXN', amount: '99.99', account });
    expect((await told).deposits.at(-1)).to.include({ amount: '99.99', fiat: 'MXN' });
  });

  it('names the sum expected where another came', async () => {
    const slip = await reaching(await shop(unique('other'), '95', '150.00'), 'ready');
    const told = event(slip, 'deposit-arrived');
    slip.markArrived({ amount: '149.00', fiat: 'PEN' });
    expect((await told).expected).to.equal(false);
    await slip.updateComplete;
    expect(part(slip, 'arrival').textContent).to.contain('The amount expected was');
    expect(part(slip, 'arrival').classList.contains('other'), 'no success').to.equal(true);
  });

  it('names the sum asked for where it came among others', async () => {
    const body = { ...sampleAnswer(method(90)), arrival: 'token' };
    const deposits = ['5.00', '20.00', '7.00'].map((amount) => ({ amount, fiat: 'BRL' }));
    const particular = { arrival: { code: 200, data: { status: 'arrived', deposits } } };
    const given = { paymentId: '90', amount: '20.00', watch: true, endpoint: endpoint({ body, particular }) };
    const slip = await reaching(await mount(given), 'ready');
    const told = event(slip, 'deposit-arrived');
    dispatchEvent(new Event('online'));
    expect((await told).expected).to.equal(true);
    await slip.updateComplete;
    expect(part(slip, 'arrival').textContent).to.contain('Your deposit of R$\u00a020,00\u00a0BRL arrived');
  });

  it('cannot be known where the account is shared, and the slip says so', async () => {
    const slip = await reaching(await shop(unique('blind'), '105'), 'ready');
    expect(part(slip, 'arrival').textContent).to.contain('This page cannot see when it arrives');
  });

  it('is not spoken of where nobody watches', async () => {
    const slip = await mount({ paymentId: '105', answer: sampleAnswer(method(105)) });
    expect(parts(slip, 'arrival')).to.have.length(0);
  });

  for (const [name, data] of Object.entries({
    'that names no deposit': { status: 'arrived', deposits: [] },
    'of another shape': { status: 'paid', deposits: [{ amount: '1.00', fiat: 'BRL' }] },
    'that says it waits': { status: 'waiting', deposits: [{ amount: '1.00', fiat: 'BRL' }] },
  }))
    it(`is never told by an answer ${name}`, async () => {
      const log = unique('proof');
      const body = { ...sampleAnswer(method(90)), arrival: 'token' };
      const particular = { arrival: { code: 200, data } };
      const slip = await mount({
        paymentId: '90',
        watch: true,
        endpoint: endpoint({ body, particular, log }),
      });
      await reaching(slip, 'ready');
      // Back on the network is a reason to ask at once; the second question is asked after the first was answered.
      for (const times of [2, 3]) {
        dispatchEvent(new Event('online'));
        while ((await asked(log)).length < times) await nextFrame();
      }
      expect((await asked(log)).slice(1)).to.deep.equal(['arrival=token', 'arrival=token']);
      expect(slip.status).to.equal('ready');
      expect(part(slip, 'arrival').textContent).to.contain('Waiting for your deposit');
    });

  it('takes another code on request, and the payer chooses when', async () => {
    const slip = await reaching(await shop(unique('renew'), '90'), 'ready');
    const before = slip.slip!.txId;
    const told = event(slip, 'deposit-ready');
    const renew = [...part(slip, 'actions').querySelectorAll('button')].find((each) =>
      each.textContent.includes('Get a new one'),
    );
    await realClick(renew!);
    expect((await told).slip.txId).not.to.equal(before);
  });
});
