/** Maps the Markdown files of the repository to paths on the site. */
import { posix } from 'node:path';

/** Folders without pages. */
export const EXCLUDED = [
  '{cdn,demo,dist,scripts,sheets,src,test,themes,types}/**',
  '{bench,sandbox,integrations}/*/**',
];

/** Whether a file of the repository has a page. */
function isPage(file: string): boolean {
  return /^(?:[A-Z]+|docs\/.+|(?:bench|sandbox|integrations)\/README)\.md$/.test(file);
}

/** Returns the path of a file's page, with its suffix: `element.md` for `docs/element.md`. */
export function pageOf(file: string): string {
  return file
    .replace(/^docs\//, '')
    .replace(/^README\.md$/, 'overview.md')
    .replace(/^site\/home\.md$/, 'index.md')
    .replace(/README\.md$/, 'index.md')
    .replace(/^[A-Z]+\.md$/, (name) => name.toLowerCase());
}

/**
 * Returns the link on the site for a link to a file of the repository, or undefined if that file has no
 * page.
 */
export function linkOf(file: string, href: string): string | undefined {
  if (/^(?:[a-z][a-z+.-]*:|#)/i.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const target = posix.join(posix.dirname(file), path);
  if (!isPage(target)) return undefined;
  return `/${pageOf(target)}${anchor === undefined ? '' : `#${anchor}`}`;
}

/** Returns the anchor that GitHub gives a heading. */
export function slugify(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');
}
