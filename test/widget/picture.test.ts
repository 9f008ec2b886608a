import { expect } from '@open-wc/testing/pure';
import jsqr from 'jsqr';
import { engine, screenshot, setViewport } from '../browsers/commands.js';
import { AR_QR } from '../fixtures/instruments.js';
import { pngHeader } from '../fixtures/pictures.js';
import { drawQr } from '../../src/widget/shared/qr.js';
import { qrImage } from '../../src/widget/shared/qr-image.js';
import { en } from '../../src/widget/locales/en.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';
import { nextEvent } from './helpers/events.js';
import { mount, nextFrame, until, update, type Attributes } from './helpers/mount.js';
import { button, part, parts, textOf } from './helpers/queries.js';
import { scripted, type Script } from './helpers/servers.js';

const decode = typeof jsqr === 'function' ? jsqr : (jsqr as { default: typeof jsqr }).default;

/** The image as a decoder reads it. */
async function scanned(image: Blob): Promise<string | undefined> {
  const { width, height } = await createImageBitmap(image);
  const context = new OffscreenCanvas(width, height).getContext('2d')!;
  context.drawImage(await createImageBitmap(image), 0, 0);
  return decode(context.getImageData(0, 0, width, height).data, width, height)?.data;
}

/** A picture of a QR code as a data URL. */
async function pictureOf(payload: string, type: string): Promise<string> {
  const image = await createImageBitmap((await qrImage(await drawQr(payload), 'qr.png'))!);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = image.width;
  canvas.getContext('2d')!.drawImage(image, 0, 0);
  return canvas.toDataURL(type);
}

function mountQr(fieldList: object, attributes: Attributes = {}): Promise<DepositSlip> {
  const answer = { fiat: 'ARS', fieldList };
  return mount({ paymentId: '137', amount: '1500.00', answer, ...attributes });
}

/** A link to a response of a server, on the host of the page. */
function linkTo(
  script: Script,
): { readonly href: string; readonly requests: () => Promise<string[]> } & Pick<
  ReturnType<typeof scripted>,
  'release'
> {
  const { url, ...server } = scripted(script);
  return { ...server, href: new URL(url, location.href).href };
}

/** A small picture as a server sends it. */
function smallPicture(): Script {
  const canvas = document.createElement('canvas');
  canvas.width = 20;
  canvas.height = 40;
  return { bytes: canvas.toDataURL('image/png').split(',')[1]!, type: 'image/png' };
}

const drawn = (slip: DepositSlip): Promise<void> =>
  until(() => parts(slip, 'qr').some((box) => box.hasAttribute('data-drawn')));

function sizeOf(element: Element): [number, number] {
  const { width, height } = element.getBoundingClientRect();
  return [width, height];
}

