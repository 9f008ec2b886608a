import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { flowsPage } from 'deposit-slip/contract';
import { METHODS } from 'deposit-slip/core';
import { parse } from 'lossless-json';
import { ControlError, type Fault, type Shape } from '../src/index.js';
import { ADD_FUNDS, TestSandbox, FLOWS, askOf, type ApiResponse } from './test-sandbox.js';

const sandbox = new TestSandbox();
afterEach(() => sandbox.control.faults([]));

const CODE_ZERO: Fault = { route: 'pending-fund', shape: { code: 0 } };

/** `code` of the next answers of operation 8. */
async function codes(times: number): Promise<number[]> {
  const came: number[] = [];
  for (let time = 0; time < times; time++) came.push((await sandbox.details(105)).body.code);
  return came;
}

/** Raw HTTP with the control token, unless another or none is given. */
function ask(verb: string, body?: string, token = 'control-token'): Promise<Response> {
  return fetch(`${sandbox.url}/sandbox/faults`, {
    method: verb,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body }),
  });
}

/** An answer in a shape, by the first method with such a thing in its details. */
async function shaped(shape: Shape, paymentId = 90): Promise<ApiResponse> {
  await sandbox.control.faults([{ route: 'pending-fund', shape }]);
  return sandbox.details(paymentId);
}

