import { expect, fixture, html, oneEvent } from '@open-wc/testing';
import {
  canEmulateMedia,
  emulateMedia,
  engine,
  press,
  realClick,
  realHover,
  screenshot,
  setPermission,
  setViewport,
  typeText,
} from '../browsers/commands.js';

/** The commands every element test relies on, tested in each engine. */

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

  it('clicks inside a frame of the same origin', async () => {
    const frame = await fixture<HTMLIFrameElement>(
      html`<iframe style="margin: 40px; border: 7px solid"></iframe>`,
    );
    const button = frame.contentDocument!.createElement('button');
    button.textContent = 'inside';
    frame.contentDocument!.body.append(button);
    await expectTrusted(button, 'click', () => realClick(button));
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

  it('types text of any language into the focused field', async () => {
    const input = await fixture<HTMLInputElement>(html`<input />`);
    await realClick(input);
    await typeText('CLABE 0321 ñ É €');
    expect(input.value).to.equal('CLABE 0321 ñ É €');
  });

  it('presses keys and combinations', async () => {
    const field = await fixture<HTMLElement>(html`<div><input value="old" /><button>b</button></div>`);
    const input = field.querySelector('input')!;
    const button = field.querySelector('button')!;
    await realClick(input);
    await press('Control+a');
    await press('Delete');
    expect(input.value).to.equal('');
    await press('Tab');
    expect(document.activeElement).to.equal(button);
    expect(button.matches(':focus-visible')).to.equal(true);
    await expectTrusted(button, 'click', () => press('Enter'));
    await press('Shift+Tab');
    expect(document.activeElement).to.equal(input);
  });

  it('sets the viewport, down to the size of a small phone', async () => {
    try {
      for (const size of [
        { width: 320, height: 640 },
        { width: 900, height: 800 },
      ]) {
        await setViewport(size);
        expect({ width: innerWidth, height: innerHeight }).to.deep.equal(size);
      }
    } finally {
      await setViewport({ width: 800, height: 600 });
    }
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

  it('takes a screenshot of the viewport', async () => {
    await fixture(html`<div style="position: fixed; inset: 0; background: rgb(0, 128, 255)"></div>`);
    const bytes = Uint8Array.from(atob(await screenshot()), (character) => character.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
    context.drawImage(image, 0, 0);
    expect([image.width, image.height]).to.deep.equal([innerWidth, innerHeight]);
    expect([...context.getImageData(400, 300, 1, 1).data]).to.deep.equal([0, 128, 255, 255]);
  });

  itInChromium('denies the clipboard where the permission is denied', async () => {
    const button = await fixture<HTMLButtonElement>(html`<button>copy</button>`);
    const error = new Promise<unknown>((resolve) => {
      button.addEventListener('click', () => void navigator.clipboard.writeText('x').catch(resolve));
    });
    await setPermission('clipboard-write', 'denied');
    await realClick(button);
    expect(String(await error)).to.contain('NotAllowedError');
  });

  it('serves a page under the Content-Security-Policy the page names', async () => {
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
