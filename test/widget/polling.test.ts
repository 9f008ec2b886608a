/** Polling that was refused or interrupted begins again: the payer may have paid what was on show. */
import { expect } from '@open-wc/testing/pure';
import { engine, realClick } from '../browsers/commands.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';
import { en } from '../../src/widget/locales/en.js';
import { announcements, collect, nextEvent } from './helpers/events.js';
import { deposit, historyUntil, pageOf } from './helpers/history.js';
import { mountUntil, until, untilStatus, update } from './helpers/mount.js';
import { bodies, deposit as paid, open, OPEN, PAID, PART } from './helpers/payments.js';
import { button, parts, textOf } from './helpers/queries.js';
import { sampleAnswer } from './helpers/samples.js';
import { requestsDuring, scripted, type ScriptedEndpoint } from './helpers/servers.js';

const arrived = { code: 200, data: { status: 'arrived', deposits: [{ amount: '187.40', fiat: 'BRL' }] } };

/** A Pix slip that polls. */
async function shown(): Promise<{ slip: DepositSlip; endpoint: ScriptedEndpoint }> {
  const waiting = { code: 200, data: { status: 'waiting' } };
  const endpoint = scripted({
    body: { ...sampleAnswer(90), arrival: 'token' },
    bodyFor: { arrival: waiting },
  });
  const slip = await mountUntil('ready', { paymentId: '90', watch: true, endpoint: endpoint.url });
  return { slip, endpoint };
}

describe(`polling in ${engine}`, () => {
  for (const [status, held] of [
    [401, true],
    [403, false],
    [404, false],
    [409, false],
  ] as const)
    it(`that a ${status} has ended begins again once there is a network`, async () => {
      const { slip, endpoint } = await shown();
      await requestsDuring(
        async () => {
          dispatchEvent(new Event('online'));
          await until(() => textOf(slip).includes(held ? en.held.ended.title : en.cannotLook));
        },
        () => async () => new Response('', { status }),
      );
      await endpoint.answer({ arrival: arrived });
      dispatchEvent(new Event('online'));
      await slip.updateComplete;
      expect(textOf(slip).includes(en.held.ended.title), 'held until a request succeeds').to.equal(held);
      await untilStatus(slip, 'arrived');
    });

  it('that was refused begins again once the payer comes back to the page', async () => {
    const { slip, endpoint } = await shown();
    const said = announcements(slip);
    await requestsDuring(
      async () => {
        dispatchEvent(new Event('online'));
        await until(() => textOf(slip).includes(en.cannotLook));
      },
      () => async () => new Response('', { status: 403 }),
    );
    expect(said.at(-1)).to.equal(en.cannotLook);
    await endpoint.answer({ arrival: arrived });
    document.dispatchEvent(new Event('visibilitychange'));
    await untilStatus(slip, 'arrived');
  });

  it('that is unauthorized leaves the slip held with another session that is refused, and without watch', async () => {
    const { slip } = await shown();
    await requestsDuring(
      async (requests) => {
        dispatchEvent(new Event('online'));
        await until(() => textOf(slip).includes(en.held.ended.title));
        const before = requests.length;
        await update(slip, { session: 'other' });
        expect(textOf(slip)).to.contain(en.held.ended.title);
        await until(() => requests.length > before);
        await update(slip, { watch: false });
        await update(slip, { watch: true });
        expect(textOf(slip)).to.contain(en.held.ended.title);
      },
      () => async () => new Response('', { status: 401 }),
    );
  });

  it('does not show a deposit again that arrived before another slip was refused', async () => {
    const { slip, endpoint } = await shown();
    const news = collect(slip, 'deposit-arrived');
    await endpoint.answer({ arrival: arrived });
    dispatchEvent(new Event('online'));
    await untilStatus(slip, 'arrived');
    await requestsDuring(
      async () => {
        await realClick(button(slip, en.depositAgain)!);
        await until(() => parts(slip, 'notice').length > 0);
      },
      () => async () => Response.json(sampleAnswer(105)),
    );
    document.dispatchEvent(new Event('visibilitychange'));
    await slip.updateComplete;
    expect([slip.status, news.length]).to.deep.equal(['arrived', 1]);
  });

  it('goes on for the former slip if one for the rest of the payment cannot be made', async () => {
    const { slip, endpoint } = await open(OPEN);
    const problems = collect(slip, 'deposit-problem');
    await endpoint.answer(bodies(PART));
    await requestsDuring(
      async () => {
        dispatchEvent(new Event('online'));
        await untilStatus(slip, 'problem');
      },
      (native) => async (input, init) =>
        new Request(input).url.includes('arrival=') ? native(input, init) : new Response('', { status: 500 }),
    );
    expect(textOf(slip)).to.contain('$1.00').and.to.contain('do not pay again');
    const changed = nextEvent(slip, 'deposit-change');
    await endpoint.answer(
      bodies({
        ...PART,
        received: '1249.50',
        remaining: '0.50',
        deposits: [PART.deposits[0]!, paid('b', '0.50')],
      }),
    );
    await changed;
    await slip.updateComplete;
    expect(problems, 'a further part is no further problem').to.have.length(1);
    await endpoint.answer(bodies(PAID));
    await untilStatus(slip, 'arrived');
    expect(textOf(slip)).to.contain(en.arrived);
  });
});

describe(`a list in ${engine}`, () => {
  const refusing = (): typeof fetch => async () => new Response('', { status: 403 });

  for (const watch of [false, true])
    it(`that could not be updated is updated once there is a network, ${watch ? '' : 'not '}watched`, async () => {
      const endpoint = scripted({ bodyFor: { history: pageOf([]) } });
      const history = await historyUntil('ready', { endpoint: endpoint.url, watch });
      await requestsDuring(async () => {
        await history.refresh();
        if (watch) dispatchEvent(new Event('online'));
        await until(() => textOf(history).includes('could not be updated'));
      }, refusing);
      await endpoint.answer({ history: pageOf([deposit()]) });
      dispatchEvent(new Event('online'));
      await until(() => parts(history, 'deposit').length === 1);
    });
});
