/**
 * `npm run docs`: writes the generated tables (also those of what a build, a benchmark or a proof counts),
 * the pictures of the benchmarks, the recorded examples of the sandbox, the hash of the script-tag file, and
 * the heights of `reserve.css`. Tests compare them.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { METHODS } from 'deposit-slip/core';
import { cli } from '@custom-elements-manifest/analyzer/cli.js';
import { growthTable, reportFiles, seenTable } from '../bench/report.js';
import { sizesTable } from '../bench/sizes.js';
import { table } from '../bench/table.js';
import { builtScript, SCRIPT_TAG } from '../demo/scripts.js';
import { LOCALES } from '../src/widget/all-locales.js';
import { en } from '../src/widget/locales/en.js';
import { RULES } from '../src/widget/shared/controllers/palette-controller.js';
import { openBrowser } from '../test/e2e/driver/index.js';
import { tallyOf, type Typo } from '../test/fixtures/detection-rates.js';
import { SCHEMES, type Scheme } from '../test/fixtures/schemes.js';
import { ROOT } from '../test/root.js';
import { withCases } from './cases.js';
import { formatted } from './format.js';
import { reserveSheet } from './reserve.js';
import { EXAMPLES_FILE, recordExamples } from '../sandbox/examples.js';

/** The part of the manifest (custom-elements.json) that a table needs. */
interface Declaration {
  readonly name: string;
  readonly tagName?: string;
  readonly members?: readonly Member[];
  readonly events?: readonly DocumentedEvent[];
  readonly slots?: readonly Documented[];
  readonly cssParts?: readonly Documented[];
  readonly cssProperties?: readonly Documented[];
  readonly cssStates?: readonly Documented[];
}

interface Documented {
  readonly name: string;
  readonly description?: string;
  readonly inheritedFrom?: { readonly name: string };
}

interface DocumentedEvent extends Documented {
  readonly type: { readonly text: string };
}

interface Member extends Documented {
  readonly kind: string;
  readonly type?: { readonly text: string };
  readonly attribute?: string;
  readonly static?: boolean;
  readonly readonly?: boolean;
}

/** The documents with generated tables, besides the guides. */
const DOCUMENTS = ['README.md', 'sandbox/README.md'];

/**
 * Every file with generated content, and its text. A table is placed between markers with its name, in any
 * document.
 */
export async function generated(): Promise<ReadonlyMap<string, string>> {
  const tables = new Map([
    ['methods', methodTable()],
    ['rates', rateTable()],
    ['messages', messageTable()],
    ['locales', Object.keys(LOCALES).map(code).join(', ')],
    ['replacements', replacementTable()],
    ['sizes', sizesTable()],
    ['seen', seenTable()],
    ['growth', growthTable()],
    ...(await elements()).flatMap(elementTables),
  ]);
  const files = new Map(await reportFiles());
  for (const file of [...DOCUMENTS, ...readdirSync(`${ROOT}/docs`).map((name) => `docs/${name}`)]) {
    if (!file.endsWith('.md')) continue;
    const text = readFileSync(`${ROOT}/${file}`, 'utf8');
    const markers = [...text.matchAll(/^<!-- \/(.+) -->$/gm)].map(([, marker]) => marker!);
    if (markers.length === 0) continue;
    const filled = markers.reduce((filling, marker) => between(filling, marker, tables.get(marker)), text);
    files.set(file, await formatted(file, filled));
  }
  const security = withCases(readFileSync(`${ROOT}/SECURITY.md`, 'utf8'));
  files.set('SECURITY.md', await formatted('SECURITY.md', security));
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
  const { tagName, members = [], events = [], slots = [] } = element;
  const { cssParts = [], cssProperties = [], cssStates = [] } = element;
  const settings = sharedFirst(members).filter(
    ({ attribute, kind, description, static: isStatic, readonly: isReadonly }) =>
      attribute ?? (kind === 'field' && description && !isStatic && !isReadonly),
  );
  const attributes = settings.map(({ attribute, name, type, description }) => [
    attribute ? code(attribute) : '',
    code(name),
    code(settableType(type?.text)),
    oneLine(description),
  ]);
  const stateRows = cssStates.map(({ name, description }) => [code(`:state(${name})`), oneLine(description)]);
  const sources = ['shared', tagName]
    .map((folder) => `${ROOT}/src/widget/${folder}/events.ts`)
    .filter(existsSync);
  const payloads = eventPayloads(sources.map((file) => readFileSync(file, 'utf8')).join('\n'));
  const eventRows = events.map(({ name, type, description }) => [
    code(name),
    code(type.text),
    payloads.get(type.text)!.map(code).join(', '),
    oneLine(description),
  ]);
  return [
    [`${tagName} attributes`, table(['attribute', 'property', 'type', 'meaning'], attributes)],
    [`${tagName} events`, table(['event', 'class', 'carries', 'when'], eventRows)],
    [`${tagName} slots`, table(['slot', 'where'], documented(slots))],
    [`${tagName} parts`, table(['part', 'what'], documented(cssParts))],
    [`${tagName} properties`, table(['property', 'what'], documented(sharedFirst(cssProperties)))],
    [`${tagName} states`, table(['state', 'when'], stateRows)],
  ];
}