describe(`a picture of a QR code in ${engine}`, () => {
  beforeEach(() => setViewport({ width: 800, height: 700 }));

  for (const type of ['image/png', 'image/jpeg'])
    it(`that arrived as data is drawn on a canvas that can be scanned: ${type}`, async () => {
      const slip = await mountQr({ qrCode: await pictureOf(AR_QR[0], type) });
      await drawn(slip);
      const box = part(slip, 'qr');
      expect([box.getAttribute('role'), box.getAttribute('aria-label')]).to.deep.equal(['img', 'QR code']);
      const canvas = box.querySelector('canvas')!;
      expect(sizeOf(canvas)).to.deep.equal([200, 200]);
      expect(slip.shadowRoot!.querySelector('img') === null).to.equal(true);
      const shown = await fetch(`data:image/png;base64,${await screenshot(canvas)}`);
      expect(await scanned(await shown.blob())).to.equal(AR_QR[0]);
    });

  it('that arrived as data is visible in the lead panel of a narrow slip, and can be saved', async () => {
    const slip = await mountQr({ qrCode: await pictureOf(AR_QR[0], 'image/png') }, { width: 300 });
    await drawn(slip);
    expect(part(slip, 'lead').contains(part(slip, 'qr'))).to.equal(true);
    expect(part(slip, 'qr').getBoundingClientRect().height).to.be.at.least(200);
    expect(parts(slip, 'toggle')).to.have.length(0);
    expect(button(slip, en.saveQr)?.tagName).to.equal('BUTTON');
    const { createObjectURL } = URL;
    const { click } = HTMLAnchorElement.prototype;
    const files: Blob[] = [];
    URL.createObjectURL = (file: Blob) => String(files.push(file));
    HTMLAnchorElement.prototype.click = () => undefined;
    expect(await slip.saveQr()).to.equal(true);
    Object.assign(URL, { createObjectURL });
    Object.assign(HTMLAnchorElement.prototype, { click });
    expect(await scanned(files[0]!)).to.equal(AR_QR[0]);
  });

  it('that cannot be decoded is replaced by instructions, with a warning for the merchant', async () => {
    const warning = nextEvent(document, 'deposit-warning');
    const slip = await mountQr({ qrCode: pngHeader(300, 300) });
    const { key, reason } = await warning;
    expect([key, reason]).to.deep.equal(['qrCode', 'qr']);
    expect(parts(slip, 'qr')).to.have.length(0);
    expect(textOf(slip)).to.contain(en.problems.unreadable);
    expect(await slip.saveQr()).to.equal(false);
  });

  it('on an allowed host is loaded in place without a referrer, in a box that does not move', async () => {
    const server = linkTo({ ...smallPicture(), isHeld: true });
    const slip = await mountQr({ qrCodeLink: server.href }, { allowedHosts: location.host });
    const image = part(slip, 'qr').querySelector('img')!;
    expect(image.getAttribute('referrerpolicy')).to.equal('no-referrer');
    const before = sizeOf(part(slip, 'lead'));
    await server.release();
    await drawn(slip);
    expect([image.naturalWidth, image.naturalHeight]).to.deep.equal([20, 40]);
    expect(sizeOf(image)).to.deep.equal([200, 200]);
    expect(sizeOf(part(slip, 'lead'))).to.deep.equal(before);
    expect(part(slip, 'link').getAttribute('href')).to.equal(server.href);
    expect(button(slip, en.saveQr), 'another host’s picture cannot be read').to.equal(undefined);
  });

  it('on an allowed host that does not load as a picture leaves only the link', async () => {
    for (const script of [{ body: { code: 200 } }, { status: 404 }]) {
      const warning = nextEvent(document, 'deposit-warning');
      const { href } = linkTo(script);
      const slip = await mountQr({ qrCodeLink: href }, { allowedHosts: location.host });
      expect((await warning).reason).to.equal('qr');
      expect(parts(slip, 'qr')).to.have.length(0);
      expect(part(slip, 'link').getAttribute('href')).to.equal(href);
    }
  });

  for (const isHeld of [false, true])
    it(`disappears with its slip, ${isHeld ? 'also if it loads later' : 'once it was shown'}`, async () => {
      const server = linkTo({ ...smallPicture(), isHeld });
      const slip = await mountQr({ qrCodeLink: server.href }, { allowedHosts: location.host });
      const image = part(slip, 'qr').querySelector('img')!;
      if (!isHeld) await drawn(slip);
      await update(slip, { answer: { fiat: 'ARS', fieldList: { qrCode: AR_QR[0] } } });
      await server.release();
      await image.decode();
      await nextFrame();
      await slip.updateComplete;
      expect(slip.slip?.code?.payload).to.equal(AR_QR[0]);
      expect(image.isConnected).to.equal(false);
      expect(slip.shadowRoot!.querySelector('img, [role="img"] > canvas') === null).to.equal(true);
    });

  it('is not requested if no hosts are named, or if a code is drawn', async () => {
    for (const [code, allowedHosts] of [
      [{}, ''],
      [{}, ' '],
      [{ qrCode: AR_QR[0] }, location.host],
    ] as const) {
      const server = linkTo(smallPicture());
      const slip = await mountQr({ ...code, qrCodeLink: server.href }, { allowedHosts });
      expect(slip.shadowRoot!.querySelector('img') === null).to.equal(true);
      expect(await server.requests()).to.deep.equal([]);
    }
  });
});
