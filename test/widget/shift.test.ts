import { expect } from '@open-wc/testing';
import { METHODS } from '../../src/core/methods.js';
import { engine, setViewport } from '../browsers/commands.js';
import { endpoint, mount, nextFrame, open, part, parts, reaching, unique } from './bench.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';

const WIDTHS = [280, 320, 900];

/** Where every row, button and line of the slip stands. */
function places(slip: DepositSlip): Record<string, number[]> {
  const found: Record<string, number[]> = {};
  for (const name of ['header', 'row', 'value', 'copy', 'actions', 'arrival'])
    parts(slip, name).forEach((each, at) => {
      const { x, y, width, height } = each.getBoundingClientRect();
      found[`${name} ${at}`] = [x, y, width, height].map(Math.round);
    });
  found['slip'] = [slip.getBoundingClientRect().height];
  return found;
}

/** What a bank and shop answer, through the real kit and sandbox. */
async function answerOf(paymentId: number, amount: string | undefined): Promise<object> {
  const query = new URLSearchParams({ paymentId: String(paymentId), ...(amount && { amount }) });
  return (await (await fetch(`/bank/deposit/${unique('shift')}?${query}`)).json()) as object;
}

describe(`from skeleton to slip in ${engine}`, () => {
  for (const width of WIDTHS)
    for (const { id, slug, amount: rule } of METHODS) {
      it(`moves nothing for ${slug} at ${width} px`, async () => {
        await setViewport({ width: 1000, height: 900 });
        const amount = rule === 'required' ? '150.00' : undefined;
        const gate = unique('shift');
        const body = await answerOf(id, amount);
        const slip = await mount({
          paymentId: String(id),
          watch: true,
          width,
          merchantName: 'Tienda Sol',
          endpoint: endpoint({ gate, body }),
          ...(amount && { amount }),
        });
        expect(slip.status).to.equal('loading');
        const before = places(slip);
        const shifts = observeShifts();
        await open(gate);
        await reaching(slip, 'ready');
        await nextFrame();
        await nextFrame();
        expect(places(slip)).to.deep.equal(before);
        slip.markArrived({ amount: '150.00', fiat: slip.slip!.fiat! });
        await slip.updateComplete;
        expect(part(slip, 'arrival').getBoundingClientRect().height).to.be.closeTo(
          before['arrival 0']![3]!,
          1,
        );
        expect(shifts()).to.equal(0);
      });
    }
});

/** Chromium's own measure; the other engines have none, and are held to the places alone. */
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
