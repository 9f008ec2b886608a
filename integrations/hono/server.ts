import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { app, deposit } from './app.js';
import { order } from './order.js';

const POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'";
const port = Number(process.env['PORT'] ?? 3000);
const root = process.env['PAGE'] ?? '../html/dist';

app.use(async (c, next) => {
  c.header('Content-Security-Policy', POLICY);
  await next();
});
app.get('/pay', serveStatic({ root, path: 'index.html' }));
app.get('/order', order);
app.use(serveStatic({ root }));
serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, () => console.log(`http://localhost:${port}/pay`));
void deposit.follow();
