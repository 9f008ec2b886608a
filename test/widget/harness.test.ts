import { expect, fixture, html, oneEvent } from '@open-wc/testing/pure';
import { canEmulateMedia, emulateMedia, engine } from '../browsers/commands.js';

/** Features of the harness without which element tests would pass for no reason. */

describe(`the harness in ${engine}`, () => {
  (canEmulateMedia ? it : it.skip)('emulates media features', async () => {
    await emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce', forcedColors: 'active' });
    expect(matchMedia('(prefers-color-scheme: dark)').matches).to.equal(true);
    expect(matchMedia('(prefers-reduced-motion: reduce)').matches).to.equal(true);
    expect(matchMedia('(forced-colors: active)').matches).to.equal(true);
    await emulateMedia({ colorScheme: 'light' });
    expect(matchMedia('(prefers-color-scheme: dark)').matches).to.equal(false);
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
