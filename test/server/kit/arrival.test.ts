import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { SignJWT, UnsecuredJWT } from 'jose';
import type { ArrivalResponse, Grant, PaymentDeposit } from 'deposit-slip/kit';
import { DAY, later, MINUTE, NOW, SECOND, useClock } from '../clock.js';
import { PIX_TX, SPEI, countingApi, fakeApi, flowPage, json, pixFlow } from '../fake-api.js';
import { PIX_GRANT, SECRET, claimsOf, shop } from '../shop.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const SPEI_GRANT: Grant = { id: 'visit-9', merchantId: 7001, methods: [{ paymentId: 105, fiat: 'MXN' }] };
const OWN_GRANT: Grant = { ...SPEI_GRANT, ownAccount: true };
const WAITING = { status: 'waiting', deposits: [] };

type Send = ReturnType<typeof shop>['send'];

/** The arrival token of the slip that a request returns. */
async function tokenOf(send: Send, query = ''): Promise<string> {
  const token = (await send(query)).body.arrival;
  assert.ok(token !== undefined, 'the slip has an arrival token');
  return token;
}

/** What a page learns with a token: by default, with the token of the current slip. */
async function arrivalOf(send: Send, token?: string): Promise<ArrivalResponse> {
  const answer = await send(`?arrival=${token ?? (await tokenOf(send))}`);
  return answer.body.data as unknown as ArrivalResponse;
}

function paramsOf({ url }: { readonly url: URL }): Record<string, string> {
  return Object.fromEntries(url.searchParams);
}

describe('an arrival', () => {
  useClock();

  it('is recognized by the exact funding id', async () => {
    const { api, send } = shop();
    const token = await tokenOf(send);
    const nothing = { status: 'open', fiat: 'BRL', received: '0.00', deposits: [] };
    assert.deepEqual(await arrivalOf(send, token), { ...WAITING, payment: nothing, checked: NOW });
    assert.deepEqual(paramsOf(api.flows()[0]!), {
      merchantId: '7001',
      flowType: 'DEPOSIT',
      startTime: String(NOW - 5 * MINUTE - 1),
      currentPage: '1',
      pageSize: '250',
    });
    later(SECOND);
    api.script({ flows: pixFlow() });
    const { payment, ...rest } = await arrivalOf(send, token);
    const deposit = { txId: PIX_TX, amount: '150.00', fiat: 'BRL', createTime: NOW + 1_500 };
    assert.deepEqual(rest, { status: 'arrived', deposits: [deposit], checked: NOW + SECOND });
    const [{ id, ...first }, ...others] = payment!.deposits as [PaymentDeposit];
    assert.deepEqual([first, others], [{ ...deposit, paymentId: 90 }, []]);
    assert.match(id, UUID);
    assert.deepEqual({ ...payment, deposits: [] }, { ...nothing, received: '150.00' });
  });

  it('is not a flow of another deposit, currency, merchant or direction, nor a fee', async () => {
    const others = [
      { txId: '12345678901234567891' },
      { fiat: 'USD' },
      { merchantId: 7002 },
      { flowType: 'WITHDRAW' },
      { flowType: 'REFUND' },
      { category: 'FEE' },
      { changed: '-150.00' },
      { changed: '0.00' },
      { changed: 'much' },
    ];
    for (const other of others) {
      const { send } = shop({ api: fakeApi({ flows: flowPage({ txId: PIX_TX, ...other }) }) });
      const { status, deposits } = await arrivalOf(send);
      assert.deepEqual({ status, deposits }, WAITING, JSON.stringify(other));
    }
  });

  it('has its amount as a decimal string, however the API writes it', async () => {
    const spellings = [
      ['150', '150.00'],
      ['1.5E+2', '150.00'],
      ['"0.1"', '0.10'],
      ['100.000', '100.00'],
      ['5E-2', '0.05'],
      ['9007199254740993.01', undefined],
      ['900719925474099.01', '900719925474099.01'],
      ['"1.005"', undefined],
    ] as const;
    for (const [changed, amount] of spellings) {
      const { send } = shop({ api: fakeApi({ flows: pixFlow(PIX_TX, changed) }) });
      assert.equal((await arrivalOf(send)).deposits[0]?.amount, amount, changed);
    }
  });

  it('of an order is reported by any of its codes, and to every page', async () => {
    const { api, send } = shop({ api: countingApi(), grant: { ...PIX_GRANT, amount: '150.00' } });
    const tokens = [await tokenOf(send)];
    for (let code = 2; code <= 8; code += 1) tokens.push(await tokenOf(send, '?refresh=1'));
    later(SECOND);
    api.script({ flows: pixFlow('1') });
    for (const token of tokens) {
      const { status, deposits } = await arrivalOf(send, token);
      assert.deepEqual([status, deposits[0]?.txId], ['arrived', '1']);
    }
  });

  it('into a wallet does not count for a slip that was created after it was seen', async () => {
    const { send, api } = shop({ api: countingApi() });
    const first = await tokenOf(send);
    api.script({ flows: pixFlow('1') });
    assert.equal((await arrivalOf(send, first)).status, 'arrived');
    later(SECOND);
    const { status, deposits } = await arrivalOf(send, await tokenOf(send, '?refresh=1'));
    assert.deepEqual({ status, deposits }, WAITING);
    assert.equal((await arrivalOf(send, first)).status, 'arrived', 'the page that saw it still shows it');
  });

  it('cannot be recognized without a funding id, unless the payer has an account of their own', async () => {
    const api = fakeApi({ slip: SPEI });
    assert.equal((await shop({ api, grant: SPEI_GRANT }).send()).body.arrival, undefined);
    await arrivalOf(shop({ api, grant: OWN_GRANT }).send);
    // The history of such an account goes back as far as records are kept.
    const { startTime } = paramsOf(api.flows()[0]!);
    assert.equal(startTime, String(NOW - 89 * DAY - 1));
  });

  it('in an own account counts from the second in which the slip was created', async () => {
    later(700);
    const date = 'Tue, 14 Nov 2023 22:05:00 GMT';
    const since = Date.parse(date);
    const dated = json(SPEI, { headers: { date } });
    // By the API's clock, or by the kit's clock if the API sends no date.
    const times = [
      [dated, since - 1, 'waiting'],
      [dated, since, 'arrived'],
      [dated, since + 999, 'arrived'],
      [dated, since + DAY, 'arrived'],
      [SPEI, NOW - 1, 'waiting'],
      [SPEI, NOW + 100, 'arrived'],
      ...['1700000000', '', null, 'now'].map((createTime) => [SPEI, createTime, 'waiting'] as const),
    ] as const;
    for (const [slip, createTime, status] of times) {
      const api = fakeApi({ slip, flows: flowPage({ fiat: 'MXN', createTime }) });
      const { send } = shop({ api, grant: OWN_GRANT });
      assert.equal((await arrivalOf(send)).status, status, String(createTime));
    }
  });

  it('is looked up at most once a second, however many pages poll', async () => {
    const { api, send } = shop();
    const token = await tokenOf(send);
    await Promise.all(Array.from({ length: 100 }, () => arrivalOf(send, token)));
    later(999);
    await arrivalOf(send, token);
    assert.equal(api.flows().length, 1);
    later(1);
    await arrivalOf(send, token);
    assert.equal(api.flows().length, 2);
  });
});

