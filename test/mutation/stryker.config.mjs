/**
 * Changes the core in small ways, one at a time, and asks the tests whether they see it: `npm run mutation`, or
 * `npm run mutation -- --mutate src/core/schemes/cbu.ts` for one file. What survives is told in docs/mutation.md.
 */
const FILES = ['cbu', 'cci', 'clabe', 'cuit', 'emv', 'iban', 'links', 'money', 'pix-key', 'routing'];

const TESTS = [
  ...FILES.map((name) => `core/${name}.test`),
  ...['links', 'money'].map((name) => `proofs/core/${name}.test`),
];

export default {
  mutate: [...FILES, 'weights'].map((name) => `src/core/${name}.ts`),
  // The copy that is mutated lies in tempDirName, three folders down.
  buildCommand: ['node ../../../test/mutation/bundle.mjs', ...TESTS.map((name) => `test/${name}.ts`)].join(
    ' ',
  ),
  testRunner: 'tap',
  plugins: ['@stryker-mutator/tap-runner'],
  tap: {
    testFiles: TESTS.map((name) => `built/${name}.js`),
    nodeArgs: ['--test-reporter=tap', '--import', './built/seed.js'],
  },
  // A test file is the unit: those that reach a mutant run, and the first that fails ends it.
  coverageAnalysis: 'perTest',
  concurrency: 2,
  timeoutMS: 30_000,
  ignorePatterns: ['/*', '!/src', '!/test', '/test/mutation', '!/package.json'],
  tempDirName: '.cache/mutation',
  reporters: ['clear-text', 'progress', 'json'],
  jsonReporter: { fileName: '.cache/mutation.json' },
  clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
  // Read by nobody here: the bundler takes the TypeScript as it is.
  tsconfigFile: 'none',
};
