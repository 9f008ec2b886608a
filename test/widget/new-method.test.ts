import { expect } from '@open-wc/testing/pure';
import { METHODS, type Method } from '../../src/core/methods.js';
import { en } from '../../src/widget/locales/en.js';
import { mount, mountSample } from './helpers/mount.js';
import { part, parts, row, textOf, within } from './helpers/queries.js';

/** A method that has only an entry in the table: no texts, no view. */
const NEW: Method = {
  id: 9001,
  slug: 'moon-rail',
  fiat: 'USD',
  amount: 'required',
  fields: [
    { role: 'message', kind: 'message', keys: ['Crater'] },
    { role: 'iban', kind: 'iban', keys: ['Lunar IBAN'] },
  ],
  needs: [['iban']],
  lead: ['iban'],
  settles: 'days',
  holderName: 'unused',
  hasTxId: true,
  sample: { Crater: 'TYCHO7', 'Lunar IBAN': 'BE72000000001616' },
};

describe('a method that exists only as an entry in the table', () => {
  const methods = METHODS as Method[];
  before(() => methods.push(NEW));
  after(() => methods.splice(methods.indexOf(NEW), 1));

  it('asks for its amount and shows its values by their kinds', async () => {
    expect((await mount({ paymentId: '9001', endpoint: '/none' })).status).to.equal('asking');
    const slip = await mountSample(9001, { amount: '12.00' });
    const kinds = parts(slip, 'row').map(({ dataset }) => dataset['kind']);
    expect(kinds).to.deep.equal(['message', 'iban', 'deposit-id']);
    const iban = row(slip, 'Lunar IBAN');
    expect(iban.dataset['check']).to.equal('passed');
    expect(part(slip, 'lead').contains(iban)).to.equal(true);
    expect(within(iban, 'value').querySelectorAll('span')).to.have.length(4);
    expect(textOf(slip)).to.contain(en.settles.days);
    expect(part(slip, 'total').textContent).to.equal('$12.00 USD');
  });
});
