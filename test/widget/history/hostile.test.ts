import { expect } from '@open-wc/testing/pure';
import { engine } from '../../browsers/commands.js';
import { en } from '../../../src/widget/deposit-history/locales/en.js';
import { consoleWarnings } from '../helpers/events.js';
import { withHeldRequests } from '../helpers/held-requests.js';
import { deposit, historyOf, historyUntil, lines, mountHistory, pageOf } from '../helpers/history.js';
import { until } from '../helpers/mount.js';
import { part, parts, textOf, within } from '../helpers/queries.js';
import { endpoint } from '../helpers/servers.js';

describe(`hostile deposits in ${engine}`, () => {
  it('can each be unfolded, whatever the id', async () => {
    const ids = ['"]<b>', "'\\", 'waiting', 'title', '__proto__', 'day-title', '${x}', '#'];
    const history = await historyOf(ids.map((id) => deposit({ id, txId: `n-${id}` })));
    expect(parts(history, 'entry')).to.have.length(ids.length);
    for (const [at, line] of parts(history, 'entry').entries()) {
      line.click();
      await history.updateComplete;
      const details = part(history, 'details');
      expect(details.parentElement === line.parentElement).to.equal(true);
      expect(line.getAttribute('aria-controls')).to.equal(details.id);
      expect(within(details, 'value').textContent).to.equal(`n-${ids[at]}`);
      expect(history.shadowRoot!.querySelectorAll('#title')).to.have.length(1);
    }
  });

  it('are shown once if several have the same id', async () => {
    const history = await historyOf([deposit({ id: 'x' }), deposit({ id: 'x', amount: '1.00' })]);
    expect(parts(history, 'deposit')).to.have.length(1);
    expect(textOf(history)).to.contain('187,40');
  });

  it('are shown as far as they can be read', async () => {
    const history = await historyOf([
      deposit({ createTime: 1, fiat: 'XTS', amount: '999999999999999999.99', paymentId: 135 }),
      deposit({ createTime: 9_999_999_999_999, amount: '123456789012345.123456789012345' }),
      deposit({ createTime: Date.now() + 3 * 86_400_000, txId: '<img/src=x>' }),
      deposit({ createTime: Number.NaN, paymentId: -1 }),
    ]);
    const [long, undated, distant] = lines(history);
    expect(long).to.match(/^Received Deposit .*999,999,999,999,999,999\.99/);
    expect(undated).to.equal('Received Deposit R$ 187,40 BRL');
    // A text that is not an amount of money is neither shown nor rounded.
    expect(distant).to.match(/^Received Pix · [0-9:]{5} BRL$/);
    for (const line of parts(history, 'entry')) {
      line.click();
      await history.updateComplete;
    }
    expect(history.shadowRoot!.querySelector('img') === null).to.equal(true);
  });

  it('keep a reference in its line, however it is written', async () => {
    const references = ['W'.repeat(64), `A${'\u0336'.repeat(63)}`, 'אבג 7', '"><img src=x>'];
    const history = await historyOf(
      references.map((reference) => deposit({ reference })),
      { width: 240 },
    );
    const { scrollWidth, clientWidth } = part(history, 'card');
    expect(scrollWidth).to.equal(clientWidth);
    const shown = parts(history, 'numbers').map((each) => each.querySelector('bdi')!.textContent);
    expect(shown).to.deep.equal(references);
    for (const each of parts(history, 'numbers'))
      expect(getComputedStyle(each.parentElement!).overflow).to.equal('clip');
  });

  it('are shown in full if a hundred have the same minute', () =>
    withHeldRequests(async (held) => {
      const createTime = Date.now();
      const history = await mountHistory({ endpoint: '/a', limit: 100 });
      await until(() => held.length === 1);
      held[0]!.answer(pageOf(Array.from({ length: 100 }, () => deposit({ createTime }))));
      await until(() => parts(history, 'deposit').length === 100);
      expect(parts(history, 'day')).to.have.length(1);
    }));

  it('are unreadable in a response of more than 256 KiB', async () => {
    await consoleWarnings(async () => {
      const history = await historyUntil('problem', {
        endpoint: endpoint({ body: pageOf([deposit()]), size: 256 * 1024 }),
      });
      expect(history.problem!.kind).to.equal('unreadable');
      expect(textOf(history)).to.contain(en.failed);
    });
  });

  it('never use a member that an entry inherits', async () => {
    const body = { code: 200, data: { deposits: [null, [], 7, 'x', {}, { __proto__: deposit() }] } };
    const history = await historyUntil('ready', { endpoint: endpoint({ body }) });
    expect(parts(history, 'deposit')).to.have.length(0);
    expect(textOf(history)).to.contain(en.unreadable.replace('{merchant}', 'the merchant'));
  });
});
