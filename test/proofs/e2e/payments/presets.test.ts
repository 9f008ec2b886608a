import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { fromMinor, toMinor } from 'deposit-slip/core';
import { COUNTRIES, totalOf } from '../../../../demo/shop/countries.js';
import { DemoBrowsers } from '../../../e2e/demo-browsers.js';
import { sampleOf } from '../../scale.js';
import { Checkout, SIZE, type Preset, type Taken, type Told } from './checkout.js';

/**
 * What the bank does with a payment that is not plain ends on a page that says so, in every country of the
 * shop.
 */

const demo = new DemoBrowsers(SIZE, Promise.resolve(['chromium']));

/** How a payer pays in a country, by its first method. */
const TAKEN: Readonly<Record<string, Taken>> = {
  MX: 'copied',
  BR: 'scanned',
  AR: 'copied',
  CO: 'opened',
  PE: 'opened',
  EU: 'copied',
  US: 'copied',
};

function plus(amount: string, other: bigint): string {
  return fromMinor(toMinor(amount)! + other);
}

/** What every page says in the end of a payment of this amount. */
const ENDS: Readonly<Record<Exclude<Preset, 'pay'>, (total: string) => Told>> = {
  part: (total) => {
    const received = plus(total, -100n);
    return { status: 'part', received, remaining: '1.00', deposits: [received] };
  },
  more: (total) => {
    const received = plus(total, 100n);
    return { status: 'over', received, excess: '1.00', deposits: [received] };
  },
  twice: (total) => {
    const received = plus(total, toMinor(total)!);
    return { status: 'over', received, excess: total, deposits: [total, total] };
  },
  late: (total) => ({ status: 'paid', received: total, deposits: [total] }),
  return: (total) => ({
    status: 'open',
    received: '0.00',
    remaining: total,
    deposits: [total],
    returned: total,
  }),
};

describe('each preset of the phone', () => {
  for (const country of sampleOf(COUNTRIES, 2))
    it(`ends on a page that tells the truth in ${country.code}`, () =>
      demo.inEachBrowser(async (browser) => {
        const { code, paymentIds } = country;
        const status = paymentIds.length > 1 ? 'choosing' : 'ready';
        await Promise.all(
          Object.entries(ENDS).map(async ([preset, told]) => {
            const visit = randomUUID();
            const shop = await Checkout.open(demo, await browser.newPage(SIZE), { visit, code, status });
            if (status === 'choosing') await shop.choose(1);
            await shop.take(TAKEN[code]!);
            await shop.pay(preset as Preset);
            await shop.tellsNow(told(totalOf(country)));
            await shop.page.close();
          }),
        );
      }));
});
