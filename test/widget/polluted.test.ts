import { expect } from '@open-wc/testing/pure';
import type { Report } from '../pages/polluted.js';
import { reportOf } from './helpers/servers.js';

const SCRIPTS = ['/script-tag/deposit-slip.js', '/script-tag/deposit-history.js'];

function reportWith(
  params: Readonly<Record<string, string>>,
  except: readonly string[] = [],
): Promise<Report> {
  const query = new URLSearchParams(params);
  for (const name of except) query.append('except', name);
  return reportOf<Report>(`/test/pages/polluted.html?${query}`, ({ shown }) => shown);
}

// The first requests wait for the builds.
await Promise.all(SCRIPTS.map((script) => fetch(script)));

describe('on a page whose Object.prototype has members', () => {
  for (const script of ['/src/index.ts', '/src/history.ts'])
    it(`our code reads none of them, whatever their name: ${script}`, async () => {
      const { shown, reads } = await reportWith({ script, how: 'trap' });
      expect(reads.filter(([, line]) => /\/src\/(?:core|widget)\//.test(line))).to.deep.equal([]);
      expect(shown).to.deep.equal((await reportWith({ script, how: 'clean' })).shown);
    });

  for (const script of SCRIPTS)
    for (const when of ['before', 'after'])
      describe(`added ${when} ${script} loads`, () => {
        let clean: Report;
        // What Lit, the QR encoder and the browser read cannot be kept from them.
        let others: string[];

        before(async () => {
          clean = await reportWith({ script, how: 'clean' });
          const { reads } = await reportWith({ script, how: 'trap', when });
          others = reads.map(([name]) => name);
        });

        for (const how of ['string', 'object', 'function', 'true'])
          it(`the same is shown: ${how}`, async () => {
            const { shown } = await reportWith({ script, how, when }, others);
            expect(shown).to.deep.equal(clean.shown);
          });
      });
});
