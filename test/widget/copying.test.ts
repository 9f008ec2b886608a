import { expect } from '@open-wc/testing/pure';
import { clipboardText, engine, press, realClick } from '../browsers/commands.js';
import { en } from '../../src/widget/locales/en.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';
import { restoreClipboard, setClipboardApi, withoutClipboard } from './helpers/clipboard.js';
import { withTimers } from './helpers/clock.js';
import { announcements, collect, nextEvent } from './helpers/events.js';
import { mount, mountSample, move, nextFrame, until, update } from './helpers/mount.js';
import { liveRegion, parts, row, within } from './helpers/queries.js';
import { sampleFields } from './helpers/samples.js';

const { IBAN, 'Deposit Message': message } = sampleFields(85) as Record<'IBAN' | 'Deposit Message', string>;
const clipboard = navigator.clipboard;
/** How long a button shows the result of a copy. */
const OUTCOME_MS = 2_000;

function copyButton(slip: DepositSlip, key: string): HTMLElement {
  return within(row(slip, key), 'copy');
}

/** The copy button of the amount, which is not a row of the response. */
function amountButton(slip: DepositSlip): HTMLElement {
  return parts(slip, 'copy').find((button) => button.getAttribute('aria-label') === 'Copy amount')!;
}

/**
 * One real click that presses both buttons: the first press is still pending when the second is made, on any
 * machine.
 */
async function clickAfter(first: HTMLElement, second: HTMLElement): Promise<void> {
  second.addEventListener('pointerdown', () => first.click(), { once: true });
  await realClick(second);
}

/** Clicks the copy button of a row and returns the event. */
async function clickCopy(slip: DepositSlip, key: string): Promise<HTMLElementEventMap['deposit-copy']> {
  const copied = nextEvent(slip, 'deposit-copy');
  await realClick(copyButton(slip, key));
  return copied;
}

async function untilOutcome(button: HTMLElement): Promise<void> {
  await until(() => button.dataset['outcome'] !== undefined);
}

