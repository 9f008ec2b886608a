import { expect } from '@open-wc/testing/pure';
import { engine } from '../../browsers/commands.js';
import { en } from '../../../src/widget/deposit-history/locales/en.js';
import type { DepositHistory } from '../../../src/widget/deposit-history/deposit-history.js';
import { en as shared } from '../../../src/widget/locales/en.js';
import { collect, consoleWarnings } from '../helpers/events.js';
import { withHeldRequests, type HeldRequest } from '../helpers/held-requests.js';
import { deposit, historyUntil, mountHistory, pageOf, pollNow } from '../helpers/history.js';
import { mountUntil, nextFrame, until } from '../helpers/mount.js';
import { button, part, parts, textOf } from '../helpers/queries.js';
import { sampleAnswer } from '../helpers/samples.js';
import { requestsDuring, scripted } from '../helpers/servers.js';

const idsOf = ({ deposits }: DepositHistory): string[] => deposits.map(({ id }) => id);

/** Mounts a history and responds to its first request. */
async function shown(
  held: readonly HeldRequest[],
  body: object,
  properties: Parameters<typeof mountHistory>[0] = {},
): Promise<DepositHistory> {
  const history = await mountHistory({ endpoint: '/a', ...properties });
  await until(() => held.length === 1);
  held[0]!.answer(body);
  await until(() => history.status === 'ready');
  await history.updateComplete;
  return history;
}

describe(`the requests of a history in ${engine}`, () => {
  it('never show a response of the previous endpoint in the list of another', () =>
    withHeldRequests(async (held) => {
      const [mine, other] = [deposit(), deposit()];
      const history = await shown(held, pageOf([other]));
      const refreshed = history.refresh();
      await until(() => held.length === 2);
      history.endpoint = '/b';
      await until(() => held.length === 3);
      held[2]!.answer(pageOf([mine]));
      await until(() => history.status === 'ready');
      held[1]!.answer(pageOf([other]));
      await refreshed;
      expect(idsOf(history)).to.deep.equal([mine.id]);
      expect(held[1]!.signal.aborted).to.equal(true);
    }));

  it('ignore an older response that arrives after a newer one', () =>
    withHeldRequests(async (held) => {
      const [first, second] = [deposit(), deposit()];
      const history = await shown(held, pageOf([first]));
      const lists = collect(history, 'deposit-list');
      const refreshes = [history.refresh(), history.refresh()];
      await until(() => held.length === 3);
      held[2]!.answer(pageOf([second, first]));
      await until(() => history.deposits.length === 2);
      held[1]!.answer(pageOf([first]));
      await Promise.all(refreshes);
      await history.updateComplete;
      expect(idsOf(history)).to.deep.equal([second.id, first.id]);
      expect(lists).to.have.length(1);
    }));

  it('include only the newest list if it is restarted while more is loaded', () =>
    withHeldRequests(async (held) => {
      const [old, older, mine] = [deposit(), deposit(), deposit()];
      const history = await shown(held, pageOf([old], 'next'));
      const more = history.showMore();
      await until(() => held.length === 2);
      history.endpoint = '/b';
      await until(() => held.length === 3);
      held[2]!.answer(pageOf([mine]));
      await until(() => history.status === 'ready');
      held[1]!.answer(pageOf([older]));
      await more;
      expect(idsOf(history)).to.deep.equal([mine.id]);
    }));

  it('bring the list up to date again once a later update succeeds', async () => {
    const one = deposit();
    const { url, answer } = scripted({ bodyFor: { history: pageOf([one]) } });
    const history = await historyUntil('ready', { endpoint: url });
    await consoleWarnings(async () => {
      await answer({ history: { code: 500 } });
      await history.refresh();
      await history.updateComplete;
    });
    expect(textOf(history)).to.contain(en.stale);
    await answer({ history: pageOf([one]) });
    await history.refresh();
    await history.updateComplete;
    expect(textOf(history)).not.to.contain(en.stale);
  });

  it('use a new session after an update that the old one did not allow', async () => {
    const [first, second] = [deposit(), deposit()];
    await withHeldRequests(async (held) => {
      const history = await shown(held, pageOf([first]), { session: 'old' });
      await consoleWarnings(async () => {
        const refreshed = history.refresh();
        await until(() => held.length === 2);
        held[1]!.answer({}, 401);
        await refreshed;
        await history.updateComplete;
      });
      history.session = 'new';
      await until(() => held.length === 3);
      expect(held[2]!.session).to.equal('Bearer new');
      held[2]!.answer(pageOf([second, first]));
      await until(() => history.deposits.length === 2);
      await history.updateComplete;
      expect(textOf(history)).not.to.contain(en.stale);
    });
  });

  it('load more again after the history was removed meanwhile', () =>
    withHeldRequests(async (held) => {
      const [first, second] = [deposit(), deposit()];
      const history = await shown(held, pageOf([first], 'next'));
      const parent = history.parentElement!;
      const more = history.showMore();
      await until(() => held.length === 2);
      history.remove();
      await more;
      expect(held[1]!.signal.aborted).to.equal(true);
      parent.append(history);
      void history.showMore();
      await until(() => held.length === 3);
      held[2]!.answer(pageOf([second]));
      await until(() => history.deposits.length === 2);
    }));

  it('never show a poll whose response arrives after a restart', () =>
    withHeldRequests(async (held) => {
      const [mine, other] = [deposit(), deposit()];
      const history = await shown(held, pageOf([other]), { watch: true });
      pollNow();
      await until(() => held.length === 2);
      history.endpoint = '/b';
      await until(() => held.length === 3);
      held[2]!.answer(pageOf([mine]));
      await until(() => history.status === 'ready');
      held[1]!.answer(pageOf([other, deposit()]));
      await nextFrame();
      expect(held[1]!.signal.aborted).to.equal(true);
      expect(idsOf(history)).to.deep.equal([mine.id]);
    }));

  it('abort a pending poll when the history stops watching', () =>
    withHeldRequests(async (held) => {
      const history = await shown(held, pageOf([deposit()]), { watch: true });
      pollNow();
      await until(() => held.length === 2);
      history.watch = false;
      await history.updateComplete;
      expect(held[1]!.signal.aborted).to.equal(true);
      expect(history.matches(':state(watching)')).to.equal(false);
    }));

  it('do not poll before there is a list', () =>
    withHeldRequests(async (held) => {
      const history = await mountHistory({ endpoint: '/a', watch: true });
      await until(() => held.length === 1);
      history.watch = false;
      await history.updateComplete;
      history.watch = true;
      await history.updateComplete;
      pollNow();
      await nextFrame();
      expect(held).to.have.length(1);
    }));

  it('load the list again when it returns after it was removed while loading', () =>
    withHeldRequests(async (held) => {
      const history = await mountHistory({ endpoint: '/a' });
      const parent = history.parentElement!;
      await until(() => held.length === 1);
      history.remove();
      await Promise.resolve();
      parent.append(history);
      await until(() => held.length === 2);
      expect(held.map(({ signal }) => signal.aborted)).to.deep.equal([true, false]);
      held[1]!.answer(pageOf([deposit()]));
      await until(() => history.status === 'ready');
    }));

  it('end in a problem if the page never gives a session', async () => {
    const getSession = (): Promise<string> => new Promise(() => undefined);
    const history = await historyUntil('problem', { endpoint: '/a', getSession, timeout: 50 });
    expect(history.problem!.kind).to.equal('timeout');
  });

  it('use a new session after the old one was refused', async () => {
    const { url } = scripted({ body: pageOf([deposit()]), session: 'new' });
    const history = await historyUntil('problem', { endpoint: url, session: 'old' });
    history.session = 'new';
    await until(() => history.status === 'ready');
  });

  it('end a list whose cursor repeats itself', async () => {
    const [first, second] = [deposit(), deposit()];
    const { url, requests } = scripted({
      bodyFor: { history: pageOf([first], 'again'), again: pageOf([second], 'again') },
    });
    const history = await historyUntil('ready', { endpoint: url });
    part(history, 'more').click();
    await until(() => history.deposits.length === 2);
    await history.updateComplete;
    expect(parts(history, 'more')).to.have.length(0);
    expect(await requests()).to.have.length(2);
  });

  for (const limit of [0, -1, NaN, 0.5, null as unknown as number])
    it(`show ten deposits if the limit is ${limit}`, async () => {
      const body = pageOf(Array.from({ length: 12 }, () => deposit()));
      const history = await historyUntil('ready', { endpoint: scripted({ body }).url, limit });
      expect(parts(history, 'deposit')).to.have.length(10);
    });

  it('show all deposits if the limit is huge', async () => {
    const body = pageOf(Array.from({ length: 12 }, () => deposit()));
    const history = await historyUntil('ready', { endpoint: scripted({ body }).url, limit: 1e9 });
    expect(parts(history, 'deposit')).to.have.length(12);
  });
});

