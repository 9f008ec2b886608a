/**
 * The HTML that a server renders, and the script that takes it over. test/proofs/e2e/server-rendering.test.ts
 * tests that everything stays in its place.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { METHODS } from 'deposit-slip/core';
import { answerOf } from '../../demo/situations/slips.js';
import { sharedBrowsers, type Page } from './driver/index.js';
import { RenderedPages } from './rendered-pages.js';

const pages = new RenderedPages();
let pagesOf: readonly Page[] = [];
before(async () => {
  const browsers = await sharedBrowsers();
  pagesOf = await Promise.all(browsers.map((browser) => browser.newPage({ width: 900, height: 800 })));
});
after(() => Promise.all(pagesOf.map((page) => page.close())));

const spei = METHODS.find(({ slug }) => slug === 'spei')!;
const pix = METHODS.find(({ slug }) => slug === 'pix')!;
const CLABE = Object.values(spei.sample as Record<string, string>)[0]!;

const OPTIONS = {
  lang: 'en',
  endpoint: '/deposit',
  paymentId: String(spei.id),
  answer: answerOf(spei),
};

/** Records the warnings of the page. */
const WARNINGS = `<script>
  window.warnings = [];
  console.warn = (...words) => warnings.push(words.map(String).join(' '));
</script>`;

interface Watched {
  readonly warnings: readonly string[];
}

/** The value of the slip. */
const SHOWN = `document.querySelector('deposit-slip').shadowRoot.querySelector('[data-key="Cuenta CLABE"] .value').textContent`;

/** Lets the element's script load. */
async function takeOver(page: Page): Promise<void> {
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.type = 'module';
    script.src = '/deposit-slip.js';
    document.head.append(script);
  });
  await taken(page);
}

async function taken(page: Page): Promise<void> {
  await page.waitFor(
    async () => {
      const slip = document.querySelector('deposit-slip');
      return slip?.status === 'ready' && slip.updateComplete;
    },
    { what: 'the script to take over' },
  );
}

/** Opens the page in every engine at the same time. */
async function inEachEngine(
  name: string,
  body: string,
  run: (page: Page) => Promise<void>,
  engines = pagesOf,
): Promise<void> {
  const url = pages.serve(name, `${WARNINGS}${body}`);
  await Promise.all(
    engines.map(async (page) => {
      await page.goto(url);
      await run(page);
    }),
  );
}

/** The same in one engine, for behavior that does not depend on the engine. */
const inOneEngine = (name: string, body: string, run: (page: Page) => Promise<void>): Promise<void> =>
  inEachEngine(name, body, run, pagesOf.slice(0, 1));

const warningsOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => (window as unknown as Watched).warnings);

