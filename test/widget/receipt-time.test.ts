/** When a receipt says that money arrived: date, time and zone, because it is kept, shared and printed. */
import { expect } from '@open-wc/testing/pure';
import { engine } from '../browsers/commands.js';
import { LOCALES } from '../fixtures/locales.js';
import type { DepositHistory } from '../../src/widget/deposit-history/deposit-history.js';
import { en as history } from '../../src/widget/deposit-history/locales/en.js';
import { formatClock, formatMoment } from '../../src/widget/shared/i18n/formatting.js';
import { later, withTimers } from './helpers/clock.js';
import { deposit as listed, historyOf, lineOf, lines } from './helpers/history.js';
import { mountUntil } from './helpers/mount.js';
import { deposit, open, PAID, PART, TWICE } from './helpers/payments.js';
import { part, parts, textOf } from './helpers/queries.js';
import { sampleAnswer } from './helpers/samples.js';
import { textsOf } from './helpers/texts.js';
import { endpoint } from './helpers/servers.js';

/** Noon: on the same day in every test. */
const NOON = new Date().setHours(12, 0, 0, 0);
const DAY = 86_400_000;

/** The day, the year, the time and the zone, by the same source as the browser's own. */
function momentOf(lang: string, time = NOON): string[] {
  const options = { year: 'numeric', day: 'numeric', timeZoneName: 'short' } as const;
  const found = new Intl.DateTimeFormat(lang, options).formatToParts(time);
  const wanted = found.filter(({ type }) => type in options).map(({ value }) => value);
  return [...wanted, '12:00'];
}

const RELATIVE = /\b(today|yesterday|hoy|ayer|hoje|ontem)\b/i;

function expectMoment(text: string, lang: string, name: string): void {
  for (const word of momentOf(lang)) expect(text, `${lang}: ${name}`).to.contain(word);
  expect(text, `${lang}: ${name}`).not.to.match(RELATIVE);
}

describe(`the time of a receipt in ${engine}`, () => {
  const today = { deposits: [deposit('a', '1250.00', { createTime: NOON })] };
  const twice = { deposits: [...today.deposits, deposit('b', '1250.00', { createTime: NOON })] };

  for (const lang of LOCALES)
    it(`is a date, a time and a zone in ${lang}, on screen, shared and copied`, async () => {
      for (const payment of [
        { ...PAID, ...today },
        { ...TWICE, ...twice },
      ]) {
        const { slip } = await open(payment, { lang });
        const { shared, copied } = await textsOf(slip);
        expectMoment(part(slip, 'receipt').textContent, lang, 'on screen');
        expectMoment(shared, lang, 'shared');
        expectMoment(copied, lang, 'copied');
        slip.remove();
      }
    });

  it('is the same for a part on its slip, and for the last deposit above a new slip', async () => {
    const deposits = [deposit('a', '1249.00', { createTime: NOON })];
    const { slip } = await open({ ...PART, deposits });
    expectMoment(part(slip, 'account').textContent, 'en', 'part');
    expectMoment((await textsOf(slip)).copied, 'en', 'copied');
    const body = { ...sampleAnswer(90), previous: { amount: '1.00', fiat: 'BRL', createTime: NOON } };
    expectMoment(textOf(await mountUntil('ready', { endpoint: endpoint({ body }) })), 'en', 'previous');
  });

  it('is the same in an unfolded deposit of a history, and for its return', async () => {
    for (const lang of LOCALES) {
      const one = listed({ createTime: NOON, returned: '1.00', returnTime: NOON });
      const element = await historyOf([one], { lang });
      lineOf(element, one).click();
      await element.updateComplete;
      for (const row of [...part(element, 'details').querySelectorAll('.row')].slice(0, 2))
        expectMoment(row.textContent, lang, 'details');
      element.remove();
    }
  });
});

describe(`the time of day in ${engine}`, () => {
  it('has 24 hours from 00:00, in every language', () => {
    for (const lang of LOCALES)
      for (const [hour, written] of [
        [0, '00:05'],
        [12, '12:05'],
        [23, '23:05'],
      ] as const) {
        const at = new Date(NOON).setHours(hour, 5);
        expect(formatClock(at, lang), lang).to.equal(written);
        expect(formatMoment(at, lang), lang).to.match(new RegExp(`(^|[^0-9])${written}([^0-9]|$)`));
      }
  });
});

describe(`the day of a printed receipt in ${engine}`, () => {
  const printed = (element: HTMLElement): string =>
    element.shadowRoot!.querySelector('.printed')!.textContent.trim();

  it('is the one of printing, with time and zone, even if the page was open for days', async () => {
    const { slip } = await open(PAID);
    const element = await historyOf([listed({ createTime: NOON })]);
    await later(NOON + 3 * DAY - Date.now(), async () => {
      dispatchEvent(new Event('beforeprint'));
      for (const text of [printed(slip), printed(element)]) {
        expect(text).to.match(/^Printed on /);
        for (const word of momentOf('en', NOON + 3 * DAY)) expect(text).to.contain(word);
      }
    });
    dispatchEvent(new Event('afterprint'));
  });
});

describe(`the days of a history in ${engine}`, () => {
  const days = (element: DepositHistory): string[] =>
    parts(element, 'day').map(({ textContent }) => textContent);

  it('are named anew at midnight, and when the page is shown again', async () => {
    // The clock is stopped, so that the length of the timer is known.
    const { now } = Date;
    let clock = NOON;
    Date.now = () => clock;
    try {
      await withTimers(new Date(NOON).setHours(24, 0, 0, 0) - NOON, async (end) => {
        const element = await historyOf([listed({ createTime: NOON - 60_000 })]);
        expect(days(element)).to.deep.equal([history.today]);
        clock = new Date(NOON).setHours(24, 0, 0, 1);
        end();
        await element.updateComplete;
        expect(days(element)).to.deep.equal([history.yesterday]);
        clock += DAY;
        document.dispatchEvent(new Event('visibilitychange'));
        await element.updateComplete;
        expect(days(element).join()).to.match(/^\w+day, \w+ \d+/);
      });
    } finally {
      Date.now = now;
    }
  });

  it('and the time that a deposit is awaited since are dates on paper', async () => {
    const element = await historyOf([
      listed({ status: 'waiting', createTime: NOON }),
      listed({ createTime: NOON }),
      listed({ createTime: NOON - DAY }),
    ]);
    const year = String(new Date(NOON).getFullYear());
    dispatchEvent(new Event('beforeprint'));
    const [, first, second] = days(element);
    for (const day of [first, second]) expect(day).to.contain(year).and.not.to.match(RELATIVE);
    expect(lines(element)[0]).not.to.contain('12:00');
    dispatchEvent(new Event('afterprint'));
    await element.updateComplete;
    expect(days(element)).to.deep.equal([history.awaited, history.today, history.yesterday]);
  });
});
