import { expect } from '@open-wc/testing';
import { engine, press } from '../../browsers/commands.js';
import { en } from '../../../src/widget/deposit-history/locales/en.js';
import { LOCALES } from '../../fixtures/locales.js';
import type { DepositHistory } from '../../../src/widget/deposit-history/deposit-history.js';
import { deposit, historyOf, historyUntil, lineOf, mountHistory, pageOf } from '../helpers/history.js';
import { until } from '../helpers/mount.js';
import { part, parts, textOf } from '../helpers/queries.js';
import { endpoint, scripted } from '../helpers/servers.js';

const AT = new Date(2026, 4, 3, 14, 5).getTime();
const PART = { asked: '70000.00', received: '187.40', reference: 'PED-2026-000104217' };
const EVERY_STATE = [
  deposit({ id: 'waiting', status: 'waiting', createTime: AT }),
  deposit({ id: 'arrived', createTime: AT, txId: '100070' }),
  deposit({ id: 'part', status: 'part', createTime: AT, ...PART, payable: true }),
  deposit({ id: 'over', status: 'over', createTime: AT, asked: '100.00', received: '187.40' }),
  deposit({ id: 'returned', status: 'returned', createTime: AT, returned: '187.40', returnTime: AT }),
  deposit({ id: 'kept', status: 'part', createTime: AT, ...PART, received: '137.40', returned: '50.00' }),
];
const CONTACT = { merchantName: 'Tienda Sol', contact: 'mailto:help@example.com' };

async function unfolded(id: string, properties = {}): Promise<DepositHistory> {
  const history = await historyOf(EVERY_STATE, { ...CONTACT, ...properties });
  lineOf(history, { id }).click();
  await history.updateComplete;
  return history;
}

type Properties = Parameters<typeof mountHistory>[0];

/**
 * Views that no situation of the workbench shows. test/proofs/e2e/situations.test.ts checks the situations.
 */
const SITUATIONS: Readonly<Record<string, (properties: Properties) => Promise<DepositHistory>>> = {
  'more deposits, marked as test': (properties) =>
    historyUntil('ready', {
      endpoint: endpoint({ body: { ...pageOf(EVERY_STATE, 'next'), test: true } }),
      ...properties,
    }),
  'out of date': async (properties) => {
    const { url, answer } = scripted({ bodyFor: { history: pageOf(EVERY_STATE) } });
    const history = await historyUntil('ready', { endpoint: url, ...properties });
    await answer({ history: { code: 500 } });
    await history.refresh();
    await until(() => textOf(history).includes(en.stale));
    return history;
  },
  offline: async (properties) => {
    const history = await historyOf(EVERY_STATE, { watch: true, ...properties });
    dispatchEvent(new Event('offline'));
    await until(() => parts(history, 'status').length === 1);
    return history;
  },
};

// axe checks the DOM and computed colors, which are the same in every engine.
if (engine === 'chromium')
  describe('every view of a history, judged by axe,', () => {
    for (const [name, reach] of Object.entries(SITUATIONS))
      for (const [theme, width] of [
        ['light', 280],
        ['dark', 640],
      ] as const)
        it(`passes axe: ${name}, ${theme}, ${width} px`, async () => {
          await expect(await reach({ theme, width })).to.be.accessible();
        });
  });

describe(`a history by keyboard in ${engine}`, () => {
  it('is reached line by line, then its details, then what comes after it', async () => {
    const history = await unfolded('arrived', { endpoint: endpoint({ body: pageOf(EVERY_STATE, 'next') }) });
    part(history, 'title').focus();
    const controls = [...history.shadowRoot!.querySelectorAll('button, a')];
    expect(controls).to.have.length(EVERY_STATE.length + 2);
    for (const control of controls) {
      await press('Tab');
      expect(history.shadowRoot!.activeElement === control, control.outerHTML).to.equal(true);
    }
  });

  it('unfolds and folds by keyboard', async () => {
    const history = await historyOf(EVERY_STATE);
    const line = lineOf(history, { id: 'arrived' });
    line.focus();
    await press('Enter');
    await until(() => parts(history, 'details').length === 1);
    await press('Enter');
    await until(() => parts(history, 'details').length === 0);
    expect(history.shadowRoot!.activeElement === line).to.equal(true);
  });

  it('moves the focus to the heading when "Try again" gets a response', async () => {
    const { url, answer } = scripted({ bodyFor: { history: { code: 500 } } });
    const history = await historyUntil('problem', { endpoint: url });
    await answer({ history: pageOf([deposit()]) });
    const retry = history.shadowRoot!.querySelector<HTMLElement>('.problem button')!;
    retry.focus();
    await press('Enter');
    await until(() => history.shadowRoot!.activeElement === part(history, 'title'));
  });
});