describe('an arrival token', () => {
  it('is short, and contains neither merchant nor grant id', async () => {
    const grant = { ...PIX_GRANT, id: 'session-secret', depositAlias: 'al' };
    const token = await tokenOf(shop({ grant }).send);
    assert.match(token, /^a1\.[\w-]{1,400}\.[\w-]{43}$/);
    const claims = JSON.stringify(claimsOf(token));
    for (const hidden of ['7001', 'session-secret', '"al"']) assert.ok(!claims.includes(hidden));
  });

  it('is rejected once the grant no longer includes its method', async () => {
    const api = fakeApi({ slip: SPEI });
    const token = await tokenOf(shop({ api, grant: OWN_GRANT }).send);
    const grant = { ...OWN_GRANT, methods: [{ paymentId: 90, fiat: 'BRL' }] };
    assert.equal((await shop({ api, grant }).send(`?arrival=${token}`)).status, 403);
    assert.equal((await shop({ api, grant: null }).send(`?arrival=${token}`)).status, 401);
    assert.equal(api.flows().length, 0);
  });

  it('is rejected with 403 if it is signed with another secret, for another use, or changed', async () => {
    const { send } = shop();
    const token = await tokenOf(send);
    const claims = claimsOf(token);
    const [version, payload, signature] = token.split('.') as [string, string, string];
    const { id, merchantId } = PIX_GRANT;
    const sign = (value: unknown, { secret = SECRET, use = 'arrival' } = {}): string => {
      const encoded = Buffer.from(JSON.stringify(value)).toString('base64url');
      // The message is in src/server/kit/http/arrival-token.ts.
      const message = `deposit-slip ${use}\n${encoded}\n${JSON.stringify([id, String(merchantId), undefined])}`;
      return `a1.${encoded}.${createHmac('sha256', secret).update(message).digest('base64url')}`;
    };
    assert.equal(sign(claims), token, 'the signer works');
    const forged = [
      sign(claims, { secret: 'another secret of at least thirty-two bytes' }),
      ...['after', 'since', 'issuedAt', 'fiat'].map((name) => sign({ ...claims, [name]: undefined })),
      sign({ ...claims, since: 'long ago' }),
      sign({ ...claims, paymentId: '90' }),
      sign({ ...claims, fiat: 7 }),
      sign({ ...claims, issuedAt: Date.now() - DAY }),
      sign(null),
      `${version}.${payload}.${signature.slice(0, -1)}`,
      `${version}.${payload}x.${signature}`,
      `a2.${payload}.${signature}`,
      `${version}.${payload}.`,
      new UnsecuredJWT(claims).encode(),
      await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(SECRET)),
    ];
    for (const each of forged) assert.equal((await send(`?arrival=${each}`)).status, 403, each);
  });

  it('is valid only in one kit if there is no secret, which logs one warning', async () => {
    const api = fakeApi();
    const one = shop({ api, secret: undefined as never });
    const other = shop({ api, secret: undefined as never });
    const token = await tokenOf(one.send);
    assert.equal((await one.send(`?arrival=${token}`)).status, 200);
    assert.equal((await other.send(`?arrival=${token}`)).status, 403);
    assert.equal(one.logger.lines.length, 1);
  });
});
