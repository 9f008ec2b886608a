import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, it } from 'node:test';
import { nextPages } from '../../site/.vitepress/next-pages.js';
import { linkOf, pageOf, slugify } from '../../site/.vitepress/pages.js';
import { sidebar } from '../../site/.vitepress/sidebar.js';
import home from '../../site/.vitepress/theme/home.data.js';
import { ROOT } from '../root.js';
import { anchorsOf } from './anchors.js';

const guides = readdirSync(`${ROOT}/docs`).filter((file) => file.endsWith('.md'));
const { entryPoints } = JSON.parse(readFileSync(`${ROOT}/docs/typedoc.json`, 'utf8')) as {
  readonly entryPoints: readonly string[];
};
/** The pages that the site's build writes from the docstrings. */
const REFERENCE = entryPoints.map((file) => `docs/reference/${basename(file, '.ts')}.md`);
const FILES = [
  ...[
    'README.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'bench/README.md',
    'sandbox/README.md',
    'integrations/README.md',
  ],
  ...guides.map((file) => `docs/${file}`),
];

describe('the site', () => {
  it('lists every guide in its sidebar, and nothing else', () => {
    const listed = sidebar.flatMap(({ items }) => items.map(({ link }) => link));
    const pages = [...FILES, ...REFERENCE].map((file) => `/${pageOf(file).replace(/(?:index)?\.md$/, '')}`);
    assert.deepEqual(new Set(listed), new Set(pages));
    assert.equal(listed.length, pages.length);
  });

  it('begins with a page that has the commands and the figures of the README', () => {
    const readme = readFileSync(`${ROOT}/README.md`, 'utf8');
    const { tagline, commands, figures } = home.load();
    assert.match(tagline, /^[A-Z].*\.$/);
    assert.deepEqual(
      commands.map(({ command }) => command),
      ['npm ci && npm start', 'npm ci && npm test'],
    );
    assert.equal(figures.length, 3);
    for (const { value } of figures) assert.ok(readme.includes(`| ${value} `), value);
  });

  it('links from its home page to existing guides and sections', () => {
    const listed = sidebar.flatMap(({ items }) => items.map(({ link }) => link));
    for (const [link] of nextPages) {
      const [page, anchor] = link.split('#');
      assert.ok(listed.includes(page!), link);
      const file = FILES.find((name) => `/${pageOf(name)}` === `${page}.md`)!;
      if (anchor !== undefined) assert.ok(anchorsOf(file).has(anchor), link);
    }
  });

  it('links pages where the repository links files', () => {
    for (const [file, href, link] of [
      ['README.md', 'docs/element.md#events', '/element.md#events'],
      ['docs/element.md', '../README.md', '/overview.md'],
      ['docs/element.md', 'reference/README.md', '/reference/index.md'],
      ['docs/testing.md', '../sandbox/README.md#faults', '/sandbox/index.md#faults'],
      ['sandbox/README.md', '../SECURITY.md', '/security.md'],
      ['docs/element.md', '#events', '#events'],
      ['docs/element.md', 'https://shop.example/a.md', 'https://shop.example/a.md'],
      ['docs/element.md', '../themes/bank.css', undefined],
      ['integrations/README.md', 'react/README.md', undefined],
    ] as const)
      assert.equal(linkOf(file, href), link, `${href} in ${file}`);
  });

  it('refers to its pictures by paths that begin with a dot: any other path would be the name of a package', () => {
    const paths = FILES.flatMap((file) =>
      [
        ...readFileSync(`${ROOT}/${file}`, 'utf8').matchAll(/<(?:img|source) [^>]*?src(?:set)?="([^"]+)"/g),
      ].map(([, path]) => path!),
    );
    assert.notEqual(paths.length, 0);
    assert.deepEqual(
      paths.filter((path) => !/^(?:\.\.?\/|https:)/.test(path)),
      [],
    );
  });

  it('gives headings the anchors of the repository', () => {
    assert.ok(anchorsOf('README.md').has(slugify('Script tag in 60 seconds')));
    assert.equal(slugify("Node's own HTTP server"), 'nodes-own-http-server');
  });
});