describe(`a history on any page in ${engine}`, () => {
  it('never overflows its container', async () => {
    for (const width of [240, 280, 390, 640])
      for (const lang of LOCALES) {
        const history = await unfolded('returned', { width, lang });
        const { scrollWidth, clientWidth } = history.shadowRoot!.querySelector('.card')!;
        expect(scrollWidth, `${width} px, ${lang}`).to.equal(clientWidth);
        history.remove();
      }
  });

  it('never cuts off an amount, however long it is and however large the text is', async () => {
    for (const fontSize of ['16px', '24px', '32px']) {
      const one = deposit({ status: 'returned', fiat: 'XTS', amount: '999999999999999999.99' });
      const history = await historyOf([one], { width: 240 });
      history.style.setProperty('--deposit-font-size', fontSize);
      lineOf(history, one).click();
      await history.updateComplete;
      const { scrollWidth, clientWidth } = part(history, 'card');
      expect(scrollWidth, fontSize).to.equal(clientWidth);
    }
  });

  it('shows the first deposit where its placeholder was', async () => {
    const { url, release } = scripted({ body: pageOf(EVERY_STATE), isHeld: true });
    const history = await mountHistory({ endpoint: url, width: 640 });
    const top = (): number => history.shadowRoot!.querySelector('.entry')!.getBoundingClientRect().top;
    const before = top();
    await release();
    await until(() => parts(history, 'entry').length > 0);
    expect(Math.abs(top() - before)).to.be.below(2);
  });

  it('keeps a short amount beside a short title from 280 px, and breaks no word', async () => {
    const history = await historyOf(
      [deposit(), deposit({ status: 'waiting', paymentId: 81, fiat: 'USD', amount: '300.00' })],
      { width: 280, lang: 'pt-BR' },
    );
    const line = lineOf(history, history.deposits[0]!);
    const [state, amount] = ['.state', '.amount'].map((name) =>
      line.querySelector(name)!.getBoundingClientRect(),
    );
    expect(amount!.left).to.be.at.least(state!.right);
    expect(amount!.top).to.equal(state!.top);
    const title = lineOf(history, history.deposits[1]!).querySelector('b')!;
    const word = document.createRange();
    word.selectNodeContents(title);
    expect(word.getClientRects()).to.have.length(1);
  });

  it('gives every control at least 44 px', async () => {
    const history = await unfolded('over', { width: 280 });
    for (const control of history.shadowRoot!.querySelectorAll('button, a')) {
      const { height, width } = control.getBoundingClientRect();
      expect(Math.min(height, width), control.outerHTML).to.be.at.least(44);
    }
  });

  it('keeps its text as it is, whatever styles the page has', async () => {
    const history = await historyOf(EVERY_STATE);
    history.parentElement!.style.cssText =
      'text-transform: uppercase; letter-spacing: 0.3em; white-space: nowrap; text-indent: 2em; direction: rtl; line-height: 3';
    const style = getComputedStyle(part(history, 'title'));
    expect([style.textTransform, style.letterSpacing, style.whiteSpace, style.textIndent]).to.deep.equal([
      'none',
      'normal',
      'normal',
      '0px',
    ]);
    expect(getComputedStyle(part(history, 'card')).direction).to.equal('ltr');
  });

  it('is laid out from right to left in a right-to-left language', async () => {
    const { registerHistoryLocale } = await import('../../../src/history.js');
    registerHistoryLocale('he', { title: 'הפקדות אחרונות' });
    const history = await historyOf(EVERY_STATE, { lang: 'he' });
    expect(part(history, 'card').dir).to.equal('rtl');
    const [glyph, amount] = ['.glyph', '.amount'].map((selector) =>
      history.shadowRoot!.querySelector(selector)!.getBoundingClientRect(),
    );
    expect(glyph!.left).to.be.greaterThan(amount!.left);
  });
});
