/** Replaces the secret and the session key step by step, as docs/operations.md describes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SignJWT } from 'jose';
import {
  createDepositSession,
  createMemoryStore,
  type DepositKitOptions,
  type SessionKey,
} from 'deposit-slip/kit';
import { fakeApi } from '../fake-api.js';
import { keyPair } from '../keys.js';
import { PIX_GRANT, SECRET, bearer, shop } from '../shop.js';

/** The lists of a rotation, step by step: the old key, both, both with the new one in front, the new key. */
function stepsOf<Key>(old: Key, next: Key): readonly [Key, readonly Key[], readonly Key[], readonly Key[]] {
  return [old, [old, next], [next, old], [next]];
}

/** A kit of the step, with the store of all steps. */
function kits<Step>(steps: readonly Step[], optionsOf: (step: Step) => Partial<DepositKitOptions>) {
  const [store, api] = [createMemoryStore(), fakeApi()];
  return steps.map((step) => shop({ api, store, ...optionsOf(step) }));
}

describe('a replaced secret', () => {
  const NEXT = 'another secret of at least thirty-two bytes, for the rotation';
  const steps = stepsOf<string | Uint8Array>(SECRET, new TextEncoder().encode(NEXT));

  it('leaves every page its arrival: each step accepts the tokens of the previous and the next one', async () => {
    const shops = kits(steps, (secret) => ({ secret }));
    const tokens = await Promise.all(shops.map(async ({ send }) => (await send()).body.arrival!));
    const statuses = await Promise.all(
      shops.map(({ send }) =>
        Promise.all(tokens.map(async (token) => (await send(`?arrival=${token}`)).status)),
      ),
    );
    assert.deepEqual(statuses, [
      [200, 200, 403, 403],
      [200, 200, 200, 200],
      [200, 200, 200, 200],
      [403, 403, 200, 200],
    ]);
  });
});

describe('a replaced session key', () => {
  const [old, next] = [keyPair(), keyPair()];
  const HMAC = 'a session key of the tests, of thirty-two bytes or more';
  const OTHER_HMAC = 'another session key of the tests, of thirty-two bytes';
  const pairs: Readonly<
    Record<string, readonly [old: readonly [SessionKey, SessionKey], next: readonly [SessionKey, SessionKey]]>
  > = {
    'by another one': [
      [HMAC, HMAC],
      [OTHER_HMAC, OTHER_HMAC],
    ],
    'by another key pair, of which the kit has the public keys': [
      [old.privatePem, old.publicPem],
      [next.privatePem, next.publicPem],
    ],
    'by a key of another algorithm': [
      [HMAC, HMAC],
      [next.privatePem, next.publicPem],
    ],
  };
  for (const [name, [[oldSigning, oldVerifying], [nextSigning, nextVerifying]]] of Object.entries(pairs))
    it(`leaves every payer their session: ${name}`, async () => {
      const shops = kits(stepsOf(oldVerifying, nextVerifying), (session) => ({ session }));
      const sessions = await Promise.all(
        stepsOf(oldSigning, nextSigning).map((key) => createDepositSession(key, PIX_GRANT)),
      );
      const statuses = await Promise.all(
        shops.map(({ send }) =>
          Promise.all(sessions.map(async (session) => (await send('', bearer(session))).status)),
        ),
      );
      assert.deepEqual(statuses, [
        [200, 200, 401, 401],
        [200, 200, 200, 200],
        [200, 200, 200, 200],
        [401, 401, 200, 200],
      ]);
    });

  it('keeps each key to its algorithm', async () => {
    const { send } = shop({ session: [HMAC, old.publicPem] });
    const jwk = old.publicKey.export({ format: 'jwk' });
    const secrets = [
      Buffer.from(old.publicPem),
      Buffer.from(jwk.x!, 'base64url'),
      Buffer.from(jwk.x!),
      old.publicKey.export({ type: 'spki', format: 'der' }),
    ];
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: 'deposit-slip',
      aud: 'deposit-session',
      iat: now,
      nbf: now,
      exp: now + 60,
      jti: 'one',
    };
    const forge = (alg: string, key: Uint8Array): Promise<string> =>
      new SignJWT({ ...claims, grant: PIX_GRANT })
        .setProtectedHeader({ alg, typ: 'deposit-session+jwt' })
        .sign(key);
    assert.equal((await send('', bearer(await forge('HS256', Buffer.from(HMAC))))).status, 200);
    for (const secret of secrets)
      assert.equal((await send('', bearer(await forge('HS256', secret)))).status, 401);
    for (const alg of ['HS384', 'HS512'])
      assert.equal((await send('', bearer(await forge(alg, Buffer.from(HMAC.padEnd(64, '.')))))).status, 401);
  });
});

describe('a list of keys', () => {
  it('must contain at least one key, and only valid ones', () => {
    const good = { secret: SECRET, session: SECRET };
    const issues = { secret: /must have at least 32/, session: /must be a secret/ };
    for (const [name, value] of Object.entries(good)) {
      const start = (list: readonly unknown[]) => () => void shop({ session: SECRET, [name]: list });
      const issue = issues[name as keyof typeof issues].source;
      assert.doesNotThrow(start([value]));
      assert.doesNotThrow(start([value, value]));
      for (const [list, error] of [
        [[], 'is an empty list'],
        [[undefined, value], 'is a list with a missing key'],
        [[value, 'canary'], issue],
        [['canary', value], issue],
        [[value, null], issue],
        [[value, [value]], issue],
      ] as const)
        assert.throws(start(list), (thrown: Error) => {
          assert.match(thrown.message, new RegExp(`^The deposit kit cannot start: ${name} ${error}`));
          return !thrown.message.includes('canary');
        });
    }
  });

  it('creates no session if its first key cannot sign', async () => {
    const { privatePem, publicPem } = keyPair();
    for (const keys of [[publicPem, privatePem], [], [undefined, SECRET]])
      await assert.rejects(createDepositSession(keys as string[], PIX_GRANT), {
        message:
          'Cannot create a deposit session: key must be a secret of at least 32 bytes or a private Ed25519 key.',
      });
  });
});
