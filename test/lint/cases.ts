/** A lint rule, a file that violates it, and a file that does not. */
export interface Case {
  name: string;
  /** The name of the rule in the linter. */
  rule: string;
  /** The path of the file, since the rules differ by folder. */
  path: string;
  wrong: string;
  right: string;
  /** Other files that the case needs, or that the rule does not apply to. */
  beside?: Record<string, string>;
}

const lines = (count: number): string =>
  Array.from({ length: count }, (_, i) => `export const n${i} = ${i};`).join('\n');
const functionOf = (count: number): string =>
  `export function long(): void {\n${'  globalThis.name;\n  void 0;\n'.repeat(count / 2)}}\n`;

/**
 * Modules and values that the files of a folder must not use, each in a separate file, and those that they
 * may use.
 */
interface Restriction {
  readonly wrong: readonly string[];
  readonly right: readonly string[];
}

type Restrictions = Readonly<Record<string, Restriction>>;

const IMPORTS: Restrictions = {
  'src/core': {
    wrong: ['zod', 'lit', 'node:crypto', '../widget/state.js', '../contract/wire.js'],
    right: ['./near.js'],
  },
  'src/widget': {
    wrong: [
      ...['../server/kit/kit.js', '../kit.js', '../contract/wire.js', 'zod', 'node:crypto'],
      ...['lit/directives/style-map.js', 'lit/directives/unsafe-html.js'],
      ...['../../sandbox/src/app.js', '../../test/fixtures/spec.js'],
    ],
    right: ['./near.js', '../core/slip.js', 'lit', 'lit/decorators.js', 'lit/directives/class-map.js'],
  },
  'src/widget/views': { wrong: ['../../server/kit/kit.js'], right: ['../../core/slip.js'] },
  // One element never imports another.
  'src/widget/deposit-history': {
    wrong: ['../deposit-slip/events.js'],
    right: ['./near.js', '../shared/events.js'],
  },
  'src/widget/deposit-slip/views': { wrong: ['../../deposit-history/state.js'], right: ['../state.js'] },
  // Code that elements share does not know any element.
  'src/widget/shared': { wrong: ['../deposit-slip/state.js'], right: ['./near.js'] },
  // Code that renders the elements on a server has the same limits as the elements.
  'src/ssr': {
    wrong: ['../server/kit/kit.js', '../contract/wire.js', 'zod', 'node:crypto'],
    right: ['./near.js', '../widget/deposit-slip/state.js', '@lit-labs/ssr'],
  },
  // The entry point of an element that is missing from the list.
  'src/note.ts': { wrong: ['./server/kit/kit.js'], right: ['./widget/shared/define-element.js'] },
  'src/element.ts': { wrong: ['./server/kit/kit.js'], right: ['./widget/deposit-slip.js'] },
  'src/server/kit': {
    wrong: [
      ...['../../widget/state.js', '../../../demo/shop.js', '../../../sandbox/src/app.js'],
      // Its own package.
      'deposit-slip/core',
    ],
    right: ['./near.js', '../../core/slip.js', '../../contract/wire.js'],
  },
  'src/server/client': { wrong: ['lit'], right: ['zod'] },
  'src/contract': { wrong: ['../widget/state.js'], right: ['zod'] },
  'sandbox/src/console': {
    wrong: [
      ...['zod', 'lightningcss', 'deno', 'lit-html', 'node:fs', 'deposit-slip', 'deposit-slip/contract'],
      ...['../control/client.js', 'lit/directives/unsafe-html.js'],
    ],
    right: ['./near.js', 'lit', 'lit/directives/live.js', 'deposit-slip/core'],
  },
  'sandbox/src/console/render': { wrong: ['../../control/client.js'], right: ['../state.js'] },
  demo: {
    wrong: [
      ...['../src/contract/wire.js', 'deposit-slip/contract'],
      ...['../sandbox/src/http/listen.js', '../sandbox/inside.js'],
    ],
    right: ['deposit-slip/kit', 'deposit-slip', 'deposit-slip-sandbox', '../sandbox/serving.js'],
  },
  'demo/workbench': { wrong: ['../../sandbox/src/index.js'], right: ['../../sandbox/serving.js'] },
  bench: { wrong: ['../sandbox/src/db/db.js'], right: ['../sandbox/inside.js'] },
  scripts: { wrong: ['../sandbox/src/http/listen.js'], right: ['../sandbox/serving.js'] },
  'test/e2e': { wrong: ['../../sandbox/src/index.js'], right: ['../../sandbox/inside.js', './near.js'] },
};

