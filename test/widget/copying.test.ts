import { expect, fixture, html } from '@open-wc/testing';
import { clipboardText, engine, press, realClick } from '../browsers/commands.js';
import { event, method, mount, nextFrame, part, parts, row, sampleAnswer, within } from './bench.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';

const sepa = sampleAnswer(method(85));
const clabe = sampleAnswer(method(105));
const { IBAN, 'Deposit Message': message } = method(85).sample as Record<'IBAN' | 'Deposit Message', string>;

/** The page's clipboard as a browser may have it; gone again after each test. */
function clipboardIs(clipboard: { writeText(text: string): Promise<void> } | undefined): void {
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
}

function commandIs(execCommand: () => boolean): void {
  Object.defineProperty(document, 'execCommand', { configurable: true, value: execCommand });
}

function copyOf(slip: DepositSlip, key: string): HTMLElement {
  return within(row(slip, key), 'copy');
}

/** All that is said aloud from now on. */
function listen(slip: DepositSlip): string[] {
  const said: string[] = [];
  const status = slip.shadowRoot!.querySelector('[role="status"]')!;
  new MutationObserver(() => said.push(status.textContent)).observe(status, {
    subtree: true,
    characterData: true,
    childList: true,
  });
  return said;
}

async function untilPlain(button: HTMLElement): Promise<void> {
  while (button.dataset['outcome']) await nextFrame();
}

