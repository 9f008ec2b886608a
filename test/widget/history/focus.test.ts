import { expect } from '@open-wc/testing/pure';
import { engine, press } from '../../browsers/commands.js';
import { en } from '../../../src/widget/deposit-history/locales/en.js';
import type { DepositHistory } from '../../../src/widget/deposit-history/deposit-history.js';
import { MAX_KEPT } from '../../../src/widget/deposit-history/state.js';
import { withHeldRequests } from '../helpers/held-requests.js';
import { deposit, historyUntil, lineOf, mountHistory, pageOf } from '../helpers/history.js';
import { mountUntil, nextFrame, until } from '../helpers/mount.js';
import { button, isBefore, part, parts } from '../helpers/queries.js';
import { sampleAnswer } from '../helpers/samples.js';
import { scripted } from '../helpers/servers.js';

const focusedIn = ({ shadowRoot }: DepositHistory): Element | null => shadowRoot!.activeElement;
const isAfter = (one: Element | null, other: Element): boolean =>
  one?.part.contains('entry') === true && one !== other && isBefore(other, one);
/** The number of deposits on a page of a history. */
const PAGE = 50;
const several = (count: number) => Array.from({ length: count }, () => deposit());

describe(`the focus in a history in ${engine}`, () => {
  it('moves to the heading when the focused deposit becomes another one', async () => {
    const awaited = deposit({ status: 'waiting' });
    const { url, answer } = scripted({ bodyFor: { history: pageOf([awaited]) } });
    const history = await historyUntil('ready', { endpoint: url });
    lineOf(history, awaited).focus();
    await answer({ history: pageOf([deposit()]) });
    await history.refresh();
    await until(() => focusedIn(history) === part(history, 'title'));
  });

  it('stays on the last visible deposit when another arrives', async () => {
    const [newest, ...older] = several(4);
    const { url, answer } = scripted({ bodyFor: { history: pageOf(older) } });
    const history = await historyUntil('ready', { endpoint: url, limit: 2 });
    const line = lineOf(history, older[1]!);
    line.focus();
    await answer({ history: pageOf([newest!, ...older]) });
    await history.refresh();
    await history.updateComplete;
    expect(focusedIn(history) === line && line.isConnected).to.equal(true);
    expect(parts(history, 'deposit')).to.have.length(3);
  });

  it('is kept through the whole list, until it is cut, and back to the newest, by keyboard alone', () =>
    withHeldRequests(async (held) => {
      const history = await mountHistory({ endpoint: '/a', limit: PAGE });
      await until(() => held.length === 1);
      held[0]!.answer(pageOf(several(PAGE), 'p1'));
      await until(() => parts(history, 'deposit').length === PAGE);
      for (let n = 1; n <= MAX_KEPT / PAGE; n += 1) {
        const last = history.deposits.at(-1)!;
        part(history, 'more').focus();
        await press('Enter');
        await until(() => held.length === n + 1);
        held[n]!.answer(pageOf(several(PAGE), `p${n + 1}`));
        await until(() => isAfter(focusedIn(history), lineOf(history, last)));
      }
      button(history, en.newest)!.focus();
      await press('Enter');
      await until(() => held.length === MAX_KEPT / PAGE + 2);
      held.at(-1)!.answer(pageOf(several(PAGE), 'p1'));
      await until(() => history.status === 'ready' && focusedIn(history) === part(history, 'title'));
    }));

  it('stays where the payer moved it while more was loaded', () =>
    withHeldRequests(async (held) => {
      const field = document.createElement('input');
      document.body.append(field);
      const history = await mountHistory({ endpoint: '/a' });
      await until(() => held.length === 1);
      held[0]!.answer(pageOf([deposit()], 'next'));
      await until(() => parts(history, 'more').length === 1);
      part(history, 'more').focus();
      await press('Enter');
      await until(() => held.length === 2);
      field.focus();
      held[1]!.answer(pageOf([deposit()]));
      await until(() => parts(history, 'deposit').length === 2);
      await nextFrame();
      expect(document.activeElement === field).to.equal(true);
      field.remove();
    }));

  it('stays where the payer moved it while the slip was requested', async () => {
    const awaited = deposit({ status: 'waiting', paymentId: 90, txId: '100015' });
    const bodyFor = { history: pageOf([awaited]), 105: sampleAnswer(105) };
    const { url } = scripted({ bodyFor });
    const slip = await mountUntil('ready', { endpoint: url, paymentId: '105' });
    const history = await historyUntil('ready', { endpoint: url });
    const field = document.createElement('input');
    document.body.append(field);
    await withHeldRequests(async (held) => {
      lineOf(history, awaited).focus();
      await press('Enter');
      await until(() => held.length === 1);
      field.focus();
      held[0]!.answer(sampleAnswer(90));
      await until(() => slip.slip?.paymentId === 90);
      await nextFrame();
    });
    expect(document.activeElement === field).to.equal(true);
    field.remove();
  });
});
