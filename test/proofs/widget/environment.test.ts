import { expect } from '@open-wc/testing/pure';
import { METHODS } from '../../../src/core/methods.js';
import { canEmulateMedia, emulateMedia, engine } from '../../browsers/commands.js';
import type { Values } from '../../pages/values.js';
import { LOCALES } from '../../fixtures/locales.js';
import { reportOf } from '../../widget/helpers/servers.js';
import { isSoak, sampleOf } from '../scale.js';

/** SECURITY.md P13: the environment of a page changes no value that is shown or copied. */

const YEARS = 365.25 * 24 * 3_600_000;

/** Environments, as the query of the page under test. */
const ENVIRONMENTS: Readonly<Record<string, Record<string, string>>> = {
  'with a clock twenty years ahead': { clock: String(20 * YEARS) },
  'with a clock twenty years behind': { clock: String(-20 * YEARS) },
  'with a clock before 1970': { clock: String(-60 * YEARS) },
  'in a hidden tab': { hidden: '' },
  'where the browser says it is offline': { offline: '' },
  'at a zoom of 50 %': { style: 'zoom: 0.5' },
  'at a zoom of 200 %': { style: 'zoom: 2' },
  'at a zoom of 400 %': { style: 'zoom: 4' },
  'at a text size of 200 %': { style: 'font-size: 200%' },
  'at a text size of 400 %': { style: 'font-size: 400%' },
  'on a right-to-left page with other numerals': {
    lang: 'ar-EG',
    language: 'ar-EG',
    style: 'direction: rtl',
  },
  'on a page with an unknown language': { lang: 'zz', language: 'x' },
  ...Object.fromEntries(LOCALES.map((lang) => [`in ${lang}`, { lang, language: lang }])),
};

/** The values that every method shows and copies in an environment. */
async function valuesIn(environment: Record<string, string>): Promise<readonly Values[]> {
  const page = `/test/pages/environment.html?${new URLSearchParams(environment)}`;
  const report = await reportOf<{ values: readonly Values[] }>(page, ({ values }) => values);
  return report.values;
}

describe(`the environment of the page in ${engine}`, () => {
  let plain: readonly Values[];

  before(async () => {
    plain = await valuesIn({});
    expect(plain.map(({ method }) => method)).to.deep.equal(METHODS.map(({ id }) => id));
    for (const { rows, method } of plain) {
      expect(rows, `method ${method}`).not.to.deep.equal([]);
      for (const { shown, copied, key } of rows) {
        expect(copied, key).not.to.equal('');
        expect(shown, key).to.equal(copied);
      }
    }
  });

  for (const [name, environment] of sampleOf(Object.entries(ENVIRONMENTS), 4)) {
    it(`changes no value ${name}`, async () => {
      expect(await valuesIn(environment)).to.deep.equal(plain);
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
