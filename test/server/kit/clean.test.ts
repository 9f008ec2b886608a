import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { KitHooks } from 'deposit-slip/kit';
import { fakeApi } from '../fake-api.js';
import { shop, type Answer } from '../shop.js';

const PIX_KEY = '123e4567-e12b-12d1-a456-426655440000';
const KEY = `"Pix Key":"${PIX_KEY}"`;

/** A kit with an API that responds with this JSON text as `data`. */
function shopFor(data: string, on: KitHooks = {}): ReturnType<typeof shop> {
  return shop({ api: fakeApi({ slip: `{"code":200,"msg":"S","data":${data}}` }), on });
}

/** The `data` a browser receives. */
async function cleaned(data: string): Promise<Record<string, unknown>> {
  const { body, status } = await shopFor(data).send();
  assert.equal(status, 200, data);
  return body.data as unknown as Record<string, unknown>;
}

/** The same for a record with a Pix key and these members. */
async function withMembers(members: string): Promise<Record<string, unknown>> {
  return cleaned(`{"fiat":"BRL",${members},"fieldList":{${KEY}}}`);
}

/** The `fieldList` a browser receives. */
async function fields(list: string): Promise<unknown> {
  return (await cleaned(`{"fiat":"BRL","fieldList":${list}}`))['fieldList'];
}

