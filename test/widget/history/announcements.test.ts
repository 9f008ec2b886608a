import { expect } from '@open-wc/testing/pure';
import { engine, press, realClick } from '../../browsers/commands.js';
import { en } from '../../../src/widget/deposit-history/locales/en.js';
import { en as shared } from '../../../src/widget/locales/en.js';
import type { HistoryDeposit } from '../../../src/core/reader/history.js';
import type { DepositHistory } from '../../../src/widget/deposit-history/deposit-history.js';
import { withTimers } from '../helpers/clock.js';
import { announcements, collect, consoleWarnings } from '../helpers/events.js';
import { deposit, historyUntil, lineOf, pageOf } from '../helpers/history.js';
import { nextFrame, until } from '../helpers/mount.js';
import { button, part, textOf } from '../helpers/queries.js';
import { scripted } from '../helpers/servers.js';

const NEWS = 'Pix: R$ 187,40 received';

const plain = (texts: readonly string[]): string[] => texts.map((text) => text.replaceAll('\u00a0', ' '));

interface Shop {
  readonly history: DepositHistory;
  readonly spoken: readonly string[];
  /** Updates the list with these deposits. */
  update(deposits: readonly HistoryDeposit[]): Promise<void>;
  answer(bodyFor: Record<string, unknown>): Promise<void>;
}

async function shop(deposits: readonly HistoryDeposit[], next?: string): Promise<Shop> {
  const { url, answer } = scripted({ bodyFor: { history: pageOf(deposits, next) } });
  const history = await historyUntil('ready', { endpoint: url });
  return {
    history,
    answer,
    spoken: announcements(history),
    update: async (list) => {
      await answer({ history: pageOf(list, next) });
      await history.refresh();
      await history.updateComplete;
    },
  };
}

describe(`the announcements of a history in ${engine}`, () => {
  it('name two deposits of the same amount, one after the other', async () => {
    const [first, second, third] = [deposit(), deposit(), deposit()];
    const { spoken, update } = await shop([first]);
    await update([second, first]);
    await update([third, second, first]);
    expect(plain(spoken)).to.deep.equal([NEWS, NEWS]);
  });

  it('name a new deposit once, even if a number is copied meanwhile', async () => {
    const [first, second] = [deposit(), deposit()];
    const { history, spoken, update } = await shop([first]);
    lineOf(history, first).click();
    await update([second, first]);
    await withTimers(2_000, async (end) => {
      await realClick(part(history, 'copy'));
      await until(() => part(history, 'copy').dataset['outcome'] === 'copied');
      end();
      await history.updateComplete;
    });
    expect(part(history, 'copy').dataset['outcome']).to.equal(undefined);
    expect(plain(spoken).filter((text) => text === NEWS)).to.have.length(1);
  });

  it('name the outcome of a copy', async () => {
    const one = deposit();
    const { history } = await shop([one]);
    lineOf(history, one).click();
    await history.updateComplete;
    await realClick(part(history, 'copy'));
    const regions = [...history.shadowRoot!.querySelectorAll('[role="status"]')];
    const copied = `${shared.labels.depositId}: ${shared.copied}`;
    await until(() => regions.some(({ textContent }) => textContent === copied));
  });

  it('say once that earlier deposits could not be loaded, even if others arrive', async () => {
    const [first, second] = [deposit(), deposit()];
    const { history, spoken, update } = await shop([first], 'older');
    await history.showMore();
    await until(() => spoken.at(-1) === en.moreFailed);
    await update([second, first]);
    await update([second, first]);
    expect(plain(spoken)).to.deep.equal([en.loadingMore, en.moreFailed, NEWS]);
  });

  it('say that more was loaded right after a deposit has arrived', async () => {
    const [first, second] = [deposit(), deposit()];
    const { history, spoken, update } = await shop([first], 'older');
    await update([second, first]);
    await history.showMore();
    await until(() => spoken.at(-1) === en.moreFailed);
    expect(plain(spoken)).to.deep.equal([NEWS, en.loadingMore, en.moreFailed]);
  });

  it('still name new deposits after the heading took the focus', async () => {
    const [first, second] = [deposit(), deposit()];
    const { url, answer } = scripted({ bodyFor: { history: {} } });
    await consoleWarnings(async () => {
      const history = await historyUntil('problem', { endpoint: url });
      await answer({ history: pageOf([first]) });
      button(history, shared.retry)!.focus();
      await press('Enter');
      await until(() => history.shadowRoot!.activeElement === part(history, 'title'));
      const spoken = announcements(history);
      await answer({ history: pageOf([second, first]) });
      await history.refresh();
      await history.updateComplete;
      expect(plain(spoken)).to.deep.equal([NEWS]);
    });
  });

  it('say that money was returned, and never that it was received', async () => {
    const one = deposit();
    const { history, spoken, update } = await shop([one]);
    const lists = collect(history, 'deposit-list');
    await update([{ ...one, status: 'returned' }]);
    await until(() => lists.length === 1);
    await update([deposit({ status: 'returned' }), { ...one, status: 'returned' }]);
    await nextFrame();
    expect(plain(spoken)).to.deep.equal([
      `Pix: R$ 187,40. ${en.states.returned}`,
      `Pix: R$ 187,40. ${en.states.returned}`,
    ]);
  });

  it('say what is missing of a part, and what is too much', async () => {
    const { spoken, update } = await shop([]);
    const part = {
      status: 'part',
      amount: '80.00',
      asked: '100.00',
      received: '80.00',
      payable: true,
    } as const;
    await update([deposit(part)]);
    await update([deposit({ status: 'over', amount: '80.00', asked: '60.00', received: '80.00' })]);
    expect(plain(spoken)).to.deep.equal([
      `Pix: R$ 80,00. ${en.states.part}. R$ 20,00 missing`,
      `Pix: R$ 80,00. ${en.states.over}. R$ 20,00 too much`,
    ]);
  });

  it('say that a part of the money was returned', async () => {
    const one = deposit({ createTime: new Date(2025, 10, 3).getTime() });
    const { spoken, update } = await shop([one]);
    const returned = { returned: '50.00', returnTime: new Date(2025, 10, 20).getTime() };
    await update([{ ...one, ...returned }]);
    await update([{ ...one, ...returned }]);
    expect(plain(spoken)).to.deep.equal([
      `Pix: R$ 187,40. ${en.states.arrived}. R$ 50,00 sent back on Nov 20, 2025`,
    ]);
  });

  it('are silent after an update that changed nothing', async () => {
    const one = deposit();
    const { spoken, update } = await shop([one]);
    await update([one]);
    expect(spoken).to.deep.equal([]);
  });

  it('are silent about an empty list that may have more on its next page', async () => {
    const { url } = scripted({ body: pageOf([], 'older') });
    const history = await historyUntil('ready', { endpoint: url });
    expect(textOf(history)).not.to.contain(en.empty);
    expect(history.shadowRoot!.querySelector('[role="status"]')!.textContent).to.equal('');
  });
});
