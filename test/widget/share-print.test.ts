import { expect, fixture, html } from '@open-wc/testing/pure';
import { METHODS } from '../../src/core/methods.js';
import { en } from '../../src/widget/locales/en.js';
import {
  canEmulateMedia,
  emulateMedia,
  engine,
  press,
  realClick,
  setViewport,
} from '../browsers/commands.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';
import { mountSample, mountUntil, until, untilStatus, type Attributes } from './helpers/mount.js';
import { button, part, parts, row, within } from './helpers/queries.js';
import { sampleAnswer, sampleFields } from './helpers/samples.js';
import { endpoint } from './helpers/servers.js';

const itPrints = canEmulateMedia ? it : it.skip;

/** Replaces `navigator.share`, which the engines under test lack, until the end of the test. */
function setShare(share: ((data: ShareData) => Promise<void>) | undefined): void {
  Object.defineProperty(navigator, 'share', { configurable: true, value: share });
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

function isVisible(element: Element): boolean {
  return element.getClientRects().length > 0;
}

/** The texts that can be seen, in one line. */
function visibleTexts(slip: DepositSlip): string {
  const texts = [...slip.shadowRoot!.querySelectorAll('.card *')].flatMap((element) =>
    isVisible(element) && !element.closest('.sr') ? [...element.childNodes] : [],
  );
  return texts
    .map((node) => (node instanceof Text ? node.data.trim() : ''))
    .filter(Boolean)
    .join(' ');
}

function mountPriced(id: number, attributes: Attributes = {}): Promise<DepositSlip> {
  return mountSample(id, { amount: '1500.50', ...attributes });
}

describe(`sharing a slip in ${engine}`, () => {
  const native = Object.getOwnPropertyDescriptor(navigator, 'share');
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'share');
    if (native) Object.defineProperty(navigator, 'share', native);
  });

  it('shares a text with the transfer, the amount, and every value as it would be copied', async () => {
    const shared: ShareData[] = [];
    setShare(async (data) => void shared.push(data));
    for (const { id } of METHODS) {
      const slip = await mountPriced(id);
      expect(await slip.share(), String(id)).to.equal(true);
      const [title, amount, ...lines] = shared.pop()!.text!.split('\n');
      expect(title).to.equal(slip.shadowRoot!.querySelector('h2')!.textContent);
      const shown = slip.shadowRoot!.querySelector('[data-derived="amount"] .value');
      expect(amount).to.equal(`Amount: ${shown?.textContent.trim()} ${slip.slip!.fiat}`);
      const values = lines.filter((line) => line.includes(': '));
      expect(values.map((line) => line.slice(line.indexOf(': ') + 2))).to.deep.equal(
        slip.slip!.rows.map(({ copy }) => copy),
      );
    }
  });

  it('shares every warning that the slip shows', async () => {
    let text = '';
    setShare(async (data) => void (text = data.text!));
    const fieldList = { ...sampleFields(81), 'Bank Routing Number': '123456789' };
    const attributes = { answer: { fiat: 'USD', fieldList }, seen: '0000000000', merchantName: 'Tienda Sol' };
    const slip = await mountPriced(81, attributes);
    expect(await slip.share()).to.equal(true);
    const notices = parts(slip, 'notice').map((notice) => {
      const title = notice.querySelector('strong')!.textContent;
      return notice.textContent.trim().replace(title, `${title}. `);
    });
    expect(notices).to.have.length(2);
    const lines = text.split('\n');
    expect(lines.slice(1, 3), 'before the values').to.deep.equal(notices);
    expect(lines[lines.findIndex((line) => line.startsWith('Reference: ')) + 1]).to.equal(en.messageRequired);
  });

  it('shares the note that it does not recognize a value', async () => {
    let text = '';
    setShare(async (data) => void (text = data.text!));
    const fieldList = { ...sampleFields(105), Sucursal: '1234 5' };
    const slip = await mountPriced(105, { answer: { fiat: 'MXN', fieldList }, merchantName: 'Tienda Sol' });
    expect(await slip.share()).to.equal(true);
    const lines = text.split('\n');
    expect(lines[lines.indexOf('Sucursal: 1234 5') + 1]).to.include('We do not recognize this detail.');
  });

  it('begins the text with the test notice', async () => {
    const text = new Promise<string>((resolve) => setShare(async (data) => resolve(data.text!)));
    const slip = await mountPriced(90, { answer: { ...sampleAnswer(90), test: true } });
    await realClick(button(slip, 'Share')!);
    expect((await text).split('\n').slice(0, 2)).to.deep.equal(['Test: do not pay', 'Pix']);
  });

  it('resolves with false if the device declines, or there is no slip', async () => {
    const slip = await mountPriced(90);
    for (const refusal of ['AbortError', 'NotAllowedError']) {
      setShare(() => Promise.reject(new DOMException('', refusal)));
      expect(await slip.share(), refusal).to.equal(false);
    }
    const failed = await mountUntil('problem', { endpoint: endpoint({ status: 500 }), paymentId: '90' });
    expect(await failed.share(), 'no slip').to.equal(false);
  });

  it('has no button if the device cannot share, or after the deposit has arrived', async () => {
    const offersShare = (slip: DepositSlip): boolean => {
      const found = button(slip, 'Share');
      return found !== undefined && isVisible(found);
    };
    setShare(undefined);
    expect(offersShare(await mountPriced(90)), 'the device cannot share').to.equal(false);
    setShare(() => Promise.resolve());
    const slip = await mountPriced(90);
    expect(offersShare(slip), 'the device can share').to.equal(true);
    slip.markArrived();
    await untilStatus(slip, 'arrived');
    expect(offersShare(slip), 'arrived').to.equal(false);
  });
});