const GLOBALS: Restrictions = {
  'src/core': { wrong: ['document.title', "fetch('x')", 'process.pid'], right: ['Math.PI'] },
  'src/widget': {
    wrong: ["localStorage.getItem('x')", "sessionStorage.getItem('x')", 'process.pid'],
    right: ['document.title'],
  },
  'src/ssr': { wrong: ['process.pid', "Buffer.from('x')"], right: ['Math.PI'] },
  'src/server/kit': { wrong: ['window.name', "Buffer.from('x')"], right: ['crypto.randomUUID()'] },
};

/** Files that import modules, or use values. */
const WRITERS = {
  import: (from: string, n: number) => `import { it as it${n} } from '${from}';\nexport { it${n} };\n`,
  use: (value: string, n: number) => `export const it${n} = ${value};\n`,
};

/** One case for each module or value that a folder must not use. */
function restricted(rule: string, verb: keyof typeof WRITERS, restrictions: Restrictions): Case[] {
  return Object.entries(restrictions).flatMap(([folder, { wrong, right }]) =>
    wrong.map((content, n) => ({
      name: `${folder} does not ${verb} ${content}`,
      rule,
      path: folder.endsWith('.ts') ? folder : `${folder}/${verb}-${n}.ts`,
      wrong: WRITERS[verb](content, n),
      right: right.map(WRITERS[verb]).join(''),
    })),
  );
}

const OTHER_CASES: Case[] = [
  {
    name: 'no import cycles',
    rule: 'import(no-cycle)',
    path: 'src/core/round.ts',
    wrong: "import { back } from './about.js';\n\nexport const it = (): number => back();\n",
    right: "import { none } from './alone.js';\n\nexport const it = (): number => none();\n",
    beside: {
      'src/core/about.ts': "import { it } from './round.js';\n\nexport const back = (): number => it();\n",
      'src/core/alone.ts': 'export const none = (): number => 0;\n',
    },
  },
  {
    name: 'no cycles of type imports',
    rule: 'import(no-cycle)',
    path: 'src/core/whole.ts',
    wrong: "import type { Part } from './part.js';\n\nexport type Whole = readonly Part[];\n",
    right: "import type { Other } from './other.js';\n\nexport type Whole = readonly Other[];\n",
    beside: {
      'src/core/part.ts':
        "import type { Whole } from './whole.js';\n\nexport interface Part { readonly of: Whole }\n",
      'src/core/other.ts': 'export type Other = string;\n',
    },
  },
  {
    name: 'no file past 400 lines',
    rule: 'eslint(max-lines)',
    path: 'src/core/long.ts',
    wrong: lines(401),
    right: lines(400),
  },
  {
    name: 'no function past 60 lines, except in a test',
    rule: 'eslint(max-lines-per-function)',
    path: 'src/core/tall.ts',
    wrong: functionOf(60),
    right: functionOf(58),
    beside: { 'test/core/tall.test.ts': functionOf(60) },
  },
  {
    name: 'no any',
    rule: 'typescript(no-explicit-any)',
    path: 'src/server/kit/g.ts',
    wrong: 'export const it: any = 1;\n',
    right: 'export const it: unknown = 1;\n',
  },
  {
    name: 'no floating promises',
    rule: 'typescript(no-floating-promises)',
    path: 'src/server/kit/h.ts',
    wrong: 'export function it(): void {\n  Promise.resolve();\n}\n',
    right: 'export async function it(): Promise<void> {\n  await Promise.resolve();\n}\n',
  },
  {
    name: 'no eval',
    rule: 'eslint(no-eval)',
    path: 'src/widget/m.ts',
    wrong: "export const it: unknown = eval('1');\n",
    right: "export const it: unknown = JSON.parse('1');\n",
  },
];

export const CASES: readonly Case[] = [
  ...restricted('eslint(no-restricted-imports)', 'import', IMPORTS),
  ...restricted('eslint(no-restricted-globals)', 'use', GLOBALS),
  ...OTHER_CASES,
];
