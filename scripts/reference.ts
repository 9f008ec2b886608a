/** Generates the reference pages from the docstrings of every export. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { slugify } from '../site/.vitepress/pages.js';
import { ROOT } from '../test/root.js';
import { packagesOf } from './on-demand.js';

/**
 * Writes the pages into a folder. Throws if an export is undocumented or refers to a type that is not
 * exported.
 */
export function writeReference(folder: string): void {
  const typedoc = join(dirname(packagesOf('docs').resolve('typedoc')), '../bin/typedoc');
  const args = [typedoc, '--options', `${ROOT}/docs/typedoc.json`, '--out', folder];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: `${ROOT}/docs`,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stdout + stderr);
  for (const name of readdirSync(folder)) {
    const page = join(folder, name);
    writeFileSync(page, withNumberedAnchors(readFileSync(page, 'utf8')));
  }
}

/**
 * A page whose links use the anchors of its headings. If several headings differ only in case or punctuation,
 * such as `problem()` and `Problem`, TypeDoc numbers their anchors differently from GitHub and the site.
 */
function withNumberedAnchors(text: string): string {
  const times = new Map<string, number>();
  const anchors = new Map<string, string>();
  for (const [, heading] of text.matchAll(/^#+ (.+)$/gm)) {
    const slug = slugify(heading!);
    const before = times.get(slug) ?? 0;
    times.set(slug, before + 1);
    anchors.set(heading!, before === 0 ? slug : `${slug}-${before}`);
  }
  const known = new Set(anchors.values());
  return text.replaceAll(/\[`(\w+)`\]\(#([\w-]+-\d+)\)/g, (link, name: string, anchor: string) =>
    known.has(anchor) || !anchors.has(name) ? link : `[\`${name}\`](#${anchors.get(name)!})`,
  );
}
