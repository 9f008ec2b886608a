/** `npm start`: the sandbox and the demo shop on this machine, nothing to configure. PORT names another port than 8080. */
import { startDemo } from './demo.js';

const { url, sandbox, stop } = await startDemo(Number(process.env['PORT'] ?? 8080));

console.log(`${url}/  the demo shop: choose a method, pay it in the simulator, see it arrive`);
console.log(`${url}/gallery  every method and state of the element, and every event it sends`);
console.log(`${url}/spa  a single-page app that imports the npm package`);
console.log(`${sandbox.url}/sandbox/pay  the simulator: pays codes, accounts and links`);
console.log(`${sandbox.url}/sandbox/api  what the payments API takes and answers`);
console.log(`${sandbox.url}  the payments API (token ${sandbox.token})`);

let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (isStopping) return;
    isStopping = true;
    void stop().then(() => process.exit(0));
  });
}
