/**
 * `npm start`: runs the sandbox and the demo shop without configuration. Set PORT to use another port than 8080.
 * `npm start -- --allow-host NAME` also answers requests for this host; without it, only addresses and loopback names are answered.
 * `npm start -- --data DIR` keeps orders, payments and the sandbox's data over a restart.
 */
import { StartFailure, StorageRefused } from 'deposit-slip-sandbox';
import { findLauncher, stopWith } from '../sandbox/src/launcher.js';
import { startDemo, type Demo } from './demo.js';
import { readOptions } from './options.js';

const launcher = findLauncher();
const { port, ...options } = readOptions();
const demo = await startDemo(port, { ...options, log: console.log }).catch(explain);
greet(demo);
stopWith(launcher, demo.stop);

function greet({ url, sandbox }: Demo): void {
  console.log(`${url}/  the demo shop: copy, pay on the phone beside it, see the order turn to paid`);
  console.log(`${url}/workbench  every situation of the element, with its settings, events and code`);
  console.log(`${url}/methods  every method at once`);
  console.log(`${url}/wallet  a wallet app that imports the npm package`);
  console.log(`${url}/simulator  the payer's phone in a tab of its own`);
  console.log(`${sandbox.url}/sandbox/  the console of the sandbox`);
  console.log(`${sandbox.url}/sandbox/api  the reference of the payments API`);
  console.log(`${sandbox.url}  the payments API (token ${sandbox.token})`);
}

/** Says in one line why the folder cannot be used. */
function explain(error: unknown): never {
  if (!(error instanceof StorageRefused || error instanceof StartFailure)) throw error;
  console.error(error.message);
  process.exit(1);
}
