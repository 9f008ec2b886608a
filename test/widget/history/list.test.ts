import { expect } from '@open-wc/testing/pure';
import { clipboardText, engine, press, realClick, setClipboard } from '../../browsers/commands.js';
import { en } from '../../../src/widget/deposit-history/locales/en.js';
import { en as shared } from '../../../src/widget/locales/en.js';
import type { DepositHistory } from '../../../src/widget/deposit-history/deposit-history.js';
import { collect, announcements, consoleWarnings } from '../helpers/events.js';
import {
  deposit,
  historyOf,
  historyUntil,
  lineOf,
  lines,
  mountHistory,
  pageOf,
  pollNow,
} from '../helpers/history.js';
import { mountUntil, nextFrame, until } from '../helpers/mount.js';
import { button, part, parts, textOf, within } from '../helpers/queries.js';
import { sampleAnswer } from '../helpers/samples.js';
import { endpoint, scripted } from '../helpers/servers.js';

const DAY = 86_400_000;

/** The deposits of an endpoint with several pages. */
function pages(...contents: readonly (readonly object[])[]) {
  const bodies = contents.map((deposits, at) => [
    at === 0 ? 'history' : `p${at}`,
    pageOf(deposits, at + 1 < contents.length ? `p${at + 1}` : undefined),
  ]);
  return scripted({ bodyFor: Object.fromEntries(bodies) as Record<string, unknown> });
}

const several = (count: number) => Array.from({ length: count }, () => deposit());

/** Presses "Show more" and waits until the list has this length. */
async function showMore(history: DepositHistory, length: number): Promise<void> {
  part(history, 'more').click();
  await until(() => parts(history, 'deposit').length === length);
}

