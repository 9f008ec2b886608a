/** SECURITY.md P21: the log of a kit identifies nobody, and no hook or logger changes a response. */
import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { NOW } from '../../server/clock.js';
import { fakeApi, flowPage, json, PIX_TX } from '../../server/fake-api.js';
import { GRANT, HIDDEN, assertFree, emptyTrail, everyFlow, kitWith, record } from './trail.js';

describe('the log and the hooks of a kit', () => {
  // Names, account numbers and terminal escapes.
  const NAMES = ['Canária Ñandú', 'CANARIA QUISPE', 'Canarina'];
  const CONTROLS = '\n\r\u001b[31m\u0085\u2028\u2029\u200b\u202e\0';
  const CANARY = `${NAMES.join(', ')} 20339698695 A-1x canaria@mail.example /canary/path ${CONTROLS}[ERROR] injected`;
  const text = JSON.stringify(CANARY);
  const fields = ['fiat', 'paymentMethodName', 'txId', 'realName', 'status', 'fieldList', 'other'];
  const envelopes = [
    `{"code":${text},"msg":${text},"data":${text}}`,
    `{"code":5001,"msg":${text},"data":{"realName":${text}},${text}:${text}}`,
    `{"code":200,"msg":${text},"data":{${fields.map((name) => `"${name}":${text}`).join()}}}`,
    ...fields.map(
      (name) => `{"code":200,"msg":${text},"data":{"fieldList":{"Pix Key":"a@b.example"},"${name}":${text}}}`,
    ),
    `{"code":200,"data":{"fiat":"BRL","fieldList":{${text}:${text},"Pix Key":${text}}}}`,
    `{"code":200,"data":[{"fieldList":{"a":${text}}},{"fieldList":{"b":${text}}}]}`,
    CANARY,
  ];

  let lines: Promise<{ logged: unknown[][]; messages: string[] }> | undefined;
  /** Recorded once. */
  const everyLine = () => (lines ??= recordLines());

  async function recordLines(): Promise<{ logged: unknown[][]; messages: string[] }> {
    const trail = emptyTrail();
    for (const envelope of envelopes)
      for (const status of [200, 400, 401, 422, 429, 500]) {
        const headers = { 'x-request-id': 'canary-request', 'retry-after': 'canary' };
        const answer = (): Response => json(envelope, { status, headers });
        const api = fakeApi({ flows: answer });
        const kit = kitWith(trail, { fetch: api.fetch });
        const arrival = await record(trail, kit, new Request('https://shop.example/d'));
        api.script({ slip: answer });
        const query = new URLSearchParams({ paymentId: '90', merchantId: CANARY, [CANARY]: CANARY });
        for (const search of [
          `${query}&refresh=1`,
          'paymentId=canary',
          `fiat=${CANARY}`,
          'history=1',
          `arrival=${arrival}`,
        ]) {
          const headers = { cookie: 'canary=1', 'user-agent': 'canary', 'x-forwarded-for': 'canary' };
          await record(trail, kit, new Request(`https://shop.example/canary?${search}`, { headers })).catch(
            () => undefined,
          );
        }
      }
    return { logged: trail.logged, messages: trail.errors.flatMap(({ upstream }) => upstream?.msg ?? []) };
  }

  const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

  it('log no token, identifier, name or line break, whichever field of a response contains it', async () => {
    const { logged } = await everyLine();
    assert.ok(logged.length > 50);
    const words = logged.map((line) => line.map((part) => JSON.stringify(part)).join(' '));
    assertFree(words, [...HIDDEN, ...NAMES, '20339698695', 'injected']);
    for (const line of logged)
      for (const part of line)
        for (const value of typeof part === 'object' ? Object.values(part as object) : [part])
          assert.ok(typeof value === 'number' || !UNSAFE.test(value as string), String(value));
    assert.ok(!words.some((line) => /canar/i.test(line)));
  });

  it('pass the API’s message on without names, numbers, addresses and control characters', async () => {
    const { messages } = await everyLine();
    assert.ok(messages.length > 30, String(messages.length));
    for (const msg of messages) {
      assert.ok(!UNSAFE.test(msg) && !/canar|ñand|quispe|[0-9]/i.test(msg), msg);
      assert.match(msg, /injected$/);
    }
  });

  it('pass the API’s message on without anything the kit sent to the API', async () => {
    const { errors } = await everyFlow();
    const withMessage = errors.filter(({ upstream }) => upstream?.msg !== undefined);
    assert.ok(withMessage.length > 50);
    for (const { grant, upstream } of withMessage) {
      // A grant from a session lacks the merchant's own members, so the kit cannot redact them.
      const hasCustomer = Object.hasOwn(grant!, 'customer');
      assertFree([upstream!.msg!], hasCustomer ? HIDDEN : HIDDEN.filter((each) => each !== GRANT.customer));
    }
    const codes = errors.flatMap(({ upstream }) => upstream?.code ?? []);
    assert.deepEqual([...new Set(codes)], ['1']);
  });

  /** A text with its random ids removed. */
  const withoutIds = (text: string): string => text.replaceAll(/"id":"[\w-]+"/g, '');

  it('change no response, whatever they throw or modify', async () => {
    const boom = (): never => {
      throw new Error('canary');
    };
    const reject = (): Promise<never> => Promise.reject(new Error('canary'));
    const names = ['request', 'response', 'issued', 'deposit', 'paid', 'finding', 'error'] as const;
    const modify = (event: object): void => {
      const parts = Object.values(event).filter((value) => typeof value === 'object' && value !== null);
      for (const part of [event, ...parts, ...parts.flatMap((each) => Object.values(each as object))])
        for (const [name, value] of Object.entries({ id: 'other', merchantId: '1', amount: '9', length: 0 }))
          Reflect.set(part as object, name, value);
    };
    const unhandled: unknown[] = [];
    const onUnhandled = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', onUnhandled);
    mock.timers.enable({ apis: ['Date'], now: NOW });
    try {
      const texts = new Set<string>();
      for (const hook of [undefined, boom, reject, modify])
        for (const write of [() => undefined, boom, reject]) {
          mock.timers.setTime(NOW);
          const { merchantId } = GRANT;
          const flows = flowPage({ merchantId, txId: 'x' }).replace('"x"', PIX_TX);
          const api = fakeApi();
          const on = hook && Object.fromEntries(names.map((name) => [name, hook]));
          const logger = { warn: write, error: write };
          const authorize = () => ({ ...GRANT, amount: '150.00' });
          const kit = kitWith(emptyTrail(), { fetch: api.fetch, logger, on: on ?? {}, authorize });
          const url = 'https://shop.example/deposit';
          const { arrival, ...slip } = (await (await kit(new Request(url))).json()) as { arrival: string };
          api.script({ slip: json('{}', { status: 500 }) });
          const failed = await kit(new Request(`${url}?refresh=1`));
          api.script({ flows });
          mock.timers.tick(1_000);
          const arrived = await (await kit(new Request(`${url}?arrival=${arrival}`))).text();
          const receipt = await (await kit(new Request(url))).text();
          texts.add(withoutIds([JSON.stringify(slip), failed.status, arrived, receipt].join('\n')));
        }
      await new Promise((resolve) => setImmediate(resolve));
      assert.equal(texts.size, 1, [...texts].join('\n'));
      assert.match([...texts][0]!, /Pix Key.*\n502\n.*"status":"paid".*\n.*"status":"paid"/);
      assert.deepEqual(unhandled, []);
    } finally {
      mock.timers.reset();
      process.off('unhandledRejection', onUnhandled);
    }
  });
});
