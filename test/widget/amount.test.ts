import { expect } from '@open-wc/testing';
import { engine, press, realClick, typeText } from '../browsers/commands.js';
import {
  asked,
  endpoint,
  event,
  method,
  mount,
  part,
  parts,
  reaching,
  sampleAnswer,
  unique,
  words,
} from './bench.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';

const good = sampleAnswer(method(95));

async function entry(log: string, given: { lang?: string } = {}): Promise<DepositSlip> {
  return mount({ paymentId: '95', endpoint: endpoint({ body: good, log }), ...given });
}

async function echo(slip: DepositSlip): Promise<string> {
  await slip.updateComplete;
  return slip.shadowRoot!.querySelector('#echo')!.textContent.trim();
}

describe(`the amount entry in ${engine}`, () => {
  it('asks the payer before it asks the endpoint', async () => {
    const log = unique('first');
    const slip = await entry(log);
    expect(slip.status).to.equal('asking');
    expect(await asked(log)).to.have.length(0);
  });

  it('says what it understood while it is typed', async () => {
    const slip = await entry(unique('echo'), { lang: 'es' });
    await realClick(part(slip, 'amount'));
    await typeText('1,500.5');
    expect(await echo(slip)).to.equal('Vas a depositar S/\u00a01,500.50\u00a0PEN');
  });

  it('takes a number as the country of the method writes it, or the region of the language', async () => {
    const peru = await entry(unique('pe'), { lang: 'es' });
    await realClick(part(peru, 'amount'));
    await typeText('1.234');
    expect(await echo(peru)).to.equal('');
    peru.remove();
    const argentina = await entry(unique('ar'), { lang: 'es-AR' });
    await realClick(part(argentina, 'amount'));
    await typeText('1.234');
    expect(await echo(argentina)).to.contain('1.234,00');
  });

  for (const [how, submit] of Object.entries({
    Enter: async () => press('Enter'),
    'a click': async (slip: DepositSlip) => realClick(part(slip, 'submit')),
  })) {
    it(`asks once with the amount on ${how}`, async () => {
      const log = unique('submit');
      const slip = await entry(log);
      await realClick(part(slip, 'amount'));
      await typeText('150');
      const told = event(slip, 'deposit-amount');
      await submit(slip);
      expect(await told).to.include({ amount: '150.00', fiat: 'PEN' });
      await reaching(slip, 'ready');
      expect(await asked(log)).to.deep.equal(['paymentId=95 fiat=PEN amount=150.00']);
      expect(slip.slip?.askedAmount).to.equal('150.00');
    });
  }

  for (const [typed, sentence] of Object.entries({
    '': 'Enter an amount',
    '0': 'Enter an amount above zero',
    '1,2,3': 'Enter an amount such as 1500.50',
    '-5': 'Enter an amount such as 1500.50',
    '1e3': 'Enter an amount such as 1500.50',
    '1.234': 'Use at most two decimals',
    '12 soles': 'Enter an amount such as 1500.50',
  })) {
    it(`refuses "${typed}" in place and sends nothing`, async () => {
      const log = unique('refused');
      const slip = await entry(log);
      await realClick(part(slip, 'amount'));
      await typeText(typed);
      await press('Enter');
      await slip.updateComplete;
      expect(slip.status).to.equal('asking');
      expect(part(slip, 'amount').getAttribute('aria-invalid')).to.equal('true');
      expect(await echo(slip)).to.equal(sentence);
      expect(await asked(log)).to.have.length(0);
    });
  }

  it('keeps to the bounds of the merchant and names them', async () => {
    const slip = await entry(unique('bounds'));
    slip.minAmount = '10';
    slip.maxAmount = '20.5';
    await realClick(part(slip, 'amount'));
    await typeText('9.99');
    await press('Enter');
    expect(await echo(slip)).to.equal('The smallest amount is S/\u00a010.00\u00a0PEN');
    await press('Control+a');
    await typeText('20.51');
    await press('Enter');
    expect(await echo(slip)).to.equal('The largest amount is S/\u00a020.50\u00a0PEN');
  });

  it('lets the page take the amount and send nothing', async () => {
    const log = unique('cancelled');
    const slip = await entry(log);
    slip.addEventListener('deposit-amount', (told) => told.preventDefault());
    await realClick(part(slip, 'amount'));
    await typeText('10');
    await press('Enter');
    expect(slip.status).to.equal('asking');
    expect(await asked(log)).to.have.length(0);
  });

  it('is not asked where the amount is preset, and the preset one is sent', async () => {
    const log = unique('preset');
    const slip = await mount({ paymentId: '95', amount: '20', endpoint: endpoint({ body: good, log }) });
    await reaching(slip, 'ready');
    expect(parts(slip, 'amount')).to.have.length(0);
    expect(await asked(log)).to.deep.equal(['paymentId=95 fiat=PEN amount=20']);
  });

  it('is not sent to a method that takes none, and shown all the same', async () => {
    const log = unique('shown');
    const body = sampleAnswer(method(105));
    const slip = await mount({ paymentId: '105', amount: '20', endpoint: endpoint({ body, log }) });
    await reaching(slip, 'ready');
    expect(await asked(log)).to.deep.equal(['paymentId=105 fiat=MXN']);
    expect(words(slip)).to.contain('$20.00\u00a0MXN'.replace('\u00a0', ' '));
  });

  it('keeps the focus in the slip when the entry gives way to it', async () => {
    const slip = await entry(unique('focus'));
    await realClick(part(slip, 'amount'));
    await typeText('10');
    await press('Enter');
    await reaching(slip, 'ready');
    expect(document.activeElement === slip, 'the slip has the focus').to.equal(true);
    expect(slip.shadowRoot!.activeElement!.id).to.equal('title');
  });

  it('stands beside the slip of a method that needs none, and asks again with it', async () => {
    const log = unique('optional');
    const methods = [
      { paymentId: 90, fiat: 'BRL', amount: 'optional' },
      { paymentId: 105, fiat: 'MXN', amount: 'none' },
    ];
    const body = { code: 200, data: { methods } };
    const given = { endpoint: endpoint({ body, particular: { 90: sampleAnswer(method(90)) }, log }) };
    const slip = await reaching(await mount(given), 'choosing');
    slip.shadowRoot!.querySelector<HTMLElement>('.options button')!.click();
    await reaching(slip, 'ready');
    await realClick(part(slip, 'amount'));
    await typeText('12,5');
    expect(await echo(slip)).to.equal('You will deposit R$\u00a012,50\u00a0BRL');
    const renewed = event(slip, 'deposit-ready');
    await press('Enter');
    expect((await renewed).slip.askedAmount).to.equal('12.50');
    expect(await asked(log)).to.deep.equal([
      '',
      'paymentId=90 fiat=BRL',
      'paymentId=90 fiat=BRL amount=12.50',
    ]);
  });
});
