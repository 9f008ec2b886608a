import { expect, fixture, html } from '@open-wc/testing/pure';
import { LitElement } from 'lit';
import { define } from '../../src/define.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';
import { en } from '../../src/widget/locales/en.js';
import { collect, consoleWarnings, nextEvent } from './helpers/events.js';
import { mount, mountUntil, move, nextFrame, untilStatus, update } from './helpers/mount.js';
import { parts, row, textOf, within } from './helpers/queries.js';
import { sampleAnswer } from './helpers/samples.js';
import { endpoint, requestsDuring, scripted } from './helpers/servers.js';

const clabe = sampleAnswer(105);
const pix = sampleAnswer(90);

describe('the life cycle of a slip', () => {
  it('keeps its slip and sends no request when it is moved', async () => {
    const server = scripted({ body: clabe });
    const element = await mountUntil('ready', { paymentId: '105', endpoint: server.url });
    const { slip } = element;
    await move(element);
    await element.updateComplete;
    expect(element.slip).to.equal(slip);
    expect(await server.requests()).to.have.length(1);
  });

  it('is first rendered in a separate task, after the one that adds it', async () => {
    const slip = document.createElement('deposit-slip');
    Object.assign(slip, { paymentId: '105', answer: clabe });
    const added = fixture(slip);
    for (let step = 0; step < 50; step++) await Promise.resolve();
    expect(slip.hasUpdated).to.equal(false);
    await added;
    expect(slip.status).to.equal('ready');
  });

  it('keeps its pending request when it is moved', async () => {
    const server = scripted({ body: clabe, isHeld: true });
    const slip = await mount({ paymentId: '105', endpoint: server.url });
    await move(slip);
    await server.release();
    await untilStatus(slip, 'ready');
    expect(await server.requests()).to.have.length(1);
  });

  it('requests the slip again when it returns after it was removed with a request pending', async () => {
    const server = scripted({ body: clabe, isHeld: true });
    const slip = await mount({ paymentId: '105', endpoint: server.url });
    const parent = slip.parentElement!;
    while ((await server.requests()).length === 0) await nextFrame();
    slip.remove();
    await Promise.resolve();
    parent.append(slip);
    await server.release();
    await untilStatus(slip, 'ready');
    expect(await server.requests()).to.have.length(2);
  });

  it('sends nothing while it is removed, whatever is set on it', async () => {
    const server = scripted({ body: clabe });
    const slip = await mount({ paymentId: '105', answer: clabe });
    const parent = slip.parentElement!;
    slip.remove();
    await update(slip, { answer: undefined, endpoint: server.url });
    expect(await server.requests()).to.deep.equal([]);
    expect(slip.status).to.equal('loading');
    parent.append(slip);
    await untilStatus(slip, 'ready');
    expect(await server.requests()).to.have.length(1);
  });

  it('clears the old slip as soon as another is requested', async () => {
    const slip = await mountUntil('ready', { paymentId: '105', endpoint: endpoint({ body: clabe }) });
    await update(slip, { endpoint: endpoint({ body: pix, isHeld: true }), paymentId: '90' });
    expect(slip.status).to.equal('loading');
    expect(slip.slip).to.equal(undefined);
    expect(slip.shadowRoot!.querySelector('.skeleton')!.hasAttribute('inert')).to.equal(true);
  });

  it('sends the request before it renders the skeleton', async () => {
    let hadCard: boolean | undefined;
    const next = document.createElement('deposit-slip');
    Object.assign(next, { paymentId: '105', endpoint: endpoint({ body: clabe }) });
    const watching = (native: typeof fetch): typeof fetch => {
      return (...args) => {
        hadCard ??= Boolean(next.shadowRoot?.querySelector('.card'));
        return native(...args);
      };
    };
    document.body.append(next);
    await requestsDuring(() => untilStatus(next, 'ready'), watching);
    next.remove();
    expect(hadCard).to.equal(false);
  });

  it('dispatches deposit-ready once', async () => {
    const slip = await mount();
    const events = collect(slip, 'deposit-ready');
    Object.assign(slip, { paymentId: '105', endpoint: endpoint({ body: clabe }) });
    await untilStatus(slip, 'ready');
    slip.requestUpdate();
    await update(slip, { lang: 'es' });
    expect(events).to.have.length(1);
  });

  it('shows a response written into the page without a request', async () => {
    const slip = await mount({ paymentId: '105', inline: JSON.stringify(clabe) });
    expect(slip.status).to.equal('ready');
    expect(within(row(slip, 'Cuenta CLABE'), 'value').textContent).to.equal('999180000000000015');
  });

  it('reports malformed JSON in the page as unreadable', async () => {
    const slip = await mount({ paymentId: '105', inline: '{"code":' });
    expect(slip.problem?.kind).to.equal('unreadable');
  });

  it('asks the endpoint for the methods, and shows the only one', async () => {
    const body = { ...clabe, paymentId: 105 };
    const slip = await mountUntil('ready', { endpoint: endpoint({ body }) });
    expect(slip.chosenId).to.equal(105);
  });

  it('lets the payer choose among several methods', async () => {
    const methods = [
      { paymentId: 105, fiat: 'MXN', amount: 'none' },
      { paymentId: 95, fiat: 'PEN', amount: 'required', min: '10' },
    ];
    const slip = await mountUntil('choosing', {
      endpoint: endpoint({ body: { code: 200, data: { methods } } }),
    });
    const options = parts(slip, 'option');
    expect(options).to.have.length(2);
    const chosen = nextEvent(slip, 'deposit-method');
    options[1]!.click();
    expect((await chosen).paymentId).to.equal(95);
    await untilStatus(slip, 'asking');
    expect(textOf(slip)).to.contain(en.amountLabel);
  });

  it('shows the test notice in every state after one response was marked as a test', async () => {
    const headers = { 'Deposit-Slip-Test': '1' };
    const slip = await mountUntil('problem', {
      paymentId: '105',
      endpoint: endpoint({ status: 503, headers }),
    });
    expect(textOf(slip)).to.contain(en.test);
    slip.endpoint = endpoint({ body: { ...clabe, test: true } });
    await untilStatus(slip, 'ready');
    expect(textOf(slip)).to.contain(en.test);
    slip.markArrived({ amount: '20.00', fiat: 'MXN' });
    await untilStatus(slip, 'arrived');
    expect(textOf(slip)).to.contain(en.testReceipt).and.not.to.contain(en.test);
  });

  it('can be defined under another name, and leaves a taken name alone', async () => {
    define('other-slip');
    define('other-slip');
    expect(document.createElement('other-slip')).to.have.property('status', 'idle');
    customElements.define('taken-name', class extends LitElement {});
    expect(await consoleWarnings(() => define('taken-name'))).to.have.length(1);
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

  it('shows its light children only if they are assigned to a slot', async () => {
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
