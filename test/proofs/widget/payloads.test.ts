import { expect } from '@open-wc/testing';
import { engine } from '../../browsers/commands.js';
import { reportOf } from '../../widget/helpers/servers.js';
import { isSoak } from '../scale.js';

interface Report {
  renders: number;
  hasCorpus: boolean;
  failures: string[];
  /** Whether the page noticed what was loaded on purpose at the end. */
  sees: boolean;
}

/** A soak tries every text in Chromium; the other engines and runs try every tenth or fiftieth. */
const EVERY = isSoak ? (engine === 'chromium' ? 1 : 10) : 50;

describe(`hostile texts in every slot of an answer, in ${engine}`, () => {
  for (const [name, query] of [
    ['under a strict policy', 'csp=strict&'],
    ['on a page that would let them run', ''],
  ] as const)
    it(`are shown as text, or end in a problem, ${name}`, async () => {
      const report = await reportOf<Report>(`/test/pages/hostile.html?${query}every=${EVERY}`);
      if (!report.hasCorpus)
        console.log('The corpora are not on this machine: only the project’s own list is tested.');
      console.log(`${report.renders} renders ${name}`);
      expect(report.failures).to.deep.equal([]);
      expect(report.sees, 'the page notices what is loaded').to.equal(true);
    });
});
