import { expect, fixture } from '@open-wc/testing/pure';
import { define } from '../../../src/define.js';
import { engine, realClick } from '../../browsers/commands.js';
import type { DepositHistory } from '../../../src/widget/deposit-history/deposit-history.js';
import type { DepositSlip } from '../../../src/widget/deposit-slip/deposit-slip.js';
import { collect } from '../helpers/events.js';
import { deposit, historyUntil, lineOf, pageOf } from '../helpers/history.js';
import { mountUntil, until, untilStatus } from '../helpers/mount.js';
import { parts } from '../helpers/queries.js';
import { sampleAnswer } from '../helpers/samples.js';
import { scripted } from '../helpers/servers.js';

const AWAITED = deposit({ status: 'waiting', paymentId: 90, txId: '100015' });

function shop() {
  return scripted({
    bodyFor: { history: pageOf([AWAITED]), 105: sampleAnswer(105), 90: sampleAnswer(90) },
  });
}

async function press(history: DepositHistory): Promise<void> {
  await realClick(lineOf(history, AWAITED));
}

describe(`the slip that an awaited deposit opens in ${engine}`, () => {
  it('is found even if its endpoint is written differently', async () => {
    const { url } = shop();
    const slip = await mountUntil('ready', { endpoint: new URL(url, location.href).href, paymentId: '105' });
    await press(await historyUntil('ready', { endpoint: `.${url}`.replace('./', '/x/../') }));
    await until(() => slip.slip?.paymentId === 90);
  });

  it('is found in another shadow root, and under another tag', async () => {
    const { url } = shop();
    define('paper-slip');
    const host = await fixture('<div></div>');
    const slip = document.createElement('paper-slip') as DepositSlip;
    Object.assign(slip, { endpoint: url, paymentId: '105', lang: 'en' });
    host.attachShadow({ mode: 'open' }).append(slip);
    await untilStatus(slip, 'ready');
    await press(await historyUntil('ready', { endpoint: url }));
    await until(() => slip.slip?.paymentId === 90);
    await until(() => host.shadowRoot!.activeElement === slip);
  });

  it('is the one beside the history, if there are several', async () => {
    const { url } = shop();
    const far = await mountUntil('ready', { endpoint: url, paymentId: '105' });
    const host = await fixture('<div></div>');
    const [near, history] = [
      document.createElement('deposit-slip'),
      document.createElement('deposit-history'),
    ];
    Object.assign(near, { endpoint: url, paymentId: '105' });
    Object.assign(history, { endpoint: url });
    host.attachShadow({ mode: 'open' }).append(near, history);
    await untilStatus(near, 'ready');
    await until(() => parts(history, 'entry').length === 1);
    await press(history);
    await until(() => near.slip?.paymentId === 90);
    expect(far.slip?.paymentId).to.equal(105);
  });

  it('requests the remainder of a part, whatever its own amount and code were', async () => {
    const sums = { amount: '100.00', asked: '187.40', received: '100.00' };
    const part = deposit({ status: 'part', paymentId: 92, txId: '100001', payable: true, ...sums });
    const { url, requests } = scripted({
      bodyFor: { history: pageOf([part]), 105: sampleAnswer(105), 92: sampleAnswer(92) },
    });
    const slip = await mountUntil('ready', { endpoint: url, paymentId: '105' });
    const history = await historyUntil('ready', { endpoint: url });
    const opened = collect(history, 'deposit-open');
    await realClick(lineOf(history, part));
    await until(() => slip.slip?.paymentId === 92);
    expect(opened.map(({ paymentId, txId, amount }) => [paymentId, txId, amount])).to.deep.equal([
      [92, undefined, '87.40'],
    ]);
    expect((await requests()).filter((each) => each.includes('amount=87.40'))).to.have.length(1);
  });

  it('does not exist for a part for which this endpoint gives no slip', async () => {
    const part = deposit({ status: 'part', asked: '200.00', received: '187.40' });
    const { url } = scripted({ bodyFor: { history: pageOf([part]), 105: sampleAnswer(105) } });
    const slip = await mountUntil('ready', { endpoint: url, paymentId: '105' });
    const history = await historyUntil('ready', { endpoint: url });
    const opened = collect(history, 'deposit-open');
    await realClick(lineOf(history, part));
    await until(() => parts(history, 'details').length === 1);
    expect([opened, slip.slip?.paymentId]).to.deep.equal([[], 105]);
  });

  it('is not another element that only has its name', async () => {
    const { url } = shop();
    class Other extends HTMLElement {
      static readonly tag = 'deposit-slip';
      endpoint = url;
    }
    customElements.define('other-slip', Other);
    await fixture('<other-slip></other-slip>');
    const history = await historyUntil('ready', { endpoint: url });
    await press(history);
    await until(() => parts(history, 'details').length === 1);
  });

  it('is not one that was removed', async () => {
    const { url } = shop();
    const slip = await mountUntil('ready', { endpoint: url, paymentId: '105' });
    const history = await historyUntil('ready', { endpoint: url });
    slip.remove();
    await press(history);
    await until(() => parts(history, 'details').length === 1);
    expect(slip.slip?.paymentId).to.equal(105);
  });

  it('gets the focus at once, without a request, if it already shows these instructions', async () => {
    const one = deposit({ status: 'waiting', paymentId: 90, txId: '100001' });
    const { url, requests } = scripted({ bodyFor: { history: pageOf([one]), 90: sampleAnswer(90) } });
    const slip = await mountUntil('ready', { endpoint: url, paymentId: '90' });
    const history = await historyUntil('ready', { endpoint: url });
    const before = await requests();
    await realClick(lineOf(history, one));
    await until(() => document.activeElement === slip);
    expect(await requests()).to.deep.equal(before);
  });
});
