import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, it } from 'node:test';
import { packagesOf } from '../../../scripts/on-demand.js';
import { writeReference } from '../../../scripts/reference.js';
import { pageOf } from '../../../site/.vitepress/pages.js';
import { searchOptions } from '../../../site/.vitepress/search.js';
import { ROOT } from '../../root.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { contrast } from '../../themes/contrast.js';
import { withoutCode } from '../../docs/anchors.js';

/** The used parts of VitePress and MiniSearch, whose packages are installed only for the site. */
interface VitePress {
  createMarkdownRenderer(
    folder: string,
    options: object,
  ): Promise<{ render(text: string, env: object): string }>;
}
interface Index {
  addAll(sections: readonly object[]): void;
  search(words: string): readonly { readonly id: string }[];
}
type MiniSearch = new (options: object) => Index;

const inSite = packagesOf('site');
const { createMarkdownRenderer } = (await import(inSite.resolve('vitepress'))) as VitePress;
const { default: MiniSearch } = (await import(inSite.resolve('minisearch'))) as { default: MiniSearch };
const { markdown } = (await import(`${ROOT}/site/.vitepress/markdown.ts`)) as {
  markdown: { readonly theme: Readonly<Record<'light' | 'dark', string>> };
};

const renderer = await createMarkdownRenderer(ROOT, {
  ...markdown,
  // Coloring the code would take most of the time.
  highlight: (code: string) =>
    `<pre v-pre><code>${code.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</code></pre>`,
});
const filesIn = (folder: string) =>
  readdirSync(`${ROOT}/${folder}`).flatMap((name) => (name.endsWith('.md') ? [`${folder}/${name}`] : []));
const FILES = [
  ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...['bench/README.md', 'sandbox/README.md', 'integrations/README.md'],
  ...['docs', 'docs/adr'].flatMap(filesIn),
];
/** The folder of the reference, which the site's build writes. Throws if an export has no docstring. */
const REFERENCE = temporaryFolder();
writeReference(REFERENCE);
for (const name of readdirSync(REFERENCE)) FILES.push(`docs/reference/${name}`);
const textOf = (file: string) =>
  readFileSync(file.replace(/^docs\/reference/, REFERENCE).replace(/^(?!\/)/, `${ROOT}/`), 'utf8');
const PAGES = new Map(FILES.map((file) => [file, render(textOf(file), file)]));

function render(text: string, file = 'docs/element.md'): string {
  return renderer.render(text, { path: `${ROOT}/${file}`, relativePath: file });
}

const ELEMENTS = new Set(
  (
    'a blockquote br button code del details div em h1 h2 h3 h4 h5 h6 hr img input kbd label li ol p picture pre source span ' +
    'strong summary table tbody td th thead tr ul Diagram LiveSlip'
  ).split(' '),
);
const ATTRIBUTES = new Set(
  (
    'alt aria-label checked class disabled for height href id loading media rel src srcset start style tabindex target text ' +
    'title type v-pre width'
  ).split(' '),
);

