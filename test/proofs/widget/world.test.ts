import { expect } from '@open-wc/testing';
import { METHODS } from '../../../src/core/methods.js';
import { canEmulateMedia, emulateMedia, engine } from '../../browsers/commands.js';
import type { Values } from '../../pages/values.js';
import { isSoak, sampleOf } from '../scale.js';

/** P13: wherever and whenever the page is shown, every method shows and copies what it shows and copies anywhere else. */

const YEARS = 365.25 * 24 * 3_600_000;
const LANGUAGES = ['en', 'es', 'es-AR', 'es-CO', 'es-MX', 'es-PE', 'pt-BR'];

/** What is different about the world, as the page's address says it. */
const WORLDS: Readonly<Record<string, Record<string, string>>> = {
  'with a clock twenty years ahead': { clock: String(20 * YEARS) },
  'with a clock twenty years behind': { clock: String(-20 * YEARS) },
  'with a clock before 1970': { clock: String(-60 * YEARS) },
  'in a hidden tab': { hidden: '' },
  'where the browser says it is offline': { offline: '' },
  'at a zoom of 50 %': { style: 'zoom: 0.5' },
  'at a zoom of 200 %': { style: 'zoom: 2' },
  'at a zoom of 400 %': { style: 'zoom: 4' },
  'with text twice as large': { style: 'font-size: 200%' },
  'with text four times as large': { style: 'font-size: 400%' },
  'in a page of other numerals and direction': { lang: 'ar-EG', language: 'ar-EG', style: 'direction: rtl' },
  'in a page of no language': { lang: 'zz', language: 'x' },
  ...Object.fromEntries(LANGUAGES.map((lang) => [`in ${lang}`, { lang, language: lang }])),
};

async function valuesIn(world: Record<string, string>): Promise<readonly Values[]> {
  const frame = document.createElement('iframe');
  const told = new Promise<readonly Values[]>((resolve) => {
    const onMessage = ({ source, data }: MessageEvent<{ values: readonly Values[] }>): void => {
      if (source !== frame.contentWindow || !data.values) return;
      removeEventListener('message', onMessage);
      resolve(data.values);
    };
    addEventListener('message', onMessage);
  });
  frame.style.cssText = 'width: 700px; height: 500px';
  frame.src = `/test/pages/environment.html?${new URLSearchParams(world)}`;
  document.body.append(frame);
  const values = await told;
  frame.remove();
  return values;
}

describe(`the world around the page, in ${engine}`, () => {
  let plain: readonly Values[];

  before(async () => {
    plain = await valuesIn({});
    expect(plain.map(({ method }) => method)).to.deep.equal(METHODS.map(({ id }) => id));
    for (const { rows, method } of plain) {
      expect(rows, `method ${method}`).not.to.deep.equal([]);
      for (const { copied, key } of rows) expect(copied, key).not.to.equal('');
    }
  });

  for (const [name, world] of sampleOf(Object.entries(WORLDS), 8)) {
    it(`changes no value ${name}`, async () => {
      expect(await valuesIn(world)).to.deep.equal(plain);
    });
  }

  const media = [
    { forcedColors: 'active' },
    { reducedMotion: 'reduce' },
    { colorScheme: 'dark', forcedColors: 'active', reducedMotion: 'reduce' },
  ] as const;
  for (const features of canEmulateMedia ? sampleOf(media, isSoak ? 3 : 1) : []) {
    it(`changes no value under ${Object.entries(features).join(' and ')}`, async () => {
      await emulateMedia(features);
      expect(await valuesIn({})).to.deep.equal(plain);
      await emulateMedia({});
    });
  }
});
