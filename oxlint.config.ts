import { defineConfig, type DummyRuleMap } from 'oxlint';

/** Imports that are refused, and why. */
interface Refused {
  group?: string[];
  regex?: string;
  message: string;
}

// Overrides are not merged: the last one that matches a file must list every import that the file may not
// have.
const refuseImports = (...patterns: Refused[]): DummyRuleMap => ({
  'no-restricted-imports': ['error', { patterns }],
});

const OUTSIDE_SRC: Refused = {
  group: [
    ...['**/sandbox/**', '**/demo/**', '**/test/**'],
    ...['deposit-slip', 'deposit-slip/**', 'deposit-slip-sandbox'],
  ],
  message: 'nothing in src imports sandbox, demo or test',
};

const SERVER: Refused = {
  group: [
    ...['**/server/**', '**/contract/**', '**/contract.js', '**/kit.js', '**/kit-postgres.js'],
    ...['**/client.js', '**/report.js', 'zod', 'zod/**', 'node:*'],
  ],
  message: 'the widget never imports the server, its contract or zod',
};

const WIDGET: Refused = {
  group: ['**/widget/**', '**/ssr/**', '**/ssr.js', '**/element.js', '**/define.js', 'lit', 'lit/**'],
  message: 'the server never imports the widget',
};

const ANOTHER_ELEMENT = '^(\\.\\./)+deposit-[a-z]+/';

const UNSAFE = {
  group: ['**/style-map.js', '**/unsafe-*'],
  message: 'breaks under a strict Content-Security-Policy, or lets text become markup',
};

// The paths that lead out of a folder depend on the depth of the file in it.
const UP = '\\.\\.';
const TWO_UP = `${UP}/${UP}`;

const outsideCore = (up: string): Refused => ({
  regex: `^[^.]|^${up}`,
  message: 'core imports nothing outside core',
});

// What one group allows, no other group of the same rule refuses: so this one repeats the unsafe imports.
const outsideConsole = (...up: string[]): Refused => ({
  group: ['**', '!lit', '!lit/**', '!deposit-slip/core', '!./**', ...up, ...UNSAFE.group],
  message: 'the console imports safe parts of lit, deposit-slip/core and its own files, nothing else',
});

const SANDBOX_SOURCE = '**/sandbox/src/**';

const refuseGlobals = (...globals: (string | { name: string; message: string })[]): DummyRuleMap => ({
  'no-restricted-globals': ['error', ...globals],
});

const STORAGE = ['localStorage', 'sessionStorage'];
const NODE = ['process', 'Buffer'];

export default defineConfig({
  plugins: ['import', 'typescript', 'unicorn', 'oxc', 'promise'],
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: ['dist', 'cdn', '.cache', 'sheets', 'node_modules', 'integrations', 'types'],
  rules: {
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-unassigned-import': 'off',
    'max-lines': ['error', { max: 400 }],
    'max-lines-per-function': ['error', { max: 60 }],
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': [
      'error',
      {
        allowForKnownSafeCalls: [
          {
            from: 'package',
            name: ['test', 'it', 'describe', 'suite', 'before', 'after'],
            package: 'node:test',
          },
        ],
      },
    ],
    'typescript/no-misused-promises': ['error', { checksVoidReturn: { arguments: false } }],
    'typescript/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/no-misused-spread': 'off',
    'typescript/unbound-method': 'off',
    'typescript/consistent-return': 'off',
    'import/no-named-as-default-member': 'off',
    'promise/always-return': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/no-array-sort': 'off',
    'unicorn/no-useless-spread': 'off',
    'no-control-regex': 'off',
    'no-shadow': 'off',
    'no-var': 'error',
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    'no-eval': 'error',
    'no-new-func': 'error',
  },
  overrides: [
    { files: ['test/**'], rules: { 'import/no-cycle': ['error', { ignoreTypes: true }] } },
    {
      files: ['src/**'],
      rules: { 'no-console': ['error', { allow: ['warn', 'error'] }], ...refuseImports(OUTSIDE_SRC) },
    },
    { files: ['src/core/*.ts'], rules: refuseImports(outsideCore(UP)) },
    { files: ['src/core/*/**'], rules: refuseImports(outsideCore(TWO_UP)) },
    {
      files: ['src/core/**'],
      rules: refuseGlobals(
        ...['document', 'window', 'navigator', 'location', 'fetch', 'setTimeout'],
        ...STORAGE,
        ...NODE,
      ),
    },
    {
      files: ['src/widget/**', 'src/ssr/**', 'src/*.ts'],
      rules: {
        ...refuseImports(
          {
            regex: ANOTHER_ELEMENT,
            message: 'one element never imports another: share it in widget/shared',
          },
          ...[SERVER, OUTSIDE_SRC, UNSAFE],
        ),
        ...refuseGlobals(
          ...[...STORAGE, 'indexedDB'].map((name) => ({ name, message: 'nothing of a payer is stored' })),
          ...NODE,
        ),
      },
    },
    {
      files: ['src/widget/shared/**'],
      rules: refuseImports(
        {
          regex: `${ANOTHER_ELEMENT}|/(define|element|index)\\.js$`,
          message: 'what elements share knows no element',
        },
        ...[SERVER, OUTSIDE_SRC, UNSAFE],
      ),
    },
    {
      files: ['src/server/**', 'src/contract/**', 'src/{check,client,contract,kit,kit-postgres,report}.ts'],
      rules: {
        ...refuseImports(WIDGET, OUTSIDE_SRC),
        ...refuseGlobals('document', 'window', ...STORAGE, ...NODE),
      },
    },
    { files: ['sandbox/src/console/**'], rules: refuseGlobals(...STORAGE, ...NODE) },
    { files: ['sandbox/src/console/*.ts'], rules: refuseImports(outsideConsole()) },
    { files: ['sandbox/src/console/*/**'], rules: refuseImports(outsideConsole('!../**', '../../**')) },
    { files: ['sandbox/src/console/kept-token.ts'], rules: refuseGlobals('localStorage', ...NODE) },
    {
      files: ['demo/**'],
      rules: refuseImports(
        {
          group: ['**/contract/**', '**/contract.js', 'deposit-slip/contract'],
          message: 'only server and sandbox import the contract',
        },
        {
          group: [SANDBOX_SOURCE, '**/sandbox/inside.js'],
          message: 'the demo imports deposit-slip-sandbox, as a merchant does, and sandbox/serving.ts',
        },
      ),
    },
    {
      files: ['bench/**', 'scripts/**', 'test/**'],
      rules: refuseImports({
        group: [SANDBOX_SOURCE],
        message: 'import deposit-slip-sandbox, sandbox/serving.ts or sandbox/inside.ts',
      }),
    },
    {
      files: ['test/**', 'sandbox/test/**'],
      rules: { 'max-lines-per-function': 'off', 'no-loss-of-precision': 'off' },
    },
    {
      files: ['test/widget/**', 'test/proofs/widget/**'],
      rules: { 'typescript/no-floating-promises': 'off' },
    },
  ],
});
