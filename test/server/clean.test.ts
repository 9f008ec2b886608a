import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { fakeApi } from './fake-api.js';
import { PIX_GRANT, shop } from './shop.js';

const KEY = '"Pix Key":"123e4567-e12b-12d1-a456-426655440000"';

/** The response to a browser for this JSON text as the API's `data`. */
async function textFor(data: string): Promise<string> {
  const { text, status } = await shop({
    fetch: fakeApi({ slip: `{"code":200,"msg":"S","data":${data}}` }).fetch,
  }).send();
  assert.equal(status, 200, data);
  return text;
}

/** The `data` a browser receives. */
async function cleaned(data: string): Promise<Record<string, unknown>> {
  return (JSON.parse(await textFor(data)) as { data: Record<string, unknown> }).data;
}

async function fields(list: string): Promise<unknown> {
  return (await cleaned(`{"fiat":"BRL","fieldList":${list}}`))['fieldList'];
}

describe('a cleaned response', () => {
  it('contains only the fields of the spec', async () => {
    const data = await cleaned(
      `{"fiat":"BRL","paymentMethodName":"Pix","txId":"7","realName":"Ana","fieldList":{${KEY}},"fee":1,"merchantId":7001,"depositAlias":"x","internal":{"host":"db-7"}}`,
    );
    assert.deepEqual(Object.keys(data), ['fiat', 'paymentMethodName', 'txId', 'realName', 'fieldList']);
  });

  it('drops everything beside the API’s data', async () => {
    const slip = `{"code":200,"msg":"hello","trace":"t-1","amount":"9.99","arrival":"theirs","test":true,"data":{"fiat":"BRL","fieldList":{${KEY}}}}`;
    const { body } = await shop({ fetch: fakeApi({ slip }).fetch }).send();
    assert.deepEqual(Object.keys(body), ['code', 'msg', 'data', 'paymentId', 'fiat']);
    assert.equal(body.msg, 'SUCCESS');
  });

  it('keeps a funding id exactly, as a string', async () => {
    for (const txId of [
      '9007199254740993',
      '"9007199254740993"',
      '12345678901234567890123',
      '7',
      '"A-7"',
      '1.50',
    ]) {
      const data = await cleaned(`{"fiat":"BRL","txId":${txId},"fieldList":{${KEY}}}`);
      assert.equal(data['txId'], txId.replaceAll('"', ''));
    }
    for (const txId of ['null', '""', '{}', '[]', 'true']) {
      assert.equal(
        'txId' in (await cleaned(`{"fiat":"BRL","txId":${txId},"fieldList":{${KEY}}}`)),
        false,
        txId,
      );
    }
  });

  it('drops a text field that is not a string', async () => {
    for (const value of ['1', 'null', '{}', '["x"]', 'false']) {
      const data = await cleaned(
        `{"fiat":${value},"paymentMethodName":${value},"realName":${value},"fieldList":{${KEY}}}`,
      );
      assert.deepEqual(Object.keys(data), ['fieldList'], value);
    }
  });

  it('has strings and lists of strings as fields, whatever shape the API sends', async () => {
    assert.deepEqual(await fields(`{${KEY},"a":["1","2"],"b":{"c":"3"},"d":null,"e":"","f":[],"g":true}`), {
      'Pix Key': '123e4567-e12b-12d1-a456-426655440000',
      a: ['1', '2'],
      'b · c': '3',
      g: true,
    });
    assert.deepEqual(
      await fields('[{"name":"a","value":"1"},{"title":"b","value":"2"},{"name":"a","value":"3"}]'),
      { a: ['1', '3'], b: '2' },
    );
  });

  it('keeps numbers that JavaScript represents exactly, for the element to flag, and the text of all others', async () => {
    assert.deepEqual(await fields(`{${KEY},"a":12,"b":9007199254740993,"c":1.50,"d":[5,"x"],"e":-0}`), {
      'Pix Key': '123e4567-e12b-12d1-a456-426655440000',
      a: 12,
      b: '9007199254740993',
      c: '1.50',
      d: [5, 'x'],
      e: '-0',
    });
  });

  it('keeps the status of a virtual account', async () => {
    for (const [status, kept] of [
      ['1', 1],
      ['"3"', '3'],
      ['null', null],
      ['{"toString":1}', null],
    ] as const) {
      const data = await cleaned(`{"fiat":"BRL","status":${status},"fieldList":{${KEY}}}`);
      assert.equal(data['status'], kept);
    }
  });

  it('keeps a page of records as a page and cleans each record', async () => {
    const record = `{"fiat":"BRL","status":2,"secret":"x","txId":5,"fieldList":{${KEY}}}`;
    const expected = {
      fiat: 'BRL',
      txId: '5',
      status: 2,
      fieldList: { 'Pix Key': '123e4567-e12b-12d1-a456-426655440000' },
    };
    for (const data of [
      `{"total":1,"record":${record}}`,
      `{"data":[${record}]}`,
      `{"list":[${record}]}`,
      `{"record":null,"data":[${record}]}`,
      `[${record}]`,
    ]) {
      assert.deepEqual(await cleaned(data), { record: [expected] });
    }
    for (const empty of ['{"record":null}', '{"record":"text","data":[]}', '{"list":[]}'])
      assert.deepEqual(await cleaned(empty), { record: [] }, empty);
  });

  it('treats keys of Object.prototype as plain keys, in the store too', async () => {
    const hostile = `{"fiat":"BRL","__proto__":{"txId":"9","fieldList":{}},"fieldList":{${KEY},"__proto__":"p","constructor":"c","toString":"t","then":"n","hasOwnProperty":"h"}}`;
    const { send } = shop({ fetch: fakeApi({ slip: `{"code":200,"msg":"S","data":${hostile}}` }).fetch });
    const expected = `"fieldList":{${KEY},"__proto__":"p","constructor":"c","toString":"t","then":"n","hasOwnProperty":"h"}`;
    for (const time of ['first', 'stored']) {
      const { text, body } = await send();
      assert.ok(text.includes(expected), time);
      assert.ok(!text.includes('"9"'));
      assert.equal(body.data?.['txId'], undefined);
    }
    assert.equal(({} as Record<string, unknown>)['txId'], undefined);
    assert.equal(({} as Record<string, unknown>)['p'], undefined);
  });

  it('passes hostile text on unchanged, for the element to refuse', async () => {
    const text = '\u202e<img src=x onerror=alert(1)>\u0000\ud800';
    assert.deepEqual(await fields(`{${KEY},"a":${JSON.stringify(text)}}`), {
      'Pix Key': '123e4567-e12b-12d1-a456-426655440000',
      a: text,
    });
  });

  it('is sent despite a problem the reader finds, which is reported to the hooks', async () => {
    const cases = [
      ['{"fiat":"USD","fieldList":{"Pix Key":"x"}}', 'mismatch'],
      ['{"fiat":"BRL","fieldList":{}}', 'incomplete'],
      ['{"fiat":"BRL"}', 'incomplete'],
      ['{"fiat":"BRL","fieldList":{"Pix Key":"\\u202e1"}}', 'unsafe'],
      ['{"fiat":"BRL","status":1,"fieldList":{"Pix Key":"x"}}', 'not-payable'],
    ] as const;
    for (const [data, problem] of cases) {
      const found: unknown[] = [];
      const { send } = shop({
        fetch: fakeApi({ slip: `{"code":200,"msg":"S","data":${data}}` }).fetch,
        on: { finding: (event) => void found.push(event.problem) },
      });
      assert.equal((await send()).status, 200);
      assert.deepEqual(found, [problem]);
    }
  });

  it('is sent with warnings, which are reported to the hooks', async () => {
    const warnings: unknown[] = [];
    const slip = `{"code":200,"msg":"S","data":{"fiat":"BRL","fieldList":{${KEY},"Odd":"1"}}}`;
    const { send } = shop({
      fetch: fakeApi({ slip }).fetch,
      on: { finding: (event) => void warnings.push(...event.warnings) },
    });
    await send();
    assert.deepEqual(warnings, [{ key: 'Odd', kind: 'text', reason: 'unknown-field' }]);
  });

  it('is a 200 without other keys, or unreadable, for any data', async () => {
    const allowed = new Set([
      'fiat',
      'paymentMethodName',
      'txId',
      'realName',
      'status',
      'fieldList',
      'record',
    ]);
    const data = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(fc.constantFrom(...allowed, 'data', 'list', '__proto__', 'x'), fc.jsonValue()),
    );
    await fc.assert(
      fc.asyncProperty(data, async (value) => {
        const slip = `{"code":200,"msg":"S","data":${JSON.stringify(value)}}`;
        const { status, body } = await shop({ fetch: fakeApi({ slip }).fetch, grant: PIX_GRANT }).send();
        if (status !== 200) return assert.equal(body.kind, 'unreadable');
        for (const key of Object.keys(body.data ?? {})) assert.ok(allowed.has(key), key);
      }),
      { numRuns: 500 },
    );
  });
});
