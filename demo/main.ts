/**
 * `npm start`: runs the sandbox and the demo shop without configuration. `npm start -- --help` lists the
 * options.
 */
import { findLauncher, ignoreClosedOutput, stopWith } from '../sandbox/serving.js';
import { consoleLine } from './back-end.js';
import { startDemo, type Demo } from './demo.js';
import { explainAndExit } from './failures.js';
import { optionsOrExit } from './options.js';

const launcher = findLauncher();
ignoreClosedOutput();
const options = optionsOrExit();
const demo = await startDemo(options.port, { ...options, log: console.log }).catch((error: unknown) =>
  explainAndExit(error, options),
);
stopWith(launcher, demo.stop);
greet(demo);

function greet({ url, sandbox }: Demo): void {
  console.log(`${url}/  the demo shop: copy, pay on the phone beside it, see the order turn to paid`);
  console.log(`${url}/workbench  every situation of the element, with its settings, events and code`);
  console.log(`${url}/methods  every method at once`);
  console.log(`${url}/wallet  a wallet app that imports the npm package`);
  console.log(consoleLine(sandbox.consoleUrl()));
  console.log(`${sandbox.url}  the payments API (token ${sandbox.token})`);
}
