import type { TestRunnerConfig } from '@web/test-runner';
import { isSoak } from '../proofs/scale.js';
import { dependsOnEngine } from '../runner/engines.js';
import { inTurn } from '../runner/files.js';
import { freePort } from './free-port.js';
import { inputPlugin } from './input-plugin.js';
import { launchersHere } from './launchers.js';
import { fileReporter } from './reporter.js';
import { testServer } from './server-plugin.js';

const HOST = '127.0.0.1';
const HOUR = 3_600_000;

/**
 * Runs the element tests in real browsers: in all engines that can make a difference, at the same time; or,
 * with `IN_TURN`, each file in one engine, one after the other.
 */
export async function widgetTests(root: string): Promise<TestRunnerConfig> {
  const browsers = launchersHere();
  const port = await freePort();
  // A mutant needs one test of its file (test/mutants/run.ts).
  const { TEST_NAME: grep } = process.env;
  const only = grep === undefined ? {} : { grep };
  const server = await testServer(root, `http://${HOST}:${port}`);
  const files = process.env['FILES']?.split(' ') ?? [];
  const isAlike = (file: string): boolean => !isSoak && !dependsOnEngine(file);
  const isInTurn = process.env['IN_TURN'] !== undefined;
  const byEngine = [
    { name: 'in every engine', files: files.filter((file) => !isAlike(file)), browsers },
    { name: 'in one', files: files.filter(isAlike), browsers: browsers.slice(0, 1) },
  ];
  const groups = isInTurn
    ? inTurn(files, browsers).map(({ engine, files: its }) => ({
        name: engine.name,
        files: its,
        browsers: [engine],
      }))
    : byEngine;
  return {
    rootDir: root,
    hostname: HOST,
    port,
    groups: groups.filter((group) => group.files.length > 0),
    browsers,
    concurrentBrowsers: isInTurn ? 1 : browsers.length,
    browserStartTimeout: 60_000,
    // axe alone takes seconds on a loaded machine
    testFramework: { config: { timeout: isSoak ? String(HOUR) : '60000', ...only } },
    testsFinishTimeout: isSoak ? 3 * HOUR : 300_000,
    filterBrowserLogs: ({ args }) => !String(args[0]).startsWith('Lit is in dev mode'),
    plugins: [server.plugin, inputPlugin()],
    middleware: [server.middleware],
    reporters: [fileReporter(root)],
  };
}