describe('a slip in the HTML of a page', () => {
  it('keeps the focus, and copies at the first press', async () => {
    const contact = 'https://shop.example/help';
    const options = { ...OPTIONS, contact, seen: 'another account' };
    const body = await pages.renderer.renderDepositSlip(options);
    await inEachEngine('focus', body, async (page) => {
      await page.evaluate(() =>
        document.querySelector('deposit-slip')!.shadowRoot!.querySelector('a')!.focus(),
      );
      await takeOver(page);
      const focused = await page.evaluate(
        () => document.querySelector('deposit-slip')!.shadowRoot!.activeElement?.getAttribute('href') ?? '',
      );
      assert.equal(focused, contact, page.engine);
      await page.click(`deposit-slip >> [data-key="Cuenta CLABE"] [part~="copy"]`);
      assert.equal(await page.clipboardText(), CLABE);
      assert.deepEqual(await warningsOf(page), []);
    });
  });

  it('keeps the drawing of a QR code, and paints the canvas over it', async () => {
    const options = { ...OPTIONS, paymentId: String(pix.id), answer: answerOf(pix) };
    const body = await pages.renderer.renderDepositSlip(options);
    const code = `document.querySelector('deposit-slip').shadowRoot.querySelector('.qr > svg')`;
    await inEachEngine('qr', body, async (page) => {
      await page.evaluate(`window.drawing = ${code}, undefined`);
      await takeOver(page);
      const painted = `${code}.nextElementSibling.getContext('2d').getImageData(0, 0, 1, 1).data.join()`;
      assert.deepEqual(
        [await page.evaluate(`${code} === drawing`), await page.evaluate(painted), await warningsOf(page)],
        [true, '255,255,255,255', []],
        page.engine,
      );
    });
  });

  it('says that the page is waiting once its script has loaded', async () => {
    const options = { ...OPTIONS, watch: true, answer: { ...answerOf(spei), arrival: 'token' } };
    const isShown = `getComputedStyle(document.querySelector('deposit-slip').shadowRoot.querySelector('.status > :last-child')).visibility`;
    await inOneEngine('status', await pages.renderer.renderDepositSlip(options), async (page) => {
      assert.equal(await page.evaluate(isShown), 'hidden', page.engine);
      await takeOver(page);
      assert.equal(await page.evaluate(isShown), 'visible', page.engine);
    });
  });

  it('keeps the selection', async () => {
    const body = await pages.renderer.renderDepositSlip(OPTIONS);
    await inEachEngine('selection', body, async (page) => {
      const selected = await page.evaluate(() => {
        const value = document.querySelector('deposit-slip')!.shadowRoot!.querySelector('.value')!;
        getSelection()!.selectAllChildren(value);
        return getSelection()!.toString();
      });
      await takeOver(page);
      assert.equal(await page.evaluate('getSelection().toString()'), selected);
    });
  });

  it('sends no request, and tells the page that it is ready', async () => {
    const body = await pages.renderer.renderDepositSlip({
      ...OPTIONS,
      paymentId: String(pix.id),
      answer: answerOf(pix),
    });
    await inOneEngine('events', body, async (page) => {
      await page.evaluate(() => {
        addEventListener('deposit-ready', ({ target }) => ((target as HTMLElement).dataset['isReady'] = ''));
      });
      await takeOver(page);
      assert.equal(await page.evaluate("'isReady' in document.querySelector('deposit-slip').dataset"), true);
      const code = `document.querySelector('deposit-slip').shadowRoot.querySelector('[data-drawn] path').getAttribute('d').length`;
      assert.ok((await page.evaluate<number, []>(code)) > 1000);
    });
    assert.deepEqual(
      pages.requests.filter((path) => path !== '/favicon.ico'),
      [],
    );
  });

  it('renders again what another version rendered, and warns once', async () => {
    const rendered = await pages.renderer.renderDepositSlip(OPTIONS);
    const other = rendered.replace(/<ol [^]*<\/ol>/, '<ul><li>Other steps</li></ul>');
    assert.ok(other !== rendered);
    await inOneEngine('another-version', other, async (page) => {
      await takeOver(page);
      const warnings = await warningsOf(page);
      assert.equal(warnings.length, 1, warnings.join('\n'));
      assert.match(warnings[0]!, /<deposit-slip> discards the server-rendered content and renders it again/);
      const text = await page.evaluate<string, []>(
        "document.querySelector('deposit-slip').shadowRoot.querySelector('.card').textContent",
      );
      assert.doesNotMatch(text, /Other steps/);
      assert.match(text, /Open your bank/);
    });
  });

  it('corrects a value that was rewritten on its way, and warns once', async () => {
    const rendered = await pages.renderer.renderDepositSlip(OPTIONS);
    const [group] = /\d{4}(?=<!)/.exec(rendered)!;
    await inOneEngine('another-value', rendered.replace(`${group}<!`, '6666<!'), async (page) => {
      await takeOver(page);
      assert.equal(await page.evaluate(SHOWN), CLABE);
      const warnings = await warningsOf(page);
      assert.equal(warnings.length, 1, warnings.join('\n'));
      assert.match(warnings[0]!, /^<deposit-slip> corrects a value .+#rewritten-on-the-way$/);
    });
  });

  it('corrects a link that was rewritten on its way, and warns once', async () => {
    const contact = 'mailto:help@shop.example';
    const options = { ...OPTIONS, contact, seen: 'another account' };
    const [shown, json] = (await pages.renderer.renderDepositSlip(options)).split('</template>');
    const rewritten = shown!.replace(`href="${contact}"`, 'href="/cdn-cgi/l/email-protection#6e04"');
    assert.notEqual(rewritten, shown);
    await inOneEngine('another-link', `${rewritten}</template>${json}`, async (page) => {
      await takeOver(page);
      const href = `document.querySelector('deposit-slip').shadowRoot.querySelector('a').getAttribute('href')`;
      assert.equal(await page.evaluate(href), contact);
      assert.equal((await warningsOf(page)).length, 1);
    });
  });

  for (const [name, rewrite] of Object.entries({
    'removed its comments': (html: string) => html.replace(/<!--[^]*?-->/g, ''),
    'obfuscated an e-mail address': (html: string) =>
      html.replace(
        />help@shop\.example</g,
        '><a href="/cdn-cgi/l/email-protection" class="__cf_email__">[email&#160;protected]</a><',
      ),
    'linked its numbers': (html: string) => html.replace(/(\d{4})(?=<!)/g, '<a href="tel:$1">$1</a>'),
  }))
    it(`renders a slip again, and once, if something on its way ${name}`, async () => {
      const data = { fiat: 'MXN', fieldList: { 'Cuenta CLABE': CLABE, Email: 'help@shop.example' } };
      const answer = { code: 200, data };
      const rendered = await pages.renderer.renderDepositSlip({ ...OPTIONS, answer });
      // The response in the page is not markup.
      const [shown, json] = rendered.split('<script type="application/json">');
      const rewritten = `${rewrite(shown!)}<script type="application/json">${json}`;
      assert.notEqual(rewritten, rendered);
      await inEachEngine(`rewritten-${name.replaceAll(' ', '-')}`, rewritten, async (page) => {
        await takeOver(page);
        assert.equal(await page.evaluate(SHOWN), CLABE);
        const text = await page.evaluate<string, []>(
          "[...document.querySelector('deposit-slip').shadowRoot.querySelectorAll('.card')].map((card) => card.textContent).join('|')",
        );
        assert.equal(text.split('|').length, 1, 'one slip');
        assert.match(text, /help@shop\.example/);
        assert.match((await warningsOf(page)).join('\n'), /^<deposit-slip> discards [^\n]+$/);
      });
    });

  for (const [name, pattern] of [
    ['all comments', '.'],
    ['the comments of attributes', 'lit-node'],
    ['the comments of values', 'lit-part -->'],
  ] as const)
    it(`is rendered again, and once, if a script removed ${name}`, async () => {
      const body = await pages.renderer.renderDepositSlip(OPTIONS);
      await inOneEngine(`removed-${name.replaceAll(' ', '-')}`, body, async (page) => {
        const cards = await page.evaluate((wanted) => {
          const root = document.querySelector('deposit-slip')!.shadowRoot!;
          const walker = document.createTreeWalker(root, NodeFilter.SHOW_COMMENT);
          const comments: Comment[] = [];
          while (walker.nextNode()) comments.push(walker.currentNode as Comment);
          for (const comment of comments)
            if (new RegExp(wanted).test(`${comment.data} -->`)) comment.remove();
          return root.querySelectorAll('.card').length;
        }, pattern);
        assert.ok(cards >= 1);
        await takeOver(page);
        const titles = "document.querySelector('deposit-slip').shadowRoot.querySelectorAll('h2').length";
        assert.equal(await page.evaluate(titles), 1, 'one slip');
        assert.match((await warningsOf(page)).join('\n'), /^<deposit-slip> discards [^\n]+$/);
        await page.evaluate(
          "document.querySelector('deposit-slip').markArrived({ amount: '1.00', fiat: 'MXN' })",
        );
        await page.waitFor(
          () => document.querySelector('deposit-slip')!.shadowRoot!.textContent.includes('Payment received'),
          { what: 'the receipt' },
        );
      });
    });

  it('shows a problem of the endpoint that the server left to it', async () => {
    const { answer: _, ...options } = OPTIONS;
    const body = await pages.renderer.renderDepositSlip(options);
    await inOneEngine('skeleton', body, async (page) => {
      await page.evaluate(() => {
        const script = document.createElement('script');
        script.type = 'module';
        script.src = '/deposit-slip.js';
        document.head.append(script);
      });
      await page.waitFor(() => document.querySelector('deposit-slip')?.problem?.kind === 'not-found', {
        what: 'the problem',
      });
    });
  });
});

describe('a slip in the HTML of a page with a strict policy', () => {
  /** Whether the page has blocked something, and whether the card has its border. */
  const styled = (page: Page): Promise<unknown> =>
    page.evaluate(() => {
      const card = document
        .querySelector('deposit-slip')!
        .shadowRoot!.querySelector('.frame:not(.without-script) .card')!;
      return [getComputedStyle(card).borderTopStyle, (window as unknown as { refused: number }).refused];
    });
  const RECORDER = `<script nonce="abc123">window.refused = 0; addEventListener('securitypolicyviolation', () => refused++)</script>`;

  const policy = (style: string) =>
    `default-src 'none'; script-src 'self' 'nonce-abc123'; connect-src 'self'; img-src 'self'; style-src ${style}; require-trusted-types-for 'script'; trusted-types lit-html deposit-slip`;

  async function prove(
    name: string,
    style: string,
    options: object,
    expected: [border: string, refused: number],
  ): Promise<void> {
    const slip = await pages.renderer.renderDepositSlip({ ...OPTIONS, ...options });
    const headers = { 'content-security-policy': policy(style) };
    const body = `${RECORDER}${slip}`;
    const before = pages.serve(`${name}-before`, body, 'en', headers);
    const script = '<script type="module" src="/deposit-slip.js"></script>';
    const after = pages.serve(`${name}-after`, `${body}${script}`, 'en', headers);
    await Promise.all(
      pagesOf.map(async (page) => {
        await page.goto(before);
        assert.deepEqual(await styled(page), expected, page.engine);
        await page.goto(after);
        await taken(page);
        assert.deepEqual(await styled(page), ['solid', expected[1]], page.engine);
      }),
    );
  }

  it('is styled with the nonce of the page', () =>
    prove('nonce', "'nonce-abc123'", { nonce: 'abc123' }, ['solid', 0]));
  it('is styled with the hash of its styles', async () =>
    prove('hash', `'self' ${await pages.renderer.styleHash()}`, {}, ['solid', 0]));
  it('is styled with a style sheet file', () =>
    prove('file', "'self'", { stylesheet: '/styles/deposit-slip.css' }, ['solid', 0]));
  it('has no styles until its script runs if it has none of these, and the page is told', () =>
    prove('neither', "'self'", {}, ['none', 1]));
});