describe(`printing a slip in ${engine}`, () => {
  const native = globalThis.print;
  afterEach(async () => {
    globalThis.print = native;
    if (canEmulateMedia) await emulateMedia({});
  });

  it('prints once with its button and once with its method', async () => {
    let prints = 0;
    globalThis.print = () => {
      prints++;
      dispatchEvent(new Event('afterprint'));
    };
    const slip = await mountPriced(105);
    await realClick(button(slip, 'Print')!);
    expect(prints).to.equal(1);
    slip.print();
    expect(prints).to.equal(2);
  });

  itPrints('prints itself alone, from wherever it stands, and leaves the page as it was', async () => {
    const place = await fixture<HTMLElement>(
      html`<div style="position: fixed; inset: 0; overflow: hidden">
        <p>Before</p>
        <div style="columns: 3; transform: scale(0.5)"></div>
        <p>After</p>
      </div>`,
    );
    const host = place.children[1]!.appendChild(document.createElement('div'));
    host.attachShadow({ mode: 'open' }).innerHTML = '<p>Beside</p><main></main>';
    const root = host.shadowRoot!;
    const slip = Object.assign(document.createElement('deposit-slip'), {
      answer: sampleAnswer(105),
      lang: 'en',
    });
    root.querySelector('main')!.append(slip);
    await slip.updateComplete;
    const others = [...place.querySelectorAll('p'), root.querySelector('p')!];
    const look = (): unknown => ({
      others: others.map(isVisible),
      slip: isVisible(part(slip, 'card')),
      position: getComputedStyle(place).position,
      sheets: [document.adoptedStyleSheets.length, root.adoptedStyleSheets.length],
      marks: document.documentElement.outerHTML.includes('data-deposit-print'),
    });
    await emulateMedia({ medium: 'print' });
    const before = look();
    globalThis.print = () => undefined;
    slip.print();
    const printed = look();
    dispatchEvent(new Event('afterprint'));
    expect(printed).to.deep.equal({
      others: [false, false, false],
      slip: true,
      position: 'static',
      sheets: [1, 1],
      marks: true,
    });
    expect(look()).to.deep.equal(before);
  });

  const marks = (): number => document.querySelectorAll('[data-deposit-print]').length;
  const sheets = (): number => document.adoptedStyleSheets.length;

  for (const [how, print] of Object.entries<() => void>({
    'does nothing': () => undefined,
    throws: () => {
      throw new Error('not here');
    },
  }))
    it(`leaves the page as it was if print() ${how}`, async () => {
      const slip = await mountPriced(105);
      const before = [marks(), sheets()];
      globalThis.print = print;
      try {
        slip.print();
      } catch {
        // The page decides what its own function throws.
      }
      await nextTask();
      expect([marks(), sheets()]).to.deep.equal(before);
    });

  it('prints itself alone if the browser prints after print() has returned', async () => {
    const slip = await mountPriced(105);
    globalThis.print = () => undefined;
    slip.print();
    await nextTask();
    expect(marks()).to.equal(0);
    dispatchEvent(new Event('beforeprint'));
    expect(slip.getAttribute('data-deposit-print')).to.equal('alone');
    dispatchEvent(new Event('afterprint'));
    expect([marks(), sheets()]).to.deep.equal([0, 0]);
  });

  it('stays alone on the paper while the dialog of the browser is open', async () => {
    const slip = await mountPriced(105);
    globalThis.print = () => void dispatchEvent(new Event('beforeprint'));
    slip.print();
    await nextTask();
    expect([slip.getAttribute('data-deposit-print'), sheets()]).to.deep.equal(['alone', 1]);
    dispatchEvent(new Event('afterprint'));
    expect([marks(), sheets()]).to.deep.equal([0, 0]);
  });

  it('has no part in what the payer prints later, after a print that did nothing', async () => {
    const slip = await mountPriced(105);
    globalThis.print = () => undefined;
    const acts = { 'a key': () => press('Shift'), 'a click': () => realClick(slip) };
    for (const [name, act] of Object.entries(acts)) {
      slip.print();
      await act();
      dispatchEvent(new Event('beforeprint'));
      expect(marks(), name).to.equal(0);
      dispatchEvent(new Event('afterprint'));
    }
  });

  it('prints the element that was printed last', async () => {
    const [first, second] = [await mountPriced(105), await mountPriced(90)];
    globalThis.print = () => undefined;
    first.print();
    second.print();
    dispatchEvent(new Event('beforeprint'));
    const marked = [first, second].map((slip) => slip.getAttribute('data-deposit-print'));
    expect(marked).to.deep.equal([null, 'alone']);
    dispatchEvent(new Event('afterprint'));
    expect([marks(), sheets()]).to.deep.equal([0, 0]);
  });

  itPrints('prints every value in full, the QR code and the date, and no buttons', async () => {
    await setViewport({ width: 420, height: 900 });
    for (const theme of ['light', 'dark'] as const) {
      const slip = await mountPriced(90, { theme });
      const code = within(row(slip, 'Pix copia e cola'), 'value');
      const qr = part(slip, 'qr');
      await until(() => qr.hasAttribute('data-drawn'));
      const date = slip.shadowRoot!.querySelector('.printed')!;
      expect([isVisible(qr), isVisible(date)], 'on the screen').to.deep.equal([false, false]);
      await emulateMedia({ medium: 'print' });
      expect(code.scrollHeight, 'the code is not cut off').to.be.at.most(code.clientHeight);
      expect(code.textContent).to.equal(sampleFields(90)['Pix copia e cola']);
      expect([isVisible(qr), isVisible(date)], 'on paper').to.deep.equal([true, true]);
      expect(parts(slip, 'row').every(isVisible), 'folded rows too').to.equal(true);
      expect(date.textContent).to.match(/^20[0-9]{2}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}$/);
      const controls = [...slip.shadowRoot!.querySelectorAll('button, a, input')];
      expect(controls.filter(isVisible).length).to.equal(0);
      await emulateMedia({});
    }
  });

  itPrints('prints dark text on a light background in every theme', async () => {
    const slip = await mountPriced(105, { theme: 'dark' });
    const brightness = (value: string): number =>
      value.match(/\d+/g)!.reduce((sum, channel) => sum + Number(channel), 0);
    const look = getComputedStyle(part(slip, 'card'));
    expect(brightness(look.color)).to.be.above(brightness(look.backgroundColor));
    await emulateMedia({ medium: 'print' });
    expect(brightness(look.color)).to.be.below(150);
    expect(look.backgroundColor).to.equal('rgb(255, 255, 255)');
  });

  itPrints('prints a receipt without anything that can be paid, and with the time of printing', async () => {
    await emulateMedia({ medium: 'print' });
    for (const { id } of METHODS) {
      const slip = await mountPriced(id, { merchantName: 'Tienda Sol', contact: 'mailto:help@shop.example' });
      const { rows } = slip.slip!;
      slip.markArrived({ amount: '1500.50', fiat: slip.slip!.fiat!, createTime: Date.now() });
      await untilStatus(slip, 'arrived');
      const printed = visibleTexts(slip);
      for (const { copy, role } of rows)
        if (role !== 'depositId') expect(printed, `${id} ${role}`).not.to.include(copy);
      expect(printed).not.to.match(/1500|Amount to enter|Payment details/);
      expect(printed)
        .to.contain(en.arrived)
        .and.to.match(/Printed on .*, 20[0-9]{2}, [0-9]{2}:[0-9]{2}\s\S+$/);
      const controls = [...slip.shadowRoot!.querySelectorAll('button, a, input, svg[role], canvas, img')];
      expect(controls.filter(isVisible).length, String(id)).to.equal(0);
      slip.remove();
    }
  });

  itPrints('prints the test notice and the arrival', async () => {
    const slip = await mountPriced(105, { answer: { ...sampleAnswer(105), test: true } });
    await emulateMedia({ medium: 'print' });
    expect(isVisible(part(slip, 'test'))).to.equal(true);
    slip.markArrived();
    await untilStatus(slip, 'arrived');
    expect(isVisible(part(slip, 'arrival'))).to.equal(true);
  });
});
