import { expect } from '@open-wc/testing';
import { canEmulateMedia, emulateMedia, engine, realClick, setViewport } from '../browsers/commands.js';
import { METHODS } from '../../src/core/methods.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';
import { endpoint, method, mount, nextFrame, part, parts, reaching, row, sampleAnswer } from './bench.js';

const PIX = method(90).sample as Record<string, string>;
const printable = canEmulateMedia ? it : it.skip;

/** What the device is handed, for as long as a test runs: the engines under test have no sharing of their own. */
function sharing(take: (data: ShareData) => Promise<void>): void {
  Object.defineProperty(navigator, 'share', { configurable: true, value: take });
}

function action(slip: DepositSlip, name: string): HTMLButtonElement | undefined {
  const buttons = [...part(slip, 'actions').querySelectorAll('button')];
  return buttons.find(({ textContent }) => textContent.trim() === name);
}

const has = (slip: DepositSlip, name: string): boolean => action(slip, name) !== undefined;

const isSeen = (element: Element): boolean => element.getClientRects().length > 0;

async function ready(id: number, more: object = {}): Promise<DepositSlip> {
  const given = { paymentId: String(id), amount: '1500.50', answer: sampleAnswer(method(id)) };
  return reaching(await mount({ ...given, ...more }), 'ready');
}

describe(`a slip that is shared, in ${engine}`, () => {
  const native = Object.getOwnPropertyDescriptor(navigator, 'share');
  afterEach(() => {
    delete (navigator as { share?: unknown }).share;
    if (native) Object.defineProperty(navigator, 'share', native);
  });

  it('is handed on as text: the transfer, the amount, and every value as it would be copied', async () => {
    const handed: ShareData[] = [];
    sharing(async (data) => void handed.push(data));
    for (const { id } of METHODS) {
      const slip = await ready(id);
      expect(await slip.share(), String(id)).to.equal(true);
      const lines = handed.pop()!.text!.split('\n');
      expect(lines[0]).to.equal(slip.shadowRoot!.querySelector('h2')!.textContent);
      expect(lines[1]).to.equal(`Amount: 1500.50 ${slip.slip!.fiat}`);
      const values = lines.slice(2).filter((line) => line.includes(': '));
      expect(values.map((line) => line.slice(line.indexOf(': ') + 2))).to.deep.equal(
        slip.slip!.rows.map(({ copy }) => copy),
      );
    }
  });

  it('is handed on with every warning a payer would see on it', async () => {
    let text = '';
    sharing(async (data) => void (text = data.text!));
    const changed = { 'Bank Routing Number': '123456789' };
    const answer = { fiat: 'USD', fieldList: { ...method(81).sample, ...changed } };
    const slip = await ready(81, { answer, seen: '0000000000', merchantName: 'Tienda Sol' });
    expect(await slip.share()).to.equal(true);
    const told = [...slip.shadowRoot!.querySelectorAll('.notice, .note')].map((each) =>
      each.textContent.trim(),
    );
    expect(told).to.have.length(3);
    expect(text.split('\n')).to.include.members(told);
    expect(text).to.contain(
      'Account number: 000123456789\nRouting number (ABA): 123456789\nWe could not check',
    );
  });

  it('says first that it is a test', async () => {
    const told = new Promise<string>((resolve) => sharing(async (data) => resolve(data.text!)));
    const slip = await ready(90, { answer: { ...sampleAnswer(method(90)), test: true } });
    await realClick(action(slip, 'Share')!);
    expect((await told).split('\n').slice(0, 2)).to.deep.equal(['Test: do not pay', 'Pix']);
  });

  it('says so where it was not taken, and nothing breaks', async () => {
    const slip = await ready(90);
    for (const refusal of ['AbortError', 'NotAllowedError']) {
      sharing(() => Promise.reject(new DOMException('', refusal)));
      expect(await slip.share(), refusal).to.equal(false);
    }
    const empty = await mount({ endpoint: endpoint({ status: 500 }), paymentId: '90' });
    expect(await (await reaching(empty, 'problem')).share(), 'no slip').to.equal(false);
  });

  it('has no button where the device has no sharing, or the deposit has arrived', async () => {
    Object.defineProperty(navigator, 'share', { configurable: true, value: undefined });
    expect(has(await ready(90), 'Share'), 'no sharing').to.equal(false);
    sharing(() => Promise.resolve());
    const slip = await ready(90);
    expect(has(slip, 'Share'), 'sharing').to.equal(true);
    slip.markArrived();
    await reaching(slip, 'arrived');
    expect(has(slip, 'Share'), 'arrived').to.equal(false);
  });
});

describe(`a slip that is printed, in ${engine}`, () => {
  const native = globalThis.print;
  afterEach(async () => {
    globalThis.print = native;
    if (canEmulateMedia) await emulateMedia({});
  });

  it('is printed by its button and by its method, once each', async () => {
    let prints = 0;
    globalThis.print = () => void prints++;
    const slip = await ready(105);
    await realClick(action(slip, 'Print')!);
    expect(prints).to.equal(1);
    slip.print();
    expect(prints).to.equal(2);
  });

  printable('shows every value whole, the code, and the day, and no buttons', async () => {
    await setViewport({ width: 420, height: 900 });
    for (const theme of ['light', 'dark'] as const) {
      const slip = await ready(90, { theme });
      const code = row(slip, 'Pix copia e cola').querySelector<HTMLElement>('[part="value"]')!;
      while (!part(slip, 'qr').hasAttribute('data-drawn')) await nextFrame();
      const day = slip.shadowRoot!.querySelector('.printed')!;
      expect([isSeen(part(slip, 'qr')), isSeen(day)], 'on the screen').to.deep.equal([false, false]);
      await emulateMedia({ medium: 'print' });
      expect(code.scrollHeight, 'the code is cut').to.be.at.most(code.clientHeight);
      expect(code.textContent).to.equal(PIX['Pix copia e cola']);
      expect([isSeen(part(slip, 'qr')), isSeen(day)], 'on paper').to.deep.equal([true, true]);
      expect(day.textContent).to.match(/^20[0-9]{2}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}$/);
      const buttons = [...slip.shadowRoot!.querySelectorAll('button, a, input')].filter(isSeen);
      expect(buttons.length).to.equal(0);
      await emulateMedia({});
    }
  });

  printable('is dark on light, whatever it is on the screen', async () => {
    const slip = await ready(105, { theme: 'dark' });
    const card = slip.shadowRoot!.querySelector('.card')!;
    const colours = (): string[] => {
      const { color, backgroundColor } = getComputedStyle(card);
      return [color, backgroundColor];
    };
    expect(colours()).to.deep.equal(['rgb(255, 255, 255)', 'rgb(18, 18, 18)']);
    await emulateMedia({ medium: 'print' });
    expect(colours()).to.deep.equal(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
  });

  printable('still says on paper that it is a test, and that the deposit arrived', async () => {
    const slip = await ready(105, { answer: { ...sampleAnswer(method(105)), test: true } });
    await emulateMedia({ medium: 'print' });
    expect(isSeen(slip.shadowRoot!.querySelector('.test')!)).to.equal(true);
    slip.markArrived();
    await reaching(slip, 'arrived');
    expect(isSeen(part(slip, 'arrival'))).to.equal(true);
  });

  it('keeps its actions in one place, the same for the skeleton', async () => {
    const slip = await ready(105);
    expect(parts(slip, 'actions')).to.have.length(1);
    expect(parts(slip, 'actions')[0]!.textContent.trim()).to.equal('Print');
  });
});
