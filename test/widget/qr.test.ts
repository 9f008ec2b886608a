import { expect } from '@open-wc/testing';
import jsqr from 'jsqr';
import { clipboardText, engine, realClick, screenshot, setViewport } from '../browsers/commands.js';
import { AR_QR } from '../fixtures/instruments.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';
import { nextEvent } from './helpers/events.js';
import { mount, mountSample, until } from './helpers/mount.js';
import { part, parts, row, within } from './helpers/queries.js';
import { sampleAnswer, sampleFields } from './helpers/samples.js';
import { scripted } from './helpers/servers.js';

const CODE = sampleFields(90)['Pix copia e cola']!;
const decode = typeof jsqr === 'function' ? jsqr : (jsqr as { default: typeof jsqr }).default;

/** The text an independent decoder reads from a screenshot of the element. */
async function scanned(element: Element): Promise<string | undefined> {
  const bytes = Uint8Array.from(atob(await screenshot(element)), (character) => character.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const { width, height } = image;
  const context = new OffscreenCanvas(width, height).getContext('2d')!;
  context.drawImage(image, 0, 0);
  return decode(context.getImageData(0, 0, width, height).data, width, height)?.data;
}

/** The box of the QR code, once the code is drawn. */
async function drawn(slip: DepositSlip): Promise<HTMLElement> {
  await until(() => part(slip, 'qr').hasAttribute('data-drawn'));
  return part(slip, 'qr');
}

describe(`the QR code in ${engine}`, () => {
  beforeEach(() => setViewport({ width: 800, height: 700 }));

  for (const theme of ['light', 'dark'] as const) {
    it(`is decoded as exactly the text that is copied, in ${theme}`, async () => {
      const slip = await mountSample(90, { theme });
      const text = await scanned((await drawn(slip)).querySelector('svg')!);
      await realClick(within(row(slip, 'Pix copia e cola'), 'copy'));
      expect(text).to.equal(await clipboardText());
      expect(text).to.equal(CODE);
    });
  }

  it('is drawn from the payload of an Argentine answer, with a name of its own', async () => {
    const answer = { fiat: 'ARS', fieldList: { qrCodeLink: AR_QR[0] } };
    const slip = await mount({ paymentId: '137', amount: '1500.00', answer });
    const svg = (await drawn(slip)).querySelector('svg')!;
    expect(await scanned(svg)).to.equal(AR_QR[0]);
    expect(svg.getAttribute('aria-label')).to.equal('QR code');
  });

  it('keeps four light modules around it and has an accessible name', async () => {
    const svg = (await drawn(await mountSample(90))).querySelector('svg')!;
    const [x, y, width] = svg.getAttribute('viewBox')!.split(' ').map(Number);
    const box = svg.querySelector('path')!.getBBox();
    expect([x, y]).to.deep.equal([-4, -4]);
    expect([box.x, box.y, box.width + 8]).to.deep.equal([0, 0, width]);
    expect(svg.getAttribute('aria-label')).to.equal('QR code of the Pix Copia e Cola');
  });

  it('is collapsed in a narrow container, behind one button that says so', async () => {
    await setViewport({ width: 400, height: 700 });
    const slip = await mountSample(90);
    const code = await drawn(slip);
    expect(getComputedStyle(code).display).to.equal('none');
    const toggle = slip.shadowRoot!.querySelector<HTMLElement>('.toggle')!;
    expect(toggle.getAttribute('aria-expanded')).to.equal('false');
    await realClick(toggle);
    await slip.updateComplete;
    expect(toggle.getAttribute('aria-expanded')).to.equal('true');
    expect(getComputedStyle(code).display).to.equal('block');
  });

  it('is not drawn from a payload that fails its check, which is shown unchanged with a notice', async () => {
    const payload = `${CODE.slice(0, -1)}0`;
    const warning = nextEvent(document, 'deposit-warning');
    const slip = await mountSample(90, {
      answer: { fiat: 'BRL', fieldList: { 'Pix copia e cola': payload } },
    });
    expect((await warning).reason).to.equal('qr');
    expect(parts(slip, 'qr')).to.have.length(0);
    const code = row(slip, 'Pix copia e cola');
    expect(code.dataset['check']).to.equal('failed');
    expect(within(code, 'value').textContent).to.equal(payload);
    expect(code.textContent).to.contain('no QR is drawn');
  });

  // WebKit's scroll anchoring lost its place when the box was replaced: the page moved by 78 pixels.
  it('is drawn into the box of the skeleton, hidden from assistive technology until then', async () => {
    const server = scripted({ isHeld: true, body: sampleAnswer(90) });
    const slip = await mount({ paymentId: '90', endpoint: server.url });
    const { loadEncoder } = await import('../../src/widget/shared/qr.js');
    await loadEncoder();
    expect(slip.status, 'the encoder loads while the request is pending').to.equal('loading');
    const svg = part(slip, 'qr').querySelector('svg')!;
    expect([svg.getAttribute('aria-hidden'), svg.getAttribute('aria-label')]).to.deep.equal(['true', null]);
    await server.release();
    expect((await drawn(slip)).querySelector('svg') === svg, 'the same element').to.equal(true);
    expect(svg.hasAttribute('aria-hidden')).to.equal(false);
  });
});
