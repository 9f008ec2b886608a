import { expect } from '@open-wc/testing/pure';
import type { Report } from '../pages/polluted.js';
import { reportOf } from './helpers/servers.js';

/** What the pages load, in the form that shops load. */
const LIBRARIES = {
  'Sugar 1.5': '/node_modules/sugar/sugar-full.js',
  'es5-shim': '/node_modules/es5-shim/es5-shim.js',
  'zone.js': '/node_modules/zone.js/bundles/zone.umd.js',
  'a library like Prototype 1.7.3': '/test/pages/libraries/like-prototype.js',
  'a library like MooTools 1.4.5': '/test/pages/libraries/like-mootools.js',
};

/**
 * The views of a page. Without the pattern of a QR code, which the encoder may mask in another way, and the
 * style sheets that Lit adds where `Document` is replaced.
 */
async function viewsWith(script: string, library = ''): Promise<string[]> {
  const query = new URLSearchParams({ script, how: 'clean', library });
  const { shown } = await reportOf<Report>(`/test/pages/polluted.html?${query}`, (data) => data.shown);
  return shown.map((view) => view.replace(/<style>[^]*?<\/style>| d="(?:M\d+ \d+h\d+v1h-\d+z)+"/g, ''));
}

describe('on a page that replaces built-ins', () => {
  for (const script of ['/script-tag/deposit-slip.js', '/script-tag/deposit-history.js']) {
    let expected: string[];
    // The first request waits for the build.
    before(async () => {
      expected = await viewsWith(script);
    });

    for (const [name, library] of Object.entries(LIBRARIES))
      it(`${script} shows and reports the same with ${name}`, async () => {
        expect(await viewsWith(script, library)).to.deep.equal(expected);
      });
  }
});
