/**
 * Generated JSON bodies, and the public JSON test suite, as responses of the API to the client's transport
 * and to a kit. Bodies named `y_` are accepted, `n_` are unreadable, `i_` may be either. Nothing throws or
 * hangs.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isFailure } from '../../../src/server/client/errors.js';
import { createTransport } from '../../../src/server/client/transport.js';
import { jsonBodies } from '../../fixtures/payloads.js';
import { fakeApi } from '../../server/fake-api.js';
import { shop, TOKEN } from '../../server/shop.js';

const BODIES = jsonBodies();
/** Valid JSON that is still refused: parsers disagree on which of two values counts (exact-json.ts). */
const REPEATED = new Set(['y_object_duplicated_key.json', 'y_object_duplicated_key_and_value.json']);
const HEAD = { 'content-type': 'application/json' };

const inEnvelope = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from('{"code":200,"data":'), bytes, Buffer.from('}')]);
const answering =
  (bytes: Buffer): typeof fetch =>
  async () =>
    new Response(new Uint8Array(bytes), { headers: HEAD });

/** `data` if the response was accepted, else the reason why it was not. */
async function outcomeOf(bytes: Buffer): Promise<string> {
  const baseUrl = new URL('https://api.example.com');
  const result = await createTransport({ baseUrl, token: TOKEN, timeout: 5000, fetch: answering(bytes) })(
    '/',
    {},
  );
  if (!isFailure(result)) return 'data';
  assert.equal(result.kind, 'unreadable');
  return result.reason!;
}

/** Whether a body must be accepted; undefined if parsers may differ. */
function isJson(name: string): boolean | undefined {
  return name.startsWith('i_') ? undefined : name.startsWith('y_') && !REPEATED.has(name);
}

describe('a JSON body as the API’s response', () => {
  it('is accepted if it is valid JSON, as a whole and inside an envelope', async () => {
    for (const [name, bytes] of BODIES) {
      const [whole, inside] = [await outcomeOf(bytes), await outcomeOf(inEnvelope(bytes))];
      // No body is itself an envelope. Inside an envelope, only objects and lists are data.
      const isAccepted = [whole === 'no-envelope', inside === 'data' || inside === 'no-envelope'];
      const expected = isJson(name);
      if (expected !== undefined)
        assert.deepEqual(isAccepted, [expected, expected], `${name}: ${whole}, ${inside}`);
    }
  });

  it('leads to a slip or to an unreadable error of a kit', async () => {
    for (const [name, bytes] of BODIES)
      for (const body of [bytes, inEnvelope(bytes)]) {
        const api = fakeApi({ slip: () => new Response(new Uint8Array(body), { headers: HEAD }) });
        const { status, body: answer } = await shop({ api }).send();
        if (isJson(name) === false || body === bytes) assert.equal(status, 502, name);
        if (status !== 200) assert.deepEqual([status, answer.kind], [502, 'unreadable'], name);
      }
  });
});
