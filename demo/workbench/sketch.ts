import { METHODS, type ProblemKind } from 'deposit-slip/core';
import { html, svg, type TemplateResult } from 'lit';
import type { Block, Situation } from '../situations/situation.js';

/** The inside of the card in the drawing, which is 160 by 110. */
const LEFT = 18;
const WIDTH = 124;
const RIGHT = LEFT + WIDTH;
const TOP = 14;
const GAP = 5;
/** As many characters of an account as fit. */
const DIGITS = 12;

type Drawing = TemplateResult<2>;

/** A part of the drawing: its height, and how it is drawn from a line down. */
interface Part {
  readonly height: number;
  draw(y: number, values: Values): Drawing;
}

/** What the texts of the drawing say. */
interface Values {
  readonly total: string;
  readonly digits: string;
  readonly problem: ProblemKind;
}

/** A small picture of what a situation shows, drawn from the parts that its table names. */
export function sketch(situation: Situation): TemplateResult {
  const { picture } = situation;
  const values = valuesOf(situation);
  let y = picture[0] === 'test' ? 6 : TOP;
  const parts = picture.map((block) => {
    const { height, draw } = PARTS[block];
    const drawing = draw(y, values);
    y += height + GAP;
    return drawing;
  });
  return html`<svg class="sketch" viewBox="0 0 160 110" aria-hidden="true">
    <rect class="card" x="8" y="6" width="144" height="98" rx="9" />
    <svg x="8" y="6" width="144" height="98" viewBox="8 6 144 98">${parts}</svg>
    <rect class="border" x="8" y="6" width="144" height="98" rx="9" />
  </svg>`;
}

function valuesOf({ properties, problem = 'unsafe' }: Situation): Values {
  const { paymentId = '', amount = '' } = properties;
  const method = METHODS.find(({ id }) => String(id) === paymentId.split(' ')[0]);
  const field = method?.fields.find(({ role }) => role === method.lead[0]);
  const sample = Object.entries(method?.sample ?? {}).find(([key]) => field?.keys.includes(key))?.[1] ?? '';
  return {
    total:
      amount === ''
        ? (method?.fiat ?? '')
        : Number(amount).toLocaleString('en', { minimumFractionDigits: 2 }),
    digits: [sample]
      .flat()
      .join('')
      .slice(0, DIGITS)
      .replace(/.{4}(?=.)/g, '$& '),
    problem,
  };
}

const bar = (kind: string, x: number, y: number, width: number, height = 4): Drawing =>
  svg`<rect class=${kind} x=${x} y=${y} width=${width} height=${height} rx=${height / 2} />`;

const panel = (kind: string, y: number, height: number): Drawing =>
  svg`<rect class=${kind} x=${LEFT} y=${y} width=${WIDTH} height=${height} rx="5" />`;

const line = (kind: string, path: string, x: number, y: number): Drawing =>
  svg`<path class="line ${kind}" d=${path} transform="translate(${x} ${y})" />`;

const text = (kind: string, x: number, y: number, value: string): Drawing =>
  svg`<text class=${kind} x=${x} y=${y}>${value}</text>`;

/** Lines in a box of 10 by 10. */
const GLYPHS = {
  bank: 'M0.5 3.5 5 0.8l4.5 2.7ZM2 4v4M5 4v4M8 4v4M0.8 9h8.4',
  code: 'M1 1h3v3H1ZM6 1h3v3H6ZM1 6h3v3H1ZM6.5 6.5h.1M9 9h-.1M6.5 9h.1M9 6.5h-.1',
  page: 'M6 1h3v3M9 1 4.5 5.5M4 2H1v7h7V6',
  tick: 'm1.5 5.3 2.6 2.6 4.6-5.4',
  alert: 'M5 1 9.6 9H.4ZM5 4v2.2M5 7.7v.1',
  account: 'M9 5a4 4 0 1 1-1.2-2.8M9 .5V3H6.5',
  rail: 'M1 3h7L6 1M9 7H2l2 2',
  person: 'M5 1a2 2 0 1 1 0 4 2 2 0 0 1 0-4ZM1.2 9.5c0-4.4 7.6-4.4 7.6 0',
  clock: 'M5 2.4V5l1.8 1.2',
  back: 'M4 2 1.2 4.8 4 7.6M1.4 4.8h4.4a2.4 2.4 0 0 1 0 4.8',
  right: 'm3 1 4 4-4 4',
  copy: 'M3.5 3.5h5.5V9H3.5ZM1 6.5V1h5.5',
} as const;

