/**
 * Stryker changes the core in small ways, one at a time, and runs the tests on each change: `npm run mutation`, or
 * `npm run mutation -- --mutate src/core/schemes/cbu.ts` for one file. docs/mutation.md explains the mutants that survive.
 */
const SCHEMES = ['cbu', 'cci', 'clabe', 'cuit', 'emv', 'iban', 'pix-key', 'routing'];
const FILES = ['links', 'money', 'typed-amount', ...SCHEMES.map((name) => `schemes/${name}`)];
const SCHEME_TESTS = ['check-digits', 'emv', 'iban', 'pix-key'];

const TESTS = [
  ...['links', 'money', 'typed-amount', 'kinds', ...SCHEME_TESTS.map((name) => `schemes/${name}`)].map(
    (name) => `core/${name}.test`,
  ),
  'proofs/core/links.test',
  'proofs/core/money.test',
];

export default {
  mutate: [...FILES, 'schemes/weights'].map((name) => `src/core/${name}.ts`),
  // Runs in the copy that is mutated, in tempDirName: three folders below the root.
  buildCommand: [
    'node ../../../test/mutants/stryker/bundle.mjs',
    ...TESTS.map((name) => `test/${name}.ts`),
  ].join(' '),
  testRunner: 'tap',
  plugins: ['@stryker-mutator/tap-runner'],
  tap: {
    testFiles: TESTS.map((name) => `built/${name}.js`),
    nodeArgs: ['--test-reporter=tap', '--import', './built/seed.js'],
  },
  // A mutant runs the test files that reach it, until the first one fails.
  coverageAnalysis: 'perTest',
  concurrency: 2,
  timeoutMS: 30_000,
  ignorePatterns: ['/*', '!/src', '!/test', '/test/mutants/stryker', '!/package.json'],
  tempDirName: '.cache/mutation',
  reporters: ['clear-text', 'progress', 'json'],
  jsonReporter: { fileName: '.cache/mutation.json' },
  clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
  // Stryker needs no compiler options: esbuild bundles the TypeScript as it is.
  tsconfigFile: 'none',
};
