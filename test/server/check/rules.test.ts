/** The rules by themselves: what each one says without the exchange that it judges. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  PURPOSES,
  WITHOUT_RESPONSE,
  type Exchange,
  type Purpose,
} from '../../../src/server/check/exchange.js';
import { readOptions } from '../../../src/server/check/options.js';
import type { CheckContext } from '../../../src/server/check/rule.js';
import { RULES } from '../../../src/server/check/rules.js';

/** Every option that makes a rule apply. */
const settings = readOptions({
  endpoint: 'https://shop.example/deposit',
  session: 'canary-session',
  origin: 'https://page.example',
  tokenCanary: 'canary-token',
});

const ALL = Object.keys(PURPOSES) as Purpose[];

/** The rules that judge the responses to some probes only. */
const PROBES: Readonly<Record<string, readonly Purpose[]>> = {
  'same-slip': ['again'],
  identity: ['identity'],
  unauthorized: ['no-session'],
  arrival: ['arrival'],
  'bad-arrival': ['bad-arrival'],
  'cors-unlisted': ['unlisted-origin', 'unlisted-preflight'],
  'cors-null': ['null-origin'],
};

/** The rules that are `ok` for these exchanges. */
function okFor(exchanges: readonly Exchange[]): readonly string[] {
  const context: CheckContext = { settings, exchanges };
  return RULES.filter(({ check }) => check(context).result === 'ok').map(({ name }) => name);
}

const exchangeOf = (purpose: Purpose, members: Partial<Exchange>): Exchange => ({
  ...WITHOUT_RESPONSE,
  probe: { purpose, query: [] },
  ...members,
});

const rejected = (purpose: Purpose): Exchange => exchangeOf(purpose, { status: 404 });

describe('a rule of the check', () => {
  it('is not ok without an exchange', () => {
    assert.deepEqual(okFor([]), ['https']);
  });

  it('is not ok if its request got no response', () => {
    for (const failure of ['broken', 'timeout'] as const) {
      const exchanges = ALL.map((purpose) => exchangeOf(purpose, { failure }));
      assert.deepEqual(okFor(exchanges), ['https'], failure);
    }
  });

  for (const [rule, purposes] of Object.entries(PROBES))
    it(`is not ok if all requests but its own were made: ${rule}`, () => {
      assert.ok(RULES.some(({ name }) => name === rule));
      const others = ALL.filter((purpose) => !purposes.includes(purpose));
      assert.ok(!okFor(others.map(rejected)).includes(rule));
    });
});
