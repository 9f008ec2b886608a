/** A lint rule, a file that violates it and one that does not. */
export interface Case {
  name: string;
  /** The name of the rule in the linter. */
  rule: string;
  /** The path of the file: the rules differ by folder. */
  path: string;
  wrong: string;
  right: string;
  /** Other files that the case needs. */
  beside?: Record<string, string>;
}

const imports = (from: string): string => `import { thing } from '${from}';\n\nexport const it = thing;\n`;
const lines = (count: number): string =>
  Array.from({ length: count }, (_, i) => `export const n${i} = ${i};`).join('\n');
const functionOf = (count: number): string =>
  `export function long(): void {\n${'  globalThis.name;\n  void 0;\n'.repeat(count / 2)}}\n`;

const IMPORTS = 'eslint(no-restricted-imports)';
const GLOBALS = 'eslint(no-restricted-globals)';

/** A restricted import, and one that is allowed in the same folder. */
const restricted = (name: string, path: string, from: string, allowed = './near.js'): Case => ({
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

const IMPORT_CASES: Case[] = [
  restricted('core imports no package', 'src/core/a.ts', 'zod'),
  restricted('core imports no lit', 'src/core/b.ts', 'lit'),
  restricted('core does not import from Node', 'src/core/c.ts', 'node:crypto'),
  restricted('core does not import from the widget', 'src/core/d.ts', '../widget/state.js'),
  restricted('core does not import from the contract', 'src/core/e.ts', '../contract/wire.js'),
  restricted('the widget imports no server', 'src/widget/a.ts', '../server/kit/kit.js', '../core/slip.js'),
  restricted(
    'a view imports no server',
    'src/widget/views/a.ts',
    '../../server/kit/kit.js',
    '../../core/slip.js',
  ),
  restricted('the widget imports no contract', 'src/widget/b.ts', '../contract/wire.js', 'lit'),
  restricted(
    'the widget does not import an entry of the server',
    'src/widget/c.ts',
    '../kit.js',
    'lit/decorators.js',
  ),
  restricted('what elements share knows no element', 'src/widget/shared/a.ts', '../deposit-slip/state.js'),
  restricted('the widget imports no zod', 'src/widget/d.ts', 'zod'),
  restricted('the widget does not import from Node', 'src/widget/e.ts', 'node:crypto'),
  restricted(
    'the widget imports no style-map',
    'src/widget/f.ts',
    'lit/directives/style-map.js',
    'lit/directives/class-map.js',
  ),
  restricted('the widget imports no unsafe directive', 'src/widget/g.ts', 'lit/directives/unsafe-html.js'),
  restricted('the widget imports no sandbox', 'src/widget/h.ts', '../../sandbox/src/app.js'),
  restricted('the widget imports no test', 'src/widget/i.ts', '../../test/fixtures/spec.js'),
  restricted(
    "the element's entry imports no server",
    'src/element.ts',
    './server/kit/kit.js',
    './widget/deposit-slip.js',
  ),
  restricted(
    'the kit imports no widget',
    'src/server/kit/a.ts',
    '../../widget/state.js',
    '../../core/slip.js',
  ),
  restricted('the client imports no lit', 'src/server/client/a.ts', 'lit', 'zod'),
  restricted(
    'the server imports no demo',
    'src/server/kit/b.ts',
    '../../../demo/shop.js',
    '../../contract/wire.js',
  ),
  restricted('the server imports no sandbox', 'src/server/kit/c.ts', '../../../sandbox/src/app.js'),
  restricted('the server does not import its own package', 'src/server/kit/d.ts', 'deposit-slip/core'),
  restricted('the contract imports no widget', 'src/contract/a.ts', '../widget/state.js', 'zod'),
  restricted('the demo imports no contract', 'demo/a.ts', '../src/contract/wire.js', 'deposit-slip/kit'),
  restricted(
    "the demo does not import the contract by the package's name",
    'demo/b.ts',
    'deposit-slip/contract',
    'deposit-slip',
  ),
];

const OTHER_CASES: Case[] = [
  global('core does not use the document', 'src/core/f.ts', 'document.title', 'Math.PI'),
  global('core does no I/O', 'src/core/g.ts', "fetch('x')", 'Math.PI'),
  global('core does not use the process', 'src/core/h.ts', 'process.pid', 'Math.PI'),
  global('the widget stores nothing', 'src/widget/j.ts', "localStorage.getItem('x')", 'document.title'),
  global(
    'the widget does not use session storage',
    'src/widget/k.ts',
    "sessionStorage.getItem('x')",
    'document.title',
  ),
  global('the widget does not use the process', 'src/widget/l.ts', 'process.pid', 'document.title'),
  global('the server does not use the window', 'src/server/kit/e.ts', 'window.name', 'crypto.randomUUID()'),
  global('the server does not need Node', 'src/server/kit/f.ts', "Buffer.from('x')", 'crypto.randomUUID()'),
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

export const CASES: readonly Case[] = [...IMPORT_CASES, ...OTHER_CASES];
