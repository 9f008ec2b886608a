import { readFileSync } from 'node:fs';
import { ROOT } from '../root.js';

/** The sections of a guide: the text below each heading, by the anchor that renderers of Markdown give it. */
export function sectionsOf(file: string): ReadonlyMap<string, string> {
  const text = readFileSync(`${ROOT}/${file}`, 'utf8');
  const sections = text.split(/^#+ /m).slice(1);
  return new Map(sections.map((section) => [slugOf(section.split('\n')[0]!), section]));
}

/** The anchors of a guide: those of its headings, and those that it names itself. */
export function anchorsOf(file: string): ReadonlySet<string> {
  const text = readFileSync(`${ROOT}/${file}`, 'utf8');
  const named = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id!);
  return new Set([...sectionsOf(file).keys(), ...named]);
}

/** Lower case without punctuation, and a hyphen for each space. */
function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
}
