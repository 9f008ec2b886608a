/**
 * A new slip that cannot be made replaces nothing: the payer may have paid the former one. What failed for
 * want of a network is tried again once there is one.
 */
import { expect } from '@open-wc/testing/pure';
import { engine, press, realClick } from '../browsers/commands.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';
import { LOCALES } from '../../src/widget/all-locales.js';
import { en } from '../../src/widget/locales/en.js';
import '../../src/widget/deposit-history/all-locales.js';
import { historyMessagesFor } from '../../src/widget/deposit-history/messages.js';
import { messagesFor } from '../../src/widget/shared/i18n/registry.js';
import { announcements, collect } from './helpers/events.js';
import { deposit, historyUntil, pageOf } from './helpers/history.js';
import { withHeldRequests, type HeldRequest } from './helpers/held-requests.js';
import { mountUntil, until, untilStatus, update } from './helpers/mount.js';
import { bodies, PAID, TWICE, OPEN } from './helpers/payments.js';
import { button, part, parts, textOf } from './helpers/queries.js';
import { sampleAnswer } from './helpers/samples.js';
import { requestsDuring, scripted, type ScriptedEndpoint } from './helpers/servers.js';

const pix = { ...sampleAnswer(90), arrival: 'token' };
const waiting = { code: 200, data: { status: 'waiting' } };
const arrived = { code: 200, data: { status: 'arrived', deposits: [{ amount: '187.40', fiat: 'BRL' }] } };

/** A Pix slip that polls. */
async function shown(): Promise<{ slip: DepositSlip; endpoint: ScriptedEndpoint }> {
  const endpoint = scripted({ body: pix, bodyFor: { arrival: waiting } });
  const slip = await mountUntil('ready', { paymentId: '90', watch: true, endpoint: endpoint.url });
  return { slip, endpoint };
}

const failing = (): typeof fetch => () => Promise.reject(new TypeError('Failed to fetch'));

/** Presses the button for a new code without a network. */
async function renewOffline(slip: DepositSlip): Promise<void> {
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: false });
  dispatchEvent(new Event('offline'));
  try {
    await requestsDuring(async () => {
      await realClick(button(slip, en.renew)!);
      await until(() => parts(slip, 'notice').length > 0);
    }, failing);
  } finally {
    Reflect.deleteProperty(navigator, 'onLine');
  }
}

/** Presses the button for a new code, and answers with a status of HTTP. */
async function renewAnswered(slip: DepositSlip, status: number, body = ''): Promise<void> {
  const answering =
    (native: typeof fetch): typeof fetch =>
    async (input, init) =>
      new Request(input).url.includes('refresh')
        ? new Response(body, { status, headers: { 'content-type': 'application/json' } })
        : native(input, init);
  await requestsDuring(async () => {
    await realClick(button(slip, en.renew)!);
    await until(() => slip.status === 'problem' || parts(slip, 'notice').length > 0);
  }, answering);
}

describe(`while a new code is requested in ${engine}`, () => {
  const renewals = (held: readonly HeldRequest[]): HeldRequest[] =>
    held.filter(({ query }) => query.has('refresh'));
  const poll = (held: readonly HeldRequest[]): HeldRequest | undefined =>
    held.find(({ query, signal }) => query.has('arrival') && !signal.aborted);

  /** Presses the button for a new code by keyboard, and waits until it is requested. */
  async function renew(slip: DepositSlip, held: readonly HeldRequest[]): Promise<void> {
    button(slip, en.renew)!.focus();
    await press('Enter');
    await until(() => renewals(held).length > 0);
  }

  it('the former one stays, with the focus on the button, which is busy and sends nothing more', async () => {
    const { slip } = await shown();
    const before = slip.slip;
    const said = announcements(slip);
    await withHeldRequests(async (held) => {
      await renew(slip, held);
      expect([slip.status, slip.slip === before]).to.deep.equal(['ready', true]);
      const pressed = button(slip, en.renew)!;
      expect(slip.shadowRoot!.activeElement).to.equal(pressed);
      expect(pressed.getAttribute('aria-busy')).to.equal('true');
      expect(said).to.deep.equal([en.loading]);
      await press('Enter');
      slip.reload();
      await slip.updateComplete;
      expect(renewals(held)).to.have.length(1);
      renewals(held)[0]!.answer(sampleAnswer(90));
      await until(() => slip.slip !== before);
      await slip.updateComplete;
    });
    expect(slip.shadowRoot!.activeElement).to.equal(button(slip, en.renew));
    expect(button(slip, en.renew)!.hasAttribute('aria-busy')).to.equal(false);
    expect(said.at(-1)).to.equal('Pix');
  });

  it('polling goes on: a deposit by the former one is shown, and the new one no longer wanted', async () => {
    const { slip } = await shown();
    await withHeldRequests(async (held) => {
      await renew(slip, held);
      dispatchEvent(new Event('online'));
      await until(() => poll(held) !== undefined);
      poll(held)!.answer(arrived);
      await untilStatus(slip, 'arrived');
      expect(renewals(held).map(({ signal }) => signal.aborted)).to.deep.equal([true]);
    });
  });

  it('a new session repeats the request, and an element that is put back asks again', async () => {
    const { slip } = await shown();
    const before = slip.slip;
    await withHeldRequests(async (held) => {
      await renew(slip, held);
      await update(slip, { session: 'new' });
      await until(() => renewals(held).length === 2);
      expect(renewals(held).map(({ session }) => session)).to.deep.equal([null, 'Bearer new']);
      const { parentNode } = slip;
      slip.remove();
      await until(() => renewals(held)[1]!.signal.aborted);
      parentNode!.append(slip);
      await until(() => renewals(held).length === 3);
      renewals(held)[2]!.answer(sampleAnswer(90));
      await until(() => slip.slip !== before);
    });
  });

  it('a receipt stays as well', async () => {
    const endpoint = scripted({ body: pix, bodyFor: { arrival: waiting } });
    const slip = await mountUntil('ready', { paymentId: '90', endpoint: endpoint.url });
    slip.markArrived({ amount: '20.00', fiat: 'BRL' });
    await untilStatus(slip, 'arrived');
    await withHeldRequests(async (held) => {
      await realClick(button(slip, en.depositAgain)!);
      await until(() => renewals(held).length === 1);
      expect(slip.status).to.equal('arrived');
      expect(button(slip, en.depositAgain)!.getAttribute('aria-busy')).to.equal('true');
      renewals(held)[0]!.answer(sampleAnswer(90));
      await untilStatus(slip, 'ready');
    });
  });

  it('is requested once: the next request is for the same one', async () => {
    const { slip } = await shown();
    const before = slip.slip;
    await realClick(button(slip, en.renew)!);
    await until(() => slip.slip !== before);
    await withHeldRequests(async (held) => {
      dispatchEvent(new Event('online'));
      await until(() => poll(held) !== undefined);
      poll(held)!.answer({}, 401);
      await until(() => button(slip, en.reload) !== undefined);
      await realClick(button(slip, en.reload)!);
      await until(() => held.some(({ query }) => query.has('paymentId')));
      expect(renewals(held)).to.have.length(0);
    });
  });
});

