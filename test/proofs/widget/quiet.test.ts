import { expect } from '@open-wc/testing';
import { engine } from '../../browsers/commands.js';
import type { Quiet } from '../../pages/quiet.js';
import { unique } from '../../widget/bench.js';
import { isSoak } from '../scale.js';

/** P14: nothing leaves. Every method from the choice to the arrival and every problem, in a page that hears everything. */

/** Requests of the element and of its page; Vite serves the encoder's own module beside them. */
const ENDPOINTS = [/^\/bank\/(hurried|pay)/, /^\/scripted\?/];
const MODULES = [/^\/(src|test|node_modules|\.cache|@vite|@id)\//];
/** Kinds of the side effects the page causes itself, as the event log names them. */
const CANARIES = [
  'storage',
  'database',
  'cache',
  'cookie',
  'window name',
  'history',
  'postMessage',
  'BroadcastChannel',
  'request',
  'console',
];

function pathOf(address: string): string {
  const { origin, pathname, search } = new URL(address, location.href);
  return origin === location.origin ? pathname + search : address;
}

describe(`nothing leaves the element, in ${engine}`, function () {
  // Deposits and time-outs are waited for, on a loaded machine beside two other engines.
  if (!isSoak) this.timeout(60_000);
  let quiet: Quiet;

  before(async () => {
    const frame = document.createElement('iframe');
    const told = new Promise<Quiet>((resolve) => {
      addEventListener('message', ({ source, data }: MessageEvent<Quiet>) => {
        if (source === frame.contentWindow && data.canaries) resolve(data);
      });
    });
    frame.src = `/test/pages/quiet.html?${new URLSearchParams({ visit: unique('quiet') })}`;
    frame.style.cssText = 'width: 700px; height: 500px';
    document.body.append(frame);
    quiet = await told;
    frame.remove();
  });

  /** What was heard but requests and the console. */
  const deeds = (): string[] => quiet.eventLog.filter((line) => !/^(request|console): /.test(line));
  const said = (what: string): string[] =>
    quiet.eventLog.filter((line) => line.startsWith(`${what}: `)).map((line) => line.slice(what.length + 2));

  it('lives every view through, in a page that hears', () => {
    expect(quiet.statuses).to.include.members(['choosing', 'asking', 'ready', 'arrived', 'problem']);
    expect(quiet.canaries).to.include.members(CANARIES);
    expect(quiet.values.length).to.be.above(20);
  });

  it('stores nothing, names no window, changes no history and posts no message', () => {
    expect(deeds()).to.deep.equal([]);
    expect(quiet.left).to.deep.equal([]);
  });

  it('makes no request but to its endpoint', () => {
    const asked = said('request').map((line) => pathOf(line.split(' ')[0]!));
    expect(asked.length).to.be.above(30);
    const foreign = asked.filter((path) => !ENDPOINTS.some((known) => known.test(path)));
    // The endpoint of the view whose endpoint nobody answers.
    expect([...new Set(foreign)]).to.deep.equal(['http://127.0.0.1:1/?paymentId=105&fiat=MXN']);
    const loaded = quiet.loaded.map(pathOf).filter((path) => !MODULES.some((known) => known.test(path)));
    expect(loaded.filter((path) => !asked.includes(path))).to.deep.equal([]);
  });

  it('says no value of a slip on the console', () => {
    const lines = said('console').filter((line) => !line.startsWith('Lit is in dev mode'));
    expect(lines).to.deep.equal([
      '<deposit-slip> needs an endpoint that is a URL, or an answer in the page.',
    ]);
  });
});
