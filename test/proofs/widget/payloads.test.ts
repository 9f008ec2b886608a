import { expect } from '@open-wc/testing';
import { engine } from '../../browsers/commands.js';
import { isSoak } from '../scale.js';

interface Report {
  renders: number;
  hasCorpus: boolean;
  failures: string[];
  /** Something loaded at the end, which the page must tell of. */
  sees: boolean;
}

/** Every text in Chromium, where a soak has the time; a sample elsewhere. */
const EVERY = isSoak ? (engine === 'chromium' ? 1 : 10) : 50;

function tryIn(page: string): Promise<Report> {
  const frame = document.createElement('iframe');
  const told = new Promise<Report>((resolve) =>
    addEventListener('message', ({ data }) => resolve(data as Report), { once: true }),
  );
  frame.src = page;
  document.body.append(frame);
  return told.finally(() => frame.remove());
}

describe(`hostile texts in every slot of an answer, in ${engine}`, () => {
  for (const [name, query] of [
    ['under a strict policy', 'csp=strict&'],
    ['on a page that would let them run', ''],
  ] as const)
    it(`stay words, or end in the problem that names them, ${name}`, async () => {
      const report = await tryIn(`/test/pages/hostile.html?${query}every=${EVERY}`);
      if (!report.hasCorpus) console.log('corpus not found: the project’s own list stands alone');
      console.log(`${report.renders} renders ${name}`);
      expect(report.failures).to.deep.equal([]);
      expect(report.sees, 'the page sees what happens on it').to.equal(true);
    });
});
