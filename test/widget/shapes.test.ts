import { expect } from '@open-wc/testing';
import type { Shape } from 'deposit-slip-sandbox';
import { METHODS, type Method } from '../../src/core/methods.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';
import { clipboardText, engine, realClick } from '../browsers/commands.js';
import { method, mount, part, parts, reaching, row, sampleAnswer, unique, within, words } from './bench.js';

/** The real chain: an API that answers in a shape, the kit before it, the element on the page. */
async function shaped(each: Method, shape: Shape, status: DepositSlip['status']) {
  const endpoint = `/bank/shaped/${encodeURIComponent(JSON.stringify(shape))}/${unique('shape')}`;
  const amount = each.amount === 'required' ? '150.00' : undefined;
  const warnings: string[] = [];
  const onWarning = ({ key, reason }: DocumentEventMap['deposit-warning']): void =>
    void warnings.push(`${key}: ${reason}`);
  document.addEventListener('deposit-warning', onWarning);
  const given = {
    endpoint,
    paymentId: String(each.id),
    merchantName: 'Our Shop',
    ...(amount && { amount }),
  };
  const slip = await reaching(await mount(given), status);
  document.removeEventListener('deposit-warning', onWarning);
  // The same visit has the same slip, so this is what the element was told.
  const query = new URLSearchParams({
    paymentId: String(each.id),
    fiat: each.fiat,
    ...(amount && { amount }),
  });
  const told = (await (await fetch(`${endpoint}?${query}`)).json()) as { data: Told & { record?: Told[] } };
  return { slip, warnings, came: (told.data.record?.[0] ?? told.data).fieldList };
}

interface Told {
  readonly fieldList: Readonly<Record<string, string>>;
}

const SAME: Record<string, Shape> = {
  'values as arrays': { values: 'arrays' },
  'code 0 and a deposit id as a number': { code: 0, txId: 'number' },
  'a page with a list of one': { record: 'array', status: 2 },
  'a page that calls its one record data': { record: 'object', list: 'data', values: 'mixed' },
};

describe(`an answer in another shape in ${engine}`, () => {
  for (const [name, shape] of Object.entries(SAME))
    for (const each of METHODS)
      it(`shows the rows of ${each.slug} with ${name}`, async () => {
        const { slip, warnings, came } = await shaped(each, shape, 'ready');
        const keys = parts(slip, 'row').map(({ dataset }) => dataset['key']!);
        expect(keys).to.include(slip.slip!.rows.find(({ role }) => role === slip.slip!.lead)!.key);
        for (const key of keys.filter((key) => key !== 'txId'))
          expect(within(row(slip, key), 'value').textContent).to.equal([came[key]].flat().join());
        expect(keys.includes('txId')).to.equal(each.hasTxId);
        expect(warnings).to.deep.equal([]);
      });

  for (const each of METHODS) {
    it(`shows no half of a slip for ${each.slug} where an essential is missing`, async () => {
      const { slip } = await shaped(each, { essential: 'missing' }, 'problem');
      expect(slip.problem?.kind).to.equal('incomplete');
      expect(parts(slip, 'row')).to.have.length(0);
    });

    it(`shows nothing of an account for ${each.slug} that cannot be paid`, async () => {
      const states = [
        [1, 'This account is still being verified'],
        [3, 'The verification of this account failed'],
      ] as const;
      for (const [status, sentence] of states) {
        const { slip, came } = await shaped(each, { status, record: 'object' }, 'problem');
        expect(slip.problem?.kind).to.equal('not-payable');
        expect(part(slip, 'problem').textContent).to.contain(sentence).and.to.contain('Our Shop');
        for (const value of Object.values(came)) expect(slip.shadowRoot!.textContent).not.to.contain(value);
      }
    });

    it(`shows an unknown key of ${each.slug} as text, last of what came, and warns the merchant`, async () => {
      const { slip, warnings } = await shaped(each, { extra: 'unknown' }, 'ready');
      const value = within(row(slip, 'Unlisted key'), 'value');
      expect(value.textContent).to.equal('<a href="https://elsewhere.example/">Unlisted</a>');
      expect(value.querySelector('a')).to.equal(null);
      const keys = parts(slip, 'row').map(({ dataset }) => dataset['key']);
      expect(keys.filter((key) => key !== 'txId').at(-1)).to.equal('Unlisted key');
      expect(parts(slip, 'link').some((link) => link.getAttribute('href')!.includes('elsewhere'))).to.equal(
        false,
      );
      expect(warnings).to.deep.equal(['Unlisted key: unknown-field']);
    });
  }

  it('shows a failed check digit with its warning and copies exactly what came', async () => {
    const { slip, warnings, came } = await shaped(method(105), { checks: 'failed' }, 'ready');
    const clabe = row(slip, 'Cuenta CLABE');
    expect(clabe.dataset['check']).to.equal('failed');
    expect(clabe.textContent).to.contain('Confirm it with Our Shop before paying');
    expect(warnings).to.deep.equal(['Cuenta CLABE: check']);
    await realClick(within(clabe, 'copy'));
    expect(await clipboardText()).to.equal(came['Cuenta CLABE']);
  });

  it('draws no code that fails its check, says so, and offers the picture as a link alone', async () => {
    const { slip, warnings } = await shaped(method(90), { checks: 'failed' }, 'ready');
    expect(parts(slip, 'qr')).to.have.length(0);
    expect(row(slip, 'Pix copia e cola').dataset['check']).to.equal('failed');
    expect(words(slip)).to.contain('We could not check this code, so no QR is drawn');
    expect(parts(slip, 'link')).to.have.length(1);
    expect(warnings).to.include('Pix copia e cola: qr');
  });

  it('draws the code from its text, never from the picture beside it', async () => {
    const { slip, warnings, came } = await shaped(method(90), { qr: 'data-url' }, 'ready');
    expect(came['Pix QR Code']).to.match(/^data:image\/png;base64,/);
    expect(slip.slip?.code?.payload).to.equal(came['Pix copia e cola']);
    expect(part(slip, 'qr')).to.be.instanceOf(Element);
    expect(slip.shadowRoot!.querySelector('img')).to.equal(null);
    expect(words(slip)).not.to.contain('data:image');
    expect(warnings).to.deep.equal(['Pix QR Code: qr']);
  });

  it('takes nothing from the address of its page', async () => {
    const { href } = location;
    const crafted = new URL(href);
    const names = [
      'payment-id',
      'paymentId',
      'fiat',
      'amount',
      'answer',
      'endpoint',
      'Cuenta CLABE',
      'clabe',
    ];
    for (const name of names) crafted.searchParams.set(name, '002010077777777771');
    crafted.hash = 'Cuenta CLABE=002010077777777771';
    const shown: string[] = [];
    for (const address of [href, crafted.href]) {
      history.replaceState(null, '', address);
      shown.push(words(await mount({ paymentId: '105', answer: sampleAnswer(method(105)) })));
      shown.push((await mount({})).problem!.kind);
    }
    history.replaceState(null, '', href);
    expect(shown.slice(2)).to.deep.equal(shown.slice(0, 2));
    expect(shown[1]).to.equal('unconfigured');
    expect(shown[2]).not.to.contain('0020');
  });
});
