/**
 * What a page says while it waits: for longer than usual, for a day, without a session, or without seeing
 * deposits.
 */
import { expect } from '@open-wc/testing/pure';
import { engine, realClick } from '../browsers/commands.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';
import { en } from '../../src/widget/locales/en.js';
import { fill } from '../../src/widget/shared/i18n/formatting.js';
import { later } from './helpers/clock.js';
import { announcements, nextEvent } from './helpers/events.js';
import { mountUntil, nextFrame, until, update } from './helpers/mount.js';
import { arrivalOf, bodies, open, OPEN, PART, TIME, type Page } from './helpers/payments.js';
import { button, part, parts, primaryButtons, textOf } from './helpers/queries.js';
import { requestsDuring, scripted } from './helpers/servers.js';
import { textsOf } from './helpers/texts.js';

describe(`a page that waits in ${engine}`, () => {
  /** Polls once, and waits for the response. */
  async function poll({ slip, endpoint }: Page): Promise<void> {
    const before = (await endpoint.requests()).length;
    dispatchEvent(new Event('online'));
    while ((await endpoint.requests()).length === before);
    await nextFrame();
    await slip.updateComplete;
  }
  /** Expects a notice and collapsed values: nothing asks for a payment. */
  function expectHeld(slip: DepositSlip, { title, text }: typeof en.held.old): void {
    expect(part(slip, 'notice').textContent.replace(/\s+/g, ' ').trim()).to.contain(`${title}${text}`);
    expect(parts(slip, 'lead')).to.have.length(0);
    expect(parts(slip, 'row').length).to.be.greaterThan(0);
    for (const row of parts(slip, 'row')) expect(row.checkVisibility()).to.equal(false);
  }
  const status = (slip: DepositSlip): string => part(slip, 'status').textContent.replace(/\s+/g, ' ').trim();

  const checkedAt = (checked: number) => ({ arrival: { code: 200, data: { ...arrivalOf(OPEN), checked } } });

  it('says that new deposits cannot be seen once no one has read them for a minute, until they are read again', async () => {
    const page = await open(OPEN, { contact: 'mailto:help@shop.example' });
    const announced = announcements(page.slip);
    await page.endpoint.answer(checkedAt(TIME));
    await poll(page);
    expect(status(page.slip)).to.equal(en.waiting.transfer);
    expect(textOf(page.slip)).not.to.contain('Contact Tienda Sol');
    await later(61_000, async () => {
      await poll(page);
      expect(status(page.slip)).to.equal(en.cannotLook);
      expect(announced.at(-1)).to.equal(en.cannotLook);
      expect(textOf(page.slip), 'the merchant can be asked').to.contain('Contact Tienda Sol');
      await page.endpoint.answer(checkedAt(TIME + 70_000));
      await poll(page);
      expect(status(page.slip)).to.equal(en.waiting.transfer);
    });
  });

  it('says the same if the endpoint answers with something else for a minute', async () => {
    const page = await open(OPEN);
    await page.endpoint.answer({ arrival: { code: 200, data: { fiat: 'MXN', fieldList: {} } } });
    await later(61_000, async () => {
      await poll(page);
      await until(() => status(page.slip) === en.cannotLook);
    });
  });

  it('says the same if the endpoint cannot be reached for a minute', async () => {
    const { slip } = await open(OPEN);
    const failPoll = (requests: readonly Request[]): Promise<void> => {
      const before = requests.length;
      dispatchEvent(new Event('online'));
      return until(() => requests.length > before);
    };
    await requestsDuring(
      async (requests) => {
        await failPoll(requests);
        expect(status(slip)).to.equal(en.waiting.transfer);
        await later(61_000, async () => {
          await failPoll(requests);
          await until(() => status(slip) === en.cannotLook);
        });
      },
      () => () => Promise.reject(new TypeError('Failed to fetch')),
    );
  });

  it('whose session has ended says so, and can be reloaded, or links to the merchant', async () => {
    const endpoint = scripted({ body: {}, bodyFor: bodies(OPEN), session: 'good' });
    const attributes = {
      contact: 'mailto:help@shop.example',
      orderReference: 'A-1001',
      merchantName: 'Tienda Sol',
    };
    const settings = { paymentId: '105', watch: true, session: 'good', endpoint: endpoint.url };
    const slip = await mountUntil('ready', { ...settings, ...attributes });
    await update(slip, { session: 'ended' });
    dispatchEvent(new Event('online'));
    await until(() => parts(slip, 'notice').length === 1);
    expectHeld(slip, en.held.ended);
    expect(primaryButtons(slip).map(({ textContent }) => textContent)).to.deep.equal([en.reload]);
    expect(textOf(slip)).to.contain('A-1001').and.to.contain('Contact Tienda Sol');
  });

  it('for longer than the rail takes explains what to do, with the number of the order', async () => {
    const { slip } = await open(OPEN, { orderReference: 'A-1001' });
    await later(16 * 60_000, async () => {
      dispatchEvent(new Event('online'));
      await until(() => status(slip).startsWith(en.paused));
    });
    expect(textOf(slip)).to.contain(fill(en.waitedLongOrder, { merchant: 'Tienda Sol' }));
  });

  it('for the rest of a payment does not say that it has seen none', async () => {
    const { slip } = await open(PART);
    await later(16 * 60_000, async () => {
      dispatchEvent(new Event('online'));
      await until(() => status(slip).startsWith(en.pausedAgain));
    });
  });

  it('for over a day says so even if the tab stays open', async () => {
    const native = globalThis.setTimeout;
    let afterDay: (() => void) | undefined;
    globalThis.setTimeout = ((run: () => void, delay?: number) => {
      if (delay !== undefined && Math.abs(delay - 86_400_000) < 60_000) afterDay = run;
      return native(run, delay);
    }) as typeof setTimeout;
    try {
      const { slip } = await open(OPEN);
      await later(86_400_000, async () => {
        afterDay!();
        await slip.updateComplete;
        expectHeld(slip, en.held.old);
      });
    } finally {
      globalThis.setTimeout = native;
    }
  });

  it('for over a day asks for a reload before the payment', async () => {
    const page = await open(OPEN, { watch: false });
    await later(25 * 3_600_000, async () => {
      document.dispatchEvent(new Event('visibilitychange'));
      await page.slip.updateComplete;
      expectHeld(page.slip, en.held.old);
      for (const text of Object.values(await textsOf(page.slip)))
        expect(text, 'shared and copied').to.contain(`${en.held.old.title}. ${en.held.old.text}`);
      expect(primaryButtons(page.slip).map(({ textContent }) => textContent.trim())).to.deep.equal([
        en.reload,
      ]);
    });
    const ready = nextEvent(page.slip, 'deposit-ready');
    await realClick(button(page.slip, en.reload)!);
    await ready;
    await page.slip.updateComplete;
    expect(parts(page.slip, 'notice')).to.have.length(0);
  });
});
