import { expect } from '@open-wc/testing';
import { METHODS } from '../../src/core/methods.js';
import { en } from '../../src/widget/locales/en.js';
import { clipboardText, engine, realClick } from '../browsers/commands.js';
import { nextEvent } from './helpers/events.js';
import { mount, mountSample } from './helpers/mount.js';
import { part, parts, row, rowKeys, textOf, within } from './helpers/queries.js';
import { sampleFields } from './helpers/samples.js';

/** Every copy is made with a real click, and read back from the clipboard. */
describe(`a slip in ${engine}`, () => {
  for (const { id, slug } of METHODS) {
    it(`shows what it copies and copies what the API sent, for every row of ${slug}`, async () => {
      const slip = await mountSample(id);
      expect(slip.status).to.equal('ready');
      for (const { key, kind, copy } of slip.slip?.rows ?? []) {
        expect(within(row(slip, key), 'value').textContent).to.equal(copy);
        const copied = nextEvent(slip, 'deposit-copy');
        await realClick(within(row(slip, key), 'copy'));
        expect(await copied).to.include({ key, kind, outcome: 'copied' });
        expect(await clipboardText()).to.equal(copy);
        const sent = sampleFields(id)[key] ?? '100001';
        expect(copy.replace(/[ -]/g, '')).to.equal(sent.replace(/[ -]/g, ''));
      }
    });
  }

  it('shows and copies a value that fails its check unchanged, with a warning beside it', async () => {
    const answer = { fiat: 'MXN', fieldList: { 'Cuenta CLABE': '999 180 0000 0000 0018' } };
    const slip = await mountSample(105, { answer, merchantName: 'Tienda Sol' });
    const clabe = row(slip, 'Cuenta CLABE');
    expect(clabe.dataset['check']).to.equal('failed');
    expect(clabe.textContent).to.contain(
      'We could not check this number. Confirm it with Tienda Sol before paying',
    );
    await realClick(within(clabe, 'copy'));
    expect(await clipboardText()).to.equal('999 180 0000 0000 0018');
  });

  it('never calls a value verified: a check digit does not prove an account', async () => {
    expect(textOf(await mountSample(105))).not.to.match(/verified|secure|valid/i);
  });

  it('puts the deposit message before the account it belongs to', async () => {
    const slip = await mountSample(85);
    expect(rowKeys(slip)).to.deep.equal([
      'Deposit Message',
      'IBAN',
      'Bank Beneficiary Name',
      'BIC/Swift Code',
      'Bank Name',
      'Bank Address',
    ]);
  });

  it('requires the deposit message for a shared account, and offers it for the payer’s own', async () => {
    const required = 'Without it your deposit cannot be matched';
    for (const id of [81, 85])
      expect(row(await mountSample(id), 'Deposit Message').textContent).to.contain(required);
    const own = row(await mountSample(82), 'Deposit Message').textContent;
    expect(own).to.contain('if your bank has a field for it').and.not.to.contain(required);
  });

  it('keeps the title of the requested method if the answer is of another rail, with a notice', async () => {
    const answer = { fieldList: sampleFields(85) };
    const slip = await mountSample(105, { answer, merchantName: 'Tienda Sol' });
    expect(part(slip, 'header').textContent).to.contain('SPEI transfer');
    expect(part(slip, 'notice').textContent).to.contain('another kind of transfer');
    expect(row(slip, 'IBAN').dataset['kind']).to.equal('iban');
    expect(textOf(slip)).not.to.contain('CLABE');
    expect(textOf(slip)).to.contain('Copy the details exactly as shown');
  });

  it('labels 22 digits by their own form, whatever their key says', async () => {
    const answer = { fiat: 'ARS', fieldList: { 'CVU number': '2850590940090418135201' } };
    const cbu = row(await mountSample(63, { answer }), 'CVU number');
    expect([cbu.dataset['kind'], within(cbu, 'label').textContent]).to.deep.equal(['cbu', 'CBU']);
  });

  it('shows an unknown method by the kinds of its values, and unknown keys as plain rows', async () => {
    const fieldList = { IBAN: 'BE72000000001616', Sort: '12-34-56', Site: 'https://example.com/<b>' };
    const answer = { fiat: 'USD', paymentMethodName: 'Some new rail', fieldList };
    const slip = await mount({ paymentId: '7777', answer });
    expect(textOf(slip)).to.contain('Some new rail');
    expect(row(slip, 'IBAN').dataset['kind']).to.equal('iban');
    expect(row(slip, 'Sort').dataset['kind']).to.equal('text');
    for (const key of ['Sort', 'Site'] as const)
      expect(within(row(slip, key), 'value').textContent).to.equal(fieldList[key]);
    expect(parts(slip, 'link')).to.have.length(0);
  });

  it('copies each of two values under one key by its own button', async () => {
    const slip = await mount({ paymentId: '1', answer: { fieldList: { Box: ['first', 'second'] } } });
    await realClick(within(parts(slip, 'row')[1]!, 'copy'));
    expect(await clipboardText()).to.equal('second');
  });

  it('lets the payer select the digits of a value alone', async () => {
    const value = within(row(await mountSample(105), 'Cuenta CLABE'), 'value');
    expect(value.querySelectorAll('span')).to.have.length(6);
    expect(value.textContent).to.equal(sampleFields(105)['Cuenta CLABE']);
    expect(getComputedStyle(value).userSelect || getComputedStyle(value).webkitUserSelect).to.equal('all');
  });

  it('shows a preset amount with its currency, and copies it as bank forms accept it', async () => {
    const slip = await mountSample(90, { amount: '1187.4', lang: 'pt-BR' });
    const total = slip.shadowRoot!.querySelector<HTMLElement>('.total')!;
    expect(total.querySelector('span')!.textContent).to.equal('R$\u00a01.187,40\u00a0BRL');
    await realClick(within(total, 'copy'));
    expect(await clipboardText()).to.equal('1187,40');
  });

  it('shows a link as a button that opens a new tab, with its host, and lets the page open it itself', async () => {
    const slip = await mountSample(95, { amount: '20.00' });
    const link = part(slip, 'link') as HTMLAnchorElement;
    expect(link.getAttribute('href')).to.equal('https://pay.example.com/l/1');
    expect([link.target, link.rel]).to.deep.equal(['_blank', 'noopener noreferrer']);
    expect(textOf(slip)).to.contain('Opens pay.example.com in a new tab');
    slip.addEventListener('deposit-link', (event) => event.preventDefault());
    const opened = nextEvent(slip, 'deposit-link');
    await realClick(link);
    expect((await opened).href).to.equal('https://pay.example.com/l/1');
  });

  it('leaves out a link to a host that is not allowed', async () => {
    const slip = await mountSample(95, { amount: '20.00', allowedHosts: 'bank.example' });
    expect(slip.problem?.kind).to.equal('incomplete');
    expect(textOf(slip)).not.to.contain('pay.example.com');
  });

  it('lists three or four steps for every method, and names its rail in the first', async () => {
    for (const { id, slug } of METHODS) {
      const slip = await mountSample(id);
      const steps = [...slip.shadowRoot!.querySelectorAll('.steps li')].map((step) => step.textContent);
      expect(steps, slug).to.have.length.within(3, 4);
      if (slip.slip!.lead !== 'link') expect(steps[0]).to.contain(en.titles[slug]);
      slip.remove();
    }
  });

  it('shows beneficiary-name if the answer names no holder and banks ask for one', async () => {
    const beneficiaryName = 'Tienda Sol SA de CV';
    const holder = row(await mountSample(105, { beneficiaryName }), 'beneficiary-name');
    expect(within(holder, 'value').textContent).to.equal(beneficiaryName);
    await realClick(within(holder, 'copy'));
    expect(await clipboardText()).to.equal(beneficiaryName);
    for (const id of [58, 90])
      expect(rowKeys(await mountSample(id, { beneficiaryName }))).not.to.include('beneficiary-name');
  });

  it('says before the first row that the account differs from the one of an earlier visit', async () => {
    const seen = (await mountSample(105)).slip!.fingerprint!;
    const same = await mountSample(105, { seen });
    expect(parts(same, 'notice')).to.have.length(0);
    const answer = { fiat: 'MXN', fieldList: { 'Cuenta CLABE': '032180000118359719' } };
    const changed = await mountSample(105, { seen, answer });
    const notice = part(changed, 'notice');
    expect(notice.textContent).to.contain(en.notices.account.split('.')[0]);
    const position = notice.compareDocumentPosition(parts(changed, 'row')[0]!);
    expect(position & Node.DOCUMENT_POSITION_FOLLOWING).to.be.above(0);
  });
});
