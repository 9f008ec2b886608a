import { expect, fixture, html, oneEvent } from '@open-wc/testing';
import { LitElement } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import {
  canEmulateMedia,
  clipboardText,
  emulateMedia,
  engine,
  press,
  realClick,
  realHover,
  screenshot,
  setClipboard,
  setPermission,
  setViewport,
  typeText,
} from '../browsers/commands.js';

/** The commands every element test relies on, tested in each engine. */

@customElement('harness-count')
class HarnessCount extends LitElement {
  @property({ type: Number }) count = 0;

  override render(): unknown {
    return html`<button @click=${() => this.count++}>${this.count}</button>`;
  }
}

const itInChromium = engine === 'chromium' ? it : it.skip;

/** Decodes a screenshot; `pixel` returns red, green, blue and alpha. */
async function decodePng(base64: string) {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  expect([...bytes.slice(0, 4)], 'a PNG').to.deep.equal([0x89, 0x50, 0x4e, 0x47]);
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
  if (!canvas) throw new Error('no canvas');
  canvas.drawImage(image, 0, 0);
  return { image, pixel: (x: number, y: number) => [...canvas.getImageData(x, y, 1, 1).data] };
}

describe(`the harness in ${engine}`, () => {
  it('serves TypeScript with decorated reactive properties', async () => {
    const element = await fixture<HarnessCount>(html`<harness-count count="2"></harness-count>`);
    element.count = 3;
    await element.updateComplete;
    expect(element.shadowRoot?.textContent).to.equal('3');
  });

  it('clicks with real input, also inside a shadow root and below the fold', async () => {
    const element = await fixture<HarnessCount>(
      html`<harness-count style="display: block; margin-top: 2000px"></harness-count>`,
    );
    const button = element.shadowRoot?.querySelector('button');
    if (!button) throw new Error('no button');
    const clicked = oneEvent(button, 'click');
    await realClick(button);
    expect((await clicked).isTrusted).to.equal(true);
    expect(element.count).to.equal(1);
  });

  it('double-clicks', async () => {
    const button = await fixture<HTMLButtonElement>(html`<button>there</button>`);
    const twice = oneEvent(button, 'dblclick');
    await realClick(button, { count: 2 });
    expect((await twice).isTrusted).to.equal(true);
  });

  it('clicks inside a frame of the same origin', async () => {
    const frame = await fixture<HTMLIFrameElement>(
      html`<iframe style="margin: 40px; border: 7px solid"></iframe>`,
    );
    const inner = frame.contentDocument;
    if (!inner) throw new Error('no frame');
    const button = inner.createElement('button');
    button.textContent = 'inside';
    inner.body.append(button);
    const clicked = oneEvent(button, 'click');
    await realClick(button);
    expect((await clicked).isTrusted).to.equal(true);
  });

  it('refuses to click an element without a size', async () => {
    const nothing = await fixture<HTMLElement>(html`<span></span>`);
    const error = await realClick(nothing).catch((thrown: unknown) => thrown);
    expect(String(error)).to.contain('nobody could click');
  });

  it('hovers', async () => {
    const button = await fixture<HTMLButtonElement>(html`<button>over</button>`);
    const over = oneEvent(button, 'pointerenter');
    await realHover(button);
    expect((await over).isTrusted).to.equal(true);
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
    const input = field.querySelector('input');
    const button = field.querySelector('button');
    if (!input || !button) throw new Error('no field');
    await realClick(input);
    await press('Control+a');
    await press('Delete');
    expect(input.value).to.equal('');
    await press('Tab');
    expect(document.activeElement).to.equal(button);
    expect(button.matches(':focus-visible')).to.equal(true);
    const clicked = oneEvent(button, 'click');
    await press('Enter');
    expect((await clicked).isTrusted).to.equal(true);
    await press('Shift+Tab');
    expect(document.activeElement).to.equal(input);
  });

  it('focuses the page, so that :focus matches without a click', async () => {
    const input = await fixture<HTMLInputElement>(html`<input />`);
    input.focus();
    expect(document.hasFocus()).to.equal(true);
    expect(input.matches(':focus')).to.equal(true);
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
    const { image, pixel } = await decodePng(await screenshot());
    expect([image.width, image.height]).to.deep.equal([innerWidth, innerHeight]);
    expect(pixel(400, 300)).to.deep.equal([0, 128, 255, 255]);
  });

  it('takes a screenshot of one element', async () => {
    const box = await fixture<HTMLElement>(
      html`<div style="width: 120px; height: 50px; margin: 31px; background: rgb(200, 10, 60)"></div>`,
    );
    const { image, pixel } = await decodePng(await screenshot(box));
    expect([image.width, image.height]).to.deep.equal([120, 50]);
    expect(pixel(0, 0)).to.deep.equal([200, 10, 60, 255]);
    expect(pixel(119, 49)).to.deep.equal([200, 10, 60, 255]);
  });

  it('reads the clipboard after a copy started by a real click', async () => {
    const button = await fixture<HTMLButtonElement>(html`<button>copy</button>`);
    const text = `032180000118359719 ñ ${engine}`;
    const copied = new Promise<void>((resolve, reject) => {
      button.addEventListener('click', () => navigator.clipboard.writeText(text).then(resolve, reject), {
        once: true,
      });
    });
    await realClick(button);
    await copied;
    expect(await clipboardText()).to.equal(text);
  });

  it('writes text to the clipboard unchanged', async () => {
    for (const text of ['  one  two ', 'another']) {
      await setClipboard(text);
      expect(await clipboardText()).to.equal(text);
    }
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

  it('serves mounted back ends on the page’s origin', async () => {
    const answer = await fetch('/harness/echo?x=1', { method: 'POST', body: 'ñandú' });
    expect(answer.status).to.equal(201);
    expect(await answer.json()).to.deep.equal({ url: `${location.origin}/harness/echo?x=1`, body: 'ñandú' });
  });
});
