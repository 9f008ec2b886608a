import { expect } from '@open-wc/testing/pure';
import { engine } from '../../browsers/commands.js';
import { PROBLEM_KINDS } from '../../../src/core/problem.js';
import { CLABE } from '../../pages/problem-views.js';
import type { Quiet } from '../../pages/quiet.js';
import { reportOf, unique } from '../../widget/helpers/servers.js';
import { isSoak } from '../scale.js';

/**
 * SECURITY.md P14: nothing leaves the element. Tests every method from the choice to the arrival, and every
 * problem, on a page that records storage, requests, messages and the console.
 */

/** Requests of the element and of its page; Vite also serves the module of the encoder. */
const ENDPOINTS = [/^\/bank\/(hurried|pay)/, /^\/scripted\?/];
const MODULES = [/^\/(src|test|node_modules|\.cache|@vite|@id)\//];
/** Actions that the page takes once on purpose, by the name under which they are recorded. */
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

const page = `/test/pages/quiet.html?${new URLSearchParams({ visit: unique('quiet') })}`;
const quiet = await reportOf<Quiet>(page, ({ canaries }) => canaries);

describe(`the element on a page that records everything, in ${engine}`, function () {
  // Deposits and time-outs are slow on a machine that runs two other engines.
  if (!isSoak) this.timeout(60_000);
  /** Everything recorded except requests and the console. */
  const sideEffects = (): string[] => quiet.eventLog.filter((line) => !/^(request|console): /.test(line));
  /** The details recorded under a name. */
  const recorded = (what: string): string[] =>
    quiet.eventLog.filter((line) => line.startsWith(`${what}: `)).map((line) => line.slice(what.length + 2));

  it('shows every view', () => {
    expect(quiet.statuses).to.include.members(['choosing', 'asking', 'ready', 'arrived', 'problem']);
    expect(quiet.canaries).to.include.members(CANARIES);
    expect(quiet.values.length).to.be.above(20);
  });

  it('stores nothing, changes neither window name nor history, and posts no message', () => {
    expect(sideEffects()).to.deep.equal([]);
    expect(quiet.left).to.deep.equal([]);
  });

  it('sends requests only to its endpoint', () => {
    const requested = recorded('request').map((line) => pathOf(line.split(' ')[0]!));
    expect(requested.length).to.be.above(30);
    const foreign = requested.filter((path) => !ENDPOINTS.some((known) => known.test(path)));
    // The endpoint of the view that shows an unreachable endpoint.
    expect([...new Set(foreign)]).to.deep.equal(['http://127.0.0.1:1/?paymentId=105&fiat=MXN']);
    const loaded = quiet.loaded.map(pathOf).filter((path) => !MODULES.some((known) => known.test(path)));
    expect(loaded.filter((path) => !requested.includes(path))).to.deep.equal([]);
  });

  it('writes one line to the console for each problem that the payer did not cause, without a value', () => {
    const lines = recorded('console').filter((line) => !line.startsWith('Lit is in dev mode'));
    const kinds = lines.map((line) => /^<deposit-slip> problem: .*\.md#([\w-]+)$/.exec(line)?.[1]);
    const reported = PROBLEM_KINDS.filter((kind) => kind !== 'offline' && kind !== 'invalid-amount');
    expect(kinds).to.have.members(reported);
    for (const value of [...quiet.values, CLABE])
      expect(
        lines.filter((line) => line.includes(value)),
        value,
      ).to.deep.equal([]);
  });
});