/** Lists what a validator or a reader would find wrong with an HTML page. */
function problemsOf(html: string): string[] {
  const ids = [...html.matchAll(/<[^>]* id="([^"]*)"/g)].map(([, id]) => id!);
  const tags = [...html.matchAll(/<([\w-]+)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*\/?>/g)];
  const attributes = tags.flatMap(([, , list]) => [...list!.matchAll(/\s([^\s=/]+)(?:="[^"]*")?/g)]);
  const outside = html.replaceAll(/<(\w+) v-pre[^]*?<\/\1>/g, '');
  return [
    ...ids.filter((id, at) => ids.indexOf(id) < at).map((id) => `id ${id} twice`),
    ...tags.filter(([, name]) => !ELEMENTS.has(name!)).map(([tag]) => `element ${tag}`),
    ...attributes.filter(([, name]) => !ATTRIBUTES.has(name!)).map(([, name]) => `attribute ${name}`),
    ...(outside.match(/\{\{.*?\}\}/g) ?? []).map((text) => `interpolated ${text}`),
  ];
}

/**
 * The letters, digits and braces of a text, without tags and entities. The remaining markup has none of them.
 */
const lettersOf = (text: string) => text.replaceAll(/<[^>]*>|&#?\w+;|[^\p{L}\p{N}{}]/gu, '');

/** The headings and table cells of a Markdown file that its page lacks. */
function missingFrom(html: string, text: string): string[] {
  const page = lettersOf(html);
  return withoutCode(text)
    .split('\n')
    .flatMap((line) => {
      if (/^#+ /.test(line)) return [line];
      return line.startsWith('| ') ? line.split(/(?<!\\)\|/) : [];
    })
    .filter((part) => !page.includes(lettersOf(plain(part))));
}

/** A line of Markdown without the targets of its links, and with the tags that its code shows as entities. */
function plain(line: string): string {
  return line
    .replaceAll(/`[^`]*`/g, (code) => code.replaceAll(/[<>&]/g, ' '))
    .replaceAll(/\\[<>]/g, ' ')
    .replaceAll(/\]\([^)]*\)/g, ']');
}

/** The used part of a theme for code. */
interface CodeTheme {
  readonly tokenColors: readonly {
    readonly settings: { readonly foreground?: string; readonly background?: string };
  }[];
}

/** The colors that a theme gives to code, except those with a background of their own. */
async function colorsOf(theme: string): Promise<string[]> {
  const { default: found } = (await import(inSite.resolve(`@shikijs/themes/${theme}`))) as {
    default: CodeTheme;
  };
  return found.tokenColors.flatMap(({ settings: { foreground, background } }) =>
    foreground === undefined || background !== undefined ? [] : [foreground.toLowerCase().slice(0, 7)],
  );
}

/** The site's index: a document for each section. */
function searchIndex(): Index {
  const fields = ['title', 'titles', 'text'];
  // VitePress sets the first three of the options in the browser.
  const defaults = { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 } };
  const index = new MiniSearch({ fields, searchOptions: { ...defaults, ...searchOptions } });
  for (const [file, html] of PAGES) {
    const [, ...parts] = html.split(/<h[1-6] id="([^"]*)"[^>]*>(.*?)<\/h[1-6]>/);
    const sections = parts.flatMap((anchor, at) =>
      at % 3 === 0 ? [[anchor, ...parts.slice(at + 1, at + 3)]] : [],
    );
    const page = `/${pageOf(file).replace(/(?:index)?\.md$/, '')}`;
    index.addAll(
      sections.map(([anchor, title, text]) => ({
        ...{ id: `${page}#${anchor}`, title: withoutTags(title!), text: withoutTags(text!) },
        titles: withoutTags(sections[0]![1]!),
      })),
    );
  }
  return index;
}

const withoutTags = (html: string) => html.replaceAll(/<[^>]*>/g, ' ');

describe('the pages of the site', () => {
  it('include a reference of every export, whose links lead to headings', () => {
    const pages = new Map(
      [...PAGES]
        .filter(([file]) => file.startsWith('docs/reference/'))
        .map(([file, html]) => [basename(file), html]),
    );
    assert.ok(pages.size > 5);
    for (const [page, html] of pages)
      for (const [link, target, anchor] of textOf(`docs/reference/${page}`).matchAll(
        /\]\(([\w-]+\.md)?(?:#([\w-]+))?\)/g,
      )) {
        const found = target === undefined ? html : pages.get(target);
        assert.ok(
          found !== undefined && (anchor === undefined || found.includes(` id="${anchor}"`)),
          `${link} in ${page}`,
        );
      }
  });

  it('have valid elements and attributes, and each id once', () => {
    for (const [file, html] of PAGES) assert.deepEqual(problemsOf(html), [], file);
  });

  it('show every heading and every cell of a table', () => {
    for (const [file, html] of PAGES) assert.deepEqual(missingFrom(html, textOf(file)), [], file);
  });

  it('have code with a contrast of at least 4.5, in both color schemes', async () => {
    const styles = `${dirname(inSite.resolve('vitepress'))}/../client/theme-default/styles/vars.css`;
    const backs = [...readFileSync(styles, 'utf8').matchAll(/--vp-c-bg-alt: (#\w{6});/g)].map(
      ([, color]) => color!,
    );
    assert.equal(backs.length, 2);
    for (const [scheme, back] of [
      ['light', backs[0]!],
      ['dark', backs[1]!],
    ] as const) {
      const pale = (await colorsOf(markdown.theme[scheme])).filter((color) => contrast(color, back) < 4.5);
      assert.deepEqual(pale, [], scheme);
    }
  });

  it('are found by a word, guides before the reference', () => {
    const index = searchIndex();
    for (const [words, section] of [
      ['idempotent', '/client#moving-money'],
      ['rotate', '/operations#rotate-a-key'],
      ['metrics', '/operations#metrics-and-traces'],
    ] as const)
      assert.equal(index.search(words)[0]?.id, section, words);
  });
});