describe('a cleaned response', () => {
  it('contains only the fields of the spec', async () => {
    const internal = '"fee":1,"merchantId":7001,"depositAlias":"x","internal":{"host":"db-7"}';
    const data = await withMembers(`"paymentMethodName":"Pix","txId":"7","realName":"Ana",${internal}`);
    assert.deepEqual(Object.keys(data), ['fiat', 'paymentMethodName', 'txId', 'realName', 'fieldList']);
  });

  it('drops everything outside the API’s data', async () => {
    const beside = '"trace":"t-1","amount":"9.99","arrival":"theirs","test":true';
    const slip = `{"code":200,"msg":"hello",${beside},"data":{"fiat":"BRL","fieldList":{${KEY}}}}`;
    const { body } = await shop({ api: fakeApi({ slip }) }).send();
    assert.deepEqual(Object.keys(body), ['code', 'msg', 'data', 'paymentId', 'fiat', 'payment']);
    assert.equal(body.msg, 'SUCCESS');
  });

  it('keeps a funding id exactly, as a string', async () => {
    const ids = ['9007199254740993', '"9007199254740993"', '12345678901234567890123', '7', '"A-7"', '1.50'];
    for (const txId of ids)
      assert.equal((await withMembers(`"txId":${txId}`))['txId'], txId.replaceAll('"', ''));
    for (const txId of ['null', '""', '{}', '[]', 'true'])
      assert.equal('txId' in (await withMembers(`"txId":${txId}`)), false, txId);
  });

  it('drops a text field that is not a string', async () => {
    for (const value of ['1', 'null', '{}', '["x"]', 'false']) {
      const members = ['fiat', 'paymentMethodName', 'realName'].map((name) => `"${name}":${value}`).join();
      assert.deepEqual(Object.keys(await cleaned(`{${members},"fieldList":{${KEY}}}`)), ['fieldList'], value);
    }
  });

  it('has strings and lists of strings as fields, whatever shape the API sends', async () => {
    assert.deepEqual(await fields(`{${KEY},"a":["1","2"],"b":{"c":"3"},"d":null,"e":"","f":[],"g":true}`), {
      'Pix Key': PIX_KEY,
      a: ['1', '2'],
      'b · c': '3',
      g: true,
    });
    assert.deepEqual(
      await fields('[{"name":"a","value":"1"},{"title":"b","value":"2"},{"name":"a","value":"3"}]'),
      { a: ['1', '3'], b: '2' },
    );
  });

  it('keeps a number that JavaScript represents exactly, for the element to flag, or else its text', async () => {
    assert.deepEqual(await fields(`{${KEY},"a":12,"b":9007199254740993,"c":1.50,"d":[5,"x"],"e":-0}`), {
      'Pix Key': PIX_KEY,
      a: 12,
      b: '9007199254740993',
      c: '1.50',
      d: [5, 'x'],
      e: '-0',
    });
  });

  it('keeps the status of a virtual account', async () => {
    const statuses = [
      ['1', 1],
      ['"3"', '3'],
      ['null', null],
      ['{"toString":1}', null],
    ] as const;
    for (const [status, expected] of statuses)
      assert.equal((await withMembers(`"status":${status}`))['status'], expected);
  });

  it('keeps a page of records as a page and cleans each record', async () => {
    const record = `{"fiat":"BRL","status":2,"secret":"x","txId":5,"fieldList":{${KEY}}}`;
    const expected = { fiat: 'BRL', txId: '5', status: 2, fieldList: { 'Pix Key': PIX_KEY } };
    for (const data of [
      `{"total":1,"record":${record}}`,
      `{"data":[${record}]}`,
      `{"list":[${record}]}`,
      `{"record":null,"data":[${record}]}`,
      `[${record}]`,
    ])
      assert.deepEqual(await cleaned(data), { record: [expected] });
    for (const empty of ['{"record":null}', '{"record":"text","data":[]}', '{"list":[]}'])
      assert.deepEqual(await cleaned(empty), { record: [] }, empty);
  });

  it('treats keys of Object.prototype as plain keys, and so does the store', async () => {
    const list = `{${KEY},"__proto__":"p","constructor":"c","toString":"t","then":"n","hasOwnProperty":"h"}`;
    const { send } = shopFor(`{"fiat":"BRL","__proto__":{"txId":"9","fieldList":{}},"fieldList":${list}}`);
    for (const source of ['API', 'store']) {
      const { text, body } = await send();
      assert.ok(text.includes(`"fieldList":${list}`), source);
      assert.ok(!text.includes('"9"'));
      assert.equal(body.data?.['txId'], undefined);
    }
    assert.equal(({} as Record<string, unknown>)['txId'], undefined);
    assert.equal(({} as Record<string, unknown>)['p'], undefined);
  });

  it('passes hostile text on unchanged, for the element to refuse', async () => {
    const text = '\u202e<img src=x onerror=alert(1)>\u0000\ud800';
    assert.deepEqual(await fields(`{${KEY},"a":${JSON.stringify(text)}}`), { 'Pix Key': PIX_KEY, a: text });
  });

  it('is sent even if the reader finds a problem or a warning, which is reported to the hooks', async () => {
    const warning = { key: 'Odd', kind: 'text', reason: 'unknown-field' };
    const findings = [
      ['{"fiat":"USD","fieldList":{"Pix Key":"x"}}', { problem: 'mismatch', warnings: [] }],
      ['{"fiat":"BRL","fieldList":{}}', { problem: 'incomplete', warnings: [] }],
      ['{"fiat":"BRL"}', { problem: 'incomplete', warnings: [] }],
      ['{"fiat":"BRL","fieldList":{"Pix Key":"\\u202e1"}}', { problem: 'unsafe', warnings: [] }],
      ['{"fiat":"BRL","status":1,"fieldList":{"Pix Key":"x"}}', { problem: 'not-payable', warnings: [] }],
      [`{"fiat":"BRL","fieldList":{${KEY},"Odd":"1"}}`, { problem: undefined, warnings: [warning] }],
    ] as const;
    for (const [data, finding] of findings) {
      const events: unknown[] = [];
      const { send } = shopFor(data, {
        finding: ({ problem, warnings }) => void events.push({ problem, warnings }),
      });
      assert.equal((await send()).status, 200);
      assert.deepEqual(events, [finding]);
    }
  });

  it('is a 200 without other keys, or unreadable, whatever the data', async () => {
    const names = ['fiat', 'paymentMethodName', 'txId', 'realName', 'status', 'fieldList', 'record'];
    const data = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(fc.constantFrom(...names, 'data', 'list', '__proto__', 'x'), fc.jsonValue()),
    );
    const check = ({ status, body }: Answer): void => {
      if (status !== 200) return assert.equal(body.kind, 'unreadable');
      for (const key of Object.keys(body.data ?? {})) assert.ok(names.includes(key), key);
    };
    await fc.assert(
      fc.asyncProperty(data, async (value) => check(await shopFor(JSON.stringify(value)).send())),
      { numRuns: 500 },
    );
  });
});
