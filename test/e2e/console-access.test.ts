/** The console opens with a one-time URL or the control token, and in no other way (SECURITY.md P37). */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { startSandbox, type Sandbox } from 'deposit-slip-sandbox';
import { ConsolePage } from './console-pages.js';
import { DemoBrowsers } from './demo-browsers.js';
import { sharedBrowser, type Browser, type Page } from './driver/index.js';

const SIZE = { width: 1100, height: 800 };
const controlToken = 'a-token-of-my-own';
const demo = new DemoBrowsers(SIZE, []);

let browser: Browser;
let sandbox: Sandbox;
let announced: string[];
let page: Page;
let tester: ConsolePage;

const start = () => startSandbox({ controlToken, announceConsole: (url) => void announced.push(url) });

before(async () => {
  browser = await sharedBrowser('chromium');
  sandbox = await start();
});
after(() => sandbox.stop());

beforeEach(async () => {
  announced = [];
  page = await browser.newPage(SIZE);
  tester = new ConsolePage(page);
});
afterEach(() => page.close());

const isLive = () => tester.sees('live', 'footer');

describe('the console', () => {
  it('opens by a one-time URL, which does not stay in the address bar or the history, and stays open after a reload', async () => {
    const { requests, messages } = await page.record();
    const url = sandbox.consoleUrl();
    await page.goto(url);
    await isLive();
    assert.equal(await page.evaluate('location.href'), `${sandbox.url}/sandbox/`);
    await tester.go('7', 'Ledger');
    await page.reload();
    await isLive();
    await page.goto(`${sandbox.url}/sandbox/pay`);
    await page.back();
    await isLive();
    await tester.sees('Ledger', 'h2#title');
    await page.goto(`${sandbox.url}/`);
    await isLive();
    assert.deepEqual(announced, []);
    assert.deepEqual(messages, []);
    const secrets = [new URL(url).hash.slice(5), controlToken];
    for (const request of requests)
      assert.ok(!secrets.some((secret) => request.includes(secret)), 'no address has a secret');
    assert.deepEqual(await page.evaluate(() => [document.cookie, localStorage.length]), ['', 0]);
  });

  it('reports that a URL has been used, and opens in the same tab with the new one that the sandbox prints', async () => {
    const url = sandbox.consoleUrl();
    const first = await browser.newPage(SIZE);
    await first.goto(url);
    await new ConsolePage(first).sees('live', 'footer');
    await page.goto(url);
    await tester.sees('This URL has been used, and opens the console only once. Open the new URL');
    assert.equal(await page.evaluate('location.hash'), '');
    assert.equal(announced.length, 1);
    // Only the fragment changes, so the browser does not load the page again.
    await page.goto(announced[0]!);
    await isLive();
    assert.equal(await page.evaluate('location.href'), `${sandbox.url}/sandbox/`);
    // A tab that has access keeps it.
    await page.goto(url);
    await page.reload();
    await isLive();
    await first.close();
  });

  it('explains how to get in without a URL, and opens with the control token, which the tab keeps', async () => {
    // A sandbox announces a URL only now and then.
    await sandbox.stop();
    sandbox = await start();
    await page.goto(`${sandbox.url}/`);
    await tester.sees('Open the new URL that the sandbox has printed in its terminal');
    await tester.fillIn({ 'Control token': 'control-token' }, 'Open the console');
    await tester.sees('The control token is missing or invalid.', '[role=alert]');
    await page.evaluate(() =>
      document.querySelector('sandbox-console')!.shadowRoot!.querySelector<HTMLElement>('#token')!.focus(),
    );
    await page.press('Control+a');
    await page.type(controlToken);
    await page.press('Enter');
    await isLive();
    await page.reload();
    await isLive();
    assert.equal(announced.length, 1);
  });

  it('forgets a token that the sandbox no longer accepts', async () => {
    await tester.open(sandbox);
    await sandbox.stop();
    const port = Number(new URL(sandbox.url).port);
    sandbox = await startSandbox({ port, strictPort: true, controlToken: 'another' });
    await tester.sees('The control token is missing or invalid.', '[role=alert]');
    await tester.sees('Enter the control token.');
    assert.equal(await page.evaluate('sessionStorage.length'), 0);
  });

  it('opens from the demo: its link grants no access, but makes the terminal print the URL', async () => {
    await page.goto(`${demo.url}/`);
    await page.click(`header a[href="${demo.sandbox.url}/sandbox/"]`);
    await tester.sees('Open the new URL that the sandbox has printed in its terminal');
    const line = demo.lines.find((each) => each.includes('the console of the sandbox'))!;
    await page.goto(line.split(' ')[0]!);
    await isLive();
    await page.click(`.site-header a[href="${demo.url}/"]`);
    await page.click(`header a[href="${demo.sandbox.url}/sandbox/"]`);
    await isLive();
  });
});
