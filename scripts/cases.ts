/** Counts the cases that the proofs of SECURITY.md try, from their sources. */
import { readFileSync } from 'node:fs';
import { table } from '../bench/table.js';
import { ROOT } from '../test/root.js';

/** A call of `cases` with a name (test/proofs/scale.ts). */
const CALL = /\bcases\(\s*([\d_]+),\s*([\d_]+),\s*(['"])(.+?)\3,?\s*\)/g;

/** The numbers of a proof with a name: in a run of `npm run test:proofs`, and in one of `npm run soak`. */
export function casesTable(): string {
  const rows = proofsOf(readFileSync(`${ROOT}/SECURITY.md`, 'utf8')).flatMap(([promise, file]) =>
    [...readFileSync(`${ROOT}/${file}`, 'utf8').matchAll(CALL)].map(([, sample, all, , name]) => [
      promise,
      name!,
      count(sample!),
      count(all!),
    ]),
  );
  return table(['promise', 'cases', '`npm run test:proofs`', '`npm run soak`'], rows);
}

/** The proofs in the sections of the promises, each once, with the promises it proves. */
function proofsOf(text: string): [promises: string, file: string][] {
  const promises = new Map<string, string[]>();
  for (const [, promise, section] of text.matchAll(/^#### (P\d+)$([^]*?)(?=^#)/gm))
    for (const [, file] of section!.matchAll(/`((?:sandbox\/)?test\/[\w/.-]+\.test\.ts)`/g))
      promises.set(file!, [...(promises.get(file!) ?? []), promise!]);
  return [...promises].map(([file, names]) => [names.join(', '), file]);
}

function count(digits: string): string {
  return Number(digits.replaceAll('_', '')).toLocaleString('en');
}
