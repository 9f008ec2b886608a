/** `npm run docs`: writes the generated tables, the API's description and the reference pages. Tests compare them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openapi } from 'deposit-slip/contract';
import { METHODS } from 'deposit-slip/core';
import { cli } from '@custom-elements-manifest/analyzer/cli.js';
import { format } from 'prettier';
import { en } from '../src/widget/locales/en.js';
import { TOKENS } from '../src/widget/shared/styles/tokens.js';
import { tallyOf, type Typo } from '../test/fixtures/detection-rates.js';
import { SCHEMES, type Scheme } from '../test/fixtures/schemes.js';
import { writeReference } from './reference.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface Named {
  readonly name: string;
  readonly description?: string;
}

interface Declaration {
  readonly kind: string;
  readonly name: string;
  readonly members?: readonly (Named & {
    readonly attribute?: string;
    readonly type?: { readonly text: string };
  })[];
  readonly events?: readonly Named[];
  readonly cssParts?: readonly Named[];
}

interface Manifest {
  readonly modules: readonly { readonly declarations: readonly Declaration[] }[];
}

/** Every file with something generated in it, and its text. */
export async function generated(): Promise<ReadonlyMap<string, string>> {
  const { members = [], events = [], cssParts = [] } = await manifest();
  const options = members.filter(({ attribute, name }) => attribute !== undefined || PROPERTIES.has(name));
  const tables = {
    'README.md': {
      methods: table(
        ['id', 'method', 'currency', 'amount'],
        METHODS.map(({ id, slug, fiat, amount }) => [String(id), en.titles[slug] ?? slug, fiat, amount]),
      ),
    },
    'docs/checks.md': {
      rates: table(
        ['number', 'one wrong digit', 'two different adjacent digits swapped'],
        SCHEMES.map((scheme) => [scheme.name, caught(scheme, 'digit'), caught(scheme, 'swap')]),
      ),
    },
    'docs/element.md': {
      attributes: table(
        ['attribute', 'property', 'meaning'],
        options.map(({ attribute, name, description }) => [
          attribute ? `\`${attribute}\`` : '',
          `\`${name}\``,
          oneLine(description),
        ]),
      ),
      events: table(
        ['event', 'when'],
        events.map(({ name, description }) => [`\`${name}\``, oneLine(description)]),
      ),
      parts: table(
        ['part', 'what'],
        cssParts.map(({ name, description }) => [`\`${name}\``, oneLine(description)]),
      ),
      properties: table(
        ['property', 'what'],
        TOKENS.map(({ name, purpose }) => [`\`--deposit-${name}\``, purpose]),
      ),
    },
  };
  const files = new Map<string, string>();
  for (const [file, sections] of Object.entries(tables)) {
    let text = readFileSync(`${ROOT}/${file}`, 'utf8');
    for (const [marker, content] of Object.entries(sections)) text = between(text, marker, content);
    files.set(file, await format(text, { parser: 'markdown', singleQuote: true, printWidth: 110 }));
  }
  files.set(
    'docs/openapi.json',
    await format(JSON.stringify(openapi()), { parser: 'json', printWidth: 110 }),
  );
  return files;
}

/** Properties without an attribute that are documented. */
const PROPERTIES: ReadonlySet<string> = new Set(['answer', 'getSession', 'messages']);

/** The element as its own doc block and declarations tell it. */
async function manifest(): Promise<Declaration> {
  const { modules } = (await cli({ argv: ['analyze'], cwd: ROOT, noWrite: true })) as Manifest;
  const found = modules[0]?.declarations.find(({ name }) => name === 'DepositSlip');
  if (!found) throw new Error('The element was not found in its own file.');
  return found;
}

function between(text: string, marker: string, content: string): string {
  const start = `<!-- ${marker} -->`;
  const end = `<!-- /${marker} -->`;
  const from = text.indexOf(start);
  const to = text.indexOf(end);
  if (from < 0 || to < 0) throw new Error(`No markers for ${marker}.`);
  return `${text.slice(0, from + start.length)}\n\n${content}\n\n${text.slice(to)}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Rounded down: what misses one in a million is not 100 %. */
function caught(scheme: Scheme, typo: Typo): string {
  const { all, missed } = tallyOf(scheme, typo);
  return `${Number(((all - missed) * 10_000n) / all) / 100} %`;
}

function oneLine(text = ''): string {
  return text.replace(/\s+/g, ' ').trim();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [file, text] of await generated()) writeFileSync(`${ROOT}/${file}`, text);
  writeReference(`${ROOT}/docs/reference`);
}
