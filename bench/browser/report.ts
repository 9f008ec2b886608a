/** What `npm run bench` measured, as tables in Markdown. */
import { atMost, table, type Target } from '../table.js';
import type { Results } from '../results.js';
import type { LoadFigures } from './loads.js';
import type { Payment } from './pages/page.js';
import type { BrowserResults, Figures } from './results.js';

type Measured = Results<BrowserResults>;

const PAYMENTS: Readonly<Record<Payment, string>> = { pix: 'Pix code', transfer: 'SEPA transfer' };
const FETCHED = 'deposit-slip, script tag';
const INLINE = 'deposit-slip, answer in the page';

const kb = (bytes: number): string => `${(bytes / 1024).toFixed(bytes < 1024 ? 2 : 1)} KB`;
const ms = (value: number): string => `${value.toFixed(0)} ms`;
const times = (ratio: number): string => `${ratio.toFixed(2)}x`;
const shift = (score: number): string => score.toFixed(4);

/** Every table by its marker in bench/README.md. Throws if a part was never measured. */
export function browserTables({ bytes, loads, mounts, codes }: Measured): ReadonlyMap<string, string> {
  const tables = new Map([
    ['bytes', bytesTable(bytes!.figures)],
    ['mounts', mountsTable(mounts!.figures)],
    ['codes', codesTable(codes!.figures)],
  ]);
  for (const [profile, figures] of Object.entries(loads!.figures))
    for (const payment of ['pix', 'transfer'] as const)
      tables.set(`${profile} ${payment}`, loadsTable(PAYMENTS[payment], figures[payment]));
  return tables;
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

function loadsTable(title: string, pages: Readonly<Record<string, LoadFigures>>): string {
  const rows = Object.entries(pages).map(([name, load]) => [
    name,
    ...Object.values(LOAD_COLUMNS).map((write) => write(load)),
  ]);
  return table([title, ...Object.keys(LOAD_COLUMNS)], rows);
}

function mountsTable(figures: BrowserResults['mounts']): string {
  const rows = eachPage(figures).map(([payment, name, { heap, uncompiled, nodes, listeners }]) => [
    PAYMENTS[payment],
    name,
    ...[heap, uncompiled].map((bytes) => kb(Math.max(bytes, 0))),
    nodes.toFixed(1),
    listeners.toFixed(1),
  ]);
  return table(['payment', 'page', 'heap of one mount', 'without compiled code', 'nodes', 'listeners'], rows);
}

function codesTable(figures: BrowserResults['codes']): string {
  const rows = eachPage(figures).map(([, name, { drawn, decoded, version }]) => [
    name,
    `${decoded} of ${drawn}`,
    version.toFixed(1),
  ]);
  return table(['page', 'decoded', 'mean version'], rows);
}

function eachPage<Value>(figures: Figures<Value>): [Payment, string, Value][] {
  return (['pix', 'transfer'] as const).flatMap((payment) =>
    Object.entries(figures[payment]).map(([name, value]): [Payment, string, Value] => [payment, name, value]),
  );
}

/** The targets of a page, in their order. */
export function browserTargets({ bytes, loads, mounts, codes, history }: Measured): Target[] {
  return [
    ...bytesTargets(bytes!.figures),
    ...loadTargets(loads!.figures),
    ...eachPage(mounts!.figures)
      .filter(([, name]) => name === FETCHED)
      .flatMap(([payment, , { heap, nodes, listeners }]) => [
        atMost(`heap that one of 200 mounts leaves, ${PAYMENTS[payment]}`, heap, 0.7 * 1024, kb),
        atMost(`nodes and listeners that it leaves, ${PAYMENTS[payment]}`, nodes + listeners, 0, String),
      ]),
    codesTarget(codes!.figures),
    atMost('first page of a history of 10,000 deposits, main thread', history!.figures.firstPage, 50, ms),
  ];
}

function bytesTargets(figures: BrowserResults['bytes']): Target[] {
  const [script, npm, element, adyen] = Object.values(figures) as [Size, Size, Size, Size];
  const ofAdyen = (npm.first + npm.later) / (adyen.first + adyen.later);
  return [
    atMost('script-tag file', script.first, 44 * 1024, kb),
    atMost("`import 'deposit-slip'`, before a QR code", npm.first, 38 * 1024, kb),
    atMost("`import 'deposit-slip'`, with a QR code", npm.first + npm.later, 44 * 1024, kb),
    atMost('`deposit-slip/element`, English', element.first, 35 * 1024, kb),
    atMost("`import 'deposit-slip'` with a QR code, of adyen-web's two components", ofAdyen, 0.66, times),
  ];
}

type Size = BrowserResults['bytes'][string];

function loadTargets({ unthrottled, 'slow phone': slow }: BrowserResults['loads']): Target[] {
  const pix = unthrottled!.pix[FETCHED]!;
  const [slowPix, slowInline] = [slow!.pix[FETCHED]!, slow!.pix[INLINE]!];
  return [
    atMost('CPU until a Pix code is visible, of adyen-web', pix.ratios['adyen-web']!.process, 0.65, times),
    atMost('CPU until a Pix code is visible, of shoelace', pix.ratios['shoelace']!.process, 0.75, times),
    atMost('slow phone: visible, of adyen-web', slowPix.ratios['adyen-web']!.visible, 0.7, times),
    atMost('the same with the answer in the page', slowInline.ratios['adyen-web']!.visible, 0.6, times),
    atMost('requests one after the other: page, script, answer', pix.requests, 3, String),
    atMost('longest task', pix.longest, 50, ms),
    atMost('slow phone: longest task', slowPix.longest, 120, ms),
    atMost('shift from skeleton to slip', Math.max(pix.shift, slowPix.shift), 0, shift),
  ];
}

function codesTarget(figures: BrowserResults['codes']): Target {
  const { drawn, decoded } = figures.pix[FETCHED]!;
  return {
    what: 'random Pix codes that an independent decoder reads',
    target: 'all',
    measured: `${decoded} of ${drawn}`,
    isReached: decoded === drawn,
  };
}
