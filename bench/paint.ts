/**
 * Measures the time until a Pix code and its QR code are visible, with this package and with others, on loopback:
 * `npm ci --prefix bench/peers`, then `npm run build` and `npm run bench:paint`. `ROUNDS=n` sets how often each page is
 * loaded. Pages alternate, so that other load on the machine affects all alike, and only ratios within a round are
 * comparable between runs. CPU times are those of the page's main thread. Targets: at most 0.65 times the CPU of
 * adyen-web and 0.75 times that of shoelace; on the slow phone, visible after at most 0.70 times the time of adyen-web,
 * and 0.60 times with the answer in the page.
 */
import { puppeteerCore } from '@web/test-runner-chrome';
import { chromiumOptions } from '../test/browsers/launch.js';
import { load, type Load, type Profile } from './paint/load.js';
import { buildPages, type BenchPage } from './paint/pages.js';
import { serve } from './paint/server.js';
import { median } from './server/rates.js';

const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
/** No round begins after this time, so that a run ends by itself on a busy machine. */
const LIMIT_MS = 120_000;

const PROFILES: readonly Profile[] = [
  { name: 'Unthrottled', slowdown: 1 },
  {
    name: 'Slow phone (4x CPU, 1.6 Mbit/s, 150 ms)',
    slowdown: 4,
    network: { download: 1_600_000 / 8, upload: 750_000 / 8, latency: 150 },
  },
];

const FLAGS = [
  // A mouse: without one the QR code is folded, because a phone cannot scan its own screen.
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

const PEERS = ['adyen-web', 'shoelace'];

const { pages, files } = await buildPages();
const server = await serve(files);
const browser = await puppeteerCore.launch(await chromiumOptions(FLAGS));
const loads = new Map<string, Load[]>();
try {
  // The first loads warm the browser up.
  for (const page of pages) await load(browser, server.origin, page, PROFILES[0]!);
  await measure(ROUNDS);
} finally {
  await browser.close();
  server.close();
}
for (const { name } of PROFILES) printTable(name);

async function measure(rounds: number): Promise<void> {
  const start = performance.now();
  for (let round = 0; round < rounds && performance.now() - start < LIMIT_MS; round++)
    for (const profile of PROFILES)
      for (const page of rotate(pages, round)) {
        const done = loads.get(keyOf(profile.name, page.name)) ?? [];
        done.push(await load(browser, server.origin, page, profile));
        loads.set(keyOf(profile.name, page.name), done);
      }
}

/** Every page is the first of a round once. */
function rotate(pages: readonly BenchPage[], by: number): BenchPage[] {
  const at = by % pages.length;
  return [...pages.slice(at), ...pages.slice(0, at)];
}

function keyOf(profile: string, page: string): string {
  return `${profile}/${page}`;
}

function printTable(profile: string): void {
  const ratios = PEERS.flatMap((peer) => [`visible / ${peer}`, `CPU / ${peer}`]);
  const titles = ['visible', 'CPU', 'script', 'style', 'layout', 'paint', 'longest task'];
  const heads = [profile, ...titles.map((title) => `${title}, ms`), 'requests', 'paints', 'shift', ...ratios];
  console.log(`\n| ${heads.join(' | ')} |\n|${'---|'.repeat(heads.length)}`);
  for (const { name } of pages) console.log(`| ${[name, ...cellsOf(profile, name)].join(' | ')} |`);
}

function cellsOf(profile: string, name: string): (string | number)[] {
  const own = loads.get(keyOf(profile, name))!;
  const of = (key: keyof Load): number => median(own.map((load) => load[key]));
  const times = (['visible', 'cpu', 'script', 'style', 'layout', 'paint', 'longest'] as const).map(of);
  const ratios = PEERS.flatMap((peer) => {
    const theirs = loads.get(keyOf(profile, peer))!;
    return (['visible', 'cpu'] as const).map((key) => {
      const ratio = median(own.map((load, round) => load[key] / theirs[round]![key]));
      return `${ratio.toFixed(2)}x`;
    });
  });
  const shift = of('shift').toFixed(4);
  return [...times.map((time) => time.toFixed(0)), of('requests'), of('paints'), shift, ...ratios];
}
