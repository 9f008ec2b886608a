import { PRESETS } from '../presets.js';
import { SECTIONS } from '../views.js';

interface Control {
  readonly name: string;
  readonly label: string;
  /** Values and labels; the first is the default. */
  readonly options: readonly (readonly [value: string, label: string])[];
}

/** The settings; each is a parameter of the page's address. */
const CONTROLS = [
  {
    name: 'section',
    label: 'Section',
    options: [['all', 'Everything'], ...SECTIONS.map((name) => [name, capital(name)] as const)],
  },
  {
    name: 'lang',
    label: 'Language',
    options: [
      ['en', 'English'],
      ['es', 'Español'],
      ['es-MX', 'Español (México)'],
      ['es-AR', 'Español (Argentina)'],
      ['es-CO', 'Español (Colombia)'],
      ['es-PE', 'Español (Perú)'],
      ['pt-BR', 'Português (Brasil)'],
      ['tlh', 'Unknown (tlh)'],
    ],
  },
  {
    name: 'theme',
    label: 'Theme',
    options: [
      ['auto', 'Auto'],
      ['light', 'Light'],
      ['dark', 'Dark'],
    ],
  },
  {
    name: 'preset',
    label: 'Preset',
    options: [['none', 'None'], ...PRESETS.map((name) => [name, capital(name)] as const)],
  },
  {
    name: 'width',
    label: 'Container',
    options: [
      ['fit', 'Fits the columns'],
      ...[280, 328, 390, 420, 640, 900].map((width) => [String(width), `${width} px`] as const),
    ],
  },
] as const satisfies readonly Control[];

type Name = (typeof CONTROLS)[number]['name'];

/** The settings in the page's address; every value is one of its control's options. */
export type Settings = Readonly<Record<Name, string>>;

/** Reads the settings of an address. A missing or invalid value becomes the default. */
export function readSettings(query: URLSearchParams): Settings {
  const valueOf = ({ name, options }: Control): string => {
    const requested = query.get(name);
    return options.some(([value]) => value === requested) ? requested! : options[0]![0];
  };
  return Object.fromEntries(CONTROLS.map((control) => [control.name, valueOf(control)])) as Settings;
}

/** Creates a select for each control. `onChange` receives all settings and the name of the one that changed. */
export function settingsControls(
  settings: Settings,
  onChange: (settings: Settings, name: Name) => void,
): HTMLElement[] {
  let current = settings;
  return CONTROLS.map(({ name, label, options }) => {
    const select = document.createElement('select');
    select.name = name;
    select.append(...options.map(([value, text]) => new Option(text, value)));
    select.value = settings[name];
    select.addEventListener('change', () => {
      current = { ...current, [name]: select.value };
      onChange(current, name);
    });
    const field = document.createElement('label');
    field.append(`${label} `, select);
    return field;
  });
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