describe(`copying in ${engine}`, () => {
  afterEach(restoreClipboard);

  it('leaves the value that was pressed last on the clipboard, however late an earlier copy fails', async () => {
    const slip = await mountSample(85);
    const outcomes = collect(slip, 'deposit-copy');
    setClipboardApi({
      writeText: (text) => (text === IBAN ? new Promise(() => undefined) : clipboard.writeText(text)),
    });
    await clickAfter(copyButton(slip, 'IBAN'), copyButton(slip, 'Deposit Message'));
    await until(() => outcomes.length === 2);
    restoreClipboard();
    expect(Object.fromEntries(outcomes.map(({ key, outcome }) => [key, outcome]))).to.deep.equal({
      IBAN: 'blocked',
      'Deposit Message': 'copied',
    });
    expect(await clipboardText()).to.equal(message);
  });

  it('removes the outcome of an earlier press as soon as another begins', async () => {
    const slip = await mountSample(85);
    await clickCopy(slip, 'IBAN');
    await untilOutcome(copyButton(slip, 'IBAN'));
    let settle = (): void => undefined;
    setClipboardApi({
      writeText: (text) =>
        new Promise((resolve) => (settle = () => resolve(clipboard.writeText(text).catch(() => undefined)))),
    });
    const copied = nextEvent(slip, 'deposit-copy');
    await realClick(copyButton(slip, 'Deposit Message'));
    await slip.updateComplete;
    expect(copyButton(slip, 'IBAN').dataset['outcome']).to.equal(undefined);
    settle();
    await copied;
  });

  it('removes the outcome of a later press if an earlier one reaches the clipboard after it', async () => {
    const slip = await mountSample(85);
    let settle = (): void => undefined;
    setClipboardApi({
      writeText: (text) =>
        text === IBAN ? new Promise((resolve) => (settle = resolve)) : clipboard.writeText(text),
    });
    const later = copyButton(slip, 'Deposit Message');
    const copied = nextEvent(slip, 'deposit-copy');
    await clickAfter(copyButton(slip, 'IBAN'), later);
    expect(await copied).to.include({ key: 'Deposit Message', outcome: 'copied' });
    await slip.updateComplete;
    expect(later.dataset['outcome']).to.equal('copied');
    settle();
    await nextFrame();
    expect(later.dataset['outcome']).to.equal(undefined);
  });

  it('removes it even if the earlier press was on the same button, for another amount', async () => {
    const slip = await mountSample(85, { amount: '10.00' });
    let settle = (): void => undefined;
    setClipboardApi({
      writeText: (text) =>
        text === '10.00' ? new Promise((resolve) => (settle = resolve)) : clipboard.writeText(text),
    });
    await realClick(amountButton(slip));
    await update(slip, { amount: '20.00' });
    const copied = nextEvent(slip, 'deposit-copy');
    await realClick(amountButton(slip));
    expect(await copied).to.include({ key: 'amount', outcome: 'copied' });
    await slip.updateComplete;
    expect(amountButton(slip).dataset['outcome']).to.equal('copied');
    settle();
    await nextFrame();
    expect(amountButton(slip).dataset['outcome']).to.equal(undefined);
  });

  it('removes it even if the earlier press was on another element', async () => {
    const [first, second] = [await mountSample(85), await mountSample(85)];
    let settle = (): void => undefined;
    setClipboardApi({
      writeText: (text) =>
        text === IBAN ? new Promise((resolve) => (settle = resolve)) : clipboard.writeText(text),
    });
    const later = copyButton(second, 'Deposit Message');
    const copied = nextEvent(second, 'deposit-copy');
    await clickAfter(copyButton(first, 'IBAN'), later);
    expect((await copied).outcome).to.equal('copied');
    await second.updateComplete;
    expect(later.dataset['outcome']).to.equal('copied');
    settle();
    await nextFrame();
    expect(later.dataset['outcome']).to.equal(undefined);
  });

  it('leaves the value that was pressed last on the clipboard even if the earlier press was on another element', async () => {
    const [first, second] = [await mountSample(85), await mountSample(85)];
    setClipboardApi({
      writeText: (text) => (text === IBAN ? new Promise(() => undefined) : clipboard.writeText(text)),
    });
    const [earlier, later] = [nextEvent(first, 'deposit-copy'), nextEvent(second, 'deposit-copy')];
    await clickAfter(copyButton(first, 'IBAN'), copyButton(second, 'Deposit Message'));
    expect([(await later).outcome, (await earlier).outcome]).to.deep.equal(['copied', 'blocked']);
    restoreClipboard();
    expect(await clipboardText()).to.equal(message);
  });

  it('removes it even if a later press on another element needed the copy command', async () => {
    const [first, second] = [await mountSample(85), await mountSample(85)];
    const earlier = copyButton(first, 'Deposit Message');
    setClipboardApi({
      writeText: (text) => (text === IBAN ? Promise.reject(new Error('no')) : clipboard.writeText(text)),
    });
    await clickCopy(first, 'Deposit Message');
    await untilOutcome(earlier);
    expect((await clickCopy(second, 'IBAN')).outcome).to.equal('copied');
    await first.updateComplete;
    expect(earlier.dataset['outcome']).to.equal(undefined);
  });

  it('removes "Copied" after a while, even from a slip that was moved', () =>
    withTimers(OUTCOME_MS, async (end) => {
      const slip = await mountSample(105);
      const button = copyButton(slip, 'Cuenta CLABE');
      expect((await clickCopy(slip, 'Cuenta CLABE')).outcome).to.equal('copied');
      await slip.updateComplete;
      expect(button.textContent.trim()).to.equal(en.copied);
      await move(slip);
      end();
      await slip.updateComplete;
      expect(button.textContent.trim()).to.equal('Copy CLABE');
    }));

  it('keeps the name of a button, and shows a check mark on one without words', () =>
    withTimers(OUTCOME_MS, async (end) => {
      const slip = await mountSample(85);
      const button = copyButton(slip, 'Deposit Message');
      const drawing = (): string => button.querySelector('path')!.getAttribute('d')!;
      const before = drawing();
      await clickCopy(slip, 'Deposit Message');
      await slip.updateComplete;
      expect(drawing()).not.to.equal(before);
      expect([button.getAttribute('aria-label'), button.textContent.trim()]).to.deep.equal([
        'Copy reference',
        '',
      ]);
      end();
      await slip.updateComplete;
      expect(drawing()).to.equal(before);
    }));

  it('removes the outcome of a copied amount when the amount changes', async () => {
    const slip = await mountSample(105, { amount: '20.00' });
    const copied = nextEvent(slip, 'deposit-copy');
    await realClick(amountButton(slip));
    expect(await copied).to.include({ key: 'amount', outcome: 'copied' });
    await update(slip, { amount: '90.00' });
    expect(amountButton(slip).dataset['outcome']).to.equal(undefined);
    expect(liveRegion(slip).textContent).to.equal('SPEI transfer');
  });

  it('announces the outcome of every press, without repeating the title of the slip', () =>
    withTimers(OUTCOME_MS, async (end) => {
      const slip = await mountSample(105);
      const announced = announcements(slip);
      for (const presses of [1, 2]) {
        await clickCopy(slip, 'Cuenta CLABE');
        end();
        await slip.updateComplete;
        expect(announced).to.deep.equal(Array(presses).fill('CLABE: Copied'));
      }
    }));

  it('selects exactly the value if the browser cannot copy', async () => {
    const slip = await mount({
      paymentId: '85',
      answer: { fieldList: { ...sampleFields(85), Code: 'A  17' } },
    });
    withoutClipboard();
    expect((await clickCopy(slip, 'Code')).outcome).to.equal('selected');
    restoreClipboard();
    await press('Control+c');
    expect(await clipboardText()).to.equal('A  17');
  });

  // Beside each value there is a hidden text for screen readers, which must not be mistaken for the value.
  for (const [how, select] of Object.entries({
    'a triple click': (value: HTMLElement) => realClick(value, { count: 3 }),
    'a range over the whole row': async (value: HTMLElement) =>
      getSelection()!.setBaseAndExtent(value.parentElement!, 0, value.parentElement!, 4),
  }))
    it(`is not needed to copy a value: ${how} selects exactly the value`, async () => {
      const slip = await mountSample(83, { amount: '1500.50' });
      for (const { key, copy } of slip.slip!.rows) {
        const value = within(row(slip, key), 'value');
        if (value.getClientRects().length === 0) continue;
        await select(value);
        await press('Control+c');
        expect((await clipboardText()).trim(), key).to.equal(copy);
      }
    });

  it('selects nothing in an element that was removed', async () => {
    const slip = await mountSample(105);
    getSelection()!.selectAllChildren(document.body);
    slip.remove();
    withoutClipboard();
    expect(await slip.copy('Cuenta CLABE')).to.equal('blocked');
    getSelection()!.removeAllRanges();
  });

  it('does not move the focus', async () => {
    const slip = await mountSample(85);
    const button = copyButton(slip, 'IBAN');
    button.focus();
    withoutClipboard({ keepsCommand: true });
    await slip.copy();
    expect(slip.shadowRoot!.activeElement === button).to.equal(true);
  });

  for (const keepsClipboard of [true, false])
    it(`copies all values as lines ${keepsClipboard ? 'through the clipboard' : 'through the copy command'}`, async () => {
      const slip = await mount({
        paymentId: '9',
        amount: '1500.5',
        answer: { fiat: 'MXN', fieldList: { One: ' a  b', 'Bank Name': 'c' } },
      });
      if (!keepsClipboard) withoutClipboard({ keepsCommand: true });
      // WebKit allows a copy only during a click.
      const button = document.createElement('button');
      button.textContent = 'Copy all';
      const copied = new Promise((resolve) => button.addEventListener('click', () => resolve(slip.copy())));
      slip.before(button);
      await realClick(button);
      expect(await copied).to.equal('copied');
      expect(await clipboardText()).to.equal(
        `Amount: 1500.50 MXN\nBank: c\nOne:  a  b\n${en.unknown.replace('{merchant}', en.merchant)}`,
      );
    });

  it('copies no amount if none was requested', async () => {
    expect(await (await mountSample(105)).copy('amount')).to.equal('blocked');
  });
});
