import { expect } from '@open-wc/testing';
import { METHODS } from '../../src/core/methods.js';
import { en } from '../../src/widget/locales/en.js';
import { clipboardText, engine, realClick } from '../browsers/commands.js';
import { event, method, mount, part, parts, row, sampleAnswer, within, words } from './bench.js';

/** Each test copies with the real mouse and finds out what the clipboard holds as a person would: by pasting. */
describe(`a slip in ${engine}`, () => {
  for (const each of METHODS) {
    it(`shows what it copies and copies what came, for every row of ${each.slug}`, async () => {
      const slip = await mount({ paymentId: String(each.id), answer: sampleAnswer(each) });
      expect(slip.status).to.equal('ready');
      for (const shown of slip.slip?.rows ?? []) {
        const element = row(slip, shown.key);
        expect(within(element, 'value').textContent).to.equal(shown.copy);
        const told = event(slip, 'deposit-copy');
        await realClick(within(element, 'copy'));
        const { key, kind, outcome } = await told;
        expect({ key, kind, outcome }).to.deep.equal({ key: shown.key, kind: shown.kind, outcome: 'copied' });
        expect(await clipboardText()).to.equal(shown.copy);
        const came = (each.sample as Record<string, string>)[shown.key] ?? '100001';
        expect(shown.copy.replace(/[ -]/g, '')).to.equal(came.replace(/[ -]/g, ''));
      }
    });
  }

  it('copies an IBAN without the spaces it came with', async () => {
    const { fieldList, ...rest } = { ...spaced(), fiat: 'EUR' };
    const slip = await mount({ paymentId: '85', answer: { ...rest, fieldList } });
    const iban = row(slip, 'IBAN');
    expect(
      [...within(iban, 'value').querySelectorAll('span')].map((group) => group.textContent),
    ).to.deep.equal(['BE72', '0000', '0000', '1616']);
    await realClick(within(iban, 'copy'));
    expect(await clipboardText()).to.equal('BE72000000001616');
  });

  it('shows and copies exactly what failed its check, with a warning beside it', async () => {
    const answer = { fiat: 'MXN', fieldList: { 'Cuenta CLABE': '999 180 0000 0000 0018' } };
    const slip = await mount({ paymentId: '105', answer, merchantName: 'Tienda Sol' });
    const clabe = row(slip, 'Cuenta CLABE');
    expect(clabe.dataset['check']).to.equal('failed');
    expect(clabe.textContent).to.contain(
      'We could not check this number. Confirm it with Tienda Sol before paying',
    );
    await realClick(within(clabe, 'copy'));
    expect(await clipboardText()).to.equal('999 180 0000 0000 0018');
  });

  it('withholds what failed its check where the merchant is strict', async () => {
    const answer = { fiat: 'MXN', fieldList: { 'Cuenta CLABE': '999180000000000018' } };
    const slip = await mount({ paymentId: '105', answer, strict: true });
    expect(slip.problem?.kind).to.equal('unverified');
  });

  it('says nothing of a value that passed: a check digit proves no account', async () => {
    const slip = await mount({ paymentId: '105', answer: sampleAnswer(method(105)) });
    expect(words(slip)).not.to.match(/verified|secure|valid/i);
  });

  it('puts the deposit message before the account it belongs to', async () => {
    const slip = await mount({ paymentId: '85', answer: sampleAnswer(method(85)) });
    expect(parts(slip, 'row').map((each) => each.dataset['key'])).to.deep.equal([
      'Deposit Message',
      'IBAN',
      'Bank Beneficiary Name',
      'BIC/Swift Code',
      'Bank Name',
      'Bank Address',
    ]);
    expect(row(slip, 'Deposit Message').textContent).to.contain('Without it your deposit cannot be matched');
  });

  it('requires the deposit message where the account is shared, and offers it where it is one’s own', async () => {
    const shared = await mount({ paymentId: '81', answer: sampleAnswer(method(81)) });
    expect(row(shared, 'Deposit Message').textContent).to.contain(
      'Without it your deposit cannot be matched',
    );
    const own = await mount({ paymentId: '82', answer: sampleAnswer(method(82)) });
    expect(row(own, 'Deposit Message').textContent).to.contain('if your bank has a field for it');
    expect(row(own, 'Deposit Message').textContent).not.to.contain('cannot be matched');
  });

  it('keeps the title of what was asked where another rail came, and says so', async () => {
    const answer = { fieldList: method(85).sample };
    const slip = await mount({ paymentId: '105', answer, merchantName: 'Tienda Sol' });
    expect(part(slip, 'header').textContent).to.contain('SPEI transfer');
    expect(part(slip, 'notice').textContent).to.contain('another kind of transfer');
    expect(row(slip, 'IBAN').dataset['kind']).to.equal('iban');
    expect(words(slip)).not.to.contain('CLABE');
    expect(words(slip)).to.contain('Copy the details exactly as shown');
  });

  it('labels 22 digits as what they are, whatever their key says', async () => {
    const answer = { fiat: 'ARS', fieldList: { 'CVU number': '2850590940090418135201' } };
    const slip = await mount({ paymentId: '63', answer });
    const cbu = row(slip, 'CVU number');
    expect([cbu.dataset['kind'], within(cbu, 'label').textContent]).to.deep.equal(['cbu', 'CBU']);
  });

  it('shows pesos of Colombia to the last cent where they have any', async () => {
    for (const [amount, shown] of [
      ['150000', '$ 150.000 COP'],
      ['150000.50', '$ 150.000,50 COP'],
    ] as const) {
      const slip = await mount({ paymentId: '68', amount, lang: 'es-CO', answer: sampleAnswer(method(68)) });
      expect(part(slip, 'header').textContent.replace(/\s/g, ' ')).to.contain(shown);
    }
  });

  it('shows an unknown method by the kinds of its values and unknown keys as plain rows', async () => {
    const answer = {
      fiat: 'USD',
      paymentMethodName: 'Some new rail',
      fieldList: { IBAN: 'BE72000000001616', Sort: '12-34-56', Site: 'https://example.com/<b>' },
    };
    const slip = await mount({ paymentId: '7777', answer });
    expect(words(slip)).to.contain('Some new rail');
    expect(row(slip, 'IBAN').dataset['kind']).to.equal('iban');
    expect(row(slip, 'Sort').dataset['kind']).to.equal('text');
    expect(within(row(slip, 'Sort'), 'value').textContent).to.equal('12-34-56');
    expect(within(row(slip, 'Site'), 'value').textContent).to.equal('https://example.com/<b>');
    expect(parts(slip, 'link')).to.have.length(0);
  });

  it('warns the merchant of unknown keys, once each', async () => {
    const heard: string[] = [];
    const onWarning = (warning: DocumentEventMap['deposit-warning']): void =>
      void heard.push(`${warning.key} ${warning.reason}`);
    document.addEventListener('deposit-warning', onWarning);
    await mount({
      paymentId: '105',
      answer: { fiat: 'MXN', fieldList: { 'Cuenta CLABE': method(105).sample['Cuenta CLABE'], Extra: 'x' } },
    });
    document.removeEventListener('deposit-warning', onWarning);
    expect(heard).to.deep.equal(['Extra unknown-field']);
  });

  it('copies each of two values that came under one key by its own button', async () => {
    const slip = await mount({ paymentId: '1', answer: { fieldList: { Box: ['first', 'second'] } } });
    await realClick(within(parts(slip, 'row')[1]!, 'copy'));
    expect(await clipboardText()).to.equal('second');
  });

  it('gives a hand-made selection the digits alone', async () => {
    const slip = await mount({ paymentId: '105', answer: sampleAnswer(method(105)) });
    const value = within(row(slip, 'Cuenta CLABE'), 'value');
    expect(value.querySelectorAll('span')).to.have.length(6);
    expect(value.textContent).to.equal(method(105).sample['Cuenta CLABE']);
    expect(getComputedStyle(value).userSelect || getComputedStyle(value).webkitUserSelect).to.equal('all');
  });

  it('copies every value as lines for whoever pays', async () => {
    const slip = await mount({ paymentId: '105', amount: '1500.5', answer: sampleAnswer(method(105)) });
    // WebKit allows it within a click alone, so the page's own button asks for it.
    const button = document.createElement('button');
    button.textContent = 'Copy all';
    const copied = new Promise((resolve) => button.addEventListener('click', () => resolve(slip.copy())));
    slip.before(button);
    await realClick(button);
    expect(await copied).to.equal('copied');
    button.remove();
    expect(await clipboardText()).to.equal(
      `Amount: 1500.5 MXN\nCLABE: ${method(105).sample['Cuenta CLABE']}`,
    );
  });

  it('shows a preset amount with its code and copies it as a bank field takes it', async () => {
    const slip = await mount({
      paymentId: '90',
      amount: '1187.4',
      lang: 'pt-BR',
      answer: sampleAnswer(method(90)),
    });
    const total = slip.shadowRoot!.querySelector<HTMLElement>('.total')!;
    expect(total.querySelector('span')!.textContent).to.equal('R$\u00a01.187,40\u00a0BRL');
    await realClick(within(total, 'copy'));
    expect(await clipboardText()).to.equal('1187,40');
  });

  it('shows a link as a button to another tab with its host, and copies it whole', async () => {
    const slip = await mount({ paymentId: '95', amount: '20.00', answer: sampleAnswer(method(95)) });
    const link = part(slip, 'link') as HTMLAnchorElement;
    expect(link.getAttribute('href')).to.equal('https://pay.example.com/l/1');
    expect([link.target, link.rel]).to.deep.equal(['_blank', 'noopener noreferrer']);
    expect(words(slip)).to.contain('Opens pay.example.com in a new tab');
  });

  it('lets the page open a link in its own way', async () => {
    const slip = await mount({ paymentId: '95', amount: '20.00', answer: sampleAnswer(method(95)) });
    const heard: string[] = [];
    slip.addEventListener('deposit-link', (link) => {
      heard.push(link.href);
      link.preventDefault();
    });
    await realClick(part(slip, 'link'));
    expect(heard).to.deep.equal(['https://pay.example.com/l/1']);
  });

  it('gives three or four steps for every method, and names its rail in the first', async () => {
    for (const each of METHODS) {
      const slip = await mount({ paymentId: String(each.id), answer: sampleAnswer(each) });
      const steps = [...slip.shadowRoot!.querySelectorAll('.steps li')].map((step) => step.textContent);
      expect(steps, each.slug).to.have.length.within(3, 4);
      if (slip.slip!.lead !== 'link') expect(steps[0]).to.contain(en.titles[each.slug]);
      slip.remove();
    }
  });

  it('shows the holder the merchant names where the answer names none, and never over one it names', async () => {
    const given = { paymentId: '105', beneficiaryName: 'Tienda Sol SA de CV' };
    const slip = await mount({ ...given, answer: sampleAnswer(method(105)) });
    expect(within(row(slip, 'beneficiary-name'), 'value').textContent).to.equal('Tienda Sol SA de CV');
    await realClick(within(row(slip, 'beneficiary-name'), 'copy'));
    expect(await clipboardText()).to.equal('Tienda Sol SA de CV');
    const named = await mount({ ...given, paymentId: '58', answer: sampleAnswer(method(58)) });
    expect(parts(named, 'row').map((each) => each.dataset['key'])).not.to.include('beneficiary-name');
    const pix = await mount({ ...given, paymentId: '90', answer: sampleAnswer(method(90)) });
    expect(parts(pix, 'row').map((each) => each.dataset['key'])).not.to.include('beneficiary-name');
  });

  it('says that the account is another than on an earlier visit, before it shows it', async () => {
    const first = await mount({ paymentId: '105', answer: sampleAnswer(method(105)) });
    const seen = first.slip!.fingerprint!;
    const same = await mount({ paymentId: '105', seen, answer: sampleAnswer(method(105)) });
    expect(parts(same, 'notice')).to.have.length(0);
    const answer = { fiat: 'MXN', fieldList: { 'Cuenta CLABE': '032180000118359719' } };
    const other = await mount({ paymentId: '105', seen, answer });
    const notice = part(other, 'notice');
    expect(notice.textContent).to.contain('The account details have changed since your last visit');
    const isBefore =
      notice.compareDocumentPosition(parts(other, 'row')[0]!) & Node.DOCUMENT_POSITION_FOLLOWING;
    expect(isBefore > 0).to.equal(true);
  });

  it('leaves out a link to a host that is not allowed', async () => {
    const slip = await mount({
      paymentId: '95',
      amount: '20.00',
      allowedHosts: 'bank.example',
      answer: sampleAnswer(method(95)),
    });
    expect(slip.problem?.kind).to.equal('incomplete');
    expect(words(slip)).not.to.contain('pay.example.com');
  });
});

function spaced(): { fieldList: Record<string, string> } {
  return { fieldList: { ...method(85).sample, IBAN: 'BE72 0000 0000 1616' } };
}
