import { resolve } from 'node:path';
import files from '@fastify/static';
import { app, deposit } from './app.js';

const POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'";
const port = Number(process.env['PORT'] ?? 3000);
const root = resolve(process.env['PAGE'] ?? '../vue/dist');

await app.register(files, {
  root,
  setHeaders: (reply) => reply.setHeader('Content-Security-Policy', POLICY),
});
app.get('/pay', (_request, reply) => reply.sendFile('index.html'));
await app.listen({ port, host: '127.0.0.1' });
console.log(`http://localhost:${port}/pay`);
void deposit.follow();
