import { expect, fixture, html } from '@open-wc/testing';
import { canEmulateMedia, emulateMedia, engine, screenshot, setViewport } from '../browsers/commands.js';
import { endpoint, method, mount, parts, row, sampleAnswer, unique, words } from './bench.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';

const clabe = sampleAnswer(method(105));

async function inside(style: string): Promise<DepositSlip> {
  const box = await fixture<HTMLElement>(html`<div></div>`);
  box.style.cssText = style;
  const slip = document.createElement('deposit-slip');
  Object.assign(slip, { paymentId: '105', lang: 'en', answer: clabe });
  box.append(slip);
  await slip.updateComplete;
  return slip;
}

describe(`a slip in its place in ${engine}`, () => {
  const PLACES = {
    'a row that centres': 'display: flex; justify-content: center',
    'a column that centres': 'display: flex; flex-direction: column; align-items: center',
    'a grid that centres': 'display: grid; place-items: center',
    'a box as wide as its content': 'width: fit-content',
  };
  for (const [name, style] of Object.entries(PLACES))
    for (const width of [260, 700]) {
      it(`can be read in ${name}, ${width} px wide`, async () => {
        await setViewport({ width: 800, height: 600 });
        const slip = await inside(`${style}; max-width: ${width}px`);
        expect(slip.getBoundingClientRect().width).to.be.at.least(Math.min(280, width));
        expect(slip.getBoundingClientRect().width).to.be.at.most(width);
      });
    }

  it('cuts off no word, however long', async () => {
    const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
    const answer = { paymentMethodName: long, fieldList: { [long]: '1' } };
    const slip = await mount({ paymentId: '7777', answer, width: 280, merchantName: long });
    const card = slip.shadowRoot!.querySelector('.card')!;
    expect(card.scrollWidth).to.be.at.most(card.clientWidth);
  });

  it('paints no text over the account, however high its marks are stacked', async () => {
    const stacked = [...'Ana'].map((letter) => letter + '\u030d'.repeat(60)).join('');
    const pictureWith = async (name: string): Promise<string> => {
      const fieldList = { 'Cuenta CLABE': '999180000000000015', 'Beneficiary Name': name, [name]: name };
      const slip = await mount({ paymentId: '58', answer: { fiat: 'MXN', fieldList }, width: 320 });
      const picture = await screenshot(row(slip, 'Cuenta CLABE'));
      slip.remove();
      return picture;
    };
    await setViewport({ width: 800, height: 900 });
    expect((await pictureWith(stacked)) === (await pictureWith('Ana'))).to.equal(true);
  });

  it('names no method before it is known which', async () => {
    const slip = await mount({ endpoint: endpoint({ gate: unique('never') }) });
    expect(slip.status).to.equal('loading');
    expect(words(slip)).not.to.match(/SPEI|CLABE|Pix/);
    expect(parts(slip, 'row')).not.to.have.length(0);
  });

  (canEmulateMedia ? it : it.skip)('shows nothing of its outline’s values in forced colours', async () => {
    await emulateMedia({ forcedColors: 'active' });
    const slip = await mount({ paymentId: '90', watch: true, endpoint: endpoint({ gate: unique('never') }) });
    const ink = [...slip.shadowRoot!.querySelectorAll('.skeleton :is(.value, .value *, .steps li, button)')];
    const colours = new Set(ink.map((each) => getComputedStyle(each).color));
    await emulateMedia({ forcedColors: 'none' });
    expect([...colours]).to.deep.equal(['rgba(0, 0, 0, 0)']);
  });
});
