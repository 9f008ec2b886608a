import { expect } from '@open-wc/testing/pure';
import { METHODS, type Method } from '../../src/core/methods.js';
import { engine, isJudge, setViewport } from '../browsers/commands.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';
import { mount, nextFrame, untilStatus } from './helpers/mount.js';
import { parts } from './helpers/queries.js';
import { requestFor } from './helpers/samples.js';
import { scripted, unique } from './helpers/servers.js';

const WIDTHS = isJudge ? [280, 320, 900] : [320];

/** The rectangle of every row, button and line of the slip. */
function rectangles(slip: DepositSlip): Record<string, number[]> {
  const found: Record<string, number[]> = {};
  for (const name of [
    'header',
    'status',
    'lead',
    'row',
    'value',
    'copy',
    'qr',
    'more',
    'steps',
    'facts',
    'actions',
  ])
    parts(slip, name).forEach((each, at) => {
      const { x, y, width, height } = each.getBoundingClientRect();
      found[`${name} ${at}`] = [x, y, width, height].map(Math.round);
    });
  found['slip'] = [slip.getBoundingClientRect().height];
  return found;
}

/** The response of the kit and the sandbox, with the CLABE of a bank, for which the skeleton has a row. */
async function answerOf(method: Method): Promise<object> {
  const query = new URLSearchParams({ ...requestFor(method) });
  const answer = await (await fetch(`/bank/deposit/${unique('shift')}?${query}`)).text();
  return JSON.parse(answer.replace(/"999\d{15}"/, '"706180304649761358"')) as object;
}

describe(`from the skeleton to the slip in ${engine}`, () => {
  for (const width of WIDTHS)
    for (const method of METHODS) {
      it(`nothing moves for ${method.slug} at ${width} px`, async () => {
        await setViewport({ width: 1000, height: 900 });
        const server = scripted({ isHeld: true, body: await answerOf(method) });
        const common = { endpoint: server.url, watch: true, width, merchantName: 'Tienda Sol' };
        const slip = await mount({ ...common, ...requestFor(method) });
        expect(slip.status).to.equal('loading');
        const before = rectangles(slip);
        const shifts = observeShifts();
        await server.release();
        await untilStatus(slip, 'ready');
        await nextFrame();
        await nextFrame();
        expect(rectangles(slip)).to.deep.equal(before);
        expect(shifts()).to.equal(0);
      });
    }
});

/**
 * The sum of Chromium's layout shift scores. The other engines have no such measure, so only rectangles are
 * compared there.
 */
function observeShifts(): () => number {
  if (engine !== 'chromium') return () => 0;
  let sum = 0;
  const add = (entries: PerformanceEntryList): void => {
    for (const entry of entries) sum += (entry as PerformanceEntry & { value: number }).value;
  };
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: 'layout-shift' });
  return () => {
    add(observer.takeRecords());
    observer.disconnect();
    return sum;
  };
}
