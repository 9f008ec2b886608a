/** The code that a merchant writes for the content of the frame, in each framework (docs/quick-starts.md). */
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
  readonly tokens: readonly (readonly [name: string, value: string])[];
}

/** The code for a framework. */
export function codeFor(situation: Situation, settings: Settings): string {
  const snippet = snippetOf(situation, settings);
  return (WRITERS[settings.code] ?? inHtml)(snippet).join('\n');
}

/** The server's code; the same for every framework. A response embedded in the page needs none. */
export const SERVER_CODE = `// server.ts
import { createServer } from 'node:http';
import {
  createDepositKit,
  toNodeHandler,
} from 'deposit-slip/kit';
import {
  createPostgresStore,
} from 'deposit-slip/kit/postgres';
import { Pool } from 'pg';

// npx deposit-slip-migrate makes its tables.
const pool = new Pool();
pool.on('error', console.error);

const deposit = createDepositKit({
  baseUrl: process.env.API_URL,
  // $API_TOKEN never leaves the server.
  token: process.env.API_TOKEN,
  // 32 bytes or more.
  secret: process.env.DEPOSIT_SECRET,
  // What this payer may see, or null.
  authorize: (request) => grantOf(request),
  store: createPostgresStore(pool),
  // Ship once for each grant id.
  on: { paid: ({ grant }) => ship(grant.id) },
});
// Also while no page is open.
void deposit.follow();

// At /deposit, beside your own pages.
const handler = toNodeHandler(deposit);
createServer(handler).listen(3000);`;

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
    tokens: Object.entries(settings.tokens),
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

const packageOf = (tag: string): string => (tag === 'deposit-slip' ? 'deposit-slip' : 'deposit-slip/history');

/** JSON for a script element, in which nothing can end the element. */
const jsonOf = (answer: object): string =>
  JSON.stringify(answer, null, 2).replaceAll('<', String.raw`\u003c`);

const indented = (lines: readonly string[], by = '  '): string[] =>
  lines.flatMap((text) => text.split('\n')).map((text) => `${by}${text}`);

/** A start tag with an attribute on each line. */
function startTag(tag: string, attributes: readonly string[], end = '>'): string[] {
  return [`<${tag}`, ...indented(attributes), end];
}

function styleSheet({ tag, tokens }: Snippet): string[] {
  if (tokens.length === 0) return [];
  return [`${tag} {`, ...tokens.map(([name, value]) => `  --deposit-${name}: ${value};`), '}'];
}

function inHtml(snippet: Snippet): string[] {
  const { tag, attributes, answer, preset } = snippet;
  const styles = styleSheet(snippet);
  return [
    `<script type="module" src="/${tag}.js"></script>`,
    ...(preset ? [`<link rel="stylesheet" href="/themes/${preset}.css" />`] : []),
    ...(styles.length > 0 ? ['<style>', ...indented(styles), '</style>'] : []),
    ...startTag(tag, attributes.map(written)),
    ...(answer
      ? indented(['<script type="application/json">', ...indented([jsonOf(answer)]), '</script>'])
      : []),
    `</${tag}>`,
  ];
}

/** The imports of every framework, and the response as a constant. */
function moduleHead({ tag, preset, answer }: Snippet, framework: string): string[] {
  return [
    `import '${packageOf(tag)}';`,
    ...(tag === 'deposit-slip' ? [`import type {} from 'deposit-slip/${framework}';`] : []),
    ...(preset ? [`import 'deposit-slip/themes/${preset}.css';`] : []),
    ...(answer ? ['', `const answer = ${JSON.stringify(answer, null, 2)};`] : []),
  ];
}

function inReact(snippet: Snippet): string[] {
  const { tag, attributes, answer } = snippet;
  const all = [...attributes.map(written), ...(answer ? ['answer={answer}'] : [])];
  return [
    ...moduleHead(snippet, 'react'),
    ...asImport(snippet),
    '',
    'export function Deposit() {',
    ...indented(['return (', ...indented(startTag(tag, all, '/>')), ');']),
    '}',
  ];
}

function inVue(snippet: Snippet): string[] {
  const { tag, attributes, answer } = snippet;
  const all = [...attributes.map(written), ...(answer ? [':answer="answer"'] : [])];
  return [
    '<script setup lang="ts">',
    ...moduleHead(snippet, 'vue'),
    '</script>',
    '',
    '<template>',
    ...indented(startTag(tag, all, '/>')),
    '</template>',
    ...asStyle(snippet),
  ];
}

function inSvelte(snippet: Snippet): string[] {
  const { tag, attributes, answer } = snippet;
  const all = [...attributes.map(written), ...(answer ? ['{answer}'] : [])];
  return [
    '<script lang="ts">',
    ...indented(moduleHead(snippet, 'svelte')),
    '</script>',
    '',
    ...startTag(tag, all, `></${tag}>`),
    // A style of a component selects only its own elements, without `:global`.
    ...asStyle({ ...snippet, tag: `:global(${tag})` }),
  ];
}

function asStyle(snippet: Snippet): string[] {
  const styles = styleSheet(snippet);
  return styles.length > 0 ? ['', '<style>', ...styles, '</style>'] : [];
}

/** React itself has no style sheets. */
function asImport(snippet: Snippet): string[] {
  const styles = styleSheet(snippet);
  return styles.length > 0 ? ["import './deposit.css';", '', '/* deposit.css', ...styles, '*/'] : [];
}

const WRITERS: Readonly<Record<string, (snippet: Snippet) => string[]>> = {
  html: inHtml,
  react: inReact,
  vue: inVue,
  svelte: inSvelte,
};
