/**
 * `npm start`: runs the sandbox and the demo shop without configuration. Set PORT to use another port than 8080.
 * `npm start -- --allow-host NAME` also answers requests for this host; without it, only addresses and loopback names are answered.
 */
import { findLauncher, stopWith } from '../sandbox/src/launcher.js';
import { startDemo } from './demo.js';
import { readOptions } from './options.js';

const launcher = findLauncher();
const { port, allowedHosts } = readOptions();
const { url, sandbox, stop } = await startDemo(port, allowedHosts);

console.log(`${url}/  the demo shop: choose a method, pay in the simulator, see the deposit arrive`);
console.log(`${url}/workbench  every situation of the element, with its knobs, its events and its code`);
console.log(`${url}/spa  a single-page app that imports the npm package`);
console.log(`${sandbox.url}/sandbox/pay  the bank simulator: pays codes, accounts and links`);
console.log(`${sandbox.url}/sandbox/api  the reference of the payments API`);
console.log(`${sandbox.url}  the payments API (token ${sandbox.token})`);

stopWith(launcher, stop);
