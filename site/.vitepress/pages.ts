/** Where each Markdown file of the repository is on the site. */
import { posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MarkdownRenderer } from 'vitepress';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The folders without pages. */
export const EXCLUDED = [
  '{bench,cdn,demo,dist,scripts,sheets,site,src,test,themes,types}/**',
  '{sandbox,integrations}/*/**',
];

/** Whether a file of the repository has a page. */
function isPage(file: string): boolean {
  return /^(?:[A-Z]+|docs\/.+|(?:sandbox|integrations)\/README)\.md$/.test(file);
}

/** The path of a file's page, with its suffix: `docs/element.md` is `element.md`. */
export function pageOf(file: string): string {
  if (file === 'README.md') return 'index.md';
  const [, project] = /^(sandbox|integrations)\/README\.md$/.exec(file) ?? [];
  if (project) return `${project}.md`;
  return file
    .replace(/^docs\//, '')
    .replace(/README\.md$/, 'index.md')
    .replace(/^[A-Z]+\.md$/, (name) => name.toLowerCase());
}

/** Where a link of a file leads on the site; undefined if its target has no page. In the repository it leads to a file. */
export function linkOf(file: string, href: string): string | undefined {
  if (/^(?:[a-z][a-z+.-]*:|#)/i.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const target = posix.join(posix.dirname(file), path);
  if (!isPage(target)) return undefined;
  return `/${pageOf(target)}${anchor === undefined ? '' : `#${anchor}`}`;
}

/** Makes the links between Markdown files lead from page to page. */
export function linkPages(md: MarkdownRenderer): void {
  md.core.ruler.push('link-pages', ({ tokens, env }) => {
    const file = relative(ROOT, env.realPath ?? env.path);
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      if (token.type !== 'link_open') continue;
      const link = linkOf(file, token.attrGet('href') ?? '');
      // Without an address, a link is text.
      if (link === undefined) token.attrs = null;
      else token.attrSet('href', link);
    }
  });
}

/** The anchor that GitHub gives a heading. */
export function slugify(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');
}
