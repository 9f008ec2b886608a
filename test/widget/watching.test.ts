import { expect } from '@open-wc/testing';
import { engine, press } from '../browsers/commands.js';
import {
  asked,
  endpoint,
  event,
  method,
  mount,
  nextFrame,
  open,
  part,
  reaching,
  sampleAnswer,
  unique,
} from './bench.js';
import { ArrivalPoller } from '../../src/widget/shared/controllers/arrival-poller.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';

const clabe = sampleAnswer(method(105));
const pix = sampleAnswer(method(90));

/** All that is said aloud from now on. */
function listen(slip: DepositSlip): string[] {
  const said: string[] = [];
  const status = slip.shadowRoot!.querySelector('[role="status"]')!;
  new MutationObserver(() => said.push(status.textContent)).observe(status, {
    subtree: true,
    characterData: true,
    childList: true,
  });
  return said;
}

describe(`an element that was taken away, in ${engine}`, () => {
  it('asks nothing, whatever is set on it, until it is back', async () => {
    const log = unique('away');
    const slip = await mount({ paymentId: '105', answer: clabe });
    const home = slip.parentElement!;
    slip.remove();
    Object.assign(slip, { answer: undefined, endpoint: endpoint({ body: clabe, log }) });
    await slip.updateComplete;
    expect(await asked(log)).to.deep.equal([]);
    expect(slip.status).to.equal('loading');
    home.append(slip);
    await reaching(slip, 'ready');
    expect(await asked(log)).to.have.length(1);
  });

  it('does not watch for what is set on it', async () => {
    let checks = 0;
    const host = { isConnected: false, addController: () => undefined, requestUpdate: () => undefined };
    const watcher = new ArrivalPoller(
      { ...host, removeController: () => undefined, updateComplete: Promise.resolve(true) },
      { first: 0, later: 0, slowAfter: 1000, stopAfter: 1000 },
    );
    watcher.start(
      () => {
        checks++;
        return Promise.resolve('again');
      },
      () => undefined,
    );
    // Timers of one length fire in the order they were set.
    await new Promise((resolve) => setTimeout(resolve));
    expect(checks).to.equal(0);
  });
});

describe(`a watcher that is told to pause, in ${engine}`, () => {
  it('asks nothing by itself, and again when it is to resume', async () => {
    let checks = 0;
    const pauses: boolean[] = [];
    const host = { isConnected: true, addController: () => undefined, requestUpdate: () => undefined };
    const watcher = new ArrivalPoller(
      { ...host, removeController: () => undefined, updateComplete: Promise.resolve(true) },
      { first: 0, later: 0, slowAfter: 1000, stopAfter: 1000 },
    );
    const passed = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
    watcher.start(
      () => Promise.resolve(++checks === 1 ? 'pause' : 'stop'),
      (paused) => void pauses.push(paused),
    );
    // Timers of one length fire in the order they were set.
    for (let turns = 0; turns < 3; turns++) await passed();
    expect(checks).to.equal(1);
    expect(pauses).to.deep.equal([true]);
    watcher.resume();
    await passed();
    expect(checks).to.equal(2);
    expect(pauses).to.deep.equal([true, false]);
  });
});

describe(`an arrival the page tells of, in ${engine}`, () => {
  it('is worded without an amount where none was told', async () => {
    const slip = await mount({ paymentId: '105', amount: '20.00', answer: clabe });
    slip.markArrived();
    await slip.updateComplete;
    expect(part(slip, 'arrival').textContent.trim()).to.equal('Your deposit arrived');
  });

  for (const deposit of [null, 'x', { amount: 'all of it', fiat: 'pesos' }, { amount: 20, fiat: {} }])
    it(`is told without what makes no sense: ${JSON.stringify(deposit)}`, async () => {
      const slip = await mount({ paymentId: '105', amount: '20.00', answer: clabe });
      slip.markArrived(deposit as object);
      await slip.updateComplete;
      expect(slip.status).to.equal('arrived');
      expect(part(slip, 'arrival').textContent.trim()).to.equal('Your deposit arrived');
    });
});

describe(`the focus and the voice, in ${engine}`, () => {
  it('come back to the slip after another was asked for with the keyboard', async () => {
    const gate = unique('renew');
    const slip = await reaching(await mount({ paymentId: '90', endpoint: endpoint({ body: pix }) }), 'ready');
    const renew = part(slip, 'actions').querySelector('button')!;
    renew.focus();
    slip.endpoint = endpoint({ body: pix, gate });
    await reaching(slip, 'loading');
    for (let frames = 0; frames < 3; frames++) await nextFrame();
    await open(gate);
    await reaching(slip, 'ready');
    expect(document.activeElement === slip, 'the slip has the focus').to.equal(true);
  });

  it('do not read the title twice where the focus moves to it', async () => {
    const slip = await mount({
      paymentId: '90 105',
      endpoint: endpoint({ body: pix, particular: { 105: { code: 500 } } }),
    });
    for (const [at, status] of [
      [0, 'ready'],
      [1, 'problem'],
    ] as const) {
      const said = listen(slip);
      slip.shadowRoot!.querySelectorAll<HTMLElement>('.options button')[at]!.focus();
      const told = event(slip, `deposit-${status}`);
      await press('Enter');
      await told;
      await slip.updateComplete;
      slip.requestUpdate();
      await slip.updateComplete;
      expect(slip.shadowRoot!.activeElement?.id).to.equal('title');
      expect(said.filter((text) => text !== '')).to.deep.equal(['Preparing the deposit details']);
      const others = [...slip.shadowRoot!.querySelectorAll<HTMLElement>('button')];
      others.find(({ textContent }) => textContent.includes('Other ways'))!.click();
      await reaching(slip, 'choosing');
    }
  });

  it('say that the slip is there where the focus is elsewhere', async () => {
    const gate = unique('voice');
    const slip = await mount({ paymentId: '105', endpoint: endpoint({ body: clabe, gate }) });
    const said = listen(slip);
    await open(gate);
    await reaching(slip, 'ready');
    expect(said).to.deep.equal(['SPEI transfer']);
  });
});
