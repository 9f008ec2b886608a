/** Tables in Markdown of the results of `npm run bench`. */
import { atMost, ms, PEERS, table, times, type Peers, type Target } from '../table.js';
import type { Results } from '../results.js';
import type { LoadFigures } from './loads.js';
import type { Figures } from './pages/page.js';
import type { BrowserResults } from './results.js';

type Measured = Results<BrowserResults>;

const FETCHED = 'deposit-slip, script tag';
const INLINE = 'deposit-slip, response in the page';
const WRITTEN = 'deposit-slip, in the HTML';
const COPYING = 'deposit-slip, in the HTML, until it copies';
const NPM = 'deposit-slip, npm';

const KIB = 1024;
const kb = (bytes: number): string => `${(bytes / KIB).toFixed(bytes < KIB ? 2 : 1)} KB`;
const shift = (score: number): string => score.toFixed(4);

/** Every table by its marker in bench/README.md. Throws if a part has never been measured. */
export function browserTables({ bytes, loads }: Measured): ReadonlyMap<string, string> {
  return new Map([
    ['bytes', bytesTable(bytes!.figures)],
    ...Object.entries(loads!.figures).map(([profile, pages]) => [profile, loadsTable(pages)] as const),
  ]);
}

function bytesTable(figures: BrowserResults['bytes']): string {
  const adyen = Object.entries(figures).find(([name]) => name.startsWith('adyen-web'))![1];
  const rows = Object.entries(figures).map(([name, { first, later }]) => [
    name,
    kb(first),
    later === 0 ? '' : kb(later),
    times((first + later) / (adyen.first + adyen.later)),
  ]);
  return table(['what is loaded', 'at once', 'with the first QR code', 'of adyen-web'], rows);
}

const LOAD_COLUMNS: Readonly<Record<string, (load: LoadFigures) => string>> = {
  'visible, ms': ({ visible }) => visible.toFixed(0),
  'CPU, ms': ({ process }) => process.toFixed(0),
  'main thread': ({ main }) => main.toFixed(0),
  script: ({ script }) => script.toFixed(0),
  style: ({ style }) => style.toFixed(0),
  layout: ({ layout }) => layout.toFixed(0),
  paint: ({ paint }) => paint.toFixed(0),
  'longest task': ({ longest }) => longest.toFixed(0),
  paints: ({ paints }) => String(paints),
  requests: ({ requests }) => String(requests),
  KB: ({ bytes }) => (bytes / 1024).toFixed(1),
  shift: ({ shift: score }) => shift(score),
  'visible / adyen-web': ({ ratios }) => times(ratios['adyen-web']!.visible),
  'CPU / adyen-web': ({ ratios }) => times(ratios['adyen-web']!.process),
  'CPU / shoelace': ({ ratios }) => times(ratios['shoelace']!.process),
};

function loadsTable(pages: Figures<LoadFigures>): string {
  const rows = Object.entries(pages).map(([name, load]) => [
    name,
    ...Object.values(LOAD_COLUMNS).map((write) => write(load)),
  ]);
  return table(['Pix code', ...Object.keys(LOAD_COLUMNS)], rows);
}

/**
 * The sentence in the README: how soon a Pix code is visible on a slow phone, and how far the page then
 * moves.
 */
export function seenSummary({ 'slow phone': slow }: BrowserResults['loads']): string {
  const rows = Object.entries(slow!)
    .filter(([name]) => name !== COPYING)
    .map(([name, { ratios, shift: score }]) => [name, times(ratios['adyen-web']!.visible), score.toFixed(2)]);
  return table(['a Pix code on a slow phone', 'seen after', 'shift of the page'], rows);
}

/** The targets of the browser benchmark, in order. Throws if a part has never been measured. */
export function browserTargets({ bytes, loads }: Measured): Target[] {
  return [
    ...bytesTargets(bytes!.figures),
    ...cpuTargets(loads!.figures),
    ...slowPhoneTargets(loads!.figures),
    ...frameTargets(loads!.figures),
  ];
}

type Size = BrowserResults['bytes'][string];

/** A figure of each compared page, as text. */
function peersOf<Value>(pages: Figures<Value>, write: (value: Value) => string): Peers {
  return Object.fromEntries(
    PEERS.flatMap((peer) => {
      const found = Object.entries(pages).find(([name]) => name.startsWith(peer));
      return found ? [[peer, write(found[1])]] : [];
    }),
  );
}

