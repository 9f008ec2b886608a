import { expect } from '@open-wc/testing';
import { clipboardText, engine, realClick, setClipboard } from '../browsers/commands.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';
import { en } from '../../src/widget/locales/en.js';
import { nextFrame, parts, row, unique, within } from './bench.js';

const CLABE = '002010077777777771';
const UNABLE = en.problems.unconfigured;

/** Where the browser knows Trusted Types, a policy it refuses leaves a sentence; elsewhere there is nothing to refuse. */
const refusable = 'trustedTypes' in globalThis ? it : it.skip;

/** A merchant's page in a frame, and what was wrong in it (test/pages/script-tag/page-errors.ts). */
interface Shown {
  readonly document: Document;
  readonly slip: DepositSlip;
  readonly errors: string[];
  readonly warnings: string[];
}

/** Shows a page until its slip says something. */
async function show(name: string): Promise<Shown> {
  const frame = document.createElement('iframe');
  frame.style.cssText = 'width: 700px; height: 500px';
  frame.src = `/test/pages/script-${name}.html?${unique('page')}`;
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  document.body.append(frame);
  await loaded;
  const page = frame.contentDocument!;
  const slip = page.querySelector('deposit-slip')!;
  while (!slip.shadowRoot?.textContent.trim() || slip.status === 'loading') await nextFrame();
  await slip.updateComplete;
  const { watched } = frame.contentWindow as unknown as { watched: { errors: string[]; warnings: string[] } };
  return { document: page, slip, ...watched };
}

/** Copies the account with a real click: the slip is alive. Hands back what the button says. */
async function copied(slip: DepositSlip): Promise<string> {
  await setClipboard('nothing yet');
  const button = within(row(slip, 'Cuenta CLABE'), 'copy');
  await realClick(button);
  while (!button.dataset['outcome']) await nextFrame();
  expect(await clipboardText()).to.equal(CLABE);
  return button.textContent.trim();
}

/** A page's Lit in development has warnings of its own. */
function isOurs(warning: string): boolean {
  return warning.includes('<deposit-slip>');
}

describe(`the script-tag file in ${engine}`, () => {
  // The first of the engines to ask waits for the build.
  before(async function build() {
    this.timeout(60_000);
    await fetch('/script-tag/deposit-slip.js');
  });

  afterEach(() => document.querySelector('iframe')?.remove());

  it('stands beside a Lit of the page', async () => {
    const { document, slip, errors, warnings } = await show('beside-lit');
    expect(await copied(slip)).to.equal('Copied CLABE');
    expect(document.querySelector('page-own')!.shadowRoot!.textContent).to.equal('made by the page');
    expect(errors).to.deep.equal([]);
    expect(warnings.filter(isOurs)).to.deep.equal([]);
  });

  for (const name of ['twice', 'versions', 'beside-npm'])
    it(`stands on a page more than once: ${name}`, async () => {
      const { slip, errors, warnings } = await show(name);
      expect(await copied(slip)).to.equal('Copied CLABE');
      expect(errors).to.deep.equal([]);
      expect(warnings.filter(isOurs)).to.deep.equal([]);
    });

  it('leaves a tag that is taken to who has it, and warns the merchant', async () => {
    const { slip, errors, warnings } = await show('tag-taken');
    expect(slip.shadowRoot!.textContent).to.equal('made by another');
    expect(errors).to.deep.equal([]);
    expect(warnings).to.have.lengthOf(1);
    expect(warnings[0]).to.contain('<deposit-slip> is taken');
  });

  it('takes up an element that was set up before it came', async () => {
    const { slip, errors } = await show('late');
    expect(slip.merchantName).to.equal('Tienda Sol');
    expect(await copied(slip)).to.equal('Copied CLABE');
    expect(errors).to.deep.equal([]);
  });

  it('keeps no short names on the element: frameworks keep listeners under names of one letter there', async () => {
    const { slip } = await show('late');
    const names: string[] = [];
    for (let held: object = slip; held.constructor !== slip.ownerDocument.defaultView!.HTMLElement;) {
      names.push(...Object.getOwnPropertyNames(held));
      held = Object.getPrototypeOf(held) as object;
    }
    expect(names).to.include.members(['requestUpdate', 'trustKey']);
    // Whole Lit has this one.
    expect(names.filter((name) => name.length < 3 && name !== 'C')).to.deep.equal([]);
  });

  it('has what the types of a Lit element say it has', async () => {
    const { slip } = await show('late');
    slip.requestUpdate();
    await slip.updateComplete;
    const states = [slip.hasUpdated, slip.isUpdatePending, slip.renderRoot === slip.shadowRoot];
    expect(states).to.deep.equal([true, false, true]);
    expect([typeof slip.addController, typeof slip.removeController]).to.deep.equal(['function', 'function']);
  });

  it('needs nothing of the page’s default policy', async () => {
    const { slip, errors } = await show('policy-default');
    expect(await copied(slip)).to.equal('Copied CLABE');
    expect(errors).to.deep.equal([]);
  });

  for (const name of ['policy-unnamed', 'policy-none'])
    refusable(`says that nothing can be shown where its own policy is refused: ${name}`, async () => {
      const { slip, errors, warnings } = await show(name);
      expect(slip.shadowRoot!.textContent).to.contain(UNABLE);
      expect(slip.getBoundingClientRect().height).to.be.above(10);
      expect(slip.problem?.kind).to.equal('unconfigured');
      expect(parts(slip, 'copy')).to.have.lengthOf(0);
      expect(errors).to.deep.equal([]);
      expect(warnings).to.have.lengthOf(1);
      expect(warnings[0]).to.contain('Content-Security-Policy');
    });
});
