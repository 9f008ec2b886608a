import { expect } from '@open-wc/testing/pure';
import jsqr from 'jsqr';
import {
  canEmulateMedia,
  clipboardText,
  emulateMedia,
  engine,
  realClick,
  screenshot,
  setViewport,
} from '../browsers/commands.js';
import { AR_QR } from '../fixtures/instruments.js';
import { en } from '../../src/widget/locales/en.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';
import { nextEvent } from './helpers/events.js';
import { mount, mountSample, until, update } from './helpers/mount.js';
import { button, part, parts, row, textOf, within } from './helpers/queries.js';
import { sampleAnswer, sampleFields } from './helpers/samples.js';
import { scripted } from './helpers/servers.js';

const HAS_MOUSE = matchMedia('(hover: hover) and (pointer: fine)').matches;
const CODE = sampleFields(90)['Pix copia e cola']!;
const decode = typeof jsqr === 'function' ? jsqr : (jsqr as { default: typeof jsqr }).default;

async function pixelsOf(png: Blob): Promise<ImageData> {
  const image = await createImageBitmap(png);
  const { width, height } = image;
  const context = new OffscreenCanvas(width, height).getContext('2d')!;
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, width, height);
}

/** The text that an independent decoder reads from an image. */
function read({ data, width, height }: ImageData): string | undefined {
  return decode(data, width, height)?.data;
}

async function pictured(element: Element): Promise<ImageData> {
  const bytes = Uint8Array.from(atob(await screenshot(element)), (character) => character.charCodeAt(0));
  return pixelsOf(new Blob([bytes], { type: 'image/png' }));
}

/** The text that an independent decoder reads from a screenshot of the element. */
async function scanned(element: Element): Promise<string | undefined> {
  return read(await pictured(element));
}

/** The shades of gray of a picture, without its round corners and its border. */
function shadesOf({ data, width, height }: ImageData): Set<number> {
  const inset = 6;
  const shades = new Set<number>();
  for (let y = inset; y < height - inset; y += 1)
    for (let x = inset; x < width - inset; x += 1) shades.add(data[4 * (y * width + x)]!);
  return shades;
}

/** The QR code once it is drawn. If it is collapsed, it is opened as a payer would. */
async function drawn(slip: DepositSlip): Promise<SVGElement> {
  const box = part(slip, 'qr');
  if (!isVisible(box)) await realClick(part(slip, 'toggle'));
  await until(() => box.hasAttribute('data-drawn'));
  return box.querySelector('svg')!;
}

function isVisible(element: Element): boolean {
  return element.getClientRects().length > 0;
}

/** The file that is offered as a download while a function runs. */
async function downloadOf(run: () => Promise<unknown>): Promise<File> {
  const native = HTMLAnchorElement.prototype.click;
  const links: HTMLAnchorElement[] = [];
  HTMLAnchorElement.prototype.click = function click() {
    links.push(this);
  };
  try {
    await run();
  } finally {
    HTMLAnchorElement.prototype.click = native;
  }
  expect(links, 'one download').to.have.length(1);
  const [{ href, download }] = links as [HTMLAnchorElement];
  return new File([await (await fetch(href)).blob()], download);
}

