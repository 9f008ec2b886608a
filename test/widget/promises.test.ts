/** What a slip says that the payer's bank shows (docs/what-banks-show.md). */
import { expect } from '@open-wc/testing';
import { engine } from '../browsers/commands.js';
import { AR_QR } from '../fixtures/instruments.js';
import { en } from '../../src/widget/locales/en.js';
import { mount, mountSample, type Attributes } from './helpers/mount.js';
import { textOf } from './helpers/queries.js';

describe(`a slip in ${engine}`, () => {
  const PAYEES: Record<string, [id: number, attributes: Attributes, said: string]> = {
    'the beneficiary of the answer': [85, {}, 'Your bank should show Tienda Sol SA.'],
    'the beneficiary-name': [63, { beneficiaryName: 'Sol SA' }, 'Your bank should show Sol SA.'],
    'the name in the code, and to enter the amount that is not in it': [
      90,
      { amount: '20.00' },
      'Check that it says Fulano de Tal, enter R$ 20,00 and confirm',
    ],
    'the tax number alone, if that is all that is known': [63, {}, en.cuit],
  };
  for (const [name, [id, attributes, said]] of Object.entries(PAYEES))
    it(`says that the bank will show ${name}`, async () => {
      expect(textOf(await mountSample(id, attributes))).to.contain(said);
    });

  it('says that the bank will show the name and the amount in the code', async () => {
    const answer = { fiat: 'ARS', fieldList: { qrCode: AR_QR[0] } };
    const slip = await mount({ paymentId: '137', amount: '1500.00', answer });
    expect(textOf(slip).replaceAll(/\s/g, ' ')).to.contain(
      'Check that it says COMERCIO DEMO and $ 1.500,00, then confirm',
    );
    expect(textOf(slip)).not.to.contain(en.amountToType);
  });

  it('says nothing about whom the bank will show if nobody is named, or the rail shows no name', async () => {
    for (const attributes of [{}, { beneficiaryName: 'Sol SA' }])
      expect(textOf(await mountSample(105, attributes))).not.to.contain('should show');
  });
});
