/** Runs the tests of the operations and of the control API through a proxy that checks every response by the document. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import { sandboxDocument } from '../../src/reference/document.js';
import { channelsOf } from '../../src/channels.js';
import { json } from '../../src/http/response.js';
import { OPERATIONS } from '../../src/operations/index.js';
import { CHECKERS, startCheckingProxy } from '../checking-proxy.js';
import { ResponseChecker } from '../response-checker.js';
import { presetProxy } from '../test-sandbox.js';

const TESTS = new URL('../', import.meta.url);

/** In these files, faults and magic amounts change responses on purpose. */
const EXCLUDED = ['faults.test.ts', 'magic-amounts.test.ts'];

const files = readdirSync(TESTS).filter(
  (name) =>
    name.endsWith('.test.ts') &&
    !EXCLUDED.includes(name) &&
    readFileSync(new URL(name, TESTS), 'utf8').includes('new TestSandbox('),
);

const headers = new Headers({
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-request-id': '00000000-0000-4000-8000-000000000000',
});
const transfer = {
  ...{ clientId: 'c', fromId: 1, toId: 2, fiat: 'MXN', fiatAmount: '1.00', totalFiatAmount: '1.01' },
  ...{ fee: '0.01', createTime: 1735689600000 },
};
const success = { code: 200, msg: 'SUCCESS', data: transfer };

describe('a check by the document', async () => {
  const document = (await json(sandboxDocument({ channels: channelsOf({}) })).json()) as object;
  for (const [name, body, { status = 200, without = '' }, violations] of [
    ['a right answer', success, {}, 0],
    ['another type', { ...success, data: { ...transfer, fromId: '1' } }, {}, 1],
    ['an unknown member', { ...success, data: { ...transfer, note: '' } }, {}, 1],
    ['a missing member', { ...success, data: { ...transfer, fee: undefined } }, {}, 1],
    ['another success code', { ...success, code: 0 }, {}, 1],
    ['an undocumented status', { code: 418, msg: 'I am a teapot.', data: null }, { status: 418 }, 1],
    ['an error that is no sentence', { code: 422, msg: 'REFUSED', data: null }, { status: 422 }, 1],
    ['a missing header', success, { without: 'x-request-id' }, 1],
  ] as const satisfies readonly (readonly [string, object, { status?: number; without?: string }, number])[])
    test(`reports ${violations === 0 ? 'nothing for ' : ''}${name}`, () => {
      const checker = new ResponseChecker(document);
      const sent = new Headers([...headers].filter(([header]) => header !== without));
      const path = '/v2/merchant/transfer';
      checker.check({ method: 'POST', path, status, headers: sent, text: JSON.stringify(body) });
      assert.equal(checker.violations.length, violations, checker.violations.join('\n'));
    });
});

presetProxy(startCheckingProxy);
for (const file of files) describe(`${file} through the proxy`, () => import(`../${file}`));

after(() => {
  const checked = new Map<string, number>();
  for (const [name, count] of CHECKERS.flatMap((checker) => [...checker.checked]))
    checked.set(name, (checked.get(name) ?? 0) + count);
  const total = [...checked.values()].reduce((sum, count) => sum + count, 0);
  console.log(`${total} responses checked, ${checked.size} operations and statuses`);
  assert.deepEqual(
    CHECKERS.flatMap(({ violations }) => violations),
    [],
  );
  const succeeded = [...checked.keys()].filter(
    (name) => / 20[01]$/.test(name) && !name.startsWith('control.'),
  );
  assert.equal(succeeded.length, OPERATIONS.length);
});
