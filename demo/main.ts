/** `npm start`: runs the sandbox and the demo shop without configuration. Set PORT to use another port than 8080. */
import { startDemo } from './demo.js';

const { url, sandbox, stop } = await startDemo(Number(process.env['PORT'] ?? 8080));

console.log(`${url}/  the demo shop: choose a method, pay in the simulator, see the deposit arrive`);
console.log(`${url}/gallery  every method and state of the element, with a log of its events`);
console.log(`${url}/spa  a single-page app that imports the npm package`);
console.log(`${sandbox.url}/sandbox/pay  the bank simulator: pays codes, accounts and links`);
console.log(`${sandbox.url}/sandbox/api  the reference of the payments API`);
console.log(`${sandbox.url}  the payments API (token ${sandbox.token})`);

let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (isStopping) return;
    isStopping = true;
    void stop().then(() => process.exit(0));
  });
}
