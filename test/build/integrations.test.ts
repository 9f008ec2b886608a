import { after, before, describe, it } from 'node:test';
import { enginesHere, openBrowser, type Browser } from '../e2e/driver/index.js';
import { installPackages } from './consumer.js';
import { PAIRS, runScripts, startPackedSandbox, tryPage, type PageName } from './integrations.js';
import { RENDERING, tryRendered } from './rendered.js';

/** `npm run integrations` tries the others too. test/build/frameworks.test.ts checks the types. */
const PAGES: readonly PageName[] = ['html', 'react', 'vue'];

describe('the packed packages, used as a merchant would', { concurrency: true }, () => {
  let sandbox: Awaited<ReturnType<typeof startPackedSandbox>>;
  let browser: Browser;

  before(async () => {
    await installPackages();
    const [engine] = await enginesHere();
    [sandbox, browser] = await Promise.all([startPackedSandbox(), openBrowser(engine!)]);
    const built = PAGES.flatMap((name) => [name, PAIRS[name]]);
    await Promise.all(built.map((sample) => runScripts(sample, ['build'])));
  });

  after(async () => {
    await browser?.close();
    await sandbox?.stop();
  });

  for (const name of PAGES)
    it(`show a slip and its arrival with ${name} on ${PAIRS[name]}, under a strict policy`, async () => {
      await tryPage(name, browser, sandbox);
    });

  // `npm run integrations` installs and tries Next.
  for (const server of RENDERING.filter((name) => name !== 'next'))
    it(`show a slip that ${server} rendered, and its arrival`, async () => {
      await tryRendered(server, browser, sandbox);
    });
});
