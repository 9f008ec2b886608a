import { expect } from '@open-wc/testing/pure';
import { engine } from '../browsers/commands.js';
import { collect } from './helpers/events.js';
import { historyOf, deposit } from './helpers/history.js';
import { mountSample, until, untilStatus } from './helpers/mount.js';
import { part, parts } from './helpers/queries.js';

/** Runs a test where an object has no such property, as in a DOM that is simulated in Node. */
function without<Owner extends object>(owner: Owner, name: keyof Owner & string, run: () => Promise<void>) {
  return async (): Promise<void> => {
    const native = Object.getOwnPropertyDescriptor(owner, name)!;
    Object.defineProperty(owner, name, { configurable: true, writable: true, value: undefined });
    try {
      await run();
    } finally {
      Object.defineProperty(owner, name, native);
    }
  };
}

describe(`an element in an environment with fewer APIs in ${engine}`, () => {
  it(
    'shows a slip and a history without `attachInternals`',
    without(HTMLElement.prototype, 'attachInternals', async () => {
      const slip = await mountSample(90);
      expect(slip.status).to.equal('ready');
      slip.markArrived();
      await untilStatus(slip, 'arrived');
      const history = await historyOf([deposit()]);
      expect(parts(history, 'deposit')).to.have.length(1);
    }),
  );

  it(
    'saves the QR code, and reports an arrival that is out of view, without `matchMedia`',
    without(window, 'matchMedia', async () => {
      const slip = await mountSample(90);
      await until(() => part(slip, 'qr').hasAttribute('data-drawn'));
      const { click } = HTMLAnchorElement.prototype;
      HTMLAnchorElement.prototype.click = () => undefined;
      const saved = await slip.saveQr().finally(() => (HTMLAnchorElement.prototype.click = click));
      expect(saved).to.equal(true);
      slip.style.marginTop = '300vh';
      const arrivals = collect(slip, 'deposit-arrived');
      slip.markArrived();
      await untilStatus(slip, 'arrived');
      expect(arrivals).to.have.length(1);
    }),
  );
});
