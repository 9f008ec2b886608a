/**
 * The public JSON test suite as answers of the API: to the client’s transport and to a kit. `y_` is read, `n_` is
 * unreadable, `i_` may be either; nothing throws or hangs.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isFailure } from '../../../src/server/client/errors.js';
import { createTransport } from '../../../src/server/client/transport.js';
import { corpusJson, hasCorpus, NO_CORPUS } from '../../fixtures/payloads.js';
import { fakeApi } from '../../server/fake-api.js';
import { shop, TOKEN } from '../../server/shop.js';

const FILES = corpusJson();
/** Legal, and never what an honest back end writes: which of two values counts, parsers do not agree on (exact-json.ts). */
const REPEATED = new Set(['y_object_duplicated_key.json', 'y_object_duplicated_key_and_value.json']);
const HEAD = { 'content-type': 'application/json' };

const inEnvelope = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from('{"code":200,"data":'), bytes, Buffer.from('}')]);
const answering =
  (bytes: Buffer): typeof fetch =>
  async () =>
    new Response(new Uint8Array(bytes), { headers: HEAD });

/** `data` where the answer was taken, else why it was not read. */
async function transported(bytes: Buffer): Promise<string> {
  const baseUrl = new URL('https://api.example.com');
  const result = await createTransport({ baseUrl, token: TOKEN, timeout: 5000, fetch: answering(bytes) })(
    '/',
    {},
  );
  if (!isFailure(result)) return 'data';
  assert.equal(result.kind, 'unreadable');
  return result.reason!;
}

/** Whether a file says that it is JSON; undefined where parsers may differ. */
function isJson(name: string): boolean | undefined {
  return name.startsWith('i_') ? undefined : name.startsWith('y_') && !REPEATED.has(name);
}

describe('an answer of the API, as the JSON test suite has it', () => {
  it('is parsed where it must be, as a whole and inside an envelope', async (test) => {
    if (!hasCorpus) test.diagnostic(NO_CORPUS);
    for (const [name, bytes] of FILES) {
      const [whole, inside] = [await transported(bytes), await transported(inEnvelope(bytes))];
      // None of them is an envelope; inside one, what is neither object nor list is no data.
      const isRead = [whole === 'no-envelope', inside === 'data' || inside === 'no-envelope'];
      const must = isJson(name);
      if (must !== undefined) assert.deepEqual(isRead, [must, must], `${name}: ${whole}, ${inside}`);
    }
  });

  it('is an answer or one of the two named errors of a kit', async () => {
    for (const [name, bytes] of FILES)
      for (const body of [bytes, inEnvelope(bytes)]) {
        const api = fakeApi({ slip: () => new Response(new Uint8Array(body), { headers: HEAD }) });
        const { status, body: said } = await shop({ fetch: api.fetch }).send();
        if (isJson(name) === false || body === bytes) assert.equal(status, 502, name);
        if (status !== 200) assert.deepEqual([status, said.kind], [502, 'unreadable'], name);
      }
  });
});
