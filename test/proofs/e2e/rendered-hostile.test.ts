/**
 * Puts hostile texts in every place of a rendered slip, which a browser then parses: nothing runs or loads,
 * and every text is unchanged.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sharedBrowsers, type Page } from '../../e2e/driver/index.js';
import { RenderedPages } from '../../e2e/rendered-pages.js';
import { allTexts, INPUTS } from '../../fixtures/payloads.js';
import { isSoak, sampleOf } from '../scale.js';

const PER_PAGE = 30;

const pages = new RenderedPages();
let pagesOf: readonly Page[] = [];
before(async () => {
  const browsers = await sharedBrowsers();
  pagesOf = await Promise.all(browsers.map((browser) => browser.newPage({ width: 600, height: 800 })));
});
after(() => Promise.all(pagesOf.map((page) => page.close())));

/**
 * Puts the text in every possible place: attributes, texts of the response, keys, and the JSON beside them.
 */
const optionsOf = (text: string) => ({
  lang: 'es',
  endpoint: '/deposit',
  paymentId: '81',
  amount: '10.00',
  merchantName: text,
  beneficiaryName: text,
  orderReference: text,
  contact: text,
  messages: { copied: text, moreDetails: text },
  answer: {
    code: 200,
    msg: text,
    [text]: text,
    data: {
      fiat: 'USD',
      realName: text,
      paymentMethodName: text,
      fieldList: {
        'Account Number': '000123456789',
        'Routing Number': '800000006',
        'Account Holder Name': text,
        'Bank Name': text,
        'Bank Address': text,
        Message: text,
        [text]: text,
      },
    },
  },
});

/** The contents of a page before any script of the element has run. */
interface Found {
  /** Elements other than those of the page. */
  readonly foreign: readonly string[];
  readonly answers: readonly string[];
  readonly names: readonly (string | null)[];
}

const FIND = `(() => {
  const slips = [...document.body.querySelectorAll(':scope > deposit-slip')];
  const isForeign = (element) => element.matches('script, iframe, object, embed, img, image, video, audio, base, meta, form, link')
    || [...element.attributes].some(({ name }) => name.startsWith('on') || name === 'srcdoc')
    || /^\\s*(javascript|data|vbscript):/i.test(element.getAttribute('href') ?? '');
  const inside = slips.flatMap(({ shadowRoot }) => [...shadowRoot.querySelectorAll('*')]).filter(isForeign);
  const outside = [...document.querySelectorAll('html *')].filter((element) => !element.matches('head, head > *, body, deposit-slip, deposit-slip > script[type="application/json"]'));
  return {
    foreign: [...inside, ...outside].map(({ outerHTML }) => outerHTML.slice(0, 200)),
    answers: slips.map((slip) => slip.querySelector('script').textContent),
    names: slips.map((slip) => slip.getAttribute('merchant-name')),
  };
})()`;

/** UTF-8 has no lone surrogates. A parser replaces carriage returns and NUL as HTML defines. */
const parsed = (text: string): string =>
  Buffer.from(text).toString().replace(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD');

describe('hostile texts in a rendered slip', () => {
  it('are parsed by the page as text', async () => {
    const texts = sampleOf(allTexts(), 90);
    console.log(`${texts.length} texts, ${INPUTS}`);
    for (let at = 0; at < texts.length; at += PER_PAGE) {
      const some = texts.slice(at, at + PER_PAGE);
      const rendered = await Promise.all(
        some.map((text) => pages.renderer.renderDepositSlip(optionsOf(text))),
      );
      const url = pages.serve(`hostile-${at}`, rendered.join(''), 'es');
      const turn = Math.floor(at / PER_PAGE);
      const turns = isSoak ? pagesOf.slice(0, turn % 10 === 0 ? 3 : 1) : [pagesOf[turn % pagesOf.length]!];
      for (const page of turns) {
        const before = pages.requests.length;
        await page.goto(url);
        const { foreign, answers, names } = await page.evaluate<Found, []>(FIND);
        assert.deepEqual(foreign, [], `${page.engine}, ${INPUTS}`);
        some.forEach((text, n) => {
          assert.deepEqual(JSON.parse(answers[n]!), JSON.parse(JSON.stringify(optionsOf(text).answer)), text);
          assert.equal(names[n], parsed(text));
        });
        const requests = pages.requests.slice(before).filter((path) => path !== '/favicon.ico');
        assert.deepEqual(requests, [], `${page.engine}, ${INPUTS}`);
      }
    }
  });

  it('are found by the test if they are markup', async () => {
    const url = pages.serve(
      'markup',
      `<deposit-slip><template shadowrootmode="open"><img src="/bite"></template><script type="application/json">{}</script></deposit-slip>`,
    );
    const [page] = pagesOf;
    await page!.goto(url);
    const { foreign } = await page!.evaluate<Found, []>(FIND);
    assert.equal(foreign.length, 1);
    assert.ok(pages.requests.includes('/bite'));
  });
});
