import fc from 'fast-check';

/** One seed for every run, so that a red test stays red until it is mended. `SEED=7 npm test` looks elsewhere. */
const seed = Number(process.env['SEED'] ?? 20_261_120);

fc.configureGlobal({ seed });
