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

export const CASES: readonly Case[] = [
  {
    name: 'no import of the server in an element',
    rule: 'eslint(no-restricted-imports)',
    path: 'src/widget/views/import.ts',
    wrong: "export { it } from '../../server/kit/kit.js';\n",
    right: "export { it } from '../../core/slip.js';\n",
  },
  {
    name: 'no global of a browser in the server',
    rule: 'eslint(no-restricted-globals)',
    path: 'src/server/kit/use.ts',
    wrong: 'export const it = window.name;\n',
    right: 'export const it = crypto.randomUUID();\n',
  },
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
