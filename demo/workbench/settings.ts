import { LOCALES } from '../../src/widget/all-locales.js';
import { PRESETS } from '../presets.js';
import { SITUATIONS } from '../situations/index.js';

/** A knob with a fixed set of values. */
interface Choice {
  readonly label: string;
  /** Values and labels; the first is the default. */
  readonly options: readonly (readonly [value: string, label: string])[];
}

/** Every knob with a fixed set of values; each is a parameter of the page's address. */
export const CHOICES = {
  lang: {
    label: 'Language',
    options: [...Object.keys(LOCALES), 'tlh'].map((tag) => [tag, tag === 'tlh' ? 'unknown' : tag] as const),
  },
  theme: {
    label: 'Color scheme',
    options: [
      ['auto', 'Auto'],
      ['light', 'Light'],
      ['dark', 'Dark'],
    ],
  },
  preset: {
    label: 'Preset',
    options: [['none', 'Default'], ...PRESETS.map((name) => [name, capital(name)] as const)],
  },
  text: {
    label: 'Text size',
    options: ['100', '150', '200'].map((percent) => [percent, `${percent} %`] as const),
  },
  css: {
    label: 'Host CSS',
    options: [
      ['none', 'None'],
      ['reset', 'Reset'],
      ['hostile', 'Hostile'],
      ['rtl', 'RTL'],
    ],
  },
  watch: {
    label: 'Watch',
    options: [
      ['auto', 'As listed'],
      ['on', 'On'],
    ],
  },
  tab: {
    label: 'Panel',
    options: [
      ['closed', 'Closed'],
      ['code', 'Code'],
      ['events', 'Events'],
    ],
  },
} as const satisfies Readonly<Record<string, Choice>>;

export type ChoiceName = keyof typeof CHOICES;

/** Container widths that have buttons, and the limits of others, in CSS pixels. */
export const WIDTHS = [280, 328, 390, 420, 640, 900] as const;
export const LIMITS = { min: 240, max: 1200 } as const;
const DEFAULT_WIDTH = 420;

/** The state of the workbench, which is the query of its address. */
export type Settings = Readonly<Record<ChoiceName, string>> & {
  readonly situation: string;
  /** The width of the element's container in CSS pixels. */
  readonly width: number;
  /** A decimal string instead of the situation's own amount, or ''. */
  readonly amount: string;
};

const NAMES = Object.keys(CHOICES) as ChoiceName[];

/** The settings of a knob whose change requests the slip again. */
const RELOADING = ['situation', 'amount'] as const;

/** Reads the settings of an address. A missing or invalid value becomes the default. */
export function readSettings(query: URLSearchParams): Settings {
  const choices = NAMES.map((name) => {
    const values: readonly string[] = CHOICES[name].options.map(([value]) => value);
    const requested = query.get(name) ?? '';
    return [name, values.includes(requested) ? requested : values[0]!];
  });
  return {
    ...(Object.fromEntries(choices) as Record<ChoiceName, string>),
    situation: (SITUATIONS.find(({ id }) => id === query.get('situation')) ?? SITUATIONS[0]!).id,
    width: clampWidth(Number(query.get('width') ?? DEFAULT_WIDTH)),
    amount: /^\d{1,12}(\.\d{1,2})?$/.exec(query.get('amount') ?? '')?.[0] ?? '',
  };
}

/** The query of the situation and of the settings that differ from their defaults. */
export function queryOf(settings: Settings): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(settings))
    if (name === 'situation' || value !== DEFAULTS[name as keyof Settings]) query.set(name, String(value));
  return query.toString();
}

export const DEFAULTS = readSettings(new URLSearchParams());

/** Whether the element must be created again after this change. */
export function mustReload(before: Settings, after: Settings): boolean {
  return RELOADING.some((name) => before[name] !== after[name]);
}

export function clampWidth(width: number): number {
  const whole = Number.isFinite(width) ? Math.round(width) : DEFAULT_WIDTH;
  return Math.min(LIMITS.max, Math.max(LIMITS.min, whole));
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
