import { expect } from '@open-wc/testing/pure';
import { en } from '../../src/widget/locales/en.js';
import { engine } from '../browsers/commands.js';
import { consoleWarnings } from './helpers/events.js';
import {
  mount,
  mountSample,
  mountUntil,
  move,
  nextFrame,
  until,
  untilStatus,
  update,
} from './helpers/mount.js';
import { part, parts, textOf } from './helpers/queries.js';
import { sampleAnswer } from './helpers/samples.js';
import { endpoint, scripted } from './helpers/servers.js';

const clabe = sampleAnswer(105);

describe(`the attributes in ${engine}`, () => {
  it('return to their defaults when they are removed', async () => {
    const server = scripted({ body: clabe });
    const attributes = { paymentId: '105', amount: '20', fiat: 'MXN', endpoint: server.url };
    const slip = await mountUntil('ready', attributes);
    slip.removeAttribute('amount');
    slip.removeAttribute('fiat');
    await slip.updateComplete;
    await untilStatus(slip, 'ready');
    expect(slip.slip?.askedAmount).to.equal(undefined);
    expect(await server.requests()).to.deep.equal(['paymentId=105 fiat=MXN', 'paymentId=105 fiat=MXN']);
  });

  it('have no effect if they are empty', async () => {
    expect((await mountSample(105, { amount: '', fiat: '' })).status).to.equal('ready');
  });

  it('offer no other slip if there is no endpoint to request one from', async () => {
    const slip = await mountSample(90, { endpoint: '' });
    expect(part(slip, 'actions').textContent).to.contain(en.print).and.not.to.contain(en.renew);
  });

  it('warn once of a trust-key, lest a page believe that it still checks something', async () => {
    const warnings = await consoleWarnings(async () => {
      for (const _ of [1, 2]) {
        const other = document.createElement('deposit-slip');
        other.setAttribute('trust-key', 'key');
        document.body.append(other);
        await other.updateComplete;
        other.remove();
      }
    });
    expect(warnings.filter((text) => String(text).includes('trust-key'))).to.have.length(1);
  });

  for (const timeout of [0, -1, NaN, Infinity, null, 2 ** 40])
    it(`keep the default timeout if it is ${timeout}`, async () => {
      const server = scripted({ body: clabe, isHeld: true });
      const slip = await mount({ paymentId: '105' });
      await update(slip, { timeout, endpoint: server.url });
      await nextFrame();
      await nextFrame();
      expect(slip.status).to.equal('loading');
      await server.release();
      await untilStatus(slip, 'ready');
    });

  for (const [name, id, amount, ending] of [
    ['a malformed amount', 105, '1e3', 'problem'],
    ['no amount if the method requires one', 95, undefined, 'asking'],
  ] as const)
    it(`send no request with ${name}, not even on reload()`, async () => {
      const server = scripted({ body: sampleAnswer(id) });
      const slip = await mount({ paymentId: String(id), ...(amount && { amount }), endpoint: server.url });
      slip.reload();
      await slip.updateComplete;
      expect(slip.status).to.equal(ending);
      expect(await server.requests()).to.deep.equal([]);
    });

  it('apply after focus() and reload() were called before the first update', async () => {
    const server = scripted({ body: clabe });
    const slip = document.createElement('deposit-slip');
    Object.assign(slip, { paymentId: '105', endpoint: server.url });
    slip.focus();
    slip.reload();
    await move(slip);
    await untilStatus(slip, 'ready');
    expect(await server.requests()).to.deep.equal(['paymentId=105 fiat=MXN']);
  });

  it('never show the response in the page for another request than the one it was written for', async () => {
    const inline = JSON.stringify(sampleAnswer(95));
    const slip = await mount({ paymentId: '95', inline, endpoint: endpoint({ isHeld: true }) });
    await update(slip, { amount: '10.00' });
    expect(slip.status, 'the amount set first is the one the answer was made for').to.equal('ready');
    await update(slip, { amount: '90.00' });
    expect(slip.status).to.equal('loading');
    expect(slip.slip).to.equal(undefined);
  });

  it('resume polling when a session is set after polling was unauthorized', async () => {
    const url = endpoint({
      body: { ...clabe, arrival: 'token' },
      bodyFor: { arrival: { code: 401, msg: 'expired' } },
    });
    const slip = await mountUntil('ready', { paymentId: '105', watch: true, endpoint: url });
    dispatchEvent(new Event('online'));
    await until(() => part(slip, 'status').textContent.includes(en.cannotLook));
    await update(slip, { session: 'fresh' });
    expect(part(slip, 'status').textContent).to.contain(en.waiting.transfer);
  });

  it('send at most two requests if the endpoint responds with methods instead of a slip', async () => {
    const methods = [{ paymentId: 105, fiat: 'MXN', amount: 'none' }];
    const server = scripted({ body: { code: 200, data: { methods } } });
    await mountUntil('problem', { endpoint: server.url });
    expect(await server.requests()).to.have.length(2);
  });
});

describe(`the messages property in ${engine}`, () => {
  const overrides: Record<string, unknown> = {
    null: null,
    'of undefined texts': { copyNamed: undefined, checkFailed: null, labels: undefined },
    'of another shape': { copyNamed: ['x'], labels: 'x', steps: { spei: 'x' }, problems: { refused: 'x' } },
    'of lists without texts': { steps: { spei: [1, null] }, problems: { refused: [] } },
  };
  for (const [name, messages] of Object.entries(overrides))
    it(`falls back to the built-in texts if it is ${name}`, async () => {
      const slip = await mountSample(105);
      await update(slip, { messages });
      expect(part(slip, 'copy').textContent.trim()).to.equal('Copy CLABE');
      expect(textOf(slip)).to.contain('Paste the CLABE, all 18 digits');
      await update(slip, { answer: { code: 500 } });
      expect(part(slip, 'problem').textContent).to.contain('ask the merchant how to pay');
    });

  it('can be set later, at any depth, with more or fewer steps', async () => {
    const slip = await mountSample(105);
    await update(slip, { messages: { steps: { spei: ['Just pay'] }, labels: { clabe: 'Account' } } });
    expect(textOf(slip)).to.contain('Just pay').and.to.contain('Account');
    expect(textOf(slip)).not.to.contain('Paste the CLABE');
  });
});

describe(`a link to loopback in ${engine}`, () => {
  const answer = { fiat: 'PEN', fieldList: { paymentLink: 'http://localhost:3000/l/1' } };

  it('may be opened on a page that is on loopback itself, where merchants develop', async () => {
    const slip = await mountSample(95, { amount: '150.00', answer });
    expect(part(slip, 'link').getAttribute('href')).to.equal(answer.fieldList.paymentLink);
  });

  it('is refused on any other page', async () => {
    const frame = document.createElement('iframe');
    // Such a document has no host, because its address is about:srcdoc.
    frame.srcdoc = `<script type="module" src="${location.origin}/src/index.ts"></script>
      <deposit-slip payment-id="95" amount="150.00">
        <script type="application/json">${JSON.stringify(answer)}</script>
      </deposit-slip>`;
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
    document.body.append(frame);
    await loaded;
    const slip = frame.contentDocument!.querySelector('deposit-slip')!;
    await until(() => slip.status === 'problem' || slip.status === 'ready');
    await slip.updateComplete;
    expect(slip.status, 'the link is all that the slip has').to.equal('problem');
    expect(parts(slip, 'link')).to.have.length(0);
    frame.remove();
  });
});
