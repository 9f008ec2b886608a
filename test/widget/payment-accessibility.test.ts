/**
 * axe on deposits that differ from the requested amount. It checks the DOM and computed colors, which are the
 * same in every engine.
 */
import { expect } from '@open-wc/testing';
import { engine } from '../browsers/commands.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';
import { later } from './helpers/clock.js';
import type { Attributes } from './helpers/mount.js';
import { mountUntil, until } from './helpers/mount.js';
import { open, OPEN, PAID, PART, RETURNED, TWICE } from './helpers/payments.js';
import { parts } from './helpers/queries.js';
import { scripted } from './helpers/servers.js';

const VIEWS: Readonly<Record<string, (attributes: Attributes) => Promise<DepositSlip>>> = {
  'a part': async (attributes) => (await open(PART, attributes)).slip,
  'a second payment': async (attributes) => (await open(TWICE, attributes)).slip,
  'a slip after a return': async (attributes) => (await open(RETURNED, attributes)).slip,
  'a return on the receipt': async (attributes) => {
    const { slip, poll } = await open(PAID, attributes);
    await poll(RETURNED);
    return slip;
  },
  'a receipt of another method': async (attributes) => {
    const { slip, poll } = await open(OPEN, attributes);
    await poll({ ...PAID, deposits: [{ ...PAID.deposits[0]!, paymentId: 90 }] });
    return slip;
  },
  'a slip of yesterday': async (attributes) => {
    const { slip } = await open(OPEN, attributes);
    await later(25 * 3_600_000, async () => {
      document.dispatchEvent(new Event('visibilitychange'));
      await until(() => parts(slip, 'notice').length > 0);
    });
    return slip;
  },
  'the methods for the rest': (attributes) => {
    const methods = [90, 105].map((paymentId) => ({ paymentId, fiat: 'MXN', amount: 'none' }));
    const endpoint = scripted({ body: { code: 200, data: { methods }, payment: PART } });
    return mountUntil('choosing', { ...attributes, endpoint: endpoint.url });
  },
};

if (engine === 'chromium')
  describe('a payment', () => {
    for (const [name, show] of Object.entries(VIEWS))
      for (const [theme, width] of [
        ['light', 280],
        ['dark', 640],
      ] as const)
        it(`passes axe: ${name}, ${theme}, ${width} px`, async () => {
          const slip = await show({
            theme,
            width,
            contact: 'mailto:help@shop.example',
            orderReference: 'A-1',
          });
          for (const { finished } of slip.shadowRoot!.getAnimations()) await finished;
          await expect(slip).to.be.accessible();
          const { scrollWidth, clientWidth } = slip.parentElement!;
          expect(scrollWidth).to.equal(clientWidth);
        });
  });
