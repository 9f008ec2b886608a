import { expect } from '@open-wc/testing';
import { METHODS, type Method } from '../../../src/core/methods.js';
import type { DepositSlip } from '../../../src/widget/deposit-slip/deposit-slip.js';
import { engine, realClick } from '../../browsers/commands.js';
import { event, mount, nextFrame, part, parts, reaching, unique } from '../../widget/bench.js';
import type { Upstream } from '../../widget/server/bank.js';
import { sampleOf } from '../scale.js';

/** P11, through element, kit and sandbox: however impatient a payer is, the API is asked once and makes one funding id. */

const CLICKS = 50;
const methods = sampleOf(METHODS, 4);

async function upstream(visit: string): Promise<Upstream> {
  return (await (await fetch(`/bank/upstream/${visit}`)).json()) as Upstream;
}

function shop(visit: string, { id, amount }: Method, others: readonly number[] = []): Promise<DepositSlip> {
  return mount({
    endpoint: `/bank/hurried/${visit}`,
    paymentId: [id, ...others].join(' '),
    watch: true,
    ...(amount === 'required' && { amount: '150.00' }),
  });
}

/** As fast as a page can be clicked: the button is the same one all along. */
function clickOften(button: HTMLElement | undefined): void {
  for (let click = 0; click < CLICKS; click += 1) button?.click();
}

/** The button of the picker, or of the quiet actions, by its place. */
function button(slip: DepositSlip, name: string, at = 0): HTMLElement {
  return part(slip, name).querySelectorAll('button')[at]!;
}

/** Once the kit has nothing under way for a visit: what is asked now waits for what was asked before. */
async function quiet(visit: string, { id, amount }: Method): Promise<Upstream> {
  await fetch(`/bank/hurried/${visit}?paymentId=${id}${amount === 'required' ? '&amount=150.00' : ''}`);
  return upstream(visit);
}

describe(`a payer in a hurry, in ${engine}`, () => {
  for (const method of methods) {
    const { id } = method;

    it(`chooses ${id} fifty times at once and makes one request`, async () => {
      const visit = unique('choose');
      const slip = await shop(visit, method, [id === 90 ? 92 : 90]);
      clickOften(button(slip, 'picker'));
      await reaching(slip, 'ready');
      expect((await quiet(visit, method)).requests).to.equal(1);
    });

    it(`goes back and chooses ${id} again, ten times, and makes one request`, async () => {
      const visit = unique('again');
      const slip = await shop(visit, method, [id === 90 ? 92 : 90]);
      for (let time = 0; time < 10; time += 1) {
        button(slip, 'picker').click();
        await reaching(slip, time % 2 ? 'loading' : 'ready');
        const actions = parts(slip, 'actions')[0]!;
        [...actions.querySelectorAll('button')].at(-1)!.click();
        await reaching(slip, 'choosing');
      }
      expect((await quiet(visit, method)).requests).to.equal(1);
    });

    it(`retries ${id} fifty times at once and makes one request`, async () => {
      const visit = unique('retry');
      const slip = await shop(visit, method);
      slip.endpoint = 'http://127.0.0.1:1/nobody';
      await reaching(slip, 'problem');
      const retry = part(slip, 'retry');
      slip.endpoint = `/bank/hurried/${visit}`;
      clickOften(retry);
      await reaching(slip, 'ready');
      expect((await quiet(visit, method)).requests).to.equal(1);
    });

    it(`loses the page of ${id} again and again, and gets its slip back without another request`, async () => {
      const visit = unique('lost');
      const rows: string[] = [];
      for (let time = 0; time < 5; time += 1) {
        const slip = await shop(visit, method);
        // Discarded while it loads, or once it is there.
        if (time % 2) await nextFrame();
        else rows.push(JSON.stringify((await reaching(slip, 'ready')).slip!.rows));
        slip.remove();
      }
      expect(new Set(rows).size).to.equal(1);
      expect((await quiet(visit, method)).requests).to.equal(1);
    });
  }

  for (const method of METHODS.filter(({ hasTxId }) => hasTxId)) {
    const { id } = method;

    it(`asks for another code of ${id} fifty times at once and gets one`, async () => {
      const visit = unique('renew');
      const slip = await reaching(await shop(visit, method), 'ready');
      const first = slip.slip!.txId;
      clickOften(button(slip, 'actions'));
      await event(slip, 'deposit-ready');
      const { requests, issued } = await quiet(visit, method);
      expect(requests).to.equal(2);
      expect(issued).to.deep.equal([first, slip.slip!.txId]);
    });

    it(`clicks ten times for another code of ${id}, through quick answers, and gets one`, async () => {
      const visit = unique('hurried');
      const slip = await reaching(await shop(visit, method), 'ready');
      const renewed = event(slip, 'deposit-ready');
      await realClick(button(slip, 'actions'), { count: 10 });
      await renewed;
      // The last of a flurry of clicks, after everything was answered.
      button(slip, 'actions').dispatchEvent(new MouseEvent('click', { detail: 11 }));
      await nextFrame();
      expect(slip.status).to.equal('ready');
      expect((await quiet(visit, method)).requests).to.equal(2);
    });

    it(`pays the code of ${id} it had before the page was lost, and sees it arrive`, async () => {
      const visit = unique('paid');
      const lost = await reaching(await shop(visit, method), 'ready');
      const { txId, fiat } = lost.slip!;
      clickOften(button(lost, 'actions'));
      lost.remove();
      const slip = await reaching(await shop(visit, method), 'ready');
      const arrived = event(slip, 'deposit-arrived');
      const deposit = { merchantId: 1001, fiat, amount: '150.00', txId };
      await fetch('/bank/pay', { method: 'POST', body: JSON.stringify(deposit) });
      expect((await arrived).deposits.map((each) => each.txId)).to.deep.equal([txId]);
    });
  }
});