describe(`the QR code in ${engine}`, () => {
  beforeEach(() => setViewport({ width: 800, height: 700 }));

  for (const theme of ['light', 'dark'] as const) {
    it(`is decoded as exactly the text that is copied, in ${theme}`, async () => {
      const slip = await mountSample(90, { theme });
      const text = await scanned(await drawn(slip));
      await realClick(within(row(slip, 'Pix copia e cola'), 'copy'));
      expect(text).to.equal(await clipboardText());
      expect(text).to.equal(CODE);
    });
  }

  it('is drawn from the payload of an Argentine response, with its own name', async () => {
    const answer = { fiat: 'ARS', fieldList: { qrCodeLink: AR_QR[0] } };
    const slip = await mount({ paymentId: '137', amount: '1500.00', answer });
    const svg = await drawn(slip);
    expect(await scanned(svg)).to.equal(AR_QR[0]);
    expect(svg.getAttribute('aria-label')).to.equal('QR code: Payment code');
  });

  it('keeps its colors and its quiet zone under the style sheets of a dark mode', async () => {
    const slip = await mountSample(90);
    const svg = await drawn(slip);
    const style = document.createElement('style');
    style.textContent = `svg, rect { fill: #181a1b !important; background: #181a1b !important }
      path { fill: #35393b !important } * { background-color: #181a1b !important }`;
    slip.shadowRoot!.append(style);
    // Modules of a fractional number of pixels, too.
    for (const size of ['160px', '173px', '211.5px', '360px']) {
      slip.style.setProperty('--deposit-qr-size', size);
      const picture = await pictured(svg);
      expect(read(picture), size).to.equal(CODE);
      expect([...shadesOf(picture)], size).to.have.members([0, 255]);
    }
  });

  (canEmulateMedia ? it : it.skip)(
    'keeps its colors where the browser forces those of the page',
    async () => {
      const svg = await drawn(await mountSample(90));
      await emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
      expect(await scanned(svg)).to.equal(CODE);
      await emulateMedia({ forcedColors: 'none', colorScheme: 'light' });
    },
  );

  it('is painted over its drawing, which paper shows', async () => {
    for (const width of [290, 400, 800]) {
      const slip = await mountSample(90, { width });
      const svg = await drawn(slip);
      const canvas = svg.nextElementSibling!;
      expect(canvas.getBoundingClientRect().toJSON()).to.deep.equal(svg.getBoundingClientRect().toJSON());
      // Only the drawing has a name, and a finger that explores the page finds it.
      expect(canvas.getAttribute('aria-hidden')).to.equal('true');
      svg.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, top } = svg.getBoundingClientRect();
      expect(slip.shadowRoot!.elementFromPoint(left + 20, top + 20)?.closest('svg') === svg).to.equal(true);
      if (!canEmulateMedia) continue;
      await emulateMedia({ medium: 'print' });
      expect(getComputedStyle(canvas).display).to.equal('none');
      await emulateMedia({ medium: 'screen' });
    }
  });

  it('is a drawing where the browser allows no canvas', async () => {
    const native = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = () => null;
    const svg = await mountSample(90)
      .then(drawn)
      .finally(() => (HTMLCanvasElement.prototype.getContext = native));
    expect(await scanned(svg)).to.equal(CODE);
  });

  it('keeps four light modules around it and has an accessible name', async () => {
    const svg = await drawn(await mountSample(90));
    const [x, y, width] = svg.getAttribute('viewBox')!.split(' ').map(Number);
    const box = svg.querySelector('path')!.getBBox();
    expect([x, y]).to.deep.equal([-4, -4]);
    expect([box.x, box.y, box.width + 8]).to.deep.equal([0, 0, width]);
    expect(svg.getAttribute('aria-label')).to.equal('QR code: Pix copia e cola');
  });

  // With a mouse, only in the narrowest containers.
  for (const width of HAS_MOUSE ? [290] : [320, 700])
    it(`is folded behind one button that says so, at a width of ${width} px`, async () => {
      const slip = await mountSample(90, { width });
      const [code, toggle] = [part(slip, 'qr'), part(slip, 'toggle')];
      await until(() => code.hasAttribute('data-drawn'));
      expect(isVisible(code)).to.equal(false);
      for (const [isOpen, text] of [
        [true, en.hideQr],
        [false, en.showQr],
      ] as const) {
        await realClick(toggle);
        await slip.updateComplete;
        expect(toggle.getAttribute('aria-expanded')).to.equal(String(isOpen));
        expect(toggle.textContent.trim()).to.equal(text);
        expect(isVisible(code)).to.equal(isOpen);
        expect(button(slip, en.saveQr) !== undefined, 'its image can be saved').to.equal(isOpen);
      }
    });

  (HAS_MOUSE ? it : it.skip)('is open for a mouse, with which it is scanned from this screen', async () => {
    const slip = await mountSample(90, { width: 320 });
    expect([isVisible(part(slip, 'qr')), isVisible(part(slip, 'toggle'))]).to.deep.equal([true, false]);
  });

  it('is saved as an image of the same code, named after the deposit', async () => {
    const slip = await mountSample(90);
    await drawn(slip);
    const file = await downloadOf(async () => expect(await slip.saveQr()).to.equal(true));
    expect(file.name).to.equal('100001.png');
    expect(read(await pixelsOf(file))).to.equal(CODE);
    const other = await mountSample(105);
    expect(await other.saveQr(), 'there is no code').to.equal(false);
  });

  it('is drawn for a SEPA transfer once the payer unfolds it, with the account and the reference of the slip', async () => {
    const slip = await mountSample(85, { amount: '1500.50' });
    expect(part(slip, 'qr').hasAttribute('data-drawn')).to.equal(false);
    const lines = (await scanned(await drawn(slip)))!.split('\n');
    const { IBAN, 'Deposit Message': message } = sampleFields(85);
    expect(lines).to.include.members(['BCD', IBAN!, 'EUR1500.50', message!]);
  });

  it('disappears with its slip, and does not become the code of the next one', async () => {
    const slip = await mountSample(90);
    await until(() => part(slip, 'qr').hasAttribute('data-drawn'));
    await update(slip, { paymentId: '85', amount: '1500.50', answer: sampleAnswer(85) });
    expect(part(slip, 'qr').hasAttribute('data-drawn')).to.equal(false);
    expect(await slip.saveQr(), 'there is no code to save').to.equal(false);
    expect((await scanned(await drawn(slip)))!.split('\n')).to.include(sampleFields(85)['IBAN']);
  });

  it('is not drawn from a payload that fails its check, which is shown unchanged with a notice', async () => {
    const payload = `${CODE.slice(0, -1)}0`;
    const warned = nextEvent(document, 'deposit-warning');
    const slip = await mountSample(90, {
      answer: { fiat: 'BRL', fieldList: { 'Pix copia e cola': payload } },
    });
    expect((await warned).reason).to.equal('qr');
    expect(parts(slip, 'qr')).to.have.length(0);
    const code = row(slip, 'Pix copia e cola');
    expect(code.dataset['check']).to.equal('failed');
    expect(within(code, 'value').textContent).to.equal(payload);
    const warning = part(slip, 'notice').textContent;
    expect(warning).to.contain(en.doNotPay);
    expect(warning).to.contain('We could not check this code.');
  });

  // WebKit's scroll anchoring lost its place when the box was replaced: the page moved by 78 pixels.
  it('is drawn into the box of the skeleton, which is hidden from assistive technology until then', async () => {
    const server = scripted({ isHeld: true, body: sampleAnswer(90) });
    const slip = await mount({ paymentId: '90', endpoint: server.url });
    const { loadEncoder } = await import('../../src/widget/shared/qr.js');
    await loadEncoder();
    expect(slip.status, 'the encoder loads while the request is pending').to.equal('loading');
    const svg = part(slip, 'qr').querySelector('svg')!;
    expect([svg.getAttribute('aria-hidden'), svg.getAttribute('aria-label')]).to.deep.equal(['true', null]);
    await server.release();
    expect((await drawn(slip)) === svg, 'the same element').to.equal(true);
    expect(svg.hasAttribute('aria-hidden')).to.equal(false);
  });

  it('is drawn in the update that shows the slip, if the encoder is loaded', async () => {
    const { loadEncoder } = await import('../../src/widget/shared/qr.js');
    await loadEncoder();
    const slip = await mount();
    let isDrawn: boolean | undefined;
    slip.addEventListener('deposit-ready', () => (isDrawn = part(slip, 'qr').hasAttribute('data-drawn')));
    await update(slip, { paymentId: '90', answer: sampleAnswer(90) });
    expect(isDrawn).to.equal(true);
  });

  it('is neither pointed at nor missed if it cannot be drawn, and drawn once there is a network', async () => {
    const { encode } = TextEncoder.prototype;
    // Only the encoder of QR codes encodes runs of characters from the middle of the code.
    TextEncoder.prototype.encode = function without(text = '') {
      if (CODE.includes(text) && !CODE.startsWith(text)) throw new Error('no encoder');
      return encode.call(this, text);
    };
    let slip: DepositSlip;
    try {
      slip = await mountSample(90);
      await until(() => textOf(slip).includes(en.qrFailed));
    } finally {
      TextEncoder.prototype.encode = encode;
    }
    expect(textOf(slip)).not.to.contain(en.qrHint).and.not.to.contain('scan');
    dispatchEvent(new Event('online'));
    await drawn(slip);
    expect(textOf(slip)).to.contain(en.qrHint).and.to.contain(en.steps['pix']![0]);
  });
});
