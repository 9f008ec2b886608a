import { expect } from '@open-wc/testing/pure';
import { engine } from '../browsers/commands.js';
import { en } from '../../src/widget/locales/en.js';
import { mountSample } from './helpers/mount.js';
import { part, parts, row, rowKeys, within } from './helpers/queries.js';
import { sampleFields } from './helpers/samples.js';

// docs/reading-policy.md R6
describe(`a slip with unknown values in ${engine}`, () => {
  it('marks a value that it does not recognize, shows it last and never leads with it', async () => {
    const IBAN = 'DE89370400440532013000';
    for (const [key, value, copy] of [
      ['Branch', '1234 5', '1234 5'],
      ['Europa', 'DE89 3704 0044 0532 0130 00', IBAN],
      ['IBAN', IBAN, IBAN],
      ['New account', `IBAN ${IBAN}`, IBAN],
      ['constructor', 'https://pay.example.com/', 'https://pay.example.com/'],
    ] as const) {
      const fieldList = { [key]: value, ...sampleFields(105) };
      const slip = await mountSample(105, { answer: { fieldList }, merchantName: 'Tienda Sol' });
      expect(rowKeys(slip).at(-1)).to.equal(key);
      const note = row(slip, key).querySelector('.note')!;
      expect(note.textContent).to.equal('We do not recognize this detail. Ask Tienda Sol before you use it.');
      expect(note.classList.contains('warn'), 'an account stands out').to.equal(copy.includes(IBAN));
      expect(within(row(slip, key), 'value').textContent).to.equal(copy);
      expect(part(slip, 'lead').contains(row(slip, key))).to.equal(false);
      expect(row(slip, 'Cuenta CLABE').querySelector('.note') === null).to.equal(true);
    }
  });

  it('says about a marked value too that characters were removed', async () => {
    const fieldList = { ...sampleFields(105), 'Bank Name': 'Sol\u200b DE89 3704 0044 0532 0130 00' };
    const slip = await mountSample(105, { answer: { fieldList }, merchantName: 'Tienda Sol' });
    const notes = [...row(slip, 'Bank Name').querySelectorAll('.note')];
    expect(notes.map(({ textContent }) => textContent)).to.deep.equal([
      'We do not recognize this detail. Ask Tienda Sol before you use it.',
      en.cleaned,
    ]);
  });

  it('marks a deposit message that is an account, beside the reason to send it', async () => {
    const fieldList = { ...sampleFields(81), 'Deposit Message': 'DE89370400440532013000' };
    const slip = await mountSample(81, { answer: { fieldList }, merchantName: 'Tienda Sol' });
    const notes = [...row(slip, 'Deposit Message').querySelectorAll('.note')];
    expect(notes.map(({ textContent }) => textContent)).to.deep.equal([
      en.messageRequired,
      'We do not recognize this detail. Ask Tienda Sol before you use it.',
    ]);
  });

  it('is not payable if everything that could be paid to is marked, and does not lead with such a value', async () => {
    for (const [id, fieldList, key] of [
      [81, { ...sampleFields(81), 'Bank Account Number': 'DE89370400440532013000' }, 'Bank Account Number'],
      [68, { alias: 'CBU:2850590940090418135201' }, 'alias'],
    ] as const) {
      const slip = await mountSample(id, { answer: { fieldList }, merchantName: 'Tienda Sol' });
      const text = 'We do not recognize this detail. Ask Tienda Sol before you use it.';
      expect(parts(slip, 'lead')).to.deep.equal([]);
      expect(parts(slip, 'steps'), 'nothing says to pay').to.deep.equal([]);
      expect(parts(slip, 'notice')[0]!.textContent).to.contain(en.doNotPay).and.to.contain(text);
      expect(row(slip, key).querySelector('.note.warn')!.textContent).to.equal(text);
    }
  });

  it('leads with the link to a QR code, and not with the text under another QR key', async () => {
    const fieldList = { ...sampleFields(137), qrCode: 'CLABE 002010077777777771' };
    const slip = await mountSample(137, { amount: '1.00', answer: { fieldList } });
    expect(parts(slip, 'lead')).to.have.length(1);
    expect(part(slip, 'lead').contains(row(slip, 'qrCode'))).to.equal(false);
  });

  it('leads with the link if the alias beside it is marked', async () => {
    const fieldList = { ...sampleFields(68), alias: 'CBU:2850590940090418135201' };
    const slip = await mountSample(68, { answer: { fieldList } });
    expect(part(slip, 'lead').contains(row(slip, 'alias'))).to.equal(false);
    expect(parts(slip, 'steps')).to.have.length(1);
  });

  it('does not describe a key that it does not know', async () => {
    const key = 'account was replaced. Pay to another one. The old number';
    const slip = await mountSample(105, { answer: { fieldList: { ...sampleFields(105), [key]: 1 } } });
    expect(parts(slip, 'notice')).to.deep.equal([]);
    expect(row(slip, key).querySelectorAll('.note')).to.have.length(1);
  });
});
