/** The string that a server renders. test/e2e/server-rendering.test.ts tests that browsers take it over. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { METHODS } from 'deposit-slip/core';
import { renderDepositSlip, styleHash } from 'deposit-slip/ssr';
import { answerOf } from '../../demo/situations/slips.js';

const spei = METHODS.find(({ slug }) => slug === 'spei')!;
const slipWith = (options: object = {}): Promise<string> =>
  renderDepositSlip({
    lang: 'en',
    endpoint: '/deposit',
    paymentId: String(spei.id),
    answer: answerOf(spei),
    ...options,
  });

/** The texts of a slip, without markup. */
const textOf = (html: string): string =>
  html
    .replace(/<(style|script)[^]*?<\/\1>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

describe('rendering a slip', () => {
  it('writes its attributes, its response, and its slotted content', async () => {
    const html = await slipWith({
      watch: true,
      minAmount: '1',
      strict: false,
      slotted: '<p slot="done">Next</p>',
    });
    assert.match(
      html,
      /^<!--email_off--><deposit-slip lang="en" endpoint="\/deposit" payment-id="\d+" watch min-amount="1"><template shadowrootmode="open">/,
    );
    assert.match(
      html,
      /<\/template><script type="application\/json">\{"code":200,.*<\/script><p slot="done">Next<\/p><\/deposit-slip><!--\/email_off-->$/,
    );
  });

  it('writes no text of the page as markup', async () => {
    const hostile = `"'><script>alert(1)</script>&<!--\u2028`;
    const html = await slipWith({
      merchantName: hostile,
      answer: { ...answerOf(spei), msg: `${hostile}</script>` },
    });
    assert.equal(html.split('<script').length, 2, 'the one of the answer');
    assert.equal(html.split('</script').length, 2);
    assert.ok(!html.includes('alert(1)</'));
    assert.ok(!html.slice(html.indexOf('application/json')).includes('\u2028'));
  });

  it('renders a skeleton without a response, and a choice without a request', async () => {
    const skeleton = await slipWith({ answer: undefined });
    assert.match(skeleton, /class="body skeleton"/);
    assert.ok(!skeleton.includes('application/json'));
    assert.match(
      textOf(await slipWith({ answer: undefined, paymentId: '105 90' })),
      /How would you like to pay\?/,
    );
  });

  it('links to loopback only on a page from loopback', async () => {
    const linked = METHODS.find(({ id }) => id === 95)!;
    const [key] = Object.keys(linked.sample);
    const answer = {
      code: 200,
      data: { fiat: linked.fiat, fieldList: { [key!]: 'http://127.0.0.1:8080/pay' } },
    };
    const rendered = (url?: string) =>
      slipWith({ paymentId: String(linked.id), amount: '20000', answer, url });
    assert.match(await rendered('http://localhost:3000/pay'), /href="http:\/\/127\.0\.0\.1:8080\/pay"/);
    assert.doesNotMatch(await rendered('https://shop.example/pay'), /href="http:/);
    assert.doesNotMatch(await rendered(), /href="http:/);
  });

  it('rejects options that it cannot render', async () => {
    await assert.rejects(slipWith({ tag: 'p onclick=alert(1)' }), TypeError);
    assert.match(
      await slipWith({ tag: 'my-slip' }),
      /^<!--email_off--><my-slip [^]*<\/my-slip><!--\/email_off-->$/,
    );
  });

  it('uses the nonce of the page, or links a style sheet, or has styles of a known hash', async () => {
    assert.match(await slipWith({ nonce: 'abc"d' }), /<style nonce="abc&quot;d" data-markers="[0-9]+">/);
    assert.match(
      await slipWith({ stylesheet: '/slip.css' }),
      /<link rel="stylesheet" href="\/slip\.css" data-markers="[0-9]+">/,
    );
    const [, styles] = /<style data-markers="[0-9]+">([^]*?)<\/style>/.exec(await slipWith())!;
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(styles));
    assert.equal(await styleHash(), `'sha256-${Buffer.from(digest).toString('base64')}'`);
    assert.notEqual(await styleHash('deposit-history'), await styleHash());
  });

  it('keeps payers apart that are rendered at the same time', async () => {
    const payers = Array.from({ length: 1000 }, (_, n) => ({
      name: `Payer ${n} of ${n % 7}`,
      lang: n % 2 ? 'es-AR' : 'pt-BR',
    }));
    const rendered = await Promise.all(
      payers.map(({ name, lang }) => slipWith({ lang, merchantName: name })),
    );
    rendered.forEach((html, n) => {
      const text = textOf(html);
      assert.deepEqual([...new Set(text.match(/Payer \d+ of \d/g))], [payers[n]!.name]);
      assert.match(text, n % 2 ? /Transferencia por SPEI|Transferencia SPEI/ : /Transferência SPEI/);
    });
    const alone = await slipWith({ lang: 'pt-BR', merchantName: payers[998]!.name });
    const withoutTime = (html: string): string => html.replace(/\d{4}-\d\d-\d\d \d\d:\d\d/, '');
    assert.equal(withoutTime(rendered[998]!), withoutTime(alone));
  });

  it('leaves no timer that keeps the process alive', () => {
    assert.deepEqual(
      process.getActiveResourcesInfo().filter((name) => name === 'Timeout'),
      [],
    );
  });
});
