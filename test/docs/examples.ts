import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** One example of a guide: `<!-- example: name -->` and the code block under it. */
export interface Example {
  readonly language: string;
  readonly code: string;
}

/** The examples of a guide, by name. A block in a language that runs must be an example: nothing untried is shown. (Commands may be one.) */
export function examplesOf(file: string): ReadonlyMap<string, Example> {
  const text = readFileSync(`${ROOT}/${file}`, 'utf8');
  const found = new Map<string, Example>();
  for (const [, name, language, code] of text.matchAll(/<!-- example: (\w+) -->\n+```(\w+)\n([^]*?)```/g))
    found.set(name!, { language: language!, code: code! });
  const blocks = [...text.matchAll(/```(ts|js|html|css)\n/g)].length;
  const tried = [...found.values()].filter(({ language }) => language !== 'sh').length;
  if (blocks !== tried) throw new Error(`${file} has ${blocks} blocks of code and ${tried} examples.`);
  return found;
}

/** One example, which must be there. */
export function example(file: string, name: string): string {
  const found = examplesOf(file).get(name);
  if (!found) throw new Error(`${file} has no example ${name}.`);
  return found.code;
}
