import { expect } from '@open-wc/testing';
import { METHODS, type Method } from '../../src/core/methods.js';
import { mount, part, parts, row, sampleAnswer, within, words } from './bench.js';

/** A rail nobody has heard of: one entry, no text, no view. */
const IMAGINARY: Method = {
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
  hasTxId: true,
  sample: { Crater: 'TYCHO7', 'Lunar IBAN': 'BE72000000001616' },
};

describe('a method that is one entry in the table', () => {
  const methods = METHODS as Method[];
  before(() => methods.push(IMAGINARY));
  after(() => methods.splice(methods.indexOf(IMAGINARY), 1));

  it('asks for its amount, has a skeleton, and shows its values by their kinds', async () => {
    const asking = await mount({ paymentId: '9001', endpoint: '/none' });
    expect(asking.status).to.equal('asking');
    const answer = { ...sampleAnswer(IMAGINARY) };
    const slip = await mount({ paymentId: '9001', amount: '12.00', answer });
    expect(parts(slip, 'row').map((each) => each.dataset['kind'])).to.deep.equal([
      'message',
      'iban',
      'deposit-id',
    ]);
    expect(row(slip, 'Lunar IBAN').dataset['check']).to.equal('passed');
    expect(row(slip, 'Lunar IBAN').classList.contains('lead')).to.equal(true);
    expect(within(row(slip, 'Lunar IBAN'), 'value').querySelectorAll('span')).to.have.length(4);
    expect(words(slip)).to.contain('Usually arrives in 1 to 3 business days');
    expect(part(slip, 'header').textContent).to.contain('12.00');
  });

  it('is refused where an essential is missing or the currency is another', async () => {
    const incomplete = await mount({
      paymentId: '9001',
      amount: '1',
      answer: { fiat: 'USD', fieldList: { Crater: 'A' } },
    });
    expect(incomplete.problem?.kind).to.equal('incomplete');
    const other = await mount({
      paymentId: '9001',
      amount: '1',
      answer: { ...IMAGINARY, fiat: 'EUR', fieldList: IMAGINARY.sample },
    });
    expect(other.problem?.kind).to.equal('mismatch');
  });
});