/** What went wrong, in the same box. */
const PROBLEMS: Readonly<Record<ProblemKind, string>> = {
  unconfigured:
    'M7.8 1.2a2.6 2.6 0 0 0-3 3.6L1.2 8.4l.9.9 3.6-3.6a2.6 2.6 0 0 0 3.5-3L7.6 4.2 6.2 3.9 6 2.6Z',
  offline: 'M1 3.6a6 6 0 0 1 8 0M2.6 5.6a3.6 3.6 0 0 1 4.8 0M5 8h.1M1.2 9 8.8 1',
  timeout: 'M5 1.5a3.8 3.8 0 1 1 0 7.6 3.8 3.8 0 0 1 0-7.6ZM5 3.2v2.3l1.6 1M4 .4h2',
  unavailable: 'M1 1.5h8v2.8H1ZM1 5.9h8v2.8H1ZM2.6 2.9h.1M2.6 7.3h.1',
  unauthorized: 'M2 4.6h6v4.2H2ZM3.3 4.4V3a1.7 1.7 0 0 1 3.4 0v1.4',
  forbidden: 'M5 1a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM2.4 5h5.2',
  'not-found':
    'M4.3 1a3.3 3.3 0 1 1 0 6.6 3.3 3.3 0 0 1 0-6.6ZM6.8 6.8 9.2 9.2M3.2 3.2l2.2 2.2m0-2.2L3.2 5.4',
  'rate-limited': 'M1 7.5a4 4 0 1 1 8 0M5 7.3l2-3M2.5 9.2h5',
  'invalid-amount': 'M2.6 1.2h4.8v7.6H2.6ZM4 4.9h2M4 7h2M4 2.9h2',
  refused: 'm1.8 1.8 6.4 6.4m0-6.4L1.8 8.2',
  unreadable: 'M3 3.2a2 2 0 1 1 2.9 1.8C5.2 5.4 5 5.8 5 6.4M5 8.8v.1',
  incomplete: 'M2 1h6v3M2 1v8h2.5M7 7v2.2M5.9 8.1h2.2',
  unverified: 'M5 .8 8.6 2v3c0 2-1.4 3.4-3.6 4.3C2.8 8.4 1.4 7 1.4 5V2ZM3.8 3.6l2.4 2.4m0-2.4L3.8 6',
  mismatch: 'M1.5 3.5h7M1.5 6.5h7M6.8 1.2 3.2 8.8',
  unsafe: 'M5 1 9.6 9H.4ZM5 4v2.2M5 7.7v.1',
  'not-payable': 'M1 2.5h8v5.2H1ZM1 4.2h8M2.4 6.2h1.4M.8 9.2 9.2.8',
};

const glyph = (name: keyof typeof GLYPHS, kind: string, x: number, y: number): Drawing =>
  line(kind, GLYPHS[name], x, y);

function head(name: 'bank' | 'code' | 'page', kind: 'total' | 'currency'): Part {
  return {
    height: 17,
    draw: (y, { total }) => svg`
      <rect class="tint" x=${LEFT} y=${y} width="17" height="17" rx="5" />
      ${glyph(name, 'link', LEFT + 3.5, y + 3.5)}
      ${bar('ink', LEFT + 23, y + 2, 42, 5)} ${bar('soft', LEFT + 23, y + 11, 28)}
      ${text(kind, RIGHT, y + 9, total)}`,
  };
}

/** The modules of a code that is only a drawing. */
const MODULES =
  'M13 1h2v3h-2ZM11 5h3v2h-3ZM1 11h3v2H1ZM6 12h2v3H6ZM11 11h2v2h-2ZM14 14h3v2h-3ZM16 8h2v3h-2ZM9 9h3v1H9Z';

function qrCode(x: number, y: number, size: number): Drawing {
  const finder = (at: string): Drawing =>
    svg`<path class="modules" fill-rule="evenodd" d="M${at}h6v6h-6Zm1.3 1.3v3.4h3.4v-3.4Zm1 1h1.4v1.4h-1.4Z" />`;
  return svg`<rect class="paper" x=${x} y=${y} width=${size} height=${size} rx="3" />
    <g transform="translate(${x + size * 0.09} ${y + size * 0.09}) scale(${(size * 0.82) / 19})">
      ${finder('0 0')} ${finder('13 0')} ${finder('0 13')} <path class="modules" d=${MODULES} />
    </g>`;
}

function note(kind: string, name: keyof typeof GLYPHS): Part {
  return {
    height: 27,
    draw: (y) => svg`${panel(`${kind}-wash`, y, 27)} ${glyph(name, kind, LEFT + 7, y + 8)}
      ${bar(kind, LEFT + 25, y + 8, 84)} ${bar(kind, LEFT + 25, y + 16, 60)}`,
  };
}