describe('faults in force', () => {
  test('are listed, and those put there later take their place', async () => {
    assert.deepEqual(await sandbox.control.faults(), []);
    const counted: Fault = { ...CODE_ZERO, count: 2 };
    assert.deepEqual(await sandbox.control.faults([counted]), [counted]);
    const likely: Fault = { route: FLOWS, shape: { list: 'data' }, probability: 0.5 };
    assert.deepEqual(await sandbox.control.faults([likely, CODE_ZERO]), [likely, CODE_ZERO]);
    assert.deepEqual(await sandbox.control.faults(), [likely, CODE_ZERO]);
  });

  test('are gone by an empty list, by DELETE, and by a reset', async () => {
    for (const clear of [
      () => sandbox.control.faults([]),
      () => ask('DELETE'),
      () => sandbox.control.reset(),
    ]) {
      await sandbox.control.faults([CODE_ZERO]);
      assert.deepEqual(await codes(1), [0]);
      await clear();
      assert.deepEqual(await sandbox.control.faults(), []);
      assert.deepEqual(await codes(1), [200]);
    }
  });

  test('are for one operation, by its name or its path', async () => {
    for (const route of ['pending-fund', ADD_FUNDS]) {
      await sandbox.control.faults([{ ...CODE_ZERO, route }]);
      assert.deepEqual(await codes(1), [0]);
      assert.equal((await sandbox.get(FLOWS)).body.code, 200);
    }
  });

  test('with a count end after so many requests, and say how many are left', async () => {
    await sandbox.control.faults([{ ...CODE_ZERO, count: 2 }]);
    assert.deepEqual(await codes(1), [0]);
    assert.deepEqual(await sandbox.control.faults(), [{ ...CODE_ZERO, count: 1 }]);
    assert.deepEqual(await codes(2), [0, 200]);
    assert.deepEqual(await sandbox.control.faults(), []);
  });

  test('with a count hit no more requests than that, asked for at once', async () => {
    await sandbox.control.faults([{ ...CODE_ZERO, count: 3 }]);
    const answers = await Promise.all(Array.from({ length: 10 }, () => codes(1)));
    assert.equal(answers.flat().filter((code) => code === 0).length, 3);
  });

  test('with a probability hit that share, and the same requests again', async () => {
    const runs: number[][] = [];
    for (let run = 0; run < 2; run++) {
      await sandbox.control.faults([{ ...CODE_ZERO, probability: 0.5 }]);
      runs.push(await codes(40));
    }
    assert.deepEqual(runs[0], runs[1]);
    const hits = runs[0]!.filter((code) => code === 0).length;
    assert.ok(hits > 8 && hits < 32, `${hits} of 40`);
    await sandbox.control.faults([{ ...CODE_ZERO, probability: 1 }]);
    assert.deepEqual(await codes(3), [0, 0, 0]);
  });

  test('add up where several hit one request', async () => {
    await sandbox.control.faults([
      CODE_ZERO,
      { route: 'pending-fund', shape: { status: 1, txId: 'number' } },
      { route: 'pending-fund', shape: { record: 'array' } },
    ]);
    const { text } = await sandbox.details(90);
    assert.match(
      text,
      /^\{"code":0,"msg":"SUCCESS","data":\{"currentPage":1,"size":10,"total":1,"record":\[\{/,
    );
    assert.match(text, /"txId":[0-9]+,"status":1,"fieldList"/);
  });

  test('leave a refusal and a broken body as they are', async () => {
    await sandbox.control.faults([{ route: 'pending-fund', shape: { code: 0, extra: 'unknown' } }]);
    assert.equal((await sandbox.details(105, { fiat: 'USD' })).body.code, 400);
    assert.equal((await sandbox.details(90, { amount: '9299' })).body.code, 1299);
    assert.equal(
      (await sandbox.details(90, { amount: '9422' })).text,
      '{"code":200,"msg":"SUCCESS","data":{"fiat":',
    );
  });
});

describe('the faults route', () => {
  const refused: readonly (readonly [faults: unknown, words: RegExp])[] = [
    [{}, /\bfaults\b/],
    [[{ ...CODE_ZERO, route: 'nowhere' }], /faults\.0\.route must be an operation \(.*pending-fund/],
    [[{ shape: { code: 0 } }], /faults\.0\.route is required/],
    [[{ route: 'pairs' }], /with one of shape/],
    [[CODE_ZERO, { ...CODE_ZERO, sharpness: 1 }], /sharpness/],
    [[{ ...CODE_ZERO, count: 0 }], /faults\.0\.count/],
    [[{ ...CODE_ZERO, probability: 1.5 }], /faults\.0\.probability/],
    [[{ ...CODE_ZERO, probability: 0 }], /faults\.0\.probability/],
    [[{ ...CODE_ZERO, count: 1, probability: 0.5 }], /not both/],
    [[{ route: 'pairs', shape: {} }], /faults\.0\.shape/],
    [[{ route: 'pairs', shape: { code: 201 } }], /faults\.0\.shape\.code must be one of 200, 0/],
    [[{ route: 'pairs', shape: { status: 4 } }], /faults\.0\.shape\.status/],
    [
      [{ route: 'pairs', shape: { values: 'nested' } }],
      /faults\.0\.shape\.values must be one of strings, arrays/,
    ],
    [[{ route: 'pairs', shape: { checks: 'passed' } }], /faults\.0\.shape\.checks must be failed/],
    [Array.from({ length: 101 }, () => CODE_ZERO), /at most 100/],
  ];

  test('refuses what it cannot read, names it, and leaves what is in force', async () => {
    await sandbox.control.faults([CODE_ZERO]);
    for (const [faults, words] of refused) {
      const response = await ask('POST', JSON.stringify({ faults }));
      assert.equal(response.status, 400, JSON.stringify(faults));
      assert.match(((await response.json()) as { msg: string }).msg, words);
    }
    assert.deepEqual(await sandbox.control.faults(), [CODE_ZERO]);
  });

  test('is closed without the control token', async () => {
    for (const verb of ['GET', 'POST', 'DELETE'])
      assert.equal(
        (await ask(verb, verb === 'POST' ? '{"faults":[]}' : undefined, 'sandbox-token')).status,
        401,
      );
    const stranger: Fault = { route: 'nowhere', shape: { code: 0 } };
    await assert.rejects(sandbox.control.faults([stranger]), ControlError);
  });
});

describe('a shape', () => {
  test('gives the values of a fieldList as strings, arrays, or one and the other', async () => {
    const formsOf = async (values: Shape['values']) =>
      Object.values((await shaped({ values: values! })).body.data.fieldList).map((value) =>
        Array.isArray(value),
      );
    assert.deepEqual(await formsOf('strings'), [false, false, false]);
    assert.deepEqual(await formsOf('arrays'), [true, true, true]);
    assert.deepEqual(await formsOf('mixed'), [true, false, true]);
  });

  test('gives a page with a record, a page with a list, or the details alone', async () => {
    const keys = ['currentPage', 'size', 'total', 'record'];
    const object = (await shaped({ record: 'object' })).body.data as unknown as Record<
      string,
      Record<string, unknown>
    >;
    assert.deepEqual([Object.keys(object), typeof object['record']!['fieldList']], [keys, 'object']);
    const array = (await shaped({ record: 'array' })).body.data;
    assert.deepEqual([Object.keys(array), array.record.length], [keys, 1]);
    assert.ok('fieldList' in (await shaped({ record: 'direct' })).body.data);
  });

  test('calls the list of a page record or data, every digit kept', async () => {
    const plain = await sandbox.get(FLOWS);
    for (const list of ['record', 'data'] as const) {
      await sandbox.control.faults([{ route: 'flows', shape: { list } }]);
      const { text } = await sandbox.get(FLOWS);
      assert.equal(text, plain.text.replace('"record":[', `"${list}":[`));
      assert.equal(flowsPage.parse((parse(text) as { data: unknown }).data).record.length, 10);
    }
    assert.ok('data' in (await shaped({ record: 'array', list: 'data' })).body.data);
  });

  test('writes txId as text, as a number, or as one that JavaScript cannot hold', async () => {
    assert.match((await shaped({ txId: 'string' })).text, /"txId":"[0-9]+"/);
    assert.match((await shaped({ txId: 'number' })).text, /"txId":[0-9]+,/);
    const [, beyond] = /"txId":([0-9]+),/.exec((await shaped({ txId: 'beyond' })).text)!;
    assert.notEqual(String(Number(beyond)), beyond);
    assert.ok(!(await shaped({ txId: 'beyond' }, 105)).text.includes('txId'), 'none where none is');
  });

  test('puts the code or the picture in place of the link to it', async () => {
    const payload = (await shaped({ qr: 'payload' })).body.data.fieldList;
    assert.equal(payload['Pix QR Code'], payload['Pix copia e cola']);
    const picture = (await shaped({ qr: 'data-url' })).body.data.fieldList['Pix QR Code']!;
    assert.match(picture, /^data:image\/png;base64,iVBORw0KGgo/);
    assert.match((await shaped({ qr: 'link' })).body.data.fieldList['Pix QR Code']!, /^http.*\.png$/);
  });

  for (const { id, slug, sample } of METHODS)
    test(`leaves everything else of ${slug} as it is`, async () => {
      const keys = Object.keys(sample);
      await sandbox.control.faults([]);
      const record = Object.keys(
        (await sandbox.get(ADD_FUNDS, askOf(METHODS.find((each) => each.id === id)!))).body.data,
      );
      const failed = (await shaped({ checks: 'failed' }, id)).body.data;
      assert.deepEqual([Object.keys(failed), Object.keys(failed.fieldList)], [record, keys]);
      const missing = Object.keys((await shaped({ essential: 'missing' }, id)).body.data.fieldList);
      assert.ok(missing.length < keys.length && missing.every((key) => keys.includes(key)));
      const extra = Object.keys((await shaped({ extra: 'unknown' }, id)).body.data.fieldList);
      assert.deepEqual(extra, [...keys, 'Unlisted key']);
      assert.equal(Reflect.get((await shaped({ status: 3 }, id)).body.data, 'status'), 3);
    });
});
