import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** An example of a guide: the code block below a comment `<!-- example: name -->`. */
export interface Example {
  readonly language: string;
  readonly code: string;
}

/** The examples of a guide, by name. Throws if a block of code is not an example: all code in the guides is tested. */
export function examplesOf(file: string): ReadonlyMap<string, Example> {
  const text = readFileSync(`${ROOT}/${file}`, 'utf8');
  const found = new Map<string, Example>();
  for (const [, name, language, code] of text.matchAll(/<!-- example: (\w+) -->\n+```(\w+)\n([^]*?)```/g))
    found.set(name!, { language: language!, code: code! });
  const blocks = [...text.matchAll(/```(ts|js|html|css)\n/g)].length;
  const tried = [...found.values()].filter(({ language }) => language !== 'sh').length;
  if (blocks !== tried) throw new Error(`${file} has ${blocks} blocks of code but ${tried} examples.`);
  return found;
}

/** The code of an example. Throws if there is none with that name. */
export function example(file: string, name: string): string {
  const found = examplesOf(file).get(name);
  if (!found) throw new Error(`${file} has no example named ${name}.`);
  return found.code;
}
