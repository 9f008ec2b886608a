import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startSandbox } from '../src/index.js';

const PAGES = { '/sandbox/pay': 'simulator', '/sandbox/': 'console' } as const;

describe('the header of a site that runs the sandbox', () => {
  it('is on every page with its style sheet, and receives the current page', async () => {
    const { url, stop } = await startSandbox({
      pageHeader: { html: (page) => `<nav>Sol: ${page}</nav>`, styles: 'nav { color: green }' },
    });
    for (const [path, name] of Object.entries(PAGES)) {
      const html = await (await fetch(`${url}${path}`)).text();
      assert.match(html, new RegExp(`<body>\\s*<nav>Sol: ${name}</nav>`), path);
      assert.ok(html.includes('<link rel="stylesheet" href="/sandbox/header.css" />'), path);
    }
    const styles = await fetch(`${url}/sandbox/header.css`);
    assert.equal(styles.headers.get('content-type'), 'text/css; charset=utf-8');
    assert.equal(await styles.text(), 'nav { color: green }');
    const onPhone = await (await fetch(`${url}/sandbox/pay?view=phone`)).text();
    assert.doesNotMatch(onPhone, /<nav|header\.css/, 'a phone has the bank alone');
    await stop();
  });
});
