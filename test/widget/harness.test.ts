import { expect, fixture, html, oneEvent } from '@open-wc/testing/pure';
import {
  canEmulateMedia,
  emulateMedia,
  engine,
  realClick,
  realHover,
  setPermission,
} from '../browsers/commands.js';

/**
 * Tests, in each engine, the features of the harness whose failure element tests would not notice. Keys,
 * typed text, the viewport, screenshots and clicks in frames need no test here: amount.test.ts, qr.test.ts
 * and script-tag.test.ts fail without them.
 */

const itInChromium = engine === 'chromium' ? it : it.skip;

/** Expects a trusted event of a type while a function runs. */
async function expectTrusted(target: HTMLElement, type: string, run: () => Promise<void>): Promise<void> {
  const event = oneEvent(target, type);
  await run();
  expect((await event).isTrusted, type).to.equal(true);
}

describe(`the harness in ${engine}`, () => {
  it('clicks with real input, also inside a shadow root and below the fold', async () => {
    const host = await fixture<HTMLElement>(html`<div style="display: block; margin-top: 2000px"></div>`);
    const button = document.createElement('button');
    button.textContent = 'inside';
    host.attachShadow({ mode: 'open' }).append(button);
    await expectTrusted(button, 'click', () => realClick(button));
    await expectTrusted(button, 'dblclick', () => realClick(button, { count: 2 }));
  });

  it('refuses to click an element without a size', async () => {
    const nothing = await fixture<HTMLElement>(html`<span></span>`);
    const error = await realClick(nothing).catch((thrown: unknown) => thrown);
    expect(String(error)).to.contain('cannot be clicked');
  });

  it('hovers', async () => {
    const button = await fixture<HTMLButtonElement>(html`<button>over</button>`);
    await expectTrusted(button, 'pointerenter', () => realHover(button));
    expect(button.matches(':hover')).to.equal(true);
  });

  it('emulates media features, or reports that it cannot', async () => {
    if (!canEmulateMedia) {
      const error = await emulateMedia({ colorScheme: 'dark' }).catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(Error);
      return;
    }
    await emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce', forcedColors: 'active' });
    expect(matchMedia('(prefers-color-scheme: dark)').matches).to.equal(true);
    expect(matchMedia('(prefers-reduced-motion: reduce)').matches).to.equal(true);
    expect(matchMedia('(forced-colors: active)').matches).to.equal(true);
    await emulateMedia({ colorScheme: 'light' });
    expect(matchMedia('(prefers-color-scheme: dark)').matches).to.equal(false);
  });

  itInChromium('denies the clipboard if the permission is denied', async () => {
    const button = await fixture<HTMLButtonElement>(html`<button>copy</button>`);
    const error = new Promise<unknown>((resolve) => {
      button.addEventListener('click', () => void navigator.clipboard.writeText('x').catch(resolve));
    });
    await setPermission('clipboard-write', 'denied');
    await realClick(button);
    expect(String(await error)).to.contain('NotAllowedError');
  });

  it('serves a page under the Content-Security-Policy that the page names', async () => {
    const answer = await fetch('/test/pages/harness.html');
    expect(answer.headers.get('content-security-policy')).to.match(
      /script-src 'nonce-[\w+/=]{24}' 'strict-dynamic'/,
    );
    const frame = await fixture<HTMLIFrameElement>(html`<iframe src="/test/pages/harness.html"></iframe>`);
    await oneEvent(frame, 'load');
    const root = frame.contentDocument?.documentElement;
    expect(root?.dataset['nonced'], 'the module with the nonce ran').to.equal('ran');
    expect(root?.dataset['refused'], 'the policy refuses text as markup').to.equal('TypeError');
  });
});
