import { readFileSync } from 'node:fs';
import { ROOT } from '../root.js';

/** The sections of a guide: the text below each heading, by the anchor that GitHub gives it. */
export function sectionsOf(file: string): ReadonlyMap<string, string> {
  const sections = withoutCode(readFileSync(`${ROOT}/${file}`, 'utf8'))
    .split(/^#{1,6} +/m)
    .slice(1);
  const times = new Map<string, number>();
  return new Map(
    sections.map((section) => {
      const slug = slugOf(section.split('\n')[0]!);
      const before = times.get(slug) ?? 0;
      times.set(slug, before + 1);
      return [before === 0 ? slug : `${slug}-${before}`, section];
    }),
  );
}

/** The anchors of a guide: those of its headings, and those that it declares itself. */
export function anchorsOf(file: string): ReadonlySet<string> {
  const text = withoutCode(readFileSync(`${ROOT}/${file}`, 'utf8'));
  const named = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id!);
  return new Set([...sectionsOf(file).keys(), ...named]);
}

/** A guide without its code blocks, in which a `#` begins a comment. */
export function withoutCode(text: string): string {
  return text.replace(/^( *)(```+)[^]*?^\1\2$/gm, '');
}

/** Lower case without punctuation, with a hyphen for each space. For a link, its text. */
function slugOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');
}
