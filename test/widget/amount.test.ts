import { expect } from '@open-wc/testing/pure';
import { engine, isJudge, press, realClick, setClipboard, typeText } from '../browsers/commands.js';
import { formatSum } from '../../src/core/money.js';
import { fill } from '../../src/widget/shared/i18n/formatting.js';
import { messagesFor } from '../../src/widget/shared/i18n/registry.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';
import { nextEvent } from './helpers/events.js';
import { mount, mountUntil, until, untilStatus } from './helpers/mount.js';
import { part, parts, textOf } from './helpers/queries.js';
import { sampleAnswer } from './helpers/samples.js';
import { requestsDuring, scripted } from './helpers/servers.js';

/** A method that requires an amount, with an endpoint that accepts any amount. */
async function amountEntry(lang = 'en') {
  const server = scripted({ body: sampleAnswer(95) });
  return { server, slip: await mount({ paymentId: '95', endpoint: server.url, lang }) };
}

/** Types into the amount entry with the real keyboard. */
async function enter(slip: DepositSlip, text: string): Promise<void> {
  await realClick(part(slip, 'amount'));
  await press('Control+a');
  await typeText(text);
}

/** Copies a text and pastes it into the amount entry with the keyboard. */
async function paste(slip: DepositSlip, text: string): Promise<void> {
  await setClipboard(text);
  await realClick(part(slip, 'amount'));
  await press('Control+a');
  await press('Control+v');
}

/** The text below the entry: the amount as the element understood it, or the error. */
async function hint(slip: DepositSlip): Promise<string> {
  await slip.updateComplete;
  return slip.shadowRoot!.querySelector('#echo')!.textContent.trim();
}

/** Inputs that the entry refuses, and the messages. */
const REFUSED = Object.entries({
  '': 'Enter an amount',
  '0': 'Enter an amount above zero',
  '1,2,3': 'Enter an amount, such as 1500.50',
  '1.234': 'Use no more than two decimal places',
  '12 soles': 'Use numbers only, without soles',
  'US$ 10': 'Enter the amount in PEN, not in US$',
});

