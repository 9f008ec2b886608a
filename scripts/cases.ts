/** Counts the cases that the proofs of SECURITY.md try, from their sources. */
import { readFileSync, readdirSync } from 'node:fs';
import { ROOT } from '../test/root.js';

/** A call of `cases` with a name (test/proofs/scale.ts). */
const CALL = /\bcases\(\s*([^,()]+),\s*([^,()]+),\s*(['"])(.+?)\3,?\s*\)/g;

/**
 * SECURITY.md with the numbers of cases behind each of their names: in a run of `npm run test:proofs`, and
 * in one of `npm run soak`. Throws unless it has each name once.
 */
export function withCases(text: string): string {
  return namedCases().reduce((filling, { name, numbers }) => {
    const place = new RegExp(`(?<=\\b${name.replaceAll(' ', '\\s+')}\\s+)\\([\\d,]+/[\\d,]+\\)`, 'g');
    const times = filling.match(place)?.length ?? 0;
    if (times !== 1) throw new Error(`SECURITY.md has "${name} (0/0)" ${times} times.`);
    return filling.replace(place, numbers);
  }, text);
}

function namedCases(): { name: string; numbers: string }[] {
  const files = ['test/proofs', 'sandbox/test/proofs'].flatMap((folder) =>
    readdirSync(`${ROOT}/${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => `${ROOT}/${folder}/${file}`),
  );
  return files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(CALL)].map(([, sample, all, , name]) => ({
      name: name!,
      numbers: `(${count(sample!)}/${count(all!)})`,
    })),
  );
}

function count(digits: string): string {
  return Number(digits.replaceAll('_', '')).toLocaleString('en');
}
