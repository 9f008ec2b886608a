import type { Plugin } from 'vite';
import { LANGUAGES } from '../src/widget/shared/i18n/languages.js';

/** A sign no text holds. */
const BETWEEN = '#';

type Texts = string | readonly string[] | { readonly [key: string]: Texts };

/** One tree of texts for all languages: `'Copy#Copiar#Copiar'`, or the text alone where all say the same. */
function woven(languages: readonly Texts[]): Texts {
  const [first] = languages as [Texts];
  if (typeof first === 'string') return wovenText(languages as readonly string[]);
  const keys = Object.keys(first) as never[];
  if (languages.some((texts) => Object.keys(texts).length !== keys.length))
    throw new Error(`A language has more of these than another: ${JSON.stringify(languages)}`);
  const parts = keys.map((key) => woven(languages.map((texts) => texts[key])));
  return Array.isArray(first)
    ? (parts as string[])
    : Object.fromEntries(keys.map((key, at) => [key, parts[at]!]));
}

function wovenText(texts: readonly string[]): string {
  if (texts.some((text) => text.includes(BETWEEN)))
    throw new Error(`A text has a ${BETWEEN}: ${texts.join()}`);
  return new Set(texts).size === 1 ? texts[0]! : texts.join(BETWEEN);
}

/**
 * Puts each text beside its translations in what is built: every key stands there once, and what two languages spell
 * alike stands close together, which is what compresses.
 */
export const weaveTexts: Plugin = {
  name: 'weave-texts',
  enforce: 'pre',
  transform(_, id) {
    if (!id.endsWith('/i18n/languages.ts')) return undefined;
    const texts = JSON.stringify(woven([...LANGUAGES.values()]));
    const code = `import { eachText } from './texts.js';
const texts = ${texts};
export const LANGUAGES = new Map(${JSON.stringify([...LANGUAGES.keys()])}.map((tag, at) =>
  [tag, eachText(texts, (text) => text.split('${BETWEEN}')[at] ?? text)]));`;
    return { code, map: null };
  },
};
