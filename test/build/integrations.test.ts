import { after, before, describe, it } from 'node:test';
import { enginesHere, openBrowser, type Browser } from '../e2e/driver/index.js';
import { isSoak } from '../proofs/scale.js';
import { hasOwnLockfile, installAlone, installPackages } from './consumer.js';
import { isWhole, PAIRS, runScripts, startPackedSandbox, tryPage, type PageName } from './integrations.js';
import { RENDERING, tryRendered } from './rendered.js';
import { byRotation } from './rotation.js';

/**
 * A soak and `npm run integrations` test all samples. Other runs test the one without a framework and, in
 * turn, one with a framework and one whose server renders. test/build/frameworks.test.ts checks the types.
 */
const PAGES: readonly PageName[] = isSoak
  ? (Object.keys(PAIRS) as PageName[])
  : ['html', ...byRotation(['react', 'preact', 'vue', 'svelte', 'solid'] as const)];
const SERVERS = isSoak ? RENDERING : byRotation(RENDERING.filter((name) => !isWhole(name)));

describe('the packed packages, used as a merchant would', { concurrency: true }, () => {
  let sandbox: Awaited<ReturnType<typeof startPackedSandbox>>;
  let browser: Browser;

  before(async () => {
    await installPackages();
    for (const name of PAGES.filter(hasOwnLockfile)) await installAlone(name);
    const [engine] = enginesHere();
    [sandbox, browser] = await Promise.all([startPackedSandbox(), openBrowser(engine!)]);
    const built = [...PAGES.flatMap((name) => [name, PAIRS[name]]), ...SERVERS];
    await Promise.all([...new Set(built)].map((sample) => runScripts(sample, ['build'])));
  });

  after(async () => {
    await browser?.close();
    await sandbox?.stop();
  });

  for (const name of PAGES)
    it(`show a slip and its arrival with ${name} on ${PAIRS[name]}, under a strict policy`, async () => {
      await tryPage(name, browser, sandbox);
    });

  for (const server of SERVERS)
    it(`show a slip that ${server} rendered, and its arrival`, async () => {
      await tryRendered(server, browser, sandbox);
    });
});
