import { resolve } from 'node:path';
import express from 'express';
import { app, deposit } from './app.js';
import { order } from './order.js';

const POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'";
const port = Number(process.env['PORT'] ?? 3000);
const root = resolve(process.env['PAGE'] ?? '../react/dist');

app.use((_req, res, next) => {
  res.set('Content-Security-Policy', POLICY);
  next();
});
app.get('/pay', (_req, res) => res.sendFile('index.html', { root }));
app.get('/order', order);
app.use(express.static(root));
app.listen(port, '127.0.0.1', () => console.log(`http://localhost:${port}/pay`));
void deposit.follow();
