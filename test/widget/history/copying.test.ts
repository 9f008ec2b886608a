import { expect } from '@open-wc/testing/pure';
import { engine, realClick } from '../../browsers/commands.js';
import { nextEvent } from '../helpers/events.js';
import { deposit, historyOf, historyUntil, lineOf, pageOf } from '../helpers/history.js';
import { nextFrame, until } from '../helpers/mount.js';
import { part, parts, within } from '../helpers/queries.js';
import { scripted } from '../helpers/servers.js';

/** Replaces the page's clipboard. Each write stays pending until the test settles it. */
function holdClipboard(): Map<string, () => void> {
  const settle = new Map<string, () => void>();
  const writeText = (text: string): Promise<void> => new Promise((resolve) => settle.set(text, resolve));
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  return settle;
}

describe(`copying a deposit number in ${engine}`, () => {
  afterEach(() => Reflect.deleteProperty(navigator, 'clipboard'));

  it('removes "Copied" if the number of another deposit reaches the clipboard later', async () => {
    const [first, second] = [deposit(), deposit()];
    const history = await historyOf([first, second]);
    const settle = holdClipboard();
    lineOf(history, first).click();
    await history.updateComplete;
    await realClick(part(history, 'copy'));
    lineOf(history, second).click();
    await history.updateComplete;
    const copied = nextEvent(history, 'deposit-copy');
    await realClick(part(history, 'copy'));
    await until(() => settle.size === 2);
    settle.get(second.txId!)!();
    await copied;
    await until(() => part(history, 'copy').dataset['outcome'] === 'copied');
    settle.get(first.txId!)!();
    await nextFrame();
    await history.updateComplete;
    expect(part(history, 'copy').dataset['outcome']).to.equal(undefined);
  });

  it('does not say "Copied" beside another number that appeared meanwhile', async () => {
    const one = deposit({ txId: '100070' });
    const { url, answer } = scripted({ bodyFor: { history: pageOf([one]) } });
    const history = await historyUntil('ready', { endpoint: url });
    lineOf(history, one).click();
    await history.updateComplete;
    const settle = holdClipboard();
    const copied = nextEvent(history, 'deposit-copy');
    await realClick(part(history, 'copy'));
    await answer({ history: pageOf([{ ...one, txId: '100099' }]) });
    await history.refresh();
    await history.updateComplete;
    expect(within(part(history, 'details'), 'value').textContent).to.equal('100099');
    settle.get('100070')!();
    await copied;
    await history.updateComplete;
    expect(part(history, 'copy').dataset['outcome']).to.equal(undefined);
  });

  it('survives if the deposit disappears meanwhile', async () => {
    const [one, other] = [deposit(), deposit()];
    const { url, answer } = scripted({ bodyFor: { history: pageOf([one]) } });
    const history = await historyUntil('ready', { endpoint: url });
    lineOf(history, one).click();
    await history.updateComplete;
    const settle = holdClipboard();
    const copied = nextEvent(history, 'deposit-copy');
    await realClick(part(history, 'copy'));
    await answer({ history: pageOf([other]) });
    await history.refresh();
    await history.updateComplete;
    expect(parts(history, 'details')).to.have.length(0);
    settle.get(one.txId!)!();
    expect((await copied).outcome).to.equal('copied');
  });
});
