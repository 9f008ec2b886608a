/** Lighthouse scores of the demo's pages, with Lighthouse's phone profile. */
import type { puppeteerCore } from '@web/test-runner-chrome';
import { startDemo } from '../../demo/demo.js';
import { packagesOf } from '../../scripts/on-demand.js';
import { median } from '../server/rates.js';

const PAGES = { shop: '/', wallet: '/wallet' } as const;
/** The performance score varies from run to run. */
const RUNS = 3;

/** Scores from 0 to 100. */
export interface Scores {
  readonly performance: number;
  /** The lowest score of the other categories. */
  readonly others: number;
}

export type AuditFigures = Readonly<Record<keyof typeof PAGES, Scores>>;

/**
 * The part of Lighthouse that we use. Its own types are missing unless the package is installed for this
 * benchmark.
 */
type Lighthouse = (
  url: string,
  options: { readonly port: number; readonly logLevel: 'error' },
) => Promise<{ readonly lhr: { readonly categories: Readonly<Record<string, { readonly score: number }>> } }>;

export async function measureAudits(browser: puppeteerCore.Browser): Promise<AuditFigures> {
  const path = packagesOf('bench/lighthouse').resolve('lighthouse');
  const { default: lighthouse } = (await import(path)) as { default: Lighthouse };
  const port = Number(new URL(browser.wsEndpoint()).port);
  const demo = await startDemo(0);
  const scoresOf = async (path: string): Promise<Scores> => {
    const runs: Scores[] = [];
    for (let run = 0; run < RUNS; run++) {
      const { lhr } = await lighthouse(`${demo.url}${path}`, { port, logLevel: 'error' });
      const { performance, ...others } = lhr.categories;
      const score = (each: { readonly score: number } | undefined) => Math.round((each?.score ?? 0) * 100);
      runs.push({ performance: score(performance), others: Math.min(...Object.values(others).map(score)) });
    }
    return {
      performance: median(runs.map(({ performance }) => performance)),
      others: Math.min(...runs.map(({ others }) => others)),
    };
  };
  try {
    return { shop: await scoresOf(PAGES.shop), wallet: await scoresOf(PAGES.wallet) };
  } finally {
    await demo.stop();
  }
}