describe(`a new code that cannot be made in ${engine}`, () => {
  it('leaves the valid one in place, and says so beside the button', async () => {
    const { slip } = await shown();
    const before = slip.slip;
    const said = announcements(slip);
    const problems = collect(slip, 'deposit-problem');
    await renewOffline(slip);
    expect(slip.slip).to.equal(before);
    expect(parts(slip, 'problem')).to.have.length(0);
    const line = part(slip, 'notice');
    expect(line.textContent).to.equal(`${en.problems.offline}. ${en.advice.connect}`);
    expect(line.parentElement).to.equal(part(slip, 'actions'));
    expect(said.at(-1)).to.contain(line.textContent);
    expect(problems).to.have.length(0);
  });

  it('does not end polling: the deposit that was made meanwhile is shown', async () => {
    const { slip, endpoint } = await shown();
    await renewOffline(slip);
    await endpoint.answer({ arrival: arrived });
    dispatchEvent(new Event('online'));
    await untilStatus(slip, 'arrived');
    expect(textOf(slip)).to.contain(en.arrived);
  });

  it('is not mentioned any more once there is a network', async () => {
    const { slip } = await shown();
    await renewOffline(slip);
    dispatchEvent(new Event('online'));
    await until(() => parts(slip, 'notice').length === 0);
    expect(slip.status).to.equal('ready');
  });

  for (const status of [401, 403, 404, 422, 429, 500])
    it(`leaves the valid one in place if the endpoint answers ${status}`, async () => {
      const { slip, endpoint } = await shown();
      const before = slip.slip;
      await renewAnswered(slip, status);
      expect(slip.slip).to.equal(before);
      expect(part(slip, 'notice').textContent).to.contain('do not pay again');
      await endpoint.answer({ arrival: arrived });
      dispatchEvent(new Event('online'));
      await untilStatus(slip, 'arrived');
    });

  it('replaces the former one if the answer tells the payer not to pay', async () => {
    const { slip } = await shown();
    await renewAnswered(slip, 200, JSON.stringify(sampleAnswer(105)));
    expect(slip.problem?.kind).to.equal('mismatch');
    expect(textOf(slip)).to.contain('Do not pay.');
  });

  it('is not mentioned any more once there is a new session', async () => {
    const { slip } = await shown();
    await renewAnswered(slip, 401);
    await update(slip, { session: 'new' });
    await until(() => parts(slip, 'notice').length === 0);
    expect(slip.status).to.equal('ready');
  });
});