function bytesTargets(figures: BrowserResults['bytes']): Target[] {
  const [script, npm, element, adyen] = Object.values(figures) as [Size, Size, Size, Size];
  const all = ({ first, later }: Size): number => first + later;
  const [first, both] = [
    peersOf(figures, (size) => kb(size.first)),
    peersOf(figures, (size) => kb(all(size))),
  ];
  const target = (what: string, measured: number, limit: number, peers: Peers): Target =>
    atMost({ what, measured, limit: limit * KIB, write: kb, peers });
  return [
    target('Script-tag file', script.first, 44, both),
    target("`import 'deposit-slip'`, before a QR code", npm.first, 38, first),
    target("`import 'deposit-slip'`, with a QR code", all(npm), 44, both),
    target('`deposit-slip/element`, English', element.first, 35, first),
    atMost({
      what: "`import 'deposit-slip'`, with a QR code",
      of: 'adyen-web',
      peers: both,
      ...{ measured: all(npm) / all(adyen), limit: 0.66, write: times, absolute: kb(all(npm)) },
    }),
  ];
}

function cpuTargets({ unthrottled }: BrowserResults['loads']): Target[] {
  const pix = unthrottled!;
  const { process, ratios } = pix[FETCHED]!;
  const what = 'CPU until a Pix code is visible';
  const peers = peersOf(pix, (load) => ms(load.process));
  const target = (of: string, limit: number): Target =>
    atMost({
      ...{ what, of, limit, write: times, absolute: ms(process), peers },
      measured: ratios[of]!.process,
    });
  return [target('adyen-web', 0.65), target('shoelace', 0.75), writtenTarget(pix)];
}

function writtenTarget(pix: Figures<LoadFigures>): Target {
  const { visible, ratios } = pix[WRITTEN]!;
  return atMost({
    what: 'A Pix code is visible, rendered by the server',
    ...{ of: 'adyen-web', measured: ratios['adyen-web']!.visible, limit: 0.55, write: times },
    ...{ absolute: ms(visible), peers: peersOf(pix, (load) => ms(load.visible)) },
  });
}

function slowPhoneTargets({ 'slow phone': slow }: BrowserResults['loads']): Target[] {
  const pix = slow!;
  const peers = peersOf(pix, ({ visible }) => ms(visible));
  const target = (name: string, what: string, limit: number, of = 'adyen-web'): Target =>
    atMost({
      ...{ what, of, limit, write: times, absolute: ms(pix[name]?.visible ?? 0), peers },
      measured: pix[name]?.ratios[of]?.visible,
    });
  return [
    target(FETCHED, 'Slow phone: a Pix code is visible', 0.7),
    target(INLINE, 'The same, with our response in the page', 0.6),
    target(WRITTEN, 'The same, rendered by the server', 0.45),
    target(WRITTEN, 'The same', 0.8, 'plain page'),
    target(COPYING, 'Until the slip that a server rendered can be copied', 1.1, FETCHED),
    atMost({
      what: 'Requests of the script tag, one after the other: page, script, response',
      ...{ measured: pix[FETCHED]!.requests, limit: 3, write: String },
      peers: peersOf(pix, ({ requests }) => `${requests} in all`),
    }),
  ];
}

function frameTargets({ unthrottled, 'slow phone': slow }: BrowserResults['loads']): Target[] {
  const [fast, throttled] = [unthrottled!, slow!];
  const task = (what: string, pages: typeof fast, name: string, limit: number): Target =>
    atMost({
      what,
      ...{ measured: pages[name]!.longest, limit, write: ms },
      peers: peersOf(pages, ({ longest }) => ms(longest)),
    });
  return [
    task('Longest task, script tag, Pix', fast, FETCHED, 50),
    task('Slow phone: longest task, script tag, Pix', throttled, FETCHED, 120),
    task('Slow phone: longest task, response in the page, Pix', throttled, INLINE, 120),
    task('Slow phone: longest task, npm, Pix', throttled, NPM, 120),
    shiftTarget(FETCHED, 'script tag with `reserve.css`', 0.02, [unthrottled!, slow!]),
    shiftTarget(WRITTEN, 'rendered by the server', 0, [unthrottled!, slow!]),
  ];
}

/** A target for the largest shift with any profile. */
function shiftTarget(
  page: string,
  what: string,
  limit: number,
  profiles: readonly Figures<LoadFigures>[],
): Target {
  const largest = new Map<string, number>();
  for (const profile of profiles)
    for (const [name, load] of Object.entries(profile))
      largest.set(name, Math.max(load.shift, largest.get(name) ?? 0));
  return atMost({
    what: `Shift of the whole page, the largest of all loads, ${what}`,
    ...{ measured: largest.get(page), limit, write: shift },
    peers: peersOf(Object.fromEntries(largest), shift),
  });
}
