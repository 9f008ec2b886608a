import { expect } from '@open-wc/testing/pure';
import { METHODS, type Method } from '../../../src/core/methods.js';
import { en } from '../../../src/widget/locales/en.js';
import type { DepositSlip } from '../../../src/widget/deposit-slip/deposit-slip.js';
import { engine, realClick } from '../../browsers/commands.js';
import { nextEvent } from '../../widget/helpers/events.js';
import { mount, nextFrame, untilStatus } from '../../widget/helpers/mount.js';
import { button, part } from '../../widget/helpers/queries.js';
import { requestFor } from '../../widget/helpers/samples.js';
import { pay, unique } from '../../widget/helpers/servers.js';
import type { Upstream } from '../../widget/server/bank.js';
import { sampleOf } from '../scale.js';

/**
 * SECURITY.md P11 through element, kit and sandbox: an impatient payer causes one request to the API, and
 * gets one funding id.
 */

const CLICKS = 50;

/** One visit of a payer who pays with one method, and may choose another. */
class PayerVisit {
  readonly #id = unique('hurried');
  readonly #method: Method;

  constructor(method: Method) {
    this.#method = method;
  }

  get endpoint(): string {
    return `/bank/hurried/${this.#id}`;
  }

  /** Opens the page, with a picker if another method is offered. */
  open({ hasPicker = false } = {}): Promise<DepositSlip> {
    const request = requestFor(this.#method);
    const other = request.paymentId === '90' ? '92' : '90';
    const paymentId = hasPicker ? `${request.paymentId} ${other}` : request.paymentId;
    return mount({ ...request, endpoint: this.endpoint, paymentId, watch: true });
  }

  /** Opens the page and waits for the slip. */
  async openReady(): Promise<DepositSlip> {
    return untilStatus(await this.open(), 'ready');
  }

  /** The requests that reached the API. The kit responds to this query only after the pending requests. */
  async upstream(): Promise<Upstream> {
    await fetch(`${this.endpoint}?${new URLSearchParams({ ...requestFor(this.#method) })}`);
    return (await (await fetch(`/bank/upstream/${this.#id}`)).json()) as Upstream;
  }
}

/** Clicks as fast as a page can. The button may be gone after the first click. */
function clickRepeatedly(target: HTMLElement | undefined): void {
  for (let click = 0; click < CLICKS; click += 1) target?.click();
}

/**
 * Counts the bursts that began on a button of the actions. The browser counts ten clicks as one burst, unless
 * a busy machine lets more than the time of a double click pass between two of them.
 */
function countBursts(slip: DepositSlip): () => number {
  let bursts = 0;
  part(slip, 'actions')
    .getRootNode()
    .addEventListener('click', (event) => {
      const isAction = event.target instanceof Element && event.target.closest('[part~="actions"] button');
      if (isAction && (event as MouseEvent).detail === 1) bursts += 1;
    });
  return () => bursts;
}

/** The first button of the picker or of the actions. */
function firstButton(slip: DepositSlip, name: string): HTMLElement {
  return part(slip, name).querySelector('button')!;
}

/** Each variant reaches the slip, and causes one request to the API. */
const ONE_REQUEST: Record<string, (visit: PayerVisit) => Promise<unknown>> = {
  'choosing the method fifty times at once': async (visit) => {
    const slip = await visit.open({ hasPicker: true });
    clickRepeatedly(firstButton(slip, 'picker'));
    await untilStatus(slip, 'ready');
  },
  'going back and choosing the method again, ten times': async (visit) => {
    const slip = await visit.open({ hasPicker: true });
    for (let time = 0; time < 10; time += 1) {
      firstButton(slip, 'picker').click();
      await untilStatus(slip, time % 2 ? 'loading' : 'ready');
      button(slip, en.changeMethod)!.click();
      await untilStatus(slip, 'choosing');
    }
  },
  'retrying fifty times at once': async (visit) => {
    const slip = await visit.open();
    slip.endpoint = 'http://127.0.0.1:1/unreachable';
    await untilStatus(slip, 'problem');
    const retry = part(slip, 'retry');
    slip.endpoint = visit.endpoint;
    clickRepeatedly(retry);
    await untilStatus(slip, 'ready');
  },
  'reloading the page, which shows the same slip again': async (visit) => {
    const rows: string[] = [];
    for (let time = 0; time < 5; time += 1) {
      // Every second page is discarded while it loads.
      const slip = await visit.open();
      if (time % 2) await nextFrame();
      else rows.push(JSON.stringify((await untilStatus(slip, 'ready')).slip!.rows));
      slip.remove();
    }
    expect(new Set(rows).size).to.equal(1);
  },
};

describe(`an impatient payer in ${engine}`, () => {
  for (const method of sampleOf(METHODS, 3))
    for (const [name, act] of Object.entries(ONE_REQUEST))
      it(`causes one request for ${method.id} by ${name}`, async () => {
        const visit = new PayerVisit(method);
        await act(visit);
        expect((await visit.upstream()).requests).to.equal(1);
      });

  for (const method of METHODS.filter(({ hasTxId }) => hasTxId)) {
    it(`gets one new code by asking for one of ${method.id} fifty times at once`, async () => {
      const visit = new PayerVisit(method);
      const slip = await visit.openReady();
      const first = slip.slip!.txId;
      clickRepeatedly(firstButton(slip, 'actions'));
      expect((await nextEvent(slip, 'deposit-ready')).slip.txId).not.to.equal(first);
      const { requests, issued } = await visit.upstream();
      expect(requests).to.equal(2);
      expect(issued).to.deep.equal([first, slip.slip!.txId]);
    });

    it(`gets one new code by clicking ten times for one of ${method.id}, even if responses are fast`, async () => {
      const visit = new PayerVisit(method);
      const slip = await visit.openReady();
      const bursts = countBursts(slip);
      const renewed = nextEvent(slip, 'deposit-ready');
      await realClick(firstButton(slip, 'actions'), { count: 10 });
      await renewed;
      await untilStatus(slip, 'ready');
      // One more click of the same burst, after every response.
      firstButton(slip, 'actions').dispatchEvent(new MouseEvent('click', { detail: 11 }));
      await nextFrame();
      expect(slip.status).to.equal('ready');
      expect(bursts()).to.be.within(1, 9);
      expect((await visit.upstream()).requests).to.equal(1 + bursts());
    });

    it(`sees the deposit arrive for the code of ${method.id} that was shown before a reload`, async () => {
      const visit = new PayerVisit(method);
      const discarded = await visit.openReady();
      const { txId, fiat } = discarded.slip!;
      clickRepeatedly(firstButton(discarded, 'actions'));
      discarded.remove();
      const slip = await visit.openReady();
      const arrived = nextEvent(slip, 'deposit-arrived');
      await pay({ merchantId: 1001, fiat, amount: '150.00', txId });
      expect((await arrived).deposits.map((deposit) => deposit.txId)).to.deep.equal([txId]);
    });
  }
});