describe(`copying in ${engine}`, () => {
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'clipboard');
    Reflect.deleteProperty(document, 'execCommand');
  });

  it('leaves on the clipboard what was pressed last, however late an earlier press gives up', async () => {
    const real = navigator.clipboard;
    const slip = await mount({ paymentId: '85', answer: sepa });
    const told: Record<string, string> = {};
    slip.addEventListener('deposit-copy', ({ key, outcome }) => (told[key] = outcome));
    clipboardIs({
      writeText: (text) => (text === IBAN ? new Promise(() => undefined) : real.writeText(text)),
    });
    // One real press for both: the earlier waits for its answer while the later is made, however slow the machine.
    const later = copyOf(slip, 'Deposit Message');
    later.addEventListener('pointerdown', () => copyOf(slip, 'IBAN').click(), { once: true });
    await realClick(later);
    while (!told['IBAN']) await nextFrame();
    Reflect.deleteProperty(navigator, 'clipboard');
    expect(told).to.deep.equal({ IBAN: 'blocked', 'Deposit Message': 'copied' });
    expect(await clipboardText()).to.equal(message);
  });

  it('takes back the word of an earlier press as soon as another begins', async () => {
    const real = navigator.clipboard;
    const slip = await mount({ paymentId: '85', answer: sepa });
    await realClick(copyOf(slip, 'IBAN'));
    while (!copyOf(slip, 'IBAN').dataset['outcome']) await nextFrame();
    let settle = (): void => undefined;
    clipboardIs({
      writeText: (text) =>
        new Promise((resolve) => (settle = () => resolve(real.writeText(text).catch(() => undefined)))),
    });
    const told = event(slip, 'deposit-copy');
    await realClick(copyOf(slip, 'Deposit Message'));
    await slip.updateComplete;
    expect(copyOf(slip, 'IBAN').dataset['outcome']).to.equal(undefined);
    settle();
    await told;
  });

  it('takes back the word of a later press where an earlier one reaches the clipboard after it', async () => {
    const real = navigator.clipboard;
    const slip = await mount({ paymentId: '85', answer: sepa });
    let settle = (): void => undefined;
    clipboardIs({
      writeText: (text) =>
        text === IBAN ? new Promise((resolve) => (settle = resolve)) : real.writeText(text),
    });
    const later = copyOf(slip, 'Deposit Message');
    later.addEventListener('pointerdown', () => copyOf(slip, 'IBAN').click(), { once: true });
    const told = event(slip, 'deposit-copy');
    await realClick(later);
    expect(await told).to.include({ key: 'Deposit Message', outcome: 'copied' });
    await slip.updateComplete;
    expect(later.dataset['outcome']).to.equal('copied');
    settle();
    await nextFrame();
    expect(later.dataset['outcome']).to.equal(undefined);
  });

  it('does not say "Copied" for ever where the slip is moved meanwhile', async () => {
    const slip = await mount({ paymentId: '105', answer: clabe });
    const told = event(slip, 'deposit-copy');
    await realClick(copyOf(slip, 'Cuenta CLABE'));
    expect((await told).outcome).to.equal('copied');
    (await fixture<HTMLElement>(html`<div></div>`)).append(slip);
    await untilPlain(copyOf(slip, 'Cuenta CLABE'));
    expect(part(slip, 'copy').textContent.trim()).to.equal('Copy CLABE');
  });

  it('says nothing of an earlier slip’s amount on the next slip', async () => {
    const slip = await mount({ paymentId: '105', amount: '20.00', answer: clabe });
    const told = event(slip, 'deposit-copy');
    await realClick(parts(slip, 'copy')[0]!);
    expect(await told).to.include({ key: 'amount', outcome: 'copied' });
    slip.amount = '90.00';
    await slip.updateComplete;
    expect(parts(slip, 'copy')[0]!.dataset['outcome']).to.equal(undefined);
    expect(slip.shadowRoot!.querySelector('[role="status"]')!.textContent).to.equal('SPEI transfer');
  });

  it('is said aloud at every press, and the title of the slip not again', async () => {
    const slip = await mount({ paymentId: '105', answer: clabe });
    const button = copyOf(slip, 'Cuenta CLABE');
    const said = listen(slip);
    for (const times of [1, 2]) {
      await realClick(button);
      while (!button.dataset['outcome']) await nextFrame();
      await untilPlain(button);
      expect(said.filter((text) => text !== '')).to.deep.equal(Array(times).fill('CLABE: Copied'));
    }
  });

  for (const [answer, key, text] of [
    [sepa, 'IBAN', IBAN],
    [
      { fieldList: { IBAN, 'Bank Beneficiary Name': 'Sol', 'Deposit Message': message, Reference: 'A  17' } },
      'Reference',
      'A  17',
    ],
  ] as const)
    it(`selects the very value where the browser copies nothing, for the payer to copy: ${text}`, async () => {
      const slip = await mount({ paymentId: '85', answer });
      clipboardIs(undefined);
      commandIs(() => false);
      const told = event(slip, 'deposit-copy');
      await realClick(copyOf(slip, key));
      expect((await told).outcome).to.equal('selected');
      Reflect.deleteProperty(document, 'execCommand');
      Reflect.deleteProperty(navigator, 'clipboard');
      await press('Control+c');
      expect(await clipboardText()).to.equal(text);
    });

  it('is not proven by a command that put something else on the clipboard', async () => {
    const slip = await mount({ paymentId: '105', answer: clabe });
    clipboardIs(undefined);
    const hostile = (copy: ClipboardEvent): void => {
      copy.clipboardData?.setData('text/plain', 'another account');
      copy.preventDefault();
      copy.stopImmediatePropagation();
    };
    addEventListener('copy', hostile, { capture: true });
    const told = event(slip, 'deposit-copy');
    await realClick(copyOf(slip, 'Cuenta CLABE'));
    const { outcome } = await told;
    removeEventListener('copy', hostile, { capture: true });
    expect(outcome).to.equal('selected');
  });

  it('selects nothing of an element that is gone', async () => {
    const slip = await mount({ paymentId: '105', answer: clabe });
    getSelection()!.selectAllChildren(document.body);
    slip.remove();
    clipboardIs(undefined);
    commandIs(() => false);
    expect(await slip.copy('Cuenta CLABE')).to.equal('blocked');
    getSelection()!.removeAllRanges();
  });

  it('keeps the focus where it was', async () => {
    const slip = await mount({ paymentId: '85', answer: sepa });
    const button = copyOf(slip, 'IBAN');
    button.focus();
    clipboardIs(undefined);
    await slip.copy();
    expect(slip.shadowRoot!.activeElement === button).to.equal(true);
  });

  it('copies all lines as they are where there is only the command', async () => {
    const slip = await mount({ paymentId: '9', answer: { fieldList: { One: ' a  b', Two: 'c' } } });
    clipboardIs(undefined);
    const button = document.createElement('button');
    button.textContent = 'Copy all';
    const copied = new Promise((resolve) => button.addEventListener('click', () => resolve(slip.copy())));
    slip.before(button);
    await realClick(button);
    expect(await copied).to.equal('copied');
    button.remove();
    expect(await clipboardText()).to.equal('One:  a  b\nTwo: c');
  });

  it('copies no amount where none was asked for', async () => {
    const slip = await mount({ paymentId: '105', answer: clabe });
    expect(await slip.copy('amount')).to.equal('blocked');
  });
});
