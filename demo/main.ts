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

console.log(`${url}/  the demo shop: copy, pay on the phone beside it, see the order turn to paid`);
console.log(`${url}/workbench  every situation of the element, with its settings, events and code`);
console.log(`${url}/methods  every method at once`);
console.log(`${url}/wallet  a wallet app that imports the npm package`);
console.log(`${url}/simulator  the payer's phone in a tab of its own`);
console.log(`${sandbox.url}/sandbox/  the console of the sandbox`);
console.log(`${sandbox.url}/sandbox/api  the reference of the payments API`);
console.log(`${sandbox.url}  the payments API (token ${sandbox.token})`);

stopWith(launcher, stop);
