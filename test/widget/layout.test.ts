import { expect } from '@open-wc/testing/pure';
import { METHODS } from '../../src/core/methods.js';
import { canEmulateMedia, emulateMedia, engine, screenshot, setViewport } from '../browsers/commands.js';
import { mount, mountSample, nextFrame, until, update } from './helpers/mount.js';
import { part, parts, row, textOf, unfold } from './helpers/queries.js';
import { sampleAnswer } from './helpers/samples.js';
import { endpoint } from './helpers/servers.js';

/** How many px of a value's text a surrounding box cuts off. */
function hiddenPart(value: HTMLElement): number {
  const range = document.createRange();
  range.selectNodeContents(value);
  const text = range.getBoundingClientRect();
  let hidden = 0;
  for (let box: Element | null = value; box; box = box.parentElement) {
    if (getComputedStyle(box).overflow === 'visible') continue;
    const { left, top, right, bottom } = box.getBoundingClientRect();
    hidden = Math.max(hidden, left - text.left, top - text.top, text.right - right, text.bottom - bottom);
  }
  return Math.round(hidden);
}

describe(`layout in ${engine}`, () => {
  it('hides the drawing of the rail if the merchant asks for it', async () => {
    const slip = await mount({ paymentId: '105', answer: sampleAnswer(105) });
    const glyph = slip.shadowRoot!.querySelector('.glyph')!;
    expect(getComputedStyle(glyph).display).to.equal('grid');
    slip.style.setProperty('--deposit-glyph', 'none');
    expect(getComputedStyle(glyph).display).to.equal('none');
  });

  it('wraps words of any length', async () => {
    const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
    const answer = { paymentMethodName: long, fieldList: { [long]: '1' } };
    const slip = await mount({ paymentId: '7777', answer, width: 280, merchantName: long });
    const card = part(slip, 'card');
    expect(card.scrollWidth).to.be.at.most(card.clientWidth);
  });

  /** Values that are shortened on screen. Their rows say so, and they are copied in full. */
  const SHORTENED = '.code, .line';

  for (const [name, answers] of Object.entries({
    'every method': METHODS.map(({ id }) => [id, sampleAnswer(id)] as const),
    'long values': [
      [7777, { fieldList: { Name: 'W'.repeat(90), 'Alias o referencia': 'w.'.repeat(60) } }] as const,
    ],
  }))
    it(`shows every character of the values of ${name} on a narrow page`, async () => {
      for (const [id, answer] of answers) {
        const slip = await mount({ paymentId: String(id), answer, width: 280 });
        unfold(slip);
        const values = parts(slip, 'value').filter((value) => !value.matches(SHORTENED));
        for (const value of values) expect(hiddenPart(value), `${id}: ${value.textContent}`).to.equal(0);
      }
    });

  it('never paints stacked combining marks over the account', async () => {
    const stacked = [...'Ana'].map((letter) => letter + '\u030d'.repeat(30)).join('');
    const screenshotWith = async (name: string): Promise<string> => {
      const fieldList = { 'Cuenta CLABE': '999180000000000015', 'Beneficiary Name': name, [name]: name };
      const slip = await mount({ paymentId: '58', answer: { fiat: 'MXN', fieldList }, width: 320 });
      const image = await screenshot(row(slip, 'Cuenta CLABE'));
      slip.remove();
      return image;
    };
    await setViewport({ width: 800, height: 900 });
    expect((await screenshotWith(stacked)) === (await screenshotWith('Ana'))).to.equal(true);
  });

  it('names no method in the skeleton before the method is known', async () => {
    const slip = await mount({ endpoint: endpoint({ isHeld: true }) });
    expect(slip.status).to.equal('loading');
    expect(textOf(slip)).not.to.match(/SPEI|CLABE|Pix/);
    expect(parts(slip, 'row')).not.to.have.length(0);
  });

  it('breaks no word of a title, and puts an amount that does not fit on a new line', async () => {
    const at = async (width: number): Promise<[who: DOMRect, total: DOMRect, small: DOMRect]> => {
      const slip = await mount({
        paymentId: '105',
        lang: 'en',
        amount: '1250000000.00',
        answer: sampleAnswer(105),
      });
      slip.style.width = `${width}px`;
      const boxes = [
        part(slip, 'title'),
        part(slip, 'total').firstElementChild!,
        part(slip, 'total').querySelector('small')!,
      ];
      const found = boxes.map((box) => box.getBoundingClientRect()) as [DOMRect, DOMRect, DOMRect];
      expect(part(slip, 'title').scrollWidth).to.be.at.most(part(slip, 'title').clientWidth);
      return found;
    };
    const [title, total, small] = await at(280);
    expect(total.top).to.be.at.least(title.bottom);
    expect(total.left).to.be.closeTo(title.left, 1);
    expect(small.left, 'in the same line').to.be.above(total.right);
    const [wideTitle, wideTotal, wideSmall] = await at(640);
    expect(wideTotal.left).to.be.above(wideTitle.right);
    expect(wideSmall.top).to.be.at.least(wideTotal.bottom - 4);
    expect(wideSmall.right).to.be.closeTo(wideTotal.right, 1);
  });

  (canEmulateMedia ? it : it.skip)('shows no placeholder text of the skeleton in forced colors', async () => {
    await emulateMedia({ forcedColors: 'active' });
    const slip = await mount({
      paymentId: '90',
      amount: '20.00',
      watch: true,
      endpoint: endpoint({ isHeld: true }),
    });
    const boxes = ['value', 'total', 'copy', 'toggle', 'steps', 'facts', 'status'];
    const texts = boxes.flatMap((name) => {
      const found = parts(slip, name);
      expect(found, name).not.to.have.length(0);
      return found.flatMap((box) => [box, ...box.querySelectorAll('*')]);
    });
    const seen = texts.filter((text) => {
      const { visibility, color } = getComputedStyle(text);
      const hasWords = [...text.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
      return hasWords && visibility === 'visible' && color !== 'rgba(0, 0, 0, 0)';
    });
    await emulateMedia({ forcedColors: 'none' });
    expect(seen.map(({ textContent }) => textContent)).to.deep.equal([]);
  });

  it('scrolls an arrival into view if less than half of it is visible, and only then', async () => {
    // A busy engine may end a smooth scroll early, but the target of the scroll stays the same.
    const { scrollIntoView } = Element.prototype;
    Element.prototype.scrollIntoView = function (options) {
      scrollIntoView.call(this, { ...(options as ScrollIntoViewOptions), behavior: 'instant' });
    };
    try {
      const slip = await mountSample(90);
      const tall = document.createElement('div');
      tall.style.height = '3000px';
      slip.before(tall);
      scrollTo(0, 0);
      slip.markArrived({ amount: '20.00', fiat: 'BRL' });
      await slip.updateComplete;
      const isShown = (): boolean => {
        const { top, bottom } = slip.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      };
      await until(isShown);
      tall.style.height = '0';
      const { scrollY } = window;
      await update(slip, { answer: sampleAnswer(90), paymentId: '92' });
      slip.markArrived({ amount: '20.00', fiat: 'BRL' });
      await slip.updateComplete;
      await nextFrame();
      expect(window.scrollY).to.equal(scrollY);
    } finally {
      Element.prototype.scrollIntoView = scrollIntoView;
    }
  });
});
