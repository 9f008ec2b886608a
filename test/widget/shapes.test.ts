import { expect } from '@open-wc/testing/pure';
import type { Shape } from 'deposit-slip-sandbox';
import { METHODS, type Method } from '../../src/core/methods.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';
import { en } from '../../src/widget/locales/en.js';
import { engine } from '../browsers/commands.js';
import { sampleOf } from '../proofs/scale.js';
import { collect } from './helpers/events.js';
import { mount, mountSample, mountUntil } from './helpers/mount.js';
import { part, parts, row, textOf, within } from './helpers/queries.js';
import { requestFor } from './helpers/samples.js';
import { unique } from './helpers/servers.js';

interface SlipData {
  readonly fieldList: Readonly<Record<string, string>>;
}

/** Mounts an element with the kit and an API that responds in this shape. `fields` is the kit's response. */
async function mountShaped(each: Method, shape: Shape, status: DepositSlip['status']) {
  const endpoint = `/bank/shaped/${encodeURIComponent(JSON.stringify(shape))}/${unique('shape')}`;
  const request = requestFor(each);
  const warnings = collect(document, 'deposit-warning');
  const slip = await mountUntil(status, { endpoint, ...request, merchantName: 'Our Shop' });
  const texts = warnings.map(({ key, reason }) => `${key}: ${reason}`);
  // One visit gets the same slip for every request.
  const response = await fetch(`${endpoint}?${new URLSearchParams({ ...request, fiat: each.fiat })}`);
  const { data } = (await response.json()) as { data: SlipData & { record?: SlipData[] } };
  return { slip, warnings: texts, fields: (data.record?.[0] ?? data).fieldList };
}

describe(`a response in another shape in ${engine}`, () => {
  for (const each of sampleOf(METHODS, 4)) {
    it(`shows no value of ${each.slug} if the account cannot be paid`, async () => {
      for (const [status, message] of [
        [1, en.accounts.verifying],
        [3, en.accounts.failed],
      ] as const) {
        const { slip, fields } = await mountShaped(each, { status, record: 'object' }, 'problem');
        expect(slip.problem?.kind).to.equal('not-payable');
        expect(part(slip, 'problem').textContent).to.contain(message).and.to.contain('Our Shop');
        for (const value of Object.values(fields)) expect(slip.shadowRoot!.textContent).not.to.contain(value);
      }
    });

    it(`shows an unknown key of ${each.slug} as text after the known ones, and warns the merchant`, async () => {
      const { slip, warnings } = await mountShaped(each, { extra: 'unknown' }, 'ready');
      const value = within(row(slip, 'Unlisted key'), 'value');
      expect(value.textContent).to.equal('<a href="https://elsewhere.example/">Unlisted</a>');
      expect(value.querySelector('a') === null).to.equal(true);
      const shown = parts(slip, 'row').filter((each) => !each.closest('.folded'));
      expect(shown.at(-1)!.dataset['key']).to.equal('Unlisted key');
      const hrefs = parts(slip, 'link').map((link) => link.getAttribute('href'));
      expect(hrefs.join()).not.to.contain('elsewhere');
      expect(warnings).to.deep.equal(['Unlisted key: unknown-field']);
    });
  }

  it('is never read from the address of the page', async () => {
    const { href } = location;
    const crafted = new URL(href);
    const names = 'payment-id,paymentId,fiat,amount,answer,endpoint,Cuenta CLABE,clabe';
    for (const name of names.split(',')) crafted.searchParams.set(name, '002010077777777771');
    crafted.hash = 'Cuenta CLABE=002010077777777771';
    const views: string[] = [];
    for (const address of [href, crafted.href]) {
      history.replaceState(null, '', address);
      views.push(textOf(await mountSample(105)));
      views.push((await mount()).problem!.kind);
    }
    history.replaceState(null, '', href);
    expect(views.slice(2)).to.deep.equal(views.slice(0, 2));
    expect(views[1]).to.equal('unconfigured');
    expect(views[2]).not.to.contain('0020');
  });
});
