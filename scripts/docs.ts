/** `npm run docs`: writes the generated tables, the OpenAPI document and the reference pages. A test compares them. */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openapi } from 'deposit-slip/contract';
import { METHODS } from 'deposit-slip/core';
import { cli } from '@custom-elements-manifest/analyzer/cli.js';
import { format } from 'prettier';
import { en } from '../src/widget/locales/en.js';
import { tallyOf, type Typo } from '../test/fixtures/detection-rates.js';
import { SCHEMES, type Scheme } from '../test/fixtures/schemes.js';
import { writeReference } from './reference.js';
import { EXAMPLES_FILE, recordExamples } from '../sandbox/examples.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** What a table needs of the manifest (custom-elements.json). */
interface Declaration {
  readonly name: string;
  readonly tagName?: string;
  readonly members?: readonly Member[];
  readonly events?: readonly DocumentedEvent[];
  readonly cssParts?: readonly Documented[];
  readonly cssProperties?: readonly Documented[];
}

interface Documented {
  readonly name: string;
  readonly description?: string;
}

interface DocumentedEvent extends Documented {
  readonly type: { readonly text: string };
}

interface Member extends Documented {
  readonly kind: string;
  readonly attribute?: string;
  readonly static?: boolean;
  readonly readonly?: boolean;
}

/** Every file with something generated in it, and its text. A table stands between markers of its name, in any guide. */
export async function generated(): Promise<ReadonlyMap<string, string>> {
  const tables = new Map([
    ['methods', methodTable()],
    ['rates', rateTable()],
    ...(await elements()).flatMap(elementTables),
  ]);
  const files = new Map<string, string>();
  for (const file of ['README.md', ...readdirSync(`${ROOT}/docs`).map((name) => `docs/${name}`)]) {
    if (!file.endsWith('.md')) continue;
    const text = readFileSync(`${ROOT}/${file}`, 'utf8');
    const markers = [...text.matchAll(/^<!-- \/(.+) -->$/gm)].map(([, marker]) => marker!);
    if (markers.length === 0) continue;
    const filled = markers.reduce((filling, marker) => between(filling, marker, tables.get(marker)), text);
    files.set(file, await format(filled, { parser: 'markdown', singleQuote: true, printWidth: 110 }));
  }
  files.set(
    'docs/openapi.json',
    await format(JSON.stringify(openapi()), { parser: 'json', printWidth: 110 }),
  );
  return files;
}

/** Every element, as its own doc block and declarations describe it. */
async function elements(): Promise<Declaration[]> {
  const { modules } = (await cli({ argv: ['analyze'], cwd: ROOT, noWrite: true })) as {
    modules: readonly { declarations: readonly Declaration[] }[];
  };
  return modules.flatMap(({ declarations }) => declarations).filter(({ tagName }) => tagName !== undefined);
}

function elementTables(element: Declaration): [string, string][] {
  const { tagName, members = [], events = [], cssParts = [], cssProperties = [] } = element;
  const settings = members.filter(
    ({ attribute, kind, description, static: isStatic, readonly: isReadonly }) =>
      attribute ?? (kind === 'field' && description && !isStatic && !isReadonly),
  );
  const attributes = settings.map(({ attribute, name, description }) => [
    attribute ? `\`${attribute}\`` : '',
    `\`${name}\``,
    oneLine(description),
  ]);
  const eventRows = events.map(({ name, type, description }) => [
    `\`${name}\``,
    `\`${type.text}\``,
    oneLine(description),
  ]);
  return [
    [`${tagName} attributes`, table(['attribute', 'property', 'meaning'], attributes)],
    [`${tagName} events`, table(['event', 'class', 'when'], eventRows)],
    [`${tagName} parts`, table(['part', 'what'], documented(cssParts))],
    [`${tagName} properties`, table(['property', 'what'], documented(cssProperties))],
  ];
}

function documented(entries: readonly Documented[]): string[][] {
  return entries.map(({ name, description }) => [`\`${name}\``, oneLine(description)]);
}

function methodTable(): string {
  const rows = METHODS.map(({ id, slug, fiat, amount }) => [
    String(id),
    en.titles[slug] ?? slug,
    fiat,
    amount,
  ]);
  return table(['id', 'method', 'currency', 'amount'], rows);
}

function rateTable(): string {
  const rows = SCHEMES.map((scheme) => [scheme.name, caught(scheme, 'digit'), caught(scheme, 'swap')]);
  return table(['number', 'one wrong digit', 'two different adjacent digits swapped'], rows);
}

function between(text: string, marker: string, content: string | undefined): string {
  const start = `<!-- ${marker} -->`;
  const end = `<!-- /${marker} -->`;
  const from = text.indexOf(start);
  const to = text.indexOf(end);
  if (from < 0 || content === undefined) throw new Error(`Nothing to put between the markers ${start}.`);
  return `${text.slice(0, from + start.length)}\n\n${content}\n\n${text.slice(to)}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Rounded down, so that only a perfect rate is shown as 100 %. */
function caught(scheme: Scheme, typo: Typo): string {
  const { all, missed } = tallyOf(scheme, typo);
  return `${Number(((all - missed) * 10_000n) / all) / 100} %`;
}

function oneLine(text = ''): string {
  return text.replace(/\s+/g, ' ').trim();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [file, text] of await generated()) writeFileSync(`${ROOT}/${file}`, text);
  writeFileSync(`${ROOT}/${EXAMPLES_FILE}`, await recordExamples());
  writeReference(`${ROOT}/docs/reference`);
}
