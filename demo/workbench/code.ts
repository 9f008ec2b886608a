/** The HTML that a merchant writes for the content of the frame. docs/quick-starts.md has the frameworks. */
import type { Properties, Situation } from '../situations/situation.js';
import { MERCHANT, propertiesOf } from './properties.js';
import type { Settings } from './settings.js';

/** An attribute; `true` is written without a value. */
type Attribute = readonly [name: string, value: string | true];

interface Snippet {
  readonly tag: string;
  readonly attributes: readonly Attribute[];
  /** A response in place of an endpoint. */
  readonly answer: object | undefined;
  readonly preset: string | undefined;
}

export function codeFor(situation: Situation, settings: Settings): string {
  return inHtml(snippetOf(situation, settings)).join('\n');
}

function snippetOf(situation: Situation, settings: Settings): Snippet {
  const { answer, endpoint, ...rest }: Properties = propertiesOf(situation, settings);
  const inline = situation.inPage ? IN_PAGE : answer;
  const named = {
    ...(endpoint && { endpoint: '/deposit' }),
    ...(situation.inPage && { paymentId: '105' }),
    ...rest,
  };
  const common = { merchantName: MERCHANT, lang: settings.lang };
  const theme = settings.theme === 'auto' ? {} : { theme: settings.theme };
  const attributes = Object.entries({ ...named, ...common, ...theme }).flatMap(
    ([name, value]): Attribute[] => {
      if (value === undefined || value === false) return [];
      return [[kebab(name), value === true ? true : String(value)]];
    },
  );
  return {
    tag: situation.tag ?? 'deposit-slip',
    attributes,
    answer: inline,
    preset: settings.preset === 'none' ? undefined : settings.preset,
  };
}

/** The response in the HTML of the frame (page.ts). */
export const IN_PAGE = {
  code: 200,
  data: { fiat: 'MXN', fieldList: { 'Cuenta CLABE': '999180000000000015' } },
};

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const escaped = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const written = ([name, value]: Attribute): string => (value === true ? name : `${name}="${escaped(value)}"`);

/** JSON for a script element, in which nothing can end the element. */
const jsonOf = (answer: object): string =>
  JSON.stringify(answer, null, 2).replaceAll('<', String.raw`\u003c`);

const indented = (lines: readonly string[]): string[] =>
  lines.flatMap((text) => text.split('\n')).map((text) => `  ${text}`);

function inHtml({ tag, attributes, answer, preset }: Snippet): string[] {
  return [
    `<script type="module" src="/${tag}.js"></script>`,
    ...(preset ? [`<link rel="stylesheet" href="/themes/${preset}.css" />`] : []),
    `<${tag}`,
    ...indented(attributes.map(written)),
    '>',
    ...(answer
      ? indented(['<script type="application/json">', ...indented([jsonOf(answer)]), '</script>'])
      : []),
    `</${tag}>`,
  ];
}
