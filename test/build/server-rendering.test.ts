import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { reach } from '../e2e/demo-browsers.js';
import { enginesHere, openBrowser } from '../e2e/driver/index.js';
import { ROOT } from '../root.js';
import { listening } from '../server/loopback.js';
import { installPackage, run } from './consumer.js';

/** Lists what the policy of the page refuses. */
const VIOLATIONS = `
  const { dataset } = document.documentElement;
  dataset.violations = '';
  addEventListener('securitypolicyviolation', (event) => (dataset.violations += event.effectiveDirective));`;
// Firefox asks for an icon, which a policy without images would refuse.
const POLICY = `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';
  require-trusted-types-for 'script'; trusted-types deposit-slip`.replace(/\s+/g, ' ');

describe('a page that Lit renders on the server', () => {
  let rendered: string;
  let server: Server;

  before(() => {
    installPackage();
    rendered = run('node render.mjs');
    const scripts = new Map([
      ['/violations.js', VIOLATIONS],
      ['/deposit-slip.js', readFileSync(join(ROOT, 'cdn/deposit-slip.js'), 'utf8')],
    ]);
    const page = `<!doctype html><script src="/violations.js"></script>${rendered}<script type="module" src="/deposit-slip.js"></script>`;
    server = createServer(({ url = '' }, response) => {
      const script = scripts.get(url);
      response.setHeader('content-type', script ? 'text/javascript' : 'text/html; charset=utf-8');
      response.setHeader('content-security-policy', POLICY);
      response.end(script ?? page);
    });
  });
  after(() => server.close());

  it('has the tag, its attributes and its children, and no styles', () => {
    const html = rendered.replace(/<!--.*?-->/g, '').replace(/\s+/g, ' ');
    assert.match(
      html,
      /^<deposit-slip payment-id="105" merchant-name="Shop" strict > <p slot="help">Shop<\/p>/,
    );
    assert.match(html, /<script type="application\/json"> { "code": 200, .*} <\/script><\/deposit-slip >/);
    assert.match(html, /<shop-deposit endpoint="\/deposit"><\/shop-deposit>$/);
    assert.doesNotMatch(html, /<style|<template/);
  });

  it('shows the slip in the browser, under a strict policy', async () => {
    const url = await listening(server);
    for (const engine of await enginesHere()) {
      const browser = await openBrowser(engine);
      const page = await browser.newPage({ width: 420, height: 900 });
      await page.goto(url);
      await reach(page, 'deposit-slip', 'ready');
      assert.equal(await page.evaluate(() => document.documentElement.dataset['violations']), '', engine);
      await browser.close();
    }
  });
});
