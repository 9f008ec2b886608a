/**
 * SECURITY.md P38 with real processes on PostgreSQL: the page is closed, and a copy of the server is killed.
 */
import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { startSandbox } from 'deposit-slip-sandbox';
import type { HookLine } from './kit-copy.js';
import { createDatabase, KitProcess, type KitEnv } from './kit-process.js';

const sandbox = await startSandbox();
const { url, pool } = await createDatabase();
const copies: KitProcess[] = [];

after(async () => {
  await Promise.all(copies.map((copy) => copy.kill()));
  await Promise.all([pool.end(), sandbox.stop()]);
});

async function startCopy(options: Partial<KitEnv> = {}): Promise<KitProcess> {
  const env = { API_URL: sandbox.url, API_TOKEN: sandbox.token, DATABASE_URL: url, ...options };
  const copy = await KitProcess.start(env);
  copies.push(copy);
  return copy;
}

/** Opens the page of an order of 10.00, and closes it. */
async function openPage(copy: KitProcess, order: string): Promise<string> {
  const response = await copy.send(`${order} 1001 10.00`);
  const { data: slip } = (await response.json()) as { data: { txId: string } };
  return slip.txId;
}

const deposit = (txId: string) =>
  sandbox.control.deposit({ merchantId: 1001, fiat: 'BRL', amount: '10.00', txId });

it('an order is paid although its page is closed, and the copy of the server that was told first is killed', async () => {
  const first = await startCopy({ HOOK_MS: 'never' });
  const { flowId } = await deposit(await openPage(first, 'order-1'));
  const begun = await first.next();
  const told = { name: 'deposit', id: begun?.id, order: 'order-1', flowId, payment: 'paid 10.00' };
  const assertIs = (line: HookLine | undefined, at: HookLine['at']): void =>
    assert.deepEqual({ ...line, time: 0 }, { at, time: 0, ...told });
  assertIs(begun, 'begin');
  await first.kill();

  const second = await startCopy();
  // The page of another order makes this copy read. Until the time of a hook is over, the first copy might
  // still be at work.
  const other = await openPage(second, 'order-2');
  const { rows } = await pool.query<{ id: string; left: string }>(
    'select id, due_at - deposit_slip.clock() as left from deposit_slip.event order by place limit 1',
  );
  assert.equal(rows[0]?.id, begun?.id);
  assert.ok(Number(rows[0]?.left) > 10_000);
  await pool.query('update deposit_slip.event set due_at = 0 where id = $1', [begun?.id]);
  assertIs(await second.next(), 'begin');
  assertIs(await second.next(), 'end');
  const paid = await second.next();
  assert.deepEqual([paid?.name, paid?.order, paid?.again], ['paid', 'order-1', undefined]);
  await second.next();

  // A third copy finds all told. The next deposit is told once, by whichever of the two.
  const third = await startCopy();
  await deposit(other);
  const line = await Promise.race([second.next(), third.next()]);
  assert.deepEqual([line?.name, line?.order], ['deposit', 'order-2']);
});
