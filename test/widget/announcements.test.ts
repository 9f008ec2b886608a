import { expect } from '@open-wc/testing/pure';
import { en } from '../../src/widget/locales/en.js';
import { engine, press, realClick } from '../browsers/commands.js';
import { announcements, nextEvent } from './helpers/events.js';
import { mount, mountSample, mountUntil, nextFrame, until, untilStatus } from './helpers/mount.js';
import { button, part, parts, within } from './helpers/queries.js';
import { sampleAnswer } from './helpers/samples.js';
import { endpoint, scripted } from './helpers/servers.js';

const clabe = sampleAnswer(105);
const pix = sampleAnswer(90);
const real20 = { amount: '20.00', fiat: 'BRL' };

describe(`focus and announcements in ${engine}`, () => {
  it('return the focus to the slip after another was requested with the keyboard', async () => {
    const server = scripted({ body: pix, isHeld: true });
    const slip = await mountUntil('ready', { paymentId: '90', endpoint: endpoint({ body: pix }) });
    part(slip, 'actions').querySelector('button')!.focus();
    slip.endpoint = server.url;
    await untilStatus(slip, 'loading');
    for (let frames = 0; frames < 3; frames++) await nextFrame();
    await server.release();
    await untilStatus(slip, 'ready');
    expect(document.activeElement === slip, 'the slip has the focus').to.equal(true);
  });

  it('do not announce a title that receives the focus', async () => {
    const url = endpoint({ body: pix, bodyFor: { 105: { code: 500 } } });
    const slip = await mount({ paymentId: '90 105', endpoint: url });
    for (const [at, status] of [
      [0, 'ready'],
      [1, 'problem'],
    ] as const) {
      const announced = announcements(slip);
      parts(slip, 'option')[at]!.focus();
      const settled = nextEvent(slip, `deposit-${status}`);
      await press('Enter');
      await settled;
      await slip.updateComplete;
      slip.requestUpdate();
      await slip.updateComplete;
      expect(slip.shadowRoot!.activeElement?.id).to.equal('title');
      expect(announced).to.deep.equal([en.loading]);
      button(slip, en.changeMethod)!.click();
      await untilStatus(slip, 'choosing');
    }
  });

  it('announce that the payer is offline, even after a title received the focus', async () => {
    const body = { ...pix, arrival: 'token' };
    const waiting = { code: 200, data: { status: 'waiting' } };
    const url = endpoint({ body, bodyFor: { arrival: waiting } });
    const slip = await mount({ paymentId: '90 105', endpoint: url, watch: true });
    parts(slip, 'option')[0]!.focus();
    await press('Enter');
    await untilStatus(slip, 'ready');
    const announced = announcements(slip);
    dispatchEvent(new Event('offline'));
    await until(() => announced.length > 0);
    dispatchEvent(new Event('online'));
    await until(() => part(slip, 'status').textContent.trim() === en.waiting.payment);
    expect(announced).to.deep.equal([en.offlineStatus]);
  });

  it('announce a slip that does not receive the focus', async () => {
    const server = scripted({ body: clabe, isHeld: true });
    const slip = await mount({ paymentId: '105', endpoint: server.url });
    const announced = announcements(slip);
    await server.release();
    await untilStatus(slip, 'ready');
    expect(announced).to.deep.equal(['SPEI transfer']);
  });

  it('move the focus to the heading of an arrival if the slip had it, and announce what the heading does not say', async () => {
    const slip = await mountSample(90);
    const button = within(part(slip, 'lead'), 'copy');
    await realClick(button);
    button.focus();
    await until(() => button.dataset['outcome'] !== undefined);
    const announced = announcements(slip);
    slip.markArrived(real20);
    await slip.updateComplete;
    expect(slip.shadowRoot!.activeElement?.id).to.equal('title');
    expect(announced).to.deep.equal(['R$\u00a020,00']);
  });

  it('leave the focus where it is when a deposit arrives while the focus is outside the slip', async () => {
    const slip = await mountSample(90);
    const field = document.createElement('input');
    slip.before(field);
    field.focus();
    slip.markArrived(real20);
    await slip.updateComplete;
    expect(document.activeElement === field).to.equal(true);
  });
});
