/** Measures the time and the work until a payment is visible. The pages take turns. */
import type { puppeteerCore } from '@web/test-runner-chrome';
import { median } from '../server/rates.js';
import { load, type Load, type Profile } from './load.js';
import type { Figures, Page } from './pages/page.js';

const PROFILES = [
  { name: 'unthrottled', slowdown: 1 },
  {
    name: 'slow phone',
    slowdown: 4,
    network: { download: 1_600_000 / 8, upload: 750_000 / 8, latency: 150 },
  },
] as const satisfies readonly Profile[];

/** The pages that we compare with, by the beginnings of their names. */
const RIVALS = ['adyen-web', 'shoelace', 'plain page', 'deposit-slip, script tag'] as const;

/** Medians over the loads of a page, and medians of its ratio to each rival in the same round. */
export interface LoadFigures extends Load {
  readonly ratios: Readonly<Record<string, { readonly visible: number; readonly process: number }>>;
}

type Loads = ReadonlyMap<Page, Load[]>;

/** Loads every page `rounds` times with every profile. */
export async function measureLoads(
  browser: puppeteerCore.Browser,
  origin: string,
  pages: readonly Page[],
  rounds: number,
): Promise<Record<string, Figures<LoadFigures>>> {
  const loads = PROFILES.map(() => new Map(pages.map((page) => [page, [] as Load[]])));
  // The first loads warm the browser up.
  for (const page of pages) await load(browser, origin, page, PROFILES[0]);
  for (let round = 0; round < rounds; round++)
    for (const [at, profile] of PROFILES.entries())
      for (const page of rotated(pages, round))
        loads[at]!.get(page)!.push(await load(browser, origin, page, profile));
  return Object.fromEntries(PROFILES.map(({ name }, at) => [name, figuresOf(loads[at]!)]));
}

/** Each round begins with a different page. */
function rotated(pages: readonly Page[], round: number): Page[] {
  const first = round % pages.length;
  return [...pages.slice(first), ...pages.slice(0, first)];
}

function figuresOf(loads: Loads): Figures<LoadFigures> {
  return Object.fromEntries(
    [...loads].map(([{ name }, own]) => [name, { ...mediansOf(own), ratios: ratiosOf(own, loads) }]),
  );
}

function mediansOf(own: readonly Load[]): Load {
  const keys = Object.keys(own[0]!) as (keyof Load)[];
  return Object.fromEntries(
    keys.map((key) => [key, median(own.map((each) => each[key]))]),
  ) as unknown as Load;
}

function ratiosOf(own: readonly Load[], loads: Loads): LoadFigures['ratios'] {
  return Object.fromEntries(
    RIVALS.map((rival) => {
      const page = [...loads.keys()].find(({ name }) => name.startsWith(rival))!;
      const theirs = loads.get(page)!;
      const ratio = (key: 'visible' | 'process') =>
        median(own.map((each, round) => each[key] / theirs[round]![key]));
      return [rival, { visible: ratio('visible'), process: ratio('process') }];
    }),
  );
}
