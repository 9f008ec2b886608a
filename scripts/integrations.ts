/**
 * `npm run integrations`: installs the packed packages in the samples of `integrations/`, checks the types of each sample, builds
 * it, pays on its page with the packed sandbox, and runs `deposit-slip-check`. Arguments select samples: `npm run integrations -- react next`.
 */
import { installPackages } from '../test/build/consumer.js';
import { PAIRS, runScripts, startPackedSandbox, tryPage, type PageName } from '../test/build/integrations.js';
import { enginesHere, openBrowser } from '../test/e2e/driver/index.js';

const wanted = process.argv.slice(2);
const pages = (Object.keys(PAIRS) as PageName[]).filter(
  (name) => wanted.length === 0 || wanted.some((part) => part === name || part === PAIRS[name]),
);
if (pages.length === 0) throw new Error(`There is no sample named ${wanted.join(', ')}.`);

const secondsSince = (started: number) => `${((performance.now() - started) / 1000).toFixed(0)} s`;
const started = performance.now();
await installPackages(pages.includes('next'));
console.log(`Installed after ${secondsSince(started)}`);

const [engine] = await enginesHere();
const [sandbox, browser] = await Promise.all([startPackedSandbox(), openBrowser(engine!)]);
const built = new Set<string>();

async function build(sample: string): Promise<void> {
  if (!built.has(sample)) await runScripts(sample, ['check', 'build']);
  built.add(sample);
}

for (const name of pages) {
  const title = new Set([name, PAIRS[name]]);
  const started = performance.now();
  try {
    await Promise.all([...title].map(build));
    await tryPage(name, browser, sandbox);
    console.log(
      `ok      ${[...title].join(' on ')}: arrived, no violations, checked, ${secondsSince(started)}`,
    );
  } catch (error) {
    console.log(`FAILED  ${[...title].join(' on ')}: ${(error as Error).message}`);
    process.exitCode = 1;
  }
}
await browser.close();
await sandbox.stop();
