import { expect, fixture, html } from '@open-wc/testing';
import { engine } from '../browsers/commands.js';
import {
  asked,
  endpoint,
  event,
  method,
  mount,
  nextFrame,
  open,
  part,
  reaching,
  sampleAnswer,
  unique,
  words,
} from './bench.js';
import type { PartialMessages } from '../../src/widget/shared/i18n/types.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';

const clabe = sampleAnswer(method(105));
const pix = sampleAnswer(method(90));

/** An element whose page holds the answer for its first ask. */
async function withInlineAnswer(answer: object, paymentId: string, url?: string): Promise<DepositSlip> {
  const slip = document.createElement('deposit-slip');
  const script = document.createElement('script');
  script.type = 'application/json';
  script.textContent = JSON.stringify(answer);
  slip.append(script);
  Object.assign(slip, { paymentId, lang: 'en', endpoint: url });
  (await fixture<HTMLElement>(html`<div></div>`)).append(slip);
  await slip.updateComplete;
  return slip;
}

describe(`the settings of a slip in ${engine}`, () => {
  it('are as if never given once their attribute is removed', async () => {
    const log = unique('removed');
    const slip = await mount({
      paymentId: '105',
      amount: '20',
      fiat: 'MXN',
      endpoint: endpoint({ body: clabe, log }),
    });
    await reaching(slip, 'ready');
    slip.removeAttribute('amount');
    slip.removeAttribute('fiat');
    await slip.updateComplete;
    await reaching(slip, 'ready');
    expect(slip.slip?.askedAmount).to.equal(undefined);
    expect(await asked(log)).to.deep.equal(['paymentId=105 fiat=MXN', 'paymentId=105 fiat=MXN']);
  });

  it('mean nothing where their attribute is empty', async () => {
    const slip = await mount({ paymentId: '105', amount: '', fiat: '', answer: clabe });
    expect(slip.status).to.equal('ready');
  });

  it('offer no other slip where there is no endpoint to ask for one', async () => {
    const slip = await mount({ paymentId: '90', endpoint: '', answer: pix });
    expect(part(slip, 'actions').textContent).to.contain('Print').and.not.to.contain('Get a new one');
  });

  for (const timeout of [0, -1, NaN, Infinity, null, 2 ** 40])
    it(`keep the usual patience where the timeout is ${timeout}`, async () => {
      const gate = unique('patience');
      const slip = await mount({ paymentId: '105' });
      Object.assign(slip, { timeout, endpoint: endpoint({ body: clabe, gate }) });
      await slip.updateComplete;
      await nextFrame();
      await nextFrame();
      expect(slip.status).to.equal('loading');
      await open(gate);
      await reaching(slip, 'ready');
    });

  it('are called unconfigured where the endpoint is no address', async () => {
    const slip = await reaching(await mount({ paymentId: '105', endpoint: 'https://[shop/' }), 'problem');
    expect(slip.problem?.kind).to.equal('unconfigured');
  });

  it('are refused where the amount is none, an answer in hand or not', async () => {
    const slip = await mount({ paymentId: '105', amount: '1e3', answer: clabe });
    expect(slip.problem?.kind).to.equal('invalid-amount');
  });

  it('never end a refused amount in a slip without it', async () => {
    const log = unique('bypass');
    const slip = await mount({ paymentId: '105', amount: '1e3', endpoint: endpoint({ body: clabe, log }) });
    slip.reload();
    await slip.updateComplete;
    expect(slip.problem?.kind).to.equal('invalid-amount');
    expect(await asked(log)).to.deep.equal([]);
  });

  it('ask nothing without the amount a method needs, on reload neither', async () => {
    const log = unique('early');
    const slip = await mount({
      paymentId: '95',
      endpoint: endpoint({ body: sampleAnswer(method(95)), log }),
    });
    slip.reload();
    await slip.updateComplete;
    expect(slip.status).to.equal('asking');
    expect(await asked(log)).to.deep.equal([]);
  });

  it('take focus() and reload() before the first update without a word', async () => {
    const log = unique('first');
    const slip = document.createElement('deposit-slip');
    Object.assign(slip, { paymentId: '105', endpoint: endpoint({ body: clabe, log }) });
    slip.focus();
    slip.reload();
    (await fixture<HTMLElement>(html`<div></div>`)).append(slip);
    await reaching(slip, 'ready');
    expect(await asked(log)).to.deep.equal(['paymentId=105 fiat=MXN']);
  });

  it('never show the answer in the page for another ask than it was written for', async () => {
    const answer = sampleAnswer(method(95));
    const slip = await withInlineAnswer(answer, '95', endpoint({ gate: unique('never') }));
    slip.amount = '10.00';
    await slip.updateComplete;
    expect(slip.status, 'named late, the amount is the one it was made for').to.equal('ready');
    slip.amount = '90.00';
    await slip.updateComplete;
    expect(slip.status).to.equal('loading');
    expect(slip.slip).to.equal(undefined);
  });

  it('speak the language of the place an element is moved to', async () => {
    const places = await fixture<HTMLElement>(
      html`<div>
        <p lang="es"></p>
        <p lang="pt"></p>
      </div>`,
    );
    const slip = document.createElement('deposit-slip');
    Object.assign(slip, { paymentId: '105', answer: clabe });
    places.firstElementChild!.append(slip);
    await slip.updateComplete;
    expect(words(slip)).to.contain('Transferencia SPEI');
    places.lastElementChild!.append(slip);
    await slip.updateComplete;
    expect(words(slip)).to.contain('Transferência SPEI');
  });

  it('ask again with a session set after the watching was refused', async () => {
    const body = { ...clabe, arrival: 'token' };
    const refused = { arrival: { code: 401, msg: 'expired' } };
    const slip = await mount({
      paymentId: '105',
      watch: true,
      endpoint: endpoint({ body, particular: refused }),
    });
    await reaching(slip, 'ready');
    dispatchEvent(new Event('online'));
    while (!part(slip, 'arrival').textContent.includes('cannot see')) await nextFrame();
    slip.session = 'fresh';
    await slip.updateComplete;
    expect(part(slip, 'arrival').textContent).to.contain('Waiting for your deposit');
  });
});