describe(`what failed in ${engine}`, () => {
  const failures: Record<string, () => typeof fetch> = { 'for want of a network': failing };
  for (const status of [401, 403, 404, 422, 500])
    failures[`with ${status}`] = () => async () => new Response('', { status });

  for (const [how, failure] of Object.entries(failures)) {
    it(`${how} is requested again by a slip once there is a network`, async () => {
      const endpoint = scripted({ body: sampleAnswer(105) });
      let slip: DepositSlip | undefined;
      await requestsDuring(async () => {
        slip = await mountUntil('problem', { paymentId: '105', endpoint: endpoint.url });
      }, failure);
      dispatchEvent(new Event('online'));
      await untilStatus(slip!, 'ready');
    });

    it(`${how} is requested again by a history once there is a network`, async () => {
      const endpoint = scripted({ bodyFor: { history: pageOf([]) } });
      let history: Awaited<ReturnType<typeof historyUntil>> | undefined;
      await requestsDuring(async () => {
        history = await historyUntil('problem', { endpoint: endpoint.url });
      }, failure);
      dispatchEvent(new Event('online'));
      await until(() => history!.status === 'ready');
    });
  }

  it('before any request was made is not requested again', async () => {
    const endpoint = scripted({ body: sampleAnswer(105) });
    const slip = await mountUntil('problem', { paymentId: '105', amount: 'ten', endpoint: endpoint.url });
    dispatchEvent(new Event('online'));
    await slip.updateComplete;
    expect(await endpoint.requests()).to.have.length(0);
  });
});

describe('every text that a payer may read after paying', () => {
  for (const tag of Object.keys(LOCALES))
    it(`says not to pay again, in ${tag}`, () => {
      const { paused, pausedAgain, cannotKnow, unexpected, offlineStatus, cannotLook, held, advice } =
        messagesFor(tag);
      const { contact, connect, wait, again, restart } = advice;
      const list = historyMessagesFor(tag);
      const texts = [
        paused,
        pausedAgain,
        cannotKnow,
        unexpected,
        offlineStatus,
        cannotLook,
        held.ended.text,
        held.old.text,
        list.paused,
        list.notes.waiting,
        list.notes.part,
        list.stale,
        list.signIn,
      ];
      for (const text of [...texts, contact, connect, wait, again, restart])
        expect(text).to.match(/do not pay again|no vuelvas a pagar|não pague de novo/i);
    });
});

describe(`a slip and a history of one endpoint in ${engine}`, () => {
  it('agree at once: a slip polls when the history shows something new', async () => {
    const endpoint = scripted({ body: {}, bodyFor: { ...bodies(PAID), history: pageOf([deposit()]) } });
    // Polls every 30 s, because its deposit has arrived.
    const slip = await mountUntil('arrived', { paymentId: '105', watch: true, endpoint: endpoint.url });
    const history = await historyUntil('ready', { endpoint: endpoint.url });
    await endpoint.answer({ ...bodies(TWICE), history: pageOf([deposit(), deposit()]) });
    await requestsDuring(async (requests) => {
      await history.refresh();
      await history.updateComplete;
      expect(requests.filter(({ url }) => url.includes('arrival='))).to.have.length(1);
      await until(() => slip.payment?.status === 'over');
    });
  });

  it('agree if the page of the slip does not watch: it asks once', async () => {
    const endpoint = scripted({ body: {}, bodyFor: { ...bodies(OPEN), history: pageOf([]) } });
    const slip = await mountUntil('ready', { paymentId: '105', endpoint: endpoint.url });
    const history = await historyUntil('ready', { endpoint: endpoint.url });
    await endpoint.answer({ ...bodies(PAID), history: pageOf([deposit()]) });
    await history.refresh();
    await until(() => slip.status === 'arrived');
  });

  it('agree if the history is opened later, and shows that something has arrived', async () => {
    const endpoint = scripted({ body: {}, bodyFor: bodies(OPEN) });
    const slip = await mountUntil('ready', { paymentId: '105', endpoint: endpoint.url });
    await endpoint.answer({ ...bodies(PAID), history: pageOf([deposit()]) });
    await historyUntil('ready', { endpoint: endpoint.url });
    await until(() => slip.status === 'arrived');
  });

  it('agree although the first request of a slip that does not watch failed', async () => {
    const endpoint = scripted({ body: {}, bodyFor: { ...bodies(OPEN), history: pageOf([deposit()]) } });
    const slip = await mountUntil('ready', { paymentId: '105', endpoint: endpoint.url });
    await requestsDuring(
      async (requests) => {
        await historyUntil('ready', { endpoint: endpoint.url });
        await until(() => requests.some(({ url }) => url.includes('arrival=')));
      },
      (native) => async (input, init) =>
        new Request(input).url.includes('arrival=') ? new Response('', { status: 500 }) : native(input, init),
    );
    await endpoint.answer(bodies(PAID));
    dispatchEvent(new Event('online'));
    await until(() => slip.status === 'arrived');
  });

  it('request nothing of each other if they use different endpoints', async () => {
    const endpoint = scripted({ body: {}, bodyFor: bodies(PAID) });
    await mountUntil('arrived', { paymentId: '105', watch: true, endpoint: endpoint.url });
    const other = scripted({ bodyFor: { history: pageOf([deposit()]) } });
    const history = await historyUntil('ready', { endpoint: other.url });
    await other.answer({ history: pageOf([deposit(), deposit()]) });
    await requestsDuring(async (requests) => {
      await history.refresh();
      await history.updateComplete;
      expect(requests).to.have.length(1);
    });
  });
});