describe(`a slip beside a history in ${engine}`, () => {
  it('updates the list with any change of its payment', async () => {
    const { url } = scripted({ bodyFor: { history: pageOf([deposit()]), 90: sampleAnswer(90) } });
    const slip = await mountUntil('ready', { endpoint: url, paymentId: '90' });
    await historyUntil('ready', { endpoint: url });
    for (const type of ['deposit-ready', 'deposit-arrived', 'deposit-change'])
      await requestsDuring(async (requests) => {
        slip.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
        await until(() => requests.some((request) => request.url.includes('history=1')));
      });
  });
});

describe(`an endpoint that does not know the history, in ${engine}`, () => {
  const slip = sampleAnswer(90);

  it('gets no further request when a slip beside it shows instructions', async () => {
    const { url, requests } = scripted({ body: slip });
    await consoleWarnings(async () => {
      await historyUntil('problem', { endpoint: url });
      const element = await mountUntil('ready', { endpoint: url, paymentId: '90' });
      element.dispatchEvent(new Event('deposit-ready', { bubbles: true, composed: true }));
      await nextFrame();
    });
    expect((await requests()).filter((line) => line.includes('history'))).to.have.length(1);
  });

  it('is not polled: each request could issue another code', async () => {
    const { url, answer, requests } = scripted({ bodyFor: { history: pageOf([deposit()]) } });
    await consoleWarnings(async () => {
      const history = await historyUntil('ready', { endpoint: url, watch: true });
      await answer({ history: slip });
      pollNow();
      await until(() => history.matches(':state(ready)') && textOf(history).includes(en.stale));
      expect(history.matches(':state(watching)')).to.equal(false);
      expect(button(history, shared.checkAgain)).not.to.equal(undefined);
      expect(await requests()).to.have.length(2);
    });
  });
});
