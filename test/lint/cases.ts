/** One rule of the house: a file that breaks it, and its neighbour that does not. */
export interface Case {
  name: string;
  /** As the linter names it. */
  rule: string;
  /** Where the file would lie: the rules differ by tier. */
  path: string;
  wrong: string;
  right: string;
  /** Further files that the wrong one, or both, need. */
  beside?: Record<string, string>;
}

const imports = (from: string): string => `import { thing } from '${from}';\n\nexport const it = thing;\n`;
const lines = (count: number): string =>
  Array.from({ length: count }, (_, i) => `export const n${i} = ${i};`).join('\n');
const functionOf = (count: number): string =>
  `export function long(): void {\n${'  globalThis.name;\n  void 0;\n'.repeat(count / 2)}}\n`;

const IMPORTS = 'eslint(no-restricted-imports)';
const GLOBALS = 'eslint(no-restricted-globals)';

/** A forbidden import, beside one from the same tier that is allowed. */
const border = (name: string, path: string, from: string, allowed = './near.js'): Case => ({
  name,
  rule: IMPORTS,
  path,
  wrong: imports(from),
  right: imports(allowed),
});

const global = (name: string, path: string, wrong: string, right: string): Case => ({
  name,
  rule: GLOBALS,
  path,
  wrong: `export const it = ${wrong};\n`,
  right: `export const it = ${right};\n`,
});

const BORDERS: Case[] = [
  border('core imports no package', 'src/core/a.ts', 'zod'),
  border('core imports no lit', 'src/core/b.ts', 'lit'),
  border('core imports nothing of Node', 'src/core/c.ts', 'node:crypto'),
  border('core imports nothing of the widget', 'src/core/d.ts', '../widget/visit.js'),
  border('core imports nothing of the contract', 'src/core/e.ts', '../contract/wire.js'),
  border('the widget imports no server', 'src/widget/a.ts', '../server/kit/kit.js', '../core/slip.js'),
  border(
    'a view imports no server',
    'src/widget/views/a.ts',
    '../../server/kit/kit.js',
    '../../core/slip.js',
  ),
  border('the widget imports no contract', 'src/widget/b.ts', '../contract/wire.js', 'lit'),
  border('the widget imports no entry of the server', 'src/widget/c.ts', '../kit.js', 'lit/decorators.js'),
  border('the widget imports no zod', 'src/widget/d.ts', 'zod'),
  border('the widget imports nothing of Node', 'src/widget/e.ts', 'node:crypto'),
  border(
    'the widget imports no style-map',
    'src/widget/f.ts',
    'lit/directives/style-map.js',
    'lit/directives/class-map.js',
  ),
  border('the widget imports no unsafe directive', 'src/widget/g.ts', 'lit/directives/unsafe-html.js'),
  border('the widget imports no sandbox', 'src/widget/h.ts', '../../sandbox/src/app.js'),
  border('the widget imports no test', 'src/widget/i.ts', '../../test/fixtures/spec.js'),
  border(
    "the element's entry imports no server",
    'src/element.ts',
    './server/kit/kit.js',
    './widget/deposit-slip.js',
  ),
  border('the kit imports no widget', 'src/server/kit/a.ts', '../../widget/visit.js', '../../core/slip.js'),
  border('the client imports no lit', 'src/server/client/a.ts', 'lit', 'zod'),
  border(
    'the server imports no demo',
    'src/server/kit/b.ts',
    '../../../demo/shop.js',
    '../../contract/wire.js',
  ),
  border('the server imports no sandbox', 'src/server/kit/c.ts', '../../../sandbox/src/app.js'),
  border('the server does not import the package it is', 'src/server/kit/d.ts', 'deposit-slip/core'),
  border('the contract imports no widget', 'src/contract/a.ts', '../widget/visit.js', 'zod'),
  border('the demo imports no contract', 'demo/a.ts', '../src/contract/wire.js', 'deposit-slip/kit'),
  border(
    "the demo imports no contract by the package's name",
    'demo/b.ts',
    'deposit-slip/contract',
    'deposit-slip',
  ),
];

const HOUSE: Case[] = [
  global('core knows no document', 'src/core/f.ts', 'document.title', 'Math.PI'),
  global('core does no I/O', 'src/core/g.ts', "fetch('x')", 'Math.PI'),
  global('core knows no process', 'src/core/h.ts', 'process.pid', 'Math.PI'),
  global('the widget stores nothing', 'src/widget/j.ts', "localStorage.getItem('x')", 'document.title'),
  global('the widget keeps no session', 'src/widget/k.ts', "sessionStorage.getItem('x')", 'document.title'),
  global('the widget knows no process', 'src/widget/l.ts', 'process.pid', 'document.title'),
  global('the server knows no window', 'src/server/kit/e.ts', 'window.name', 'crypto.randomUUID()'),
  global('the server needs no Node', 'src/server/kit/f.ts', "Buffer.from('x')", 'crypto.randomUUID()'),
  {
    name: 'no imports in a circle',
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
    name: 'no file past 400 lines',
    rule: 'eslint(max-lines)',
    path: 'src/core/long.ts',
    wrong: lines(401),
    right: lines(400),
  },
  {
    name: 'no function past 60 lines',
    rule: 'eslint(max-lines-per-function)',
    path: 'src/core/tall.ts',
    wrong: functionOf(60),
    right: functionOf(58),
  },
  {
    name: 'no any',
    rule: 'typescript(no-explicit-any)',
    path: 'src/server/kit/g.ts',
    wrong: 'export const it: any = 1;\n',
    right: 'export const it: unknown = 1;\n',
  },
  {
    name: 'no promise left alone',
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

export const CASES: readonly Case[] = [...BORDERS, ...HOUSE];
