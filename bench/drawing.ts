/** The chart in the README: the cost of showing a Pix code with this package and with others. */
import type { BrowserResults } from './browser/results.js';

type Theme = 'light' | 'dark';

const COLORS: Readonly<Record<Theme, Readonly<Record<'text' | 'muted' | 'ours' | 'theirs', string>>>> = {
  light: { text: '#0f172a', muted: '#556070', ours: '#1d4ed8', theirs: '#c3cbd6' },
  dark: { text: '#e8edf5', muted: '#9aa7b8', ours: '#6ea0ff', theirs: '#46536a' },
};

/** The pages in the chart, by the names in the results. */
const PAGES = {
  'deposit-slip, in the HTML': 'deposit-slip, in the HTML',
  'deposit-slip, response in the page': 'with the response in the page',
  'deposit-slip, response preloaded': 'with the response preloaded',
  'deposit-slip, script tag': 'with a script tag',
  'adyen-web': 'adyen-web',
  'shoelace, composed by hand': 'shoelace',
} as const;

/** One chart, with a figure for each page. Shorter bars are better. */
interface Chart {
  readonly title: string;
  readonly unit: string;
  readonly values: readonly number[];
}

const WIDTH = 720;
const LABELS = 184;
const CHART = (WIDTH - LABELS) / 3;
/** Space for the number after the longest bar. */
const NUMBER = 62;
const HEAD = 48;
const ROW = 30;
const BAR = 16;
const HEIGHT = HEAD + ROW * Object.keys(PAGES).length;

export function drawing(loads: BrowserResults['loads'], theme: Theme): string {
  const [fast, slow] = [loads['unthrottled']!.pix, loads['slow phone']!.pix];
  const names = Object.keys(PAGES);
  const charts: Chart[] = [
    { title: 'Download until visible', unit: 'KB', values: names.map((name) => fast[name]!.bytes / 1024) },
    { title: 'CPU until visible', unit: 'ms', values: names.map((name) => fast[name]!.process) },
    { title: 'Visible on a slow phone', unit: 'ms', values: names.map((name) => slow[name]!.visible) },
  ];
  const { text, muted } = COLORS[theme];
  const labels = Object.values(PAGES).map((label, at) => {
    const color = isOurs(at) ? text : muted;
    return `<text x="0" y="${middleOf(at)}" fill="${color}">${label}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="12">
<title>Download, CPU and time until a Pix code is visible; shorter is better</title>
${[...labels, ...charts.map((chart, at) => chartOf(chart, LABELS + at * CHART, theme))].join('\n')}
</svg>
`;
}

function chartOf({ title, unit, values }: Chart, left: number, theme: Theme): string {
  const { text, muted, ours, theirs } = COLORS[theme];
  const longest = Math.max(...values);
  const bars = values.map((value, at) => {
    const width = Math.max(2, ((CHART - NUMBER) * value) / longest);
    const bar = `<rect x="${left}" y="${middleOf(at) - 12}" width="${width.toFixed(1)}" height="${BAR}" rx="3" fill="${isOurs(at) ? ours : theirs}"/>`;
    const number = `<text x="${(left + width + 6).toFixed(1)}" y="${middleOf(at)}" fill="${isOurs(at) ? text : muted}">${value.toFixed(0)} ${unit}</text>`;
    return bar + number;
  });
  const head = `<text x="${left}" y="20" fill="${text}" font-weight="600">${title}</text>`;
  return [head, ...bars].join('\n');
}

function isOurs(at: number): boolean {
  return Object.keys(PAGES)[at]!.startsWith('deposit-slip');
}

/** The baseline of a row's text. */
function middleOf(at: number): number {
  return HEAD + at * ROW + 12;
}
