import { expect } from '@open-wc/testing';
import jsqr from 'jsqr';
import { clipboardText, engine, realClick, screenshot, setViewport } from '../browsers/commands.js';
import {
  endpoint,
  event,
  method,
  mount,
  nextFrame,
  part,
  parts,
  row,
  sampleAnswer,
  unique,
  within,
} from './bench.js';
import { AR_QR } from '../fixtures/instruments.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';

const decode = typeof jsqr === 'function' ? jsqr : (jsqr as { default: typeof jsqr }).default;

/** What an independent decoder reads from a picture of the element, as it stands on the page. */
async function scanned(element: Element): Promise<string | undefined> {
  const bytes = Uint8Array.from(atob(await screenshot(element)), (sign) => sign.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const canvas = document.createElement('canvas');
  canvas.width = image.width;
  canvas.height = image.height;
  const context = canvas.getContext('2d')!;
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  return decode(data, image.width, image.height)?.data;
}

async function drawn(slip: DepositSlip): Promise<HTMLElement> {
  while (!part(slip, 'qr').hasAttribute('data-drawn')) await nextFrame();
  return part(slip, 'qr');
}

describe(`the QR code in ${engine}`, () => {
  beforeEach(() => setViewport({ width: 800, height: 700 }));

  for (const theme of ['light', 'dark'] as const) {
    it(`is read by another decoder as the very text that is copied, in ${theme}`, async () => {
      const slip = await mount({ paymentId: '90', theme, answer: sampleAnswer(method(90)) });
      const code = await drawn(slip);
      const read = await scanned(code.querySelector('svg')!);
      await realClick(within(row(slip, 'Pix copia e cola'), 'copy'));
      expect(read).to.equal(await clipboardText());
      expect(read).to.equal((method(90).sample as Record<string, string>)['Pix copia e cola']);
    });
  }

  it('is drawn for Argentina from the code itself, under that very name', async () => {
    const answer = { fiat: 'ARS', fieldList: { qrCodeLink: AR_QR[0] } };
    const slip = await mount({ paymentId: '137', amount: '1500.00', answer });
    const svg = (await drawn(slip)).querySelector('svg')!;
    expect(await scanned(svg)).to.equal(AR_QR[0]);
    expect(svg.getAttribute('aria-label')).to.equal('QR code');
  });

  it('keeps four light modules around it and is named for what it is', async () => {
    const slip = await mount({ paymentId: '90', answer: sampleAnswer(method(90)) });
    const svg = (await drawn(slip)).querySelector('svg')!;
    const [x, y, width] = svg.getAttribute('viewBox')!.split(' ').map(Number);
    const box = svg.querySelector('path')!.getBBox();
    expect([x, y]).to.deep.equal([-4, -4]);
    expect([box.x, box.y, box.width + 8]).to.deep.equal([0, 0, width]);
    expect(svg.getAttribute('aria-label')).to.equal('QR code of the Pix Copia e Cola');
    expect(svg.getAttribute('aria-label')!.length).to.be.below(60);
  });

  it('is folded in a narrow container, behind one button that says so', async () => {
    await setViewport({ width: 400, height: 700 });
    const slip = await mount({ paymentId: '90', answer: sampleAnswer(method(90)) });
    const code = await drawn(slip);
    expect(getComputedStyle(code).display).to.equal('none');
    const toggle = slip.shadowRoot!.querySelector<HTMLElement>('.toggle')!;
    expect(toggle.getAttribute('aria-expanded')).to.equal('false');
    await realClick(toggle);
    await slip.updateComplete;
    expect(toggle.getAttribute('aria-expanded')).to.equal('true');
    expect(getComputedStyle(code).display).to.equal('block');
  });

  it('is never drawn of a code that fails its check, which stays as it came with a notice', async () => {
    const payload = `${(method(90).sample as Record<string, string>)['Pix copia e cola']!.slice(0, -1)}0`;
    const warned = event(document, 'deposit-warning');
    const slip = await mount({
      paymentId: '90',
      answer: { fiat: 'BRL', fieldList: { 'Pix copia e cola': payload } },
    });
    expect((await warned).reason).to.equal('qr');
    expect(parts(slip, 'qr')).to.have.length(0);
    const shown = row(slip, 'Pix copia e cola');
    expect(shown.dataset['check']).to.equal('failed');
    expect(within(shown, 'value').textContent).to.equal(payload);
    expect(shown.textContent).to.contain('no QR is drawn');
  });

  it('is never drawn of an address', async () => {
    const answer = {
      fiat: 'BRL',
      fieldList: { 'Pix QR Code': 'https://pay.example.com/1.png', 'Pix Key': 'a@example.com' },
    };
    const slip = await mount({ paymentId: '90', answer });
    expect(parts(slip, 'qr')).to.have.length(0);
    expect(part(slip, 'link').getAttribute('href')).to.equal('https://pay.example.com/1.png');
  });

  // A browser that keeps its place by what is in view lost it where that was taken away: WebKit moved the page by 78 pixels.
  it('is drawn into the very box that stood in the skeleton, so that a page that was scrolled stays there', async () => {
    const gate = unique('box');
    const slip = await mount({
      paymentId: '90',
      endpoint: endpoint({ gate, body: sampleAnswer(method(90)) }),
    });
    const box = part(slip, 'qr').firstElementChild;
    expect(slip.status).to.equal('loading');
    await fetch(`/scripted/open?gate=${gate}`);
    const { firstElementChild } = await drawn(slip);
    expect(firstElementChild === box, 'the same element').to.equal(true);
  });

  it('is no picture before it is drawn', async () => {
    const gate = unique('nothing');
    const slip = await mount({
      paymentId: '90',
      endpoint: endpoint({ gate, body: sampleAnswer(method(90)) }),
    });
    const svg = part(slip, 'qr').querySelector('svg')!;
    expect([svg.getAttribute('aria-hidden'), svg.getAttribute('aria-label')]).to.deep.equal(['true', null]);
    await fetch(`/scripted/open?gate=${gate}`);
    await drawn(slip);
    expect(svg.hasAttribute('aria-hidden')).to.equal(false);
  });

  it('has its encoder loaded beside the request, not after it', async () => {
    const gate = unique('beside');
    const before = performance.getEntriesByType('resource').length;
    const slip = await mount({
      paymentId: '90',
      endpoint: endpoint({ gate, body: sampleAnswer(method(90)) }),
    });
    expect(slip.status).to.equal('loading');
    const { loadEncoder } = await import('../../src/widget/shared/qr.js');
    await loadEncoder();
    expect(slip.status).to.equal('loading');
    expect(performance.getEntriesByType('resource').length).to.be.at.least(before);
    await fetch(`/scripted/open?gate=${gate}`);
  });
});
