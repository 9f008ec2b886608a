import { expect, fixture, html } from '@open-wc/testing';
import { LitElement } from 'lit';
import { define } from '../../src/define.js';
import {
  asked,
  endpoint,
  event,
  method,
  mount,
  nextFrame,
  open,
  parts,
  reaching,
  row,
  sampleAnswer,
  unique,
  within,
  words,
} from './bench.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';

const clabe = sampleAnswer(method(105));
const pix = sampleAnswer(method(90));

describe('a slip’s life', () => {
  it('keeps its slip and asks nothing again when it is moved', async () => {
    const log = unique('moved');
    const slip = await reaching(
      await mount({ paymentId: '105', endpoint: endpoint({ body: clabe, log }) }),
      'ready',
    );
    const other = await fixture<HTMLElement>(html`<div></div>`);
    const before = slip.slip;
    other.append(slip);
    await slip.updateComplete;
    expect(slip.slip).to.equal(before);
    expect(await asked(log)).to.have.length(1);
  });

  it('keeps its request when it is moved while it waits', async () => {
    const log = unique('moved-early');
    const gate = unique('gate');
    const slip = await mount({ paymentId: '105', endpoint: endpoint({ body: clabe, log, gate }) });
    (await fixture<HTMLElement>(html`<div></div>`)).append(slip);
    await open(gate);
    await reaching(slip, 'ready');
    expect(await asked(log)).to.have.length(1);
  });

  it('asks again when it comes back after it was taken away while it waited', async () => {
    const log = unique('away');
    const gate = unique('gate');
    const slip = await mount({ paymentId: '105', endpoint: endpoint({ body: clabe, log, gate }) });
    const home = slip.parentElement!;
    while ((await asked(log)).length === 0) await nextFrame();
    slip.remove();
    await Promise.resolve();
    home.append(slip);
    await open(gate);
    await reaching(slip, 'ready');
    expect(await asked(log)).to.have.length(2);
  });

  it('never paints a late answer over a newer one', async () => {
    const gate = unique('late');
    const slip = await mount({ paymentId: '105', endpoint: endpoint({ body: clabe, gate }) });
    slip.endpoint = endpoint({ body: pix });
    slip.paymentId = '90';
    await reaching(slip, 'ready');
    await open(gate);
    await fetch(endpoint({ body: {} }));
    expect(slip.slip?.paymentId).to.equal(90);
    expect(row(slip, 'Pix copia e cola')).not.to.equal(null);
  });

  it('clears the old slip at once when another is asked for', async () => {
    const slip = await reaching(
      await mount({ paymentId: '105', endpoint: endpoint({ body: clabe }) }),
      'ready',
    );
    slip.endpoint = endpoint({ body: pix, gate: unique('never') });
    slip.paymentId = '90';
    await slip.updateComplete;
    expect(slip.status).to.equal('loading');
    expect(slip.slip).to.equal(undefined);
    expect(slip.shadowRoot!.querySelector('.skeleton')!.hasAttribute('inert')).to.equal(true);
  });

  it('tells the page once that it is ready', async () => {
    const slip = await mount({});
    let count = 0;
    slip.addEventListener('deposit-ready', () => count++);
    slip.paymentId = '105';
    slip.endpoint = endpoint({ body: clabe });
    await reaching(slip, 'ready');
    slip.requestUpdate();
    slip.lang = 'es';
    await slip.updateComplete;
    expect(count).to.equal(1);
  });

  it('shows an answer written into the page without a request', async () => {
    const slip = await fixture<DepositSlip>(
      html`<deposit-slip payment-id="105" lang="en"
        ><script type="application/json">
          {
            "code": 200,
            "msg": "SUCCESS",
            "data": { "fiat": "MXN", "fieldList": { "Cuenta CLABE": "999180000000000015" } }
          }
        </script></deposit-slip
      >`,
    );
    expect(slip.status).to.equal('ready');
    expect(within(row(slip, 'Cuenta CLABE'), 'value').textContent).to.equal('999180000000000015');
  });

  it('calls an answer in the page that is no JSON unreadable', async () => {
    const slip = await fixture<DepositSlip>(
      html`<deposit-slip payment-id="105"
        ><script type="application/json">
          {"code":
        </script></deposit-slip
      >`,
    );
    expect(slip.problem?.kind).to.equal('unreadable');
  });

  it('asks the endpoint which methods there are, and shows the one there is', async () => {
    const slip = await mount({ endpoint: endpoint({ body: { ...clabe, paymentId: 105 } }) });
    await reaching(slip, 'ready');
    expect(slip.chosenId).to.equal(105);
  });

  it('lets the payer choose among several', async () => {
    const methods = [
      { paymentId: 105, fiat: 'MXN', amount: 'none' },
      { paymentId: 95, fiat: 'PEN', amount: 'required', min: '10' },
    ];
    const slip = await mount({ endpoint: endpoint({ body: { code: 200, data: { methods } } }) });
    await reaching(slip, 'choosing');
    const options = [...slip.shadowRoot!.querySelectorAll<HTMLElement>('.options button')];
    expect(options).to.have.length(2);
    const told = event(slip, 'deposit-method');
    options[1]!.click();
    expect((await told).paymentId).to.equal(95);
    await reaching(slip, 'asking');
    expect(words(slip)).to.contain('How much will you deposit?');
  });

  it('marks a test in every state once an answer said so', async () => {
    const headers = { 'Deposit-Slip-Test': '1' };
    const slip = await mount({ paymentId: '105', endpoint: endpoint({ status: 503, headers }) });
    await reaching(slip, 'problem');
    expect(words(slip)).to.contain('Test: do not pay');
    slip.endpoint = endpoint({ body: { ...clabe, test: true } });
    await reaching(slip, 'ready');
    expect(words(slip)).to.contain('Test: do not pay');
  });

  it('may stand under another name too, and a taken name is left alone', () => {
    define('other-slip');
    define('other-slip');
    expect(document.createElement('other-slip')).to.have.property('status', 'idle');
    customElements.define('taken-name', class extends LitElement {});
    const { warn } = console;
    const warned: unknown[] = [];
    console.warn = (...args: unknown[]) => void warned.push(args[0]);
    define('taken-name');
    console.warn = warn;
    expect(warned).to.have.length(1);
    expect(document.createElement('taken-name')).not.to.have.property('status');
  });

  it('keeps properties that were set before the element was defined', async () => {
    const early = document.createElement('early-slip');
    Object.assign(early, { paymentId: '105', answer: clabe });
    document.body.append(early);
    define('early-slip');
    await (early as DepositSlip).updateComplete;
    expect((early as DepositSlip).status).to.equal('ready');
    early.remove();
  });

  it('shows nothing of its light children but what was put into a slot', async () => {
    const slip = await fixture<DepositSlip>(
      html`<deposit-slip payment-id="105" .answer=${clabe}
        ><p>Needs a script</p>
        <p slot="help">Help</p></deposit-slip
      >`,
    );
    const [fallback, help] = [...slip.querySelectorAll('p')];
    expect(fallback!.assignedSlot === null).to.equal(true);
    expect(help!.assignedSlot?.name).to.equal('help');
    expect(parts(slip, 'row')).to.have.length(1);
  });
});