describe(`a history in ${engine}`, () => {
  it('requests the history of the endpoint, and nothing else', async () => {
    const { url, requests } = scripted({ body: pageOf([deposit()]) });
    await historyUntil('ready', { endpoint: url, session: 'abc' });
    expect(await requests()).to.deep.equal(['history=1 Bearer abc']);
  });

  it('groups deposits by day, below those that are awaited', async () => {
    const now = Date.now();
    const history = await historyOf([
      deposit({ status: 'waiting' }),
      deposit({ createTime: now }),
      deposit({ createTime: now - DAY }),
      deposit({ createTime: new Date(2024, 1, 29, 12).getTime() }),
    ]);
    expect(parts(history, 'day').map(({ textContent }) => textContent)).to.deep.equal([
      en.awaited,
      en.today,
      en.yesterday,
      'Thursday, February 29, 2024',
    ]);
  });

  it('shows as many as the page asks for, and then as many again, without a request while it has them', async () => {
    const { url, requests } = pages(several(5), several(2));
    const history = await historyUntil('ready', { endpoint: url, limit: 2 });
    expect(parts(history, 'deposit')).to.have.length(2);
    await showMore(history, 4);
    await showMore(history, 5);
    expect(await requests()).to.have.length(1);
    await showMore(history, 7);
    expect(await requests()).to.deep.equal(['history=1', 'history=1 before=p1']);
    expect(parts(history, 'more')).to.have.length(0);
  });

  it('also shows more by its method, which resolves once they are shown', async () => {
    const history = await historyUntil('ready', { endpoint: pages(several(1), several(1)).url });
    await history.showMore();
    expect(history.deposits).to.have.length(2);
  });

  it('skips empty pages, but not indefinitely', async () => {
    const { url, requests } = pages([], [], several(1));
    const history = await historyUntil('ready', { endpoint: url });
    expect(parts(history, 'deposit')).to.have.length(1);
    expect(await requests()).to.deep.equal(['history=1', 'history=1 before=p1', 'history=1 before=p2']);
    const endless = scripted({ body: pageOf([], 'same') });
    await historyUntil('ready', { endpoint: endless.url });
    expect(await endless.requests()).to.have.length(6);
  });

  it('moves the focus to the first deposit that "Show more" adds', async () => {
    const history = await historyUntil('ready', { endpoint: pages(several(2), several(1)).url });
    part(history, 'more').focus();
    await press('Enter');
    await until(() => history.shadowRoot!.activeElement === parts(history, 'entry')[2]);
  });

  it('says that earlier deposits could not be loaded, and tries again', async () => {
    const first = several(1);
    const { url, answer } = pages(first, []);
    await answer({ history: pageOf(first, 'p1'), p1: { code: 500 } });
    const history = await historyUntil('ready', { endpoint: url });
    part(history, 'more').click();
    await until(() => textOf(history).includes(en.moreFailed));
    await answer({ history: pageOf(first, 'p1'), p1: pageOf(several(1)) });
    await showMore(history, 2);
    expect(textOf(history)).not.to.contain(en.moreFailed);
  });

  it('unfolds a deposit to its number, and copies it', async () => {
    const one = deposit({ txId: '100070' });
    const history = await historyOf([one]);
    const line = lineOf(history, one);
    expect(line.ariaExpanded).to.equal('false');
    await realClick(line);
    await until(() => line.ariaExpanded === 'true');
    expect(within(part(history, 'details'), 'value').textContent).to.equal('100070');
    await setClipboard('nothing yet');
    const copies = collect(history, 'deposit-copy');
    await realClick(part(history, 'copy'));
    await until(() => part(history, 'copy').dataset['outcome'] === 'copied');
    expect(await clipboardText()).to.equal('100070');
    expect(copies.map(({ key, outcome }) => [key, outcome])).to.deep.equal([['txId', 'copied']]);
  });

  it('forgets that a number was copied when another deposit is unfolded', async () => {
    const [first, second] = several(2);
    const history = await historyOf([first!, second!]);
    lineOf(history, first!).click();
    await history.updateComplete;
    await realClick(part(history, 'copy'));
    await until(() => part(history, 'copy').dataset['outcome'] === 'copied');
    for (const each of [second!, first!]) {
      lineOf(history, each).click();
      await history.updateComplete;
      expect(part(history, 'copy').dataset['outcome']).to.equal(undefined);
    }
  });

  it('says that there are no deposits yet, with the content of the page for this case', async () => {
    const history = await historyOf([]);
    expect(textOf(history)).to.contain(en.empty);
    expect(history.shadowRoot!.querySelector('slot[name="empty"]')).not.to.equal(null);
  });

  it('says that some deposits could not be shown, and shows the others', async () => {
    const body = pageOf([deposit(), { id: 'only an id' }]);
    const history = await historyUntil('ready', { endpoint: endpoint({ body }), merchantName: 'Sol' });
    expect(parts(history, 'deposit')).to.have.length(1);
    expect(textOf(history)).to.contain(en.unreadable.replace('{merchant}', 'Sol'));
  });

  it('does not say that there are no deposits if none of them could be shown', async () => {
    const body = pageOf([{ id: 'only an id' }]);
    const history = await historyUntil('ready', { endpoint: endpoint({ body }) });
    expect(parts(history, 'deposit')).to.have.length(0);
    expect(textOf(history)).not.to.contain(en.empty);
  });

  it('shows a placeholder list, and says that it is loading', async () => {
    const history = await mountHistory({ endpoint: endpoint({ isHeld: true }) });
    expect(history.status).to.equal('loading');
    expect(history.shadowRoot!.querySelector('[role="status"]')!.textContent).to.equal(en.loading);
    expect(parts(history, 'entry')).to.have.length(0);
  });

  it('says what went wrong, and tries again', async () => {
    const { url, answer } = scripted({ bodyFor: { history: { code: 500 } } });
    const problems: unknown[] = [];
    const history = await mountHistory({ endpoint: url });
    history.addEventListener('deposit-problem', ({ problem }) => problems.push(problem.kind));
    await until(() => history.status === 'problem');
    await history.updateComplete;
    expect(part(history, 'title').textContent).to.equal(en.failed);
    expect(problems).to.deep.equal(['refused']);
    await answer({ history: pageOf([deposit()]) });
    button(history, shared.retry)!.click();
    await until(() => history.status === 'ready');
  });

  it('treats an endpoint without a history as unreadable, and tells the developer', async () => {
    const warnings = await consoleWarnings(async () => {
      const history = await historyUntil('problem', { endpoint: endpoint({ body: sampleAnswer(90) }) });
      expect(history.problem).to.deep.include({ kind: 'unreadable', cause: 'no history' });
    });
    expect(warnings.join(' ')).to.contain('troubleshooting.md#unreadable');
  });

  it('is unconfigured without an endpoint', async () => {
    await consoleWarnings(async () => {
      const history = await historyUntil('problem', {});
      expect(history.problem!.kind).to.equal('unconfigured');
    });
  });

  it('marks test data', async () => {
    const body = { ...pageOf([deposit()]), test: true };
    const history = await historyUntil('ready', { endpoint: endpoint({ body }) });
    expect(part(history, 'test').textContent).to.equal(en.test);
  });

  it('uses the language of the page, in any region', async () => {
    const history = await historyOf([deposit({ status: 'waiting' })], { lang: 'es-MX' });
    expect(part(history, 'title').textContent).to.equal('Depósitos recientes');
    history.lang = 'pt-BR';
    await until(() => part(history, 'title').textContent === 'Depósitos recentes');
    history.lang = 'tlh';
    await until(() => part(history, 'title').textContent === en.title);
    expect(part(history, 'card').lang).to.equal('en');
  });

  it('accepts texts of the page, its own and the shared ones', async () => {
    const history = await historyOf([deposit()], {
      messages: { history: { title: 'Top-ups' }, titles: { pix: 'Pix instantâneo' } },
    });
    expect(textOf(history)).to.contain('Top-ups').and.to.contain('Pix instantâneo');
  });

  it('tells the page what it shows, and what arrived since', async () => {
    const [first, second] = several(2);
    const { url, answer } = scripted({ bodyFor: { history: pageOf([first!]) } });
    const history = await mountHistory({ endpoint: url });
    const lists = collect(history, 'deposit-list');
    await until(() => lists.length === 1);
    await answer({ history: pageOf([second!, first!]) });
    await history.refresh();
    await until(() => lists.length === 2);
    expect(lists.map(({ arrived }) => arrived)).to.deep.equal([[], [second]]);
    await history.refresh();
    await nextFrame();
    expect(lists).to.have.length(2);
  });

  it('keeps the focus on a deposit while others appear above it', async () => {
    const [first, second] = several(2);
    const { url, answer } = scripted({ bodyFor: { history: pageOf([first!]) } });
    const history = await historyUntil('ready', { endpoint: url });
    lineOf(history, first!).focus();
    await answer({ history: pageOf([second!, first!]) });
    await history.refresh();
    await until(() => parts(history, 'deposit').length === 2);
    expect(history.shadowRoot!.activeElement === lineOf(history, first!)).to.equal(true);
  });
});

