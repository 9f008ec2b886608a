/**
 * `npm run integrations`: installs the packed packages in the samples of `integrations/`, checks the types of
 * each sample, builds it, pays on its page with the packed sandbox, and runs `deposit-slip-check`.
 * Arguments select samples: `npm run integrations -- react next`.
 */
import { hasOwnLockfile, installAlone, installPackages } from '../test/build/consumer.js';
import {
  isWhole,
  PAIRS,
  runScripts,
  startPackedSandbox,
  tryPage,
  type PageName,
} from '../test/build/integrations.js';
import { RENDERING, tryRendered } from '../test/build/rendered.js';
import { enginesHere, openBrowser } from '../test/e2e/driver/index.js';

const wanted = process.argv.slice(2);
const pages = (Object.keys(PAIRS) as PageName[]).filter(
  (name) => wanted.length === 0 || wanted.some((part) => part === name || part === PAIRS[name]),
);
if (pages.length === 0) throw new Error(`There is no sample named ${wanted.join(', ')}.`);

const secondsSince = (started: number) => `${((performance.now() - started) / 1000).toFixed(0)} s`;
const started = performance.now();
await installPackages(pages.includes('next'));
for (const name of pages.filter(hasOwnLockfile)) await installAlone(name);
console.log(`Installed after ${secondsSince(started)}`);

const [engine] = enginesHere();
const [sandbox, browser] = await Promise.all([startPackedSandbox(), openBrowser(engine!)]);
const built = new Set<string>();

async function build(sample: string): Promise<void> {
  if (!built.has(sample)) await runScripts(sample, ['check', 'build']);
  built.add(sample);
}

/** Builds samples, tries them, and prints the outcome. */
async function report(
  samples: readonly string[],
  outcome: string,
  tryIt: () => Promise<void>,
): Promise<void> {
  const title = samples.join(' on ');
  const started = performance.now();
  try {
    await Promise.all(samples.map(build));
    await tryIt();
    console.log(`ok      ${title}: ${outcome}, ${secondsSince(started)}`);
  } catch (error) {
    console.log(`FAILED  ${title}: ${(error as Error).message}`);
    process.exitCode = 1;
  }
}

for (const name of pages)
  await report([...new Set([name, PAIRS[name]])], 'arrived, no violations, checked', () =>
    tryPage(name, browser, sandbox),
  );
for (const server of RENDERING.filter((name) => pages.some((page) => PAIRS[page] === name)))
  await report(
    [...new Set([isWhole(server) ? server : 'html', server])],
    'rendered, taken over, arrived',
    () => tryRendered(server, browser, sandbox),
  );
await browser.close();
await sandbox.stop();