function amountField(edge: string, value: string, isRefused = false): Part {
  return {
    height: 56,
    draw: (y) => svg`${bar('soft', LEFT, y, 34)}
      <rect class="field ${edge}" x=${LEFT + 0.5} y=${y + 8.5} width=${WIDTH - 1} height="19" rx="5" />
      ${value === '' ? bar('ink', LEFT + 8, y + 13, 1.2, 10) : text('digits', LEFT + 8, y + 22, value)}
      ${isRefused ? bar('danger', LEFT, y + 32, 74) : ''}
      ${panel('accent', y + (isRefused ? 41 : 34), 15)}
      ${bar('on-accent', LEFT + 44, y + (isRefused ? 46.5 : 39.5), 36)}`,
  };
}

function entryRow(name: keyof typeof GLYPHS, kind: string): Part {
  return {
    height: 18,
    draw: (y) => svg`<circle class="${kind}-wash" cx=${LEFT + 8} cy=${y + 8} r="8" />
      ${glyph(name, kind, LEFT + 3, y + 3)}
      ${bar('ink', LEFT + 23, y + 2, 44)} ${bar('soft', LEFT + 23, y + 10, 30)}
      ${bar('ink', RIGHT - 28, y + 2, 28)}`,
  };
}

/** The news of a deposit: a glyph, a title and its sum. */
function arrival(name: keyof typeof GLYPHS, color: 'ok' | 'warn'): Part {
  return {
    height: 47,
    draw: (y) => svg`<circle class="${color}-wash" cx="80" cy=${y + 12} r="13" />
      <g transform="translate(71 ${y + 3}) scale(1.8)"><path class="line ${color}" d=${GLYPHS[name]} /></g>
      ${bar(color, 52, y + 30, 56, 5)} ${bar('ink', 60, y + 40, 40, 6)}`,
  };
}

const copyButton = (y: number): Drawing =>
  svg`${panel('accent', y, 13)} ${bar('on-accent', LEFT + 40, y + 4.5, 44)}`;

const FIELD = amountField('edge', '');
const TICKED = entryRow('tick', 'ok');

