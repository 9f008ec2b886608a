import { expect } from '@open-wc/testing/pure';
import { clipboardText, engine, realClick, setClipboard } from '../browsers/commands.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';
import { en } from '../../src/widget/locales/en.js';
import { until } from './helpers/mount.js';
import { parts, row, within } from './helpers/queries.js';
import { sampleAnswer } from './helpers/samples.js';
import { unique } from './helpers/servers.js';

const CLABE = '002010077777777771';
const UNCONFIGURED = en.problems.unconfigured;

/** Only a browser that supports Trusted Types can refuse a policy. */
const itRefusesPolicies = 'trustedTypes' in globalThis ? it : it.skip;

/** A merchant's page in a frame, with its errors and warnings (test/pages/script-tag/page-errors.ts). */
interface Page {
  readonly document: Document;
  readonly slip: DepositSlip;
  readonly errors: string[];
  readonly warnings: string[];
}

/** Opens a page and waits until its slip shows something. */
async function open(name: string): Promise<Page> {
  const frame = document.createElement('iframe');
  frame.style.cssText = 'width: 700px; height: 500px';
  frame.src = `/test/pages/script-${name}.html?${unique('page')}`;
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  document.body.append(frame);
  await loaded;
  const page = frame.contentDocument!;
  const slip = page.querySelector('deposit-slip')!;
  await until(() => Boolean(slip.shadowRoot?.textContent.trim()) && slip.status !== 'loading');
  await slip.updateComplete;
  const { watched } = frame.contentWindow as unknown as { watched: { errors: string[]; warnings: string[] } };
  return { document: page, slip, ...watched };
}

/**
 * Copies the account with a real click, which proves that the slip works, and returns the text of the button.
 */
async function copyAccount(slip: DepositSlip): Promise<string> {
  await setClipboard('nothing yet');
  const button = within(row(slip, 'Cuenta CLABE'), 'copy');
  await realClick(button);
  await until(() => button.dataset['outcome'] !== undefined);
  expect(await clipboardText()).to.equal(CLABE);
  return button.textContent.trim();
}

/** A development build of Lit on the page logs its own warnings. */
function isOurs(warning: string): boolean {
  return warning.includes('<deposit-slip>');
}

// The first request waits for the build.
await fetch('/script-tag/deposit-slip.js');

describe(`the script-tag file in ${engine}`, () => {
  afterEach(() => document.querySelector('iframe')?.remove());

  for (const [how, page] of Object.entries({
    'beside another copy of Lit': 'beside-lit',
    'if the page loads it twice': 'twice',
    'if the page loads two versions': 'versions',
    'beside the npm package': 'beside-npm',
    'on an element that was configured before it loaded': 'late',
    'under the page’s default Trusted Types policy': 'policy-default',
  }))
    it(`works ${how}`, async () => {
      const { document, slip, errors, warnings } = await open(page);
      expect(await copyAccount(slip)).to.equal(en.copied);
      if (page === 'beside-lit')
        expect(document.querySelector('page-own')!.shadowRoot!.textContent).to.equal('made by the page');
      if (page === 'late') expect(slip.merchantName).to.equal('Tienda Sol');
      expect(errors).to.deep.equal([]);
      expect(warnings.filter(isOurs)).to.deep.equal([]);
    });

  it('accepts a locale that does not ship', async () => {
    const path = '/script-tag/deposit-slip.js';
    const { define, registerLocale } = (await import(
      /* @vite-ignore */ path
    )) as typeof import('../../src/index.js');
    define('script-tag-slip');
    registerLocale('cy', { titles: { spei: 'Trosglwyddiad SPEI' } });
    const slip = document.createElement('script-tag-slip') as DepositSlip;
    Object.assign(slip, { lang: 'cy', paymentId: '105', answer: sampleAnswer(105) });
    document.body.append(slip);
    await slip.updateComplete;
    expect(slip.shadowRoot!.querySelector('h2')!.textContent).to.equal('Trosglwyddiad SPEI');
    slip.remove();
  });

  it('leaves a tag that is already defined alone, and warns the merchant', async () => {
    const { slip, errors, warnings } = await open('tag-taken');
    expect(slip.shadowRoot!.textContent).to.equal('made by another');
    expect(errors).to.deep.equal([]);
    expect(warnings).to.have.lengthOf(1);
    expect(warnings[0]).to.contain('<deposit-slip> is taken');
  });

  for (const name of ['policy-unnamed', 'policy-none'])
    itRefusesPolicies(`shows a sentence if the page’s policy refuses its own: ${name}`, async () => {
      const { slip, errors, warnings } = await open(name);
      expect(slip.shadowRoot!.textContent).to.contain(UNCONFIGURED);
      expect(slip.getBoundingClientRect().height).to.be.above(10);
      expect(slip.problem?.kind).to.equal('unconfigured');
      expect(parts(slip, 'copy')).to.have.lengthOf(0);
      expect(errors).to.deep.equal([]);
      expect(warnings).to.have.lengthOf(1);
      expect(warnings[0]).to.contain('Content-Security-Policy');
    });
});
