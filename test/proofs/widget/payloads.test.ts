import { expect } from '@open-wc/testing/pure';
import { engine } from '../../browsers/commands.js';
import { reportOf } from '../../widget/helpers/servers.js';
import { hostileTexts } from '../../fixtures/hostile-grammar.js';
import { until } from '../../widget/helpers/mount.js';
import { isSoak } from '../scale.js';
import { bites } from './bites.js';

interface Report {
  /** The seed and the folder that determined the texts. */
  inputs: string;
  texts: number;
  renders: number;
  failures: string[];
  /** Whether the page noticed the request that is sent on purpose at the end. */
  sees: boolean;
}

/**
 * A run puts 62 of our own texts into each page, different ones in each engine: 375 in all. A soak tries all
 * of them everywhere, and all of the public collections in Chromium.
 */
const ENGINES = ['chromium', 'firefox', 'webkit'];
const EVERY = isSoak ? (engine === 'chromium' ? 1 : 10) : 50;
const queryOf = (page: number): string =>
  `every=${EVERY}&${isSoak ? '' : `of=48&part=${2 * ENGINES.indexOf(engine) + page}`}`;

describe(`hostile texts in every slot of a response, in ${engine}`, () => {
  for (const [page, [name, policy]] of [
    ['under a strict policy', 'csp=strict&'],
    ['on a page that would let them run', ''],
  ].entries())
    it(`are shown as text, or end in a problem, ${name}`, async () => {
      const report = await reportOf<Report>(`/test/pages/hostile.html?${policy}${queryOf(page)}`);
      console.log(`${report.texts} texts, ${report.renders} renders ${name}, ${report.inputs}`);
      expect(report.failures, report.inputs).to.deep.equal([]);
      expect(report.sees, 'the page notices what is loaded').to.equal(true);
      expect(report.texts).to.be.at.least(62);
    }).timeout(isSoak ? 3_600_000 : 120_000);
});

/** Productions that are markup, and productions that merely look unusual. */
const MARKUP = ['markup', 'loading', 'breakout', 'quirk'];
const HARMLESS = ['emoji', 'right to left'];

describe(`the grammar of hostile texts, in ${engine}`, () => {
  it('makes texts of which at least a quarter run code or send a request on a page that uses them as markup', async () => {
    const { seed, inputs } = (await (await fetch('/payloads')).json()) as { seed: number; inputs: string };
    const textsOf = (count: number, productions: readonly string[]): string[] =>
      hostileTexts(seed, count, productions).map(({ text }) => text);
    const [texts, harmless] = [textsOf(100, MARKUP), textsOf(20, HARMLESS)];
    const bitten = await bites([...texts, ...harmless]);
    await until(() => bitten.size >= texts.length / 4);
    expect(
      harmless.filter((text) => bitten.has(text)),
      inputs,
    ).to.deep.equal([]);
  }).timeout(60_000);
});