describe(`texts of the merchant in ${engine}`, () => {
  const overrides: Record<string, unknown> = {
    'nothing at all': null,
    'texts that are missing': { copy: undefined, checkFailed: null, labels: undefined },
    'texts of another shape': { copy: ['x'], labels: 'x', steps: { spei: 'x' }, problems: { refused: 'x' } },
    'lists that hold no texts': { steps: { spei: [1, null] }, problems: { refused: [] } },
  };
  for (const [name, messages] of Object.entries(overrides))
    it(`fall back to ours where they are ${name}`, async () => {
      const slip = await mount({ paymentId: '105', answer: clabe });
      slip.messages = messages as PartialMessages;
      await slip.updateComplete;
      expect(part(slip, 'copy').textContent.trim()).to.equal('Copy CLABE');
      expect(words(slip)).to.contain('Paste the CLABE, all 18 digits');
      slip.answer = { code: 500 };
      await slip.updateComplete;
      expect(part(slip, 'problem').textContent).to.contain('Please contact the merchant');
    });

  it('may be set late, at any depth, with more steps or fewer', async () => {
    const slip = await mount({ paymentId: '105', answer: clabe });
    slip.messages = { steps: { spei: ['Just pay'] }, labels: { clabe: 'Account' } };
    await slip.updateComplete;
    expect(words(slip)).to.contain('Just pay').and.to.contain('Account');
    expect(words(slip)).not.to.contain('Paste the CLABE');
  });
});

describe(`an endpoint that misbehaves in ${engine}`, () => {
  it('is not asked over and over where it offers methods instead of the slip', async () => {
    const log = unique('storm');
    const body = { code: 200, data: { methods: [{ paymentId: 105, fiat: 'MXN', amount: 'none' }] } };
    const slip = await mount({ endpoint: endpoint({ body, log }) });
    await reaching(slip, 'problem');
    expect(await asked(log)).to.have.length(2);
  });

  it('does not keep the payer waiting where the session never comes', async () => {
    const slip = await mount({ timeout: 50 });
    const told = event(slip, 'deposit-problem');
    slip.getSession = () => new Promise(() => undefined);
    Object.assign(slip, { paymentId: '105', endpoint: endpoint({ body: clabe }) });
    expect((await told).problem.kind).to.equal('timeout');
  });
});