/** The common members of all elements come first, such as the endpoint. */
function sharedFirst<Entry extends Documented>(entries: readonly Entry[]): Entry[] {
  const isShared = ({ inheritedFrom }: Entry): boolean => inheritedFrom?.name === 'EndpointElement';
  return [...entries.filter(isShared), ...entries.filter((entry) => !isShared(entry))];
}

/** Every member of the classes in a module of events, as `name: type`, by the name of the class. */
function eventPayloads(source: string): ReadonlyMap<string, readonly string[]> {
  const classes = source.matchAll(/^export class (\w+) extends NativeEvent \{([^]*?)^\}/gm);
  return new Map(
    [...classes].map(([, name, body]) => [
      name!,
      [...body!.matchAll(/readonly (\w+: [^,;)]+)/g)].map(([, member]) => member!),
    ]),
  );
}

/** A type without `undefined`: setting a property to `undefined` is the same as leaving it out. */
function settableType(type = ''): string {
  return type.replace(/ \| undefined$/, '');
}

function code(text: string): string {
  return `\`${text.replaceAll('|', '\\|')}\``;
}

function documented(entries: readonly Documented[]): string[][] {
  return entries.map(({ name, description }) => [code(name), oneLine(description)]);
}

function methodTable(): string {
  const rows = METHODS.map(({ id, slug, fiat, amount, hasTxId }) => [
    String(id),
    en.titles[slug] ?? slug,
    fiat,
    amount,
    hasTxId ? 'its id' : 'own account',
  ]);
  return table(['id', 'method', 'currency', 'amount', 'arrival seen by'], rows);
}

/** The keys of the messages: a text in English, or the keys of a group. */
function messageTable(): string {
  const rows = Object.entries(en).map(([key, value]) => [
    code(key),
    typeof value === 'string' ? value : Array.isArray(value) ? value.join(' · ') : keysOf(value),
  ]);
  return table(['key', 'English, or the keys of the group'], rows);
}

function keysOf(group: object): string {
  return Object.entries(group)
    .map(([key, value]) => {
      const isGroup = typeof value === 'object' && !Array.isArray(value);
      return code(isGroup ? `${key}: {${Object.keys(value as object).join(', ')}}` : key);
    })
    .join(', ');
}

function rateTable(): string {
  const rows = SCHEMES.map((scheme) => [scheme.name, caught(scheme, 'digit'), caught(scheme, 'swap')]);
  return table(['number', 'one wrong digit', 'two different adjacent digits swapped'], rows);
}

function replacementTable(): string {
  const names = (colors: readonly string[]) =>
    colors.map((color) => color.split(' ').toReversed().map(code).join(' over ')).join(', ');
  const rows = RULES.map(([fronts, backs, least, instead]) => [
    names(fronts),
    names(backs),
    `${least}:1`,
    Object.entries(instead)
      .map(([name, by]) => `${code(name)} by ${by === '' ? 'the default' : code(by)}`)
      .join(', '),
  ]);
  return table(['color', 'on', 'below', 'replaced'], rows);
}

function between(text: string, marker: string, content: string | undefined): string {
  const start = `<!-- ${marker} -->`;
  const end = `<!-- /${marker} -->`;
  const from = text.indexOf(start);
  const to = text.indexOf(end);
  if (from < 0 || content === undefined) throw new Error(`Nothing to put between the markers ${start}.`);
  return `${text.slice(0, from + start.length)}\n\n${content}\n\n${text.slice(to)}`;
}

/** Rounded down, so that only a perfect rate is shown as 100 %. */
function caught(scheme: Scheme, typo: Typo): string {
  const { all, missed } = tallyOf(scheme, typo);
  return `${Number(((all - missed) * 10_000n) / all) / 100} %`;
}

function oneLine(text = ''): string {
  return text.replace(/\s+/g, ' ').trim();
}

/**
 * The README with the hash of the script-tag file in its script tag. The tests compare it with the built
 * file.
 */
async function pinScriptTag(readme: string): Promise<string> {
  const built = readFileSync(await builtScript(ROOT, SCRIPT_TAG));
  const hash = createHash('sha384').update(built).digest('base64');
  return readme.replace(/integrity="[^"]*"/, `integrity="sha384-${hash}"`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = new Map(await generated());
  // Everything that can fail is done before writing, so that a run writes everything or nothing.
  if (!process.argv.includes('--tables')) {
    files.set(EXAMPLES_FILE, await recordExamples());
    const browser = await openBrowser('chromium');
    files.set('src/reserve.css', await reserveSheet(browser));
    await browser.close();
    files.set('README.md', await pinScriptTag(files.get('README.md')!));
  }
  for (const [file, text] of files) writeFileSync(`${ROOT}/${file}`, text);
}