describe(`the amount entry in ${engine}`, () => {
  it('shows the amount as understood while the payer types', async () => {
    const { slip } = await amountEntry('es');
    await enter(slip, '1,500.5');
    expect(await hint(slip)).to.equal('S/\u00a01,500.50');
  });

  it('reads numbers by the region of the language, or else by the country of the method', async () => {
    const { slip: peru } = await amountEntry('es');
    await enter(peru, '1.234');
    expect(await hint(peru)).to.equal('');
    peru.remove();
    const { slip: argentina } = await amountEntry('es-AR');
    await enter(argentina, '1.234');
    expect(await hint(argentina)).to.contain('1.234,00');
  });

  for (const [how, submit] of Object.entries({
    Enter: async () => press('Enter'),
    'a click': async (slip: DepositSlip) => realClick(part(slip, 'submit')),
  })) {
    it(`sends one request with the amount on ${how}, and moves the focus to the slip`, async () => {
      const { server, slip } = await amountEntry();
      await enter(slip, '150');
      const amount = nextEvent(slip, 'deposit-amount');
      await submit(slip);
      expect(await amount).to.include({ amount: '150.00', fiat: 'PEN' });
      await untilStatus(slip, 'ready');
      expect(await server.requests()).to.deep.equal(['paymentId=95 fiat=PEN amount=150.00']);
      expect(slip.slip?.askedAmount).to.equal('150.00');
      expect(document.activeElement === slip, 'the slip has the focus').to.equal(true);
      expect(slip.shadowRoot!.activeElement!.id).to.equal('title');
    });
  }

  for (const [text, message] of isJudge ? REFUSED : []) {
    it(`rejects "${text}" in place and sends nothing`, async () => {
      const { server, slip } = await amountEntry();
      await enter(slip, text);
      await press('Enter');
      await slip.updateComplete;
      expect(slip.status).to.equal('asking');
      expect(part(slip, 'amount').getAttribute('aria-invalid')).to.equal('true');
      expect(await hint(slip)).to.equal(message);
      expect(await server.requests()).to.have.length(0);
    });
  }

  it('puts the focus in the field if a clicked amount is refused, and accepts the next one', async () => {
    const { server, slip } = await amountEntry();
    await enter(slip, 'R$ 10');
    await realClick(part(slip, 'submit'));
    const field = part(slip, 'amount') as HTMLInputElement;
    expect(slip.shadowRoot!.activeElement === field, 'the field has the focus').to.equal(true);
    expect(field.getAttribute('aria-invalid')).to.equal('true');
    expect(field.getAttribute('aria-describedby')).to.equal('echo');
    expect(await hint(slip)).to.equal('Enter the amount in PEN, not in R$');
    await press('Control+a');
    await typeText('S/ 10,');
    expect(await hint(slip)).to.equal('S/\u00a010.00');
    expect(field.hasAttribute('aria-invalid')).to.equal(false);
    await press('Enter');
    await untilStatus(slip, 'ready');
    expect(await server.requests()).to.deep.equal(['paymentId=95 fiat=PEN amount=10.00']);
  });

  for (const [text, amount] of Object.entries({
    'S/\u00a01,234.56': '1234.56',
    '１０': '10.00',
  })) {
    it(`reads the pasted text "${text}", and requests it`, async () => {
      const { slip } = await amountEntry();
      await paste(slip, text);
      expect(await hint(slip)).to.equal(formatSum(amount, 'PEN', 'es-PE'));
      const event = nextEvent(slip, 'deposit-amount');
      await press('Enter');
      expect(await event).to.include({ amount, fiat: 'PEN' });
    });
  }

  it('does not join the lines of a pasted text', async () => {
    const { slip } = await amountEntry();
    await paste(slip, '10\n20');
    await press('Enter');
    expect(await hint(slip)).to.equal('Enter an amount, such as 1500.50');
  });

  it('keeps every digit of a long number, which is too large, and stays editable', async () => {
    const { server, slip } = await amountEntry();
    const forty = '1234567890'.repeat(4);
    await paste(slip, forty);
    const field = part(slip, 'amount') as HTMLInputElement;
    expect(field.value).to.equal(forty);
    await press('Enter');
    expect(await hint(slip)).to.equal('This amount is too large');
    expect(field.getAttribute('aria-invalid')).to.equal('true');
    slip.maxAmount = '500';
    expect(await hint(slip)).to.equal('The maximum amount is S/\u00a0500.00');
    await enter(slip, '123');
    expect(await hint(slip)).to.equal('S/\u00a0123.00 · up to S/\u00a0500.00');
    await press('Enter');
    await untilStatus(slip, 'ready');
    expect(await server.requests()).to.deep.equal(['paymentId=95 fiat=PEN amount=123.00']);
  });

  it('names the mistake in the language of the page', async () => {
    for (const lang of ['es-AR', 'pt-BR']) {
      const { amountErrors, amountTooLarge } = messagesFor(lang);
      const { slip } = await amountEntry(lang);
      const found: string[] = [];
      for (const text of ['10 x', 'US$ 10', '9'.repeat(22)]) {
        await enter(slip, text);
        await press('Enter');
        found.push(await hint(slip));
      }
      expect(found).to.deep.equal([
        fill(amountErrors.symbol, { symbol: 'x' }),
        fill(amountErrors.currency, { fiat: 'PEN', symbol: 'US$' }),
        amountTooLarge,
      ]);
      slip.remove();
    }
  });

  it('enforces the merchant’s bounds and names them', async () => {
    const { slip } = await amountEntry();
    slip.minAmount = '10';
    slip.maxAmount = '20.5';
    expect(await hint(slip)).to.equal('from S/\u00a010.00 to S/\u00a020.50');
    await enter(slip, '9.99');
    await press('Enter');
    expect(await hint(slip)).to.equal('The minimum amount is S/\u00a010.00');
    await enter(slip, '20.51');
    await press('Enter');
    expect(await hint(slip)).to.equal('The maximum amount is S/\u00a020.50');
  });

  it('sends nothing if the page cancels deposit-amount', async () => {
    const { server, slip } = await amountEntry();
    slip.addEventListener('deposit-amount', (event) => event.preventDefault());
    await enter(slip, '10');
    await press('Enter');
    expect(slip.status).to.equal('asking');
    expect(await server.requests()).to.have.length(0);
  });

  it('is absent if the amount is preset, which is sent instead', async () => {
    const server = scripted({ body: sampleAnswer(95) });
    const slip = await mountUntil('ready', { paymentId: '95', amount: '20', endpoint: server.url });
    expect(parts(slip, 'amount')).to.have.length(0);
    expect(await server.requests()).to.deep.equal(['paymentId=95 fiat=PEN amount=20']);
  });

  it('shows a preset amount but does not send it for a method that takes none', async () => {
    const server = scripted({ body: sampleAnswer(105) });
    const slip = await mountUntil('ready', { paymentId: '105', amount: '20', endpoint: server.url });
    expect(await server.requests()).to.deep.equal(['paymentId=105 fiat=MXN']);
    expect(textOf(slip)).to.contain('$20.00 MXN');
  });

  it('is not shown for an order whose amount the endpoint states, with or without a record of its payment', async () => {
    const payment = { status: 'open', fiat: 'BRL', asked: '60.00', received: '0.00', remaining: '60.00' };
    for (const more of [{}, { payment: { ...payment, deposits: [] } }]) {
      const body = { ...sampleAnswer(92), paymentId: 92, fiat: 'BRL', amount: '60.00', ...more };
      const slip = await mountUntil('ready', { paymentId: '92', endpoint: scripted({ body }).url });
      expect(slip.slip!.askedAmount).to.equal('60.00');
      expect(parts(slip, 'amount')).to.have.length(0);
      slip.remove();
    }
  });

  it('leaves the slip beside it in place if the endpoint does not make another, and says why', async () => {
    const methods = [{ paymentId: 90, fiat: 'BRL', amount: 'optional' }];
    const server = scripted({
      body: { code: 200, data: { methods } },
      bodyFor: { 90: { ...sampleAnswer(90), arrival: 'token' } },
    });
    const slip = await mountUntil('ready', { endpoint: server.url });
    await requestsDuring(
      async () => {
        await enter(slip, '12,5');
        await press('Enter');
        await until(() => slip.shadowRoot!.textContent.includes('do not pay again'));
      },
      () => async () => new Response('', { status: 500 }),
    );
    expect(slip.status).to.equal('ready');
    expect(parts(slip, 'row').length).to.be.greaterThan(0);
  });

  it('is shown beside the slip if the amount is optional, and requests a slip with the amount', async () => {
    const methods = [
      { paymentId: 90, fiat: 'BRL', amount: 'optional' },
      { paymentId: 105, fiat: 'MXN', amount: 'none' },
    ];
    const server = scripted({ body: { code: 200, data: { methods } }, bodyFor: { 90: sampleAnswer(90) } });
    const slip = await mountUntil('choosing', { endpoint: server.url });
    parts(slip, 'option')[0]!.click();
    await untilStatus(slip, 'ready');
    await enter(slip, '12,5');
    expect(await hint(slip)).to.equal('R$\u00a012,50');
    const renewed = nextEvent(slip, 'deposit-ready');
    await press('Enter');
    expect((await renewed).slip.askedAmount).to.equal('12.50');
    const refreshed = nextEvent(slip, 'deposit-ready');
    slip.reload();
    await refreshed;
    // Not a click: the QR code is drawn into its box after the slip appears, and may move the field.
    part(slip, 'amount').focus();
    await typeText('9');
    const entered = nextEvent(slip, 'deposit-ready');
    await press('Enter');
    await entered;
    expect(await server.requests(), 'only reload() asks for a new code').to.deep.equal([
      '',
      'paymentId=90 fiat=BRL',
      'paymentId=90 fiat=BRL amount=12.50',
      'paymentId=90 fiat=BRL amount=12.50 refresh=1',
      'paymentId=90 fiat=BRL amount=9.00',
    ]);
  });
});
