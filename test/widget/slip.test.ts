import { expect } from '@open-wc/testing/pure';
import { METHODS } from '../../src/core/methods.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';
import { en } from '../../src/widget/locales/en.js';
import { clipboardText, engine, isJudge, realClick } from '../browsers/commands.js';
import { PIX } from '../fixtures/instruments.js';
import { collect, nextEvent } from './helpers/events.js';
import { mount, mountSample, mountUntil, untilStatus, update } from './helpers/mount.js';
import {
  button,
  isBefore,
  part,
  parts,
  primaryButtons,
  row,
  rowKeys,
  textOf,
  unfold,
  within,
} from './helpers/queries.js';
import { sampleAnswer, sampleFields } from './helpers/samples.js';
import { endpoint, scripted, unique } from './helpers/servers.js';

const WRONG_CLABE = { fiat: 'MXN', fieldList: { 'Cuenta CLABE': '999 180 0000 0000 0018' } };

/** Every copy is made with a real click, and read back from the clipboard. */
describe(`a slip in ${engine}`, () => {
  for (const { id, slug } of METHODS.filter(({ id }) => isJudge || id === 85)) {
    it(`shows what it copies and copies what the API sent, for every row of ${slug}`, async () => {
      const slip = await mountSample(id);
      expect(slip.status).to.equal('ready');
      unfold(slip);
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

  it('shows and copies a value that fails its check unchanged, below a warning and without inviting to pay', async () => {
    const slip = await mountSample(105, {
      answer: WRONG_CLABE,
      merchantName: 'Tienda Sol',
      endpoint: '/none',
      watch: true,
    });
    const clabe = row(slip, 'Cuenta CLABE');
    expect(clabe.dataset['check']).to.equal('failed');
    const notice = part(slip, 'notice');
    expect(notice.textContent)
      .to.contain(en.doNotPay)
      .and.to.contain('This CLABE has an error in it. Ask Tienda Sol to confirm it first.');
    expect(isBefore(notice, clabe)).to.equal(true);
    for (const name of ['lead', 'steps', 'facts', 'status']) expect(parts(slip, name)).to.have.length(0);
    expect(primaryButtons(slip)).to.have.length(0);
    expect(part(slip, 'actions').textContent.trim()).to.equal(en.reload);
    await realClick(within(clabe, 'copy'));
    expect(await clipboardText()).to.equal('999 180 0000 0000 0018');
  });

  it('warns about a value that the rail can do without, and still lets the payer pay', async () => {
    const answer = { fiat: 'ARS', fieldList: { ...sampleFields(63), CUIT: '30000010011' } };
    const slip = await mount({ paymentId: '63', answer });
    const notice = part(slip, 'notice').textContent;
    expect(notice).to.contain('This CUIT has an error in it').and.not.to.contain(en.doNotPay);
    expect(primaryButtons(slip)).to.have.length(1);
  });

  it('has one primary button, which names what it copies or opens the payment page', async () => {
    for (const { id, slug } of METHODS) {
      const slip = await mountSample(id);
      const { lead } = slip.slip!;
      const text =
        lead === 'link' || lead === 'qr'
          ? en[`open${lead === 'qr' ? 'Qr' : 'Link'}`]
          : `Copy ${en.names[lead!]}`;
      expect(
        primaryButtons(slip).map(({ textContent }) => textContent.trim()),
        slug,
      ).to.deep.equal([text]);
      slip.remove();
    }
  });

  it('folds away what hardly anyone types, and unfolds it with one click', async () => {
    const slip = await mountSample(90);
    const folded = ['Chave Pix - Random Pix', 'txId'].map((key) => row(slip, key));
    for (const hidden of folded) expect(hidden.checkVisibility()).to.equal(false);
    await realClick(part(slip, 'more').querySelector('summary')!);
    for (const shown of folded) expect(shown.checkVisibility()).to.equal(true);
  });

  it('folds a BIC away if the IBAN is enough, but not one that fails its check', async () => {
    for (const [bic, isShown] of [
      ['ABNADEFF', false],
      ['ABNADE', true],
    ] as const) {
      const answer = { fiat: 'EUR', fieldList: { ...sampleFields(85), 'BIC/Swift Code': bic } };
      expect(row(await mountSample(85, { answer }), 'BIC/Swift Code').checkVisibility(), bic).to.equal(
        isShown,
      );
    }
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
    for (const id of [81, 85])
      expect(row(await mountSample(id), 'Deposit Message').textContent).to.contain(en.messageRequired);
    const own = row(await mountSample(82), 'Deposit Message').textContent;
    expect(own).to.contain(en.messageHelps).and.not.to.contain(en.messageRequired);
  });

  it('keeps the title of the requested method if the response is for another rail, with a notice', async () => {
    const answer = { fieldList: sampleFields(85) };
    const slip = await mountSample(105, { answer, merchantName: 'Tienda Sol' });
    expect(part(slip, 'header').textContent).to.contain('SPEI transfer');
    expect(part(slip, 'notice').textContent).to.contain('another kind of transfer');
    expect(parts(slip, 'lead').concat(parts(slip, 'steps'))).to.have.length(0);
    expect(row(slip, 'IBAN').dataset['kind']).to.equal('iban');
    expect(textOf(slip)).not.to.contain('CLABE');
  });

  it('shows no lead and no steps if the code has another amount than the requested one', async () => {
    const answer = { fiat: 'BRL', fieldList: { 'Pix copia e cola': PIX.withAmount } };
    const slip = await mountSample(90, { answer, amount: '11.00' });
    expect(part(slip, 'notice').textContent).to.contain('R$\u00a010,00');
    expect(parts(slip, 'lead').concat(parts(slip, 'steps'))).to.have.length(0);
  });

  it('labels 22 digits by their own scheme, whatever their key says', async () => {
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

  it('copies each of two values under one key with its own button', async () => {
    const slip = await mount({ paymentId: '1', answer: { fieldList: { Box: ['first', 'second'] } } });
    await realClick(within(parts(slip, 'row')[1]!, 'copy'));
    expect(await clipboardText()).to.equal('second');
  });

  it('lets the payer select exactly the digits of a value', async () => {
    const value = within(row(await mountSample(105), 'Cuenta CLABE'), 'value');
    expect(value.querySelectorAll('span')).to.have.length(6);
    expect(value.textContent).to.equal(sampleFields(105)['Cuenta CLABE']);
    expect(getComputedStyle(value).userSelect || getComputedStyle(value).webkitUserSelect).to.equal('all');
  });

  it('shows a preset amount with its currency once, and copies it as bank forms accept it', async () => {
    const slip = await mountSample(90, { amount: '1187.4', lang: 'pt-BR' });
    expect(part(slip, 'total').textContent).to.equal('R$\u00a01.187,40 BRL');
    const amount = slip.shadowRoot!.querySelector<HTMLElement>('[data-derived="amount"]')!;
    expect(amount.querySelector('.value')!.textContent).to.equal('1187,40');
    const copied = nextEvent(slip, 'deposit-copy');
    await realClick(within(amount, 'copy'));
    expect(await copied).to.include({ key: 'amount', kind: 'amount', outcome: 'copied' });
    expect(await clipboardText()).to.equal('1187,40');
    expect(parts(slip, 'row'), 'the answer does not contain the amount').not.to.include(amount);
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

  it('omits a link to a host that is not allowed', async () => {
    const slip = await mountSample(95, { amount: '20.00', allowedHosts: 'bank.example' });
    expect(slip.problem?.kind).to.equal('incomplete');
    expect(textOf(slip)).not.to.contain('pay.example.com');
  });

  it('lists three or four steps for every method, and names its rail in the first', async () => {
    for (const { id, slug } of METHODS) {
      const slip = await mountSample(id);
      const steps = [...slip.shadowRoot!.querySelectorAll('.steps li')].map((step) => step.textContent);
      expect(steps, slug).to.have.length.within(3, 4);
      const first = { link: en.stepPage, qr: en.stepsQr[0] }[slip.slip!.lead as string];
      expect(steps[0]).to.equal(first ?? en.stepOpen[slug] ?? en.stepOpen['other']);
      slip.remove();
    }
  });

  it('shows beneficiary-name if the response names no holder and banks ask for one', async () => {
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
    expect(notice.textContent).to.contain(en.notices.account.title);
    expect(isBefore(notice, parts(changed, 'row')[0]!)).to.equal(true);
    // The slip no longer asks for a payment, but keeps its values.
    expect(primaryButtons(changed)).to.have.length(0);
    for (const name of ['lead', 'steps', 'facts']) expect(parts(changed, name)).to.have.length(0);
    expect(textOf(changed)).to.contain('032180000118359719');
  });

  it('offers a new link instead of a new code, if it has only a link', async () => {
    const server = endpoint({ body: sampleAnswer(95) });
    const slip = await mountUntil('ready', { paymentId: '95', amount: '20.00', endpoint: server });
    expect(part(slip, 'actions').textContent).to.contain(en.renewLink).and.not.to.contain(en.renew);
  });

  it('compares the account with the one of an earlier visit even if the page learns that later', async () => {
    const slip = await mountSample(105);
    const { fingerprint } = slip.slip!;
    await update(slip, { seen: (await mountSample(90)).slip!.fingerprint });
    expect(part(slip, 'notice').textContent).to.contain(en.notices.account.title);
    await update(slip, { seen: fingerprint });
    expect(parts(slip, 'notice')).to.have.length(0);
  });

  for (const contact of ['https://shop.example/help', 'mailto:help@shop.example', 'tel:+525512345678'])
    it(`links to the merchant at ${contact} beside a warning and in a problem`, async () => {
      const merchant = { contact, merchantName: 'Tienda Sol' };
      const warned = await mountSample(105, { ...merchant, answer: WRONG_CLABE });
      const failed = await mountSample(105, { ...merchant, answer: { code: 500 } });
      for (const place of [warned, failed]) {
        const link = place.shadowRoot!.querySelector('a')!;
        expect(link.className, 'one form everywhere').to.equal('button second');
        expect([link.getAttribute('href'), link.rel]).to.deep.equal([contact, 'noopener noreferrer']);
        expect(link.textContent).to.equal('Contact Tienda Sol');
      }
      expect(textOf(await mountSample(105, merchant)), 'a slip without a warning').not.to.contain('Contact');
    });

  for (const contact of [
    'javascript:alert(1)',
    'data:text/html,x',
    'http://shop.example',
    'sms:1',
    '/help',
    '',
  ])
    it(`links to nothing for the contact ${JSON.stringify(contact)}`, async () => {
      for (const answer of [WRONG_CLABE, { code: 500 }])
        expect(
          (await mountSample(105, { contact, answer })).shadowRoot!.querySelector('a') === null,
        ).to.equal(true);
    });
});

/** An endpoint that offers two methods and names the last choice. */
function offering(last?: object) {
  const methods = [
    { paymentId: 105, fiat: 'MXN', amount: 'none' },
    { paymentId: 95, fiat: 'PEN', amount: 'required' },
  ];
  const bodyFor = { 105: sampleAnswer(105), 95: sampleAnswer(95) };
  return scripted({ body: { code: 200, data: { methods, ...(last && { last }) } }, bodyFor });
}

describe(`the choice of a method in ${engine}`, () => {
  it('is kept across a reload with its amount, by the endpoint and not by the browser', async () => {
    const kept = (): unknown[] => [
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      location.href,
    ];
    const before = kept();
    const endpoint = `/bank/deposit/${unique('reload')}`;
    const first = await mountUntil('choosing', { endpoint });
    first.chooseMethod(95);
    await untilStatus(first, 'asking');
    const field = part(first, 'amount') as HTMLInputElement;
    field.value = '20';
    field.dispatchEvent(new Event('input'));
    part(first, 'submit').click();
    await untilStatus(first, 'ready');
    first.remove();
    const again = await mountUntil('ready', { endpoint });
    expect([again.chosenId, again.slip!.askedAmount]).to.deep.equal([95, '20.00']);
    expect(again.slip!.rows).to.deep.equal(first.slip!.rows);
    expect(kept()).to.deep.equal(before);
    await realClick(button(again, en.changeMethod)!);
    await untilStatus(again, 'choosing');
    expect(parts(again, 'option')).to.have.length(METHODS.length);
  });

  const LAST: Record<string, [last: object, status: DepositSlip['status'], requests: string[]]> = {
    'a method': [{ paymentId: 105 }, 'ready', ['paymentId=105 fiat=MXN']],
    'a method and its amount': [
      { paymentId: 95, amount: '20.00' },
      'ready',
      ['paymentId=95 fiat=PEN amount=20.00'],
    ],
    'a method without the amount it needs': [{ paymentId: 95, amount: 'all' }, 'asking', []],
    'a method that is not offered': [{ paymentId: 90 }, 'choosing', []],
  };
  for (const [name, [last, status, requests]] of Object.entries(LAST))
    it(`is what the endpoint reports as chosen last: ${name}`, async () => {
      const server = offering(last);
      await mountUntil(status, { endpoint: server.url });
      expect(await server.requests()).to.deep.equal(['', ...requests]);
    });

  it('can be made and undone by the page', async () => {
    const slip = await mountUntil('choosing', { endpoint: offering().url });
    const chosen = collect(slip, 'deposit-method');
    slip.chooseMethod(105);
    await untilStatus(slip, 'ready');
    expect(slip.chosenId).to.equal(105);
    slip.chooseMethod();
    await untilStatus(slip, 'choosing');
    slip.chooseMethod(95);
    await untilStatus(slip, 'asking');
    slip.chooseMethod();
    await untilStatus(slip, 'choosing');
    expect(chosen, 'events are for what the payer does').to.have.length(0);
  });

  it('does not change if there is no other', async () => {
    const slip = await mountUntil('ready', {
      paymentId: '105',
      endpoint: endpoint({ body: sampleAnswer(105) }),
    });
    slip.chooseMethod();
    await slip.updateComplete;
    expect(slip.status).to.equal('ready');
    expect(button(slip, en.changeMethod)).to.equal(undefined);
  });
});
