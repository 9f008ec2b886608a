import type { Plugin } from 'vite';

type Edit = readonly [found: RegExp, put: string];

/** Registers of versions, and hooks for polyfills, hydration and old browsers: nothing here has use for any. */
const HOOKS: readonly Edit[] = [
  [/\w+\.\w+PolyfillSupport/g, 'void 0'],
  [/,?\(\w+\.\w+Versions\?\?=\[\]\)\.push\("[^"]*"\)/, ''],
];

const EDITS: Readonly<Record<string, readonly Edit[]>> = {
  'reactive-element/css-tag.js': [
    // Every browser of our baseline adopts sheets.
    [/\w+\.ShadowRoot&&.*?CSSStyleSheet\.prototype/, 'true'],
    [/if\((this\._\$cssResult\$=!0),\w+!==\w+\)throw Error\("[^"]*"\)/, '$1'],
  ],
  'reactive-element/reactive-element.js': [
    ...HOOKS,
    // Decorators, of which the element has none; their metadata would be made on the page's own `Symbol`.
    [/Symbol\.metadata\?\?=.*?new WeakMap;/, ''],
    [/const (\w+)=this\[Symbol\.metadata\];if\(null!==\1\)\{.*?\}(?=this)/, ''],
    [/static addInitializer\(.*?\}/, ''],
    [/void 0!==(\w+)\.l&&\(this\.l=\[\.\.\.\1\.l\]\),/, ''],
    [/,this\.constructor\.l\?\.forEach\(.*?\)\)/, ''],
    // Attributes that are JSON: of these it has none either.
    [/case Object:case Array:\w+=null==\w+\?\w+:JSON.stringify\(\w+\)/, ''],
    [/case Object:case Array:try\{.*?\}catch\(\w+\)\{.*?\}/, ''],
  ],
  'lit-element/lit-element.js': [...HOOKS, [/,\w+\.litElementHydrateSupport\?\.\([^)]*\)/, '']],
  'lit-html/lit-html.js': [
    ...HOOKS,
    // Values inside comments, in raw text and on elements as a whole: the templates have none.
    [/else \w+\.startsWith\(\w+\)&&.*?\}\}(?=\}else if\(8===)/, ''],
    [/;else\{let (\w+)=-1;for\(;-1!==.*?length-1\}/, ';'],
    [/6===\w+\.type&&\(\w+=new \w+\(\w+,this,\w+\)\)/, '0'],
    // A value is a value: the templates use no directives.
    [
      /function (\w+)\((\w+),(\w+),\w+=\2,\w+\)\{if\(\3===\w+\)return \3;.*?_\$litDirective\$.*?\}(?=class)/,
      'function $1($2,$3){return $3}',
    ],
    // The policy takes our own name: a page's Lit beside it keeps its own. A name that is taken, because the file is on the
    // page twice, must not throw in the page; the copy that came first serves the tag.
    [/\w+\.createPolicy\("lit-html",(\{[^}]*\})\)/, '(()=>{try{return $&}catch{}})()'],
    [/"lit-html"/, '"deposit-slip"'],
  ],
};

/** Lit as it is in the script-tag file: alone there, under a name of its own, in the browsers the element is for. */
export const leanLit: Plugin = {
  name: 'lean-lit',
  enforce: 'pre',
  resolveId(source) {
    if (/^lit(-html)?\/.*directive/.test(source))
      throw new Error('Lit comes without directives (scripts/lean-lit.ts).');
  },
  transform(code, id) {
    if (
      /\/src\/widget\/(views\/|deposit-slip)/.test(id) &&
      /<(?:!--|(?:script|style|textarea|title)\b)/.test(code)
    )
      throw new Error(`Lit comes without values in comments and raw text (scripts/lean-lit.ts): ${id}`);
    const edits = Object.entries(EDITS).find(([file]) => id.endsWith(`/${file}`))?.[1];
    if (!edits) return undefined;
    const lean = edits.reduce((left, [found, put]) => {
      const edited = left.replace(found, put);
      if (edited === left) throw new Error(`Lit is written in another way now: ${found} is not in ${id}.`);
      return edited;
    }, code);
    return { code: lean, map: null };
  },
};