const PARTS: Readonly<Record<Block, Part>> = {
  test: {
    height: 3,
    draw: () => svg`<path class="care-wash" d="M8 16v-1a9 9 0 0 1 9-9h126a9 9 0 0 1 9 9v1Z" />
      ${[22, 42, 62, 82, 102, 122, 142].map((x) => line('warn thick', 'M0 8 6 0', x - 6, 7))}`,
  },
  bank: head('bank', 'currency'),
  code: head('code', 'currency'),
  page: head('page', 'currency'),
  'bank-total': head('bank', 'total'),
  'code-total': head('code', 'total'),
  'page-total': head('page', 'total'),
  waiting: {
    height: 6,
    draw: (y) =>
      svg`<circle class="link-fill" cx=${LEFT + 3} cy=${y + 3} r="3" /> ${bar('soft', LEFT + 11, y + 1, 62)}`,
  },
  'account-bar': {
    height: 18,
    draw: (y) =>
      svg`${panel('option', y, 18)} ${bar('ok', LEFT + 7, y + 4, 88, 3)} ${bar('soft', LEFT + 7, y + 11, 30)}`,
  },
  blind: {
    height: 6,
    draw: (y) =>
      svg`<circle class="ring" cx=${LEFT + 3} cy=${y + 3} r="2.5" /> ${bar('soft', LEFT + 11, y + 1, 88)}`,
  },
  lead: {
    height: 39,
    draw: (y, { digits }) => svg`${panel('tint', y, 42)} ${bar('soft', LEFT + 7, y + 6, 26, 3)}
      ${text('digits', LEFT + 7, y + 20, digits)}
      <rect class="accent" x=${LEFT + 6} y=${y + 25} width=${WIDTH - 12} height="12" rx="4" />
      ${bar('on-accent', LEFT + 42, y + 29, 40)}`,
  },
  reference: {
    height: 15,
    draw: (y) =>
      svg`${panel('warn-wash', y, 15)} ${bar('warn', LEFT + 7, y + 5.5, 58)} ${glyph('copy', 'warn', RIGHT - 15, y + 2.5)}`,
  },
  qr: {
    height: 44,
    draw: (y) => svg`${panel('tint', y, 44)} ${qrCode(LEFT + 5, y + 5, 34)}
      ${bar('soft', LEFT + 47, y + 8, 70)} ${bar('soft', LEFT + 47, y + 15, 54)}
      <rect class="accent" x=${LEFT + 47} y=${y + 25} width="71" height="12" rx="4" />
      ${bar('on-accent', LEFT + 66, y + 29, 33)}`,
  },
  'folded-qr': {
    height: 56,
    draw: (y) => svg`${copyButton(y)} ${qrCode(LEFT + 40, y + 17, 42)}`,
  },
  picture: {
    height: 52,
    draw: (y) => svg`${panel('tint', y, 56)} ${qrCode(LEFT + 38, y + 4, 48)}
      ${line('link dashed', 'M0 0h54v54H0Z', LEFT + 35, y + 1)}`,
  },
  link: {
    height: 15,
    draw: (y) =>
      svg`${panel('accent', y, 15)} ${bar('on-accent', LEFT + 36, y + 5.5, 40)} ${glyph('page', 'on-accent-line', LEFT + 82, y + 2.5)}`,
  },
  field: FIELD,
  typed: amountField('focus', '1,500.50'),
  refused: amountField('danger-edge', '1,500.50', true),
  picker: {
    height: 84,
    draw: (y) =>
      svg`${(['bank', 'code', 'page', 'bank'] as const).map((name, at) => {
        const top = y + at * 22;
        return svg`<rect class="option" x=${LEFT + 0.5} y=${top + 0.5} width=${WIDTH - 1} height="18" rx="5" />
        ${glyph(name, 'link', LEFT + 6, top + 4.5)} ${bar('ink', LEFT + 24, top + 7.5, [52, 34, 62, 44][at]!)}
        ${glyph('right', 'soft-line', RIGHT - 14, top + 4.5)}`;
      })}`,
  },
  rows: {
    height: 15,
    draw: (y) =>
      svg`${bar('soft', LEFT, y, 26, 3)} ${bar('ink', LEFT, y + 7, 72)} ${glyph('copy', 'link', RIGHT - 11, y + 1)}`,
  },
  steps: {
    height: 22,
    draw: (y) =>
      svg`${[0, 1].map(
        (at) => svg`<circle class="tint" cx=${LEFT + 5} cy=${y + 5 + at * 13} r="5" />
        ${bar('soft', LEFT + 16, y + 3 + at * 13, 86 - at * 22)}`,
      )}`,
  },
  beneficiary: {
    height: 13,
    draw: (y) =>
      svg`${glyph('person', 'link', LEFT, y + 1)} ${bar('soft', LEFT + 17, y + 1, 40)} ${bar('ink', LEFT + 17, y + 8, 78)}`,
  },
  skeleton: {
    height: 84,
    draw: (y) => svg`<rect class="bone" x=${LEFT} y=${y} width="17" height="17" rx="5" />
      ${bar('bone', LEFT + 23, y + 2, 46, 5)} ${bar('bone', LEFT + 23, y + 11, 28)} ${panel('bone', y + 24, 34)}
      ${bar('bone', LEFT, y + 66, 90)} ${bar('bone', LEFT, y + 75, 62)}`,
  },
  arrived: arrival('tick', 'ok'),
  'arrived-other': arrival('alert', 'warn'),
  receipt: {
    height: 26,
    draw: (y) =>
      svg`${[0, 1, 2].map(
        (at) => svg`${bar('soft', LEFT, y + 2 + at * 10, 30)} ${bar('ink', RIGHT - 48, y + 2 + at * 10, 48)}`,
      )}`,
  },
  warning: note('warn', 'alert'),
  account: note('warn', 'account'),
  rail: note('warn', 'rail'),
  problem: {
    height: 56,
    draw: (y, { problem }) => svg`<circle class="danger-wash" cx="80" cy=${y + 18} r="15" />
      <g transform="translate(71 ${y + 9}) scale(1.8)"><path class="line danger" d=${PROBLEMS[problem]} /></g>
      ${bar('ink', 46, y + 41, 68, 5)} ${bar('soft', 36, y + 51, 88)}`,
  },
  retry: {
    height: 15,
    draw: (y) =>
      svg`<rect class="option" x="48.5" y=${y + 2.5} width="63" height="15" rx="5" /> ${bar('link-fill', 62, y + 8, 36)}`,
  },
  previous: {
    height: 14,
    draw: (y) =>
      svg`${panel('ok-wash', y, 14)} ${glyph('tick', 'ok', LEFT + 6, y + 2)} ${bar('ok', LEFT + 22, y + 5, 72)}`,
  },
  deposits: TICKED,
  pending: entryRow('clock', 'link'),
  returned: entryRow('back', 'soft'),
  unfolded: {
    height: 36,
    draw: (y) =>
      svg`${panel('tint', y, 36)} ${[0, 1, 2].map(
        (at) =>
          svg`${bar('soft', LEFT + 8, y + 6 + at * 10, 30)} ${bar('ink', LEFT + 52, y + 6 + at * 10, 58)}`,
      )}`,
  },
  empty: {
    height: 60,
    draw: (y) => svg`<circle class="tint" cx="80" cy=${y + 24} r="17" /> ${bar('soft', 72, y + 22, 16)}
      ${bar('ink', 50, y + 50, 60, 5)} ${bar('soft', 42, y + 60, 76)}`,
  },
  more: {
    height: 14,
    draw: (y) =>
      svg`<rect class="option" x=${LEFT + 0.5} y=${y + 0.5} width=${WIDTH - 1} height="15" rx="5" /> ${bar('link-fill', 60, y + 6, 40)}`,
  },
};
