/** What a slip says about its code: to copy it comes first, because a phone cannot scan its own screen. */
import { expect } from '@open-wc/testing/pure';
import { engine } from '../browsers/commands.js';
import { AR_QR, PIX, PIX_KEY } from '../fixtures/instruments.js';
import { LOCALES } from '../fixtures/locales.js';
import { drawQr } from '../../src/widget/shared/qr.js';
import { qrImage } from '../../src/widget/shared/qr-image.js';
import { messagesFor } from '../../src/widget/shared/i18n/registry.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';
import { mount } from './helpers/mount.js';

const PASTE = /paste|peg[aá]|p[eé]galo|cole/iu;
const SCAN = /scan/iu;

const stepsOf = (slip: DepositSlip): string[] =>
  [...slip.shadowRoot!.querySelectorAll('.steps li')].map(({ textContent }) => textContent.trim());

function mountCode(paymentId: string, fieldList: object, lang: string): Promise<DepositSlip> {
  return mount({ paymentId, lang, amount: '1500.00', answer: { fieldList } });
}

describe(`a slip with a code in ${engine}`, () => {
  const CODES: readonly (readonly [string, object])[] = [
    ['90', { 'Pix copia e cola': PIX.random }],
    ['137', { qrCode: AR_QR[0] }],
  ];
  for (const lang of LOCALES)
    it(`tells to copy and paste it first, and names the QR code that can be scanned, in ${lang}`, async () => {
      for (const [paymentId, fieldList] of CODES) {
        const slip = await mountCode(paymentId, fieldList, lang);
        const hint = slip.shadowRoot!.querySelector('.lead .hint')!.textContent;
        const texts = [hint, ...stepsOf(slip)].filter((text) => SCAN.test(text));
        expect(texts, paymentId).to.have.length(2);
        for (const text of texts) {
          expect(text.search(PASTE), text).to.be.within(0, text.search(SCAN));
          expect(text).to.contain('QR');
        }
      }
    });
});

describe(`a slip without a code to paste in ${engine}`, () => {
  it('with a Pix key alone, tells neither to paste a code nor to scan one', async () => {
    for (const lang of LOCALES) {
      const slip = await mountCode('90', { pixKey: PIX_KEY }, lang);
      const steps = stepsOf(slip);
      expect(steps).to.have.length(3);
      expect(steps.join(), lang).not.to.match(/QR|copia e cola”/);
    }
  });

  it('with a picture alone, tells to scan the QR code or to save its image', async () => {
    const image = (await qrImage(await drawQr(AR_QR[0]), 'qr.png'))!;
    const url = await new Promise<string>((resolve) => {
      const reader = new FileReader();
      reader.addEventListener('load', () => resolve(reader.result as string));
      reader.readAsDataURL(image);
    });
    for (const lang of LOCALES) {
      const slip = await mountCode('137', { qrCode: url }, lang);
      const [, scan = ''] = stepsOf(slip);
      expect(scan, lang).to.equal(messagesFor(lang).stepsQr[1]);
      expect(scan, lang).to.contain('QR');
      expect(stepsOf(slip).join(), lang).not.to.match(PASTE);
    }
  });
});
