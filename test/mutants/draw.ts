/**
 * Prints lines of the sources, drawn by a seed. Write a small mistake into each by hand before you read its
 * tests: `node --import tsx test/mutants/draw.ts 40 7` draws 40 lines with the seed 7. Every line of code has
 * the same chance.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { randomOf } from '../fixtures/grammar.js';

const [count = '40', seed = '1'] = process.argv.slice(2);

/** Texts, styles and tables are data: a mistake in them is not a logic error. */
const IS_DATA = /\/(styles|locales|texts|reference)\/|clabe-banks\.ts$/;
/** A line without a statement or an expression: a comment, a brace, an import, a member of a type. */
const IS_EMPTY =
  /^\s*($|\/\/|\/?\*|[\]{}()[;,`>]*$|(import|export) .*from '|import '|(export )?(interface|type) |readonly |\w+\??: [\w.<>[\] |]+;$|<\/)/;

const files = execFileSync('git', ['ls-files', 'src/*.ts', 'sandbox/src/*.ts'], { encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((file) => !IS_DATA.test(`/${file}`) && !file.endsWith('.d.ts'));
const places = files.flatMap((file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((text, at) => (IS_EMPTY.test(text) ? [] : [`${file}:${at + 1}: ${text.trim()}`])),
);
const random = randomOf(Number(seed));
console.log(`${places.length} lines of ${files.length} files`);
for (let drawn = 0; drawn < Number(count); drawn++)
  console.log(places.splice(Math.floor(random() * places.length), 1)[0]);