describe(`a watched history in ${engine}`, () => {
  it('shows new deposits without a reload, and announces them once', async () => {
    const awaited = deposit({ status: 'waiting' });
    const { url, answer } = scripted({ bodyFor: { history: pageOf([awaited]) } });
    const history = await historyUntil('ready', { endpoint: url, watch: true });
    const spoken = announcements(history);
    const arrived = deposit({ txId: awaited.txId! });
    await answer({ history: pageOf([arrived]) });
    pollNow();
    await until(() => lines(history)[0]!.startsWith('Received'));
    expect(parts(history, 'deposit')).to.have.length(1);
    expect(spoken.map((text) => text.replaceAll('\u00a0', ' '))).to.deep.equal(['Pix: R$ 187,40 received']);
  });

  it('says that it is offline, and nothing once it is back online', async () => {
    const history = await historyOf([deposit()], { watch: true });
    dispatchEvent(new Event('offline'));
    await until(() => textOf(history).includes(shared.offlineStatus));
    dispatchEvent(new Event('online'));
    await until(() => parts(history, 'status').length === 0);
  });

  it('keeps the list when the endpoint refuses further updates, and checks again if the payer asks for it', async () => {
    const [first, second] = several(2);
    const { url, answer } = scripted({ bodyFor: { history: pageOf([first!]) } });
    const history = await historyUntil('ready', { endpoint: url, watch: true });
    await consoleWarnings(async () => {
      await answer({ history: { code: 500 } });
      pollNow();
      await until(() => textOf(history).includes(en.stale));
    });
    expect(parts(history, 'deposit')).to.have.length(1);
    await answer({ history: pageOf([second!, first!]) });
    button(history, shared.checkAgain)!.click();
    await until(() => parts(history, 'deposit').length === 2);
    expect(parts(history, 'status')).to.have.length(0);
  });
});

describe(`an awaited deposit in ${engine}`, () => {
  const awaited = deposit({ status: 'waiting', paymentId: 90, txId: '100015' });

  it('opens its slip beside it, with its amount, and moves the focus there', async () => {
    const url = endpoint({
      body: sampleAnswer(90),
      bodyFor: { history: pageOf([awaited]), 105: sampleAnswer(105) },
    });
    const slip = await mountUntil('ready', { endpoint: url, paymentId: '105' });
    const history = await historyUntil('ready', { endpoint: url });
    await realClick(lineOf(history, awaited));
    await until(() => slip.slip?.paymentId === 90);
    await until(() => document.activeElement === slip);
    expect(parts(history, 'details')).to.have.length(0);
  });

  it('does not open a slip of another endpoint', async () => {
    const slip = await mountUntil('ready', {
      endpoint: endpoint({ body: sampleAnswer(105) }),
      paymentId: '105',
    });
    const history = await historyOf([awaited]);
    lineOf(history, awaited).click();
    await until(() => parts(history, 'details').length === 1);
    expect(slip.slip?.paymentId).to.equal(105);
  });

  it('leaves this to a page that cancels the event', async () => {
    const history = await historyOf([awaited]);
    history.addEventListener('deposit-open', (event) => event.preventDefault());
    const opened = collect(history, 'deposit-open');
    lineOf(history, awaited).click();
    await history.updateComplete;
    expect(opened.map(({ paymentId, txId, amount }) => ({ paymentId, txId, amount }))).to.deep.equal([
      { paymentId: 90, txId: '100015', amount: '187.40' },
    ]);
    expect(parts(history, 'details')).to.have.length(0);
  });

  it('appears as soon as a slip of the same endpoint shows its instructions', async () => {
    const { url, answer } = scripted({ body: sampleAnswer(90), bodyFor: { history: pageOf([]) } });
    const history = await historyUntil('ready', { endpoint: url });
    await answer({ history: pageOf([awaited]) });
    await mountUntil('ready', { endpoint: url, paymentId: '90' });
    await until(() => parts(history, 'deposit').length === 1);
  });
});
