/** The state as a file: written by one sandbox, and what another one starts from, on either database. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { temporaryFolder } from '../../test/temporary-folder.js';
import { main } from '../src/cli/cli.js';
import { readOptions } from '../src/cli/options.js';
import type { Db } from '../src/db/db.js';
import { SnapshotRefused, startSandbox, type SandboxOptions } from '../src/index.js';
import { saveSnapshotFile, startFrom, writeSnapshotFile } from '../src/ledger/snapshot-files.js';
import { verify } from '../src/ledger/verify.js';
import { seed } from '../src/seed/seed.js';
import { sharedServer } from './postgres.js';
import { BODIES, PATHS } from './requests.js';
import { ENGINES, openDb, TestSandbox, type Engine } from './test-sandbox.js';

/** Of links in responses, which else differ by the port. */
const publicUrl = 'https://sandbox.example';
const NEW_YEAR = 1_767_225_600_000;

const folder = temporaryFolder();
const newName = (
  (count) => () =>
    join(folder, `${(count += 1)}.snapshot`)
)(0);

/** Databases that are dropped after the tests. */
const databases: string[] = [];
async function storageOf(engine: Engine): Promise<SandboxOptions> {
  if (engine === 'pglite') return {};
  const databaseUrl = await (await sharedServer()).createDatabase();
  databases.push(databaseUrl);
  return { databaseUrl };
}
after(async () => {
  for (const url of databases) await (await sharedServer()).dropDatabase(url);
});

/**
 * What a sandbox answers to requests that read, and to some that change something. Frozen time makes it
 * comparable.
 */
async function behaviorOf(url: string): Promise<readonly string[]> {
  const headers = { 'x-bh-token': 'sandbox-token', 'content-type': 'application/json' };
  const send = async (path: string, body?: object) =>
    (
      await fetch(url + path, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })
    ).text();
  return [
    await send(`${PATHS.flows}?pageSize=1000`),
    await send(PATHS.transfer, { ...BODIES.transfer, clientId: 'after' }),
    await send(PATHS.claim, { ...BODIES.claim, clientId: 'after' }),
    await send(`${PATHS.details}?merchantId=1001&paymentId=90&fiat=BRL`),
    await send(`${PATHS.flows}?pageSize=1000`),
  ];
}

/** A world that differs from the seeded one in rows, in sequences and in the time. */
async function change(sandbox: TestSandbox): Promise<void> {
  await sandbox.control.clock({ now: NEW_YEAR, freeze: true });
  await sandbox.control.merchant({
    merchantId: 3001,
    type: 'individual',
    token: 'new',
    name: 'a "b", {c} \\',
  });
  assert.equal((await sandbox.post(PATHS.transfer, BODIES.transfer)).status, 200);
  assert.equal((await sandbox.post(PATHS.claim, BODIES.claim)).status, 200);
}

/** Asserts that a start is refused with one sentence. */
async function assertRefused(start: () => Promise<unknown>, words: RegExp): Promise<void> {
  await assert.rejects(start, (error) => {
    assert.ok(error instanceof SnapshotRefused, String(error));
    assert.match(error.message, words);
    assert.match(error.message, /^[^\n]+\.$/);
    return true;
  });
}

/** Every row, and where the sequences are. */
async function contentOf(db: Db): Promise<string> {
  const tables = await db.query<{ name: string }>(
    `select relname::text as name from pg_class where relnamespace = current_schema::regnamespace and relkind = 'r'`,
  );
  const rows = tables.map(
    ({ name }) => `select '${name}' as name, array(select t::text from "${name}" t order by 1) as rows`,
  );
  const sequences = await db.query(
    'select sequencename::text, last_value::text from pg_sequences order by 1',
  );
  return JSON.stringify([await db.query(`${rows.join(' union all ')} order by 1`), sequences]);
}

/** The lines of a file, changed. */
const rewritten = (file: string, edit: (lines: string[]) => readonly string[]): string => {
  const name = newName();
  const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
  writeFileSync(name, gzipSync(`${edit(lines).join('\n')}\n`));
  return name;
};

for (const engine of ENGINES)
  describe(`a snapshot file of ${engine}`, () => {
    const sandbox = new TestSandbox({ engine, publicUrl });
    const file = newName();
    let bytes: Uint8Array;
    before(async () => {
      await change(sandbox);
      await sandbox.control.faults([{ route: 'flows', status: 503 }]);
      bytes = await sandbox.control.snapshotFile();
      writeFileSync(file, bytes);
      await sandbox.control.faults([]);
    });

    it('is what a sandbox on either database starts from: rows, ids, tokens and the clock, without faults', async () => {
      const expected = await behaviorOf(sandbox.url);
      for (const other of ENGINES) {
        const copy = await startSandbox({ ...(await storageOf(other)), snapshot: file, publicUrl });
        assert.deepEqual(await copy.control.clock(), { now: String(NEW_YEAR), frozen: true });
        assert.deepEqual(await copy.control.faults(), []);
        const { status } = await fetch(`${copy.url}${PATHS.flows}`, { headers: { 'x-bh-token': 'new' } });
        assert.equal(status, 200);
        assert.ok((await copy.control.merchants()).some(({ name }) => name === 'a "b", {c} \\'));
        assert.deepEqual(await behaviorOf(copy.url), expected, `on ${other}`);
        for (const full of [false, true])
          assert.deepEqual((await copy.control.verify({ full })).ok, true, `on ${other}`);
        await copy.stop();
      }
    });

    it('is what a reset returns to, and snapshots work as before', async () => {
      const copy = await startSandbox({ ...(await storageOf(engine)), snapshot: file });
      const first = await behaviorOf(copy.url);
      await copy.control.snapshot('later');
      await copy.control.reset();
      assert.deepEqual(await behaviorOf(copy.url), first);
      await copy.control.restore('later');
      assert.ok((await copy.control.verify({ full: true })).ok);
      await copy.stop();
    });

    it('is the same for the same state, whoever writes it', async () => {
      const copy = await startSandbox({ ...(await storageOf(engine)), snapshot: file });
      const [one, other] = [newName(), newName()];
      await copy.saveSnapshot(one);
      await copy.saveSnapshot(other);
      assert.ok(readFileSync(one).equals(readFileSync(other)));
      assert.deepEqual(
        readdirSync(folder).filter((name) => !/^\d+\.snapshot$/.test(name)),
        [],
        'no draft is left',
      );
      await copy.stop();
    });

    it('is loaded once: a later start goes on from what has changed since', async () => {
      const storage = engine === 'pglite' ? { data: temporaryFolder() } : await storageOf(engine);
      for (const expected of [false, true]) {
        const copy = await startSandbox({ ...storage, snapshot: file });
        const names = (await copy.control.merchants()).map(({ merchantId }) => merchantId);
        assert.ok(names.includes('3001'));
        assert.equal(names.includes('5001'), expected);
        if (!expected) await copy.control.merchant({ merchantId: 5001, type: 'business' });
        await copy.stop();
      }
    });

    it('does not take the place of data that has changed', async () => {
      const storage = engine === 'pglite' ? { data: temporaryFolder() } : await storageOf(engine);
      const first = await startSandbox(storage);
      await first.control.merchant({ merchantId: 5001, type: 'business' });
      await first.stop();
      await assertRefused(() => startSandbox({ ...storage, snapshot: file }), /has changed.*another/);
      const again = await startSandbox(storage);
      assert.ok((await again.control.merchants()).some(({ merchantId }) => merchantId === '5001'));
      await again.stop();
    });

    it('is refused if it is damaged, foreign or of another version, and nothing changes', async () => {
      const db = await openDb(engine);
      await seed(db);
      const expected = await contentOf(db);
      const named = (content: Uint8Array | string) => {
        const name = newName();
        writeFileSync(name, content);
        return name;
      };
      const firstOf = (table: string) =>
        gunzipSync(bytes).toString().split('\n').indexOf(`{"table":"${table}"}`) + 1;
      const [entry, token] = [firstOf('entry'), firstOf('access_token')];
      const withHead = (part: RegExp, text: string) =>
        rewritten(file, (lines) => lines.with(0, lines[0]!.replace(part, text)));
      const withLine = (at: number, text: string) => rewritten(file, (lines) => lines.with(at, text));
      for (const [snapshot, words] of [
        [named(bytes.subarray(0, bytes.length / 2)), /is damaged or incomplete/],
        [named(''), /is not a snapshot/],
        [named('{}'), /is not a snapshot/],
        [named(gzipSync('{"format":"another"}\n')), /is not a snapshot/],
        [named(gzipSync('\u0000')), /is not a snapshot/],
        [named(gzipSync('null\n')), /is not a snapshot/],
        [withHead(/"schema":"./, '"schema":"x'), /another version/],
        [withHead(/"sequences":\{"/, '"sequences":{"x'), /is damaged or incomplete/],
        [rewritten(file, (lines) => lines.toSpliced(entry, 1)), /is damaged or incomplete/],
        [rewritten(file, (lines) => lines.toSpliced(token, 1)), /is damaged or incomplete/],
        [withLine(token - 1, '{"table":"tokens"}'), /is damaged or incomplete/],
        [withLine(entry, '"(1,2)"'), /is damaged or incomplete/],
        [rewritten(file, (lines) => lines.with(entry, lines[entry + 1]!)), /is damaged or incomplete/],
        [withLine(entry - 1, '{"table":"migration"}'), /is damaged or incomplete/],
        [withLine(entry - 1, '{"table":"entry\\"; drop table entry"}'), /is damaged or incomplete/],
        [withLine(entry, 'x'), /is damaged or incomplete/],
        [join(folder, 'missing.snapshot'), /cannot be read: there is no such file/],
        [folder, /cannot be read: it is a directory/],
      ] as const) {
        await assertRefused(() => startFrom(db, snapshot), words);
        assert.equal(await contentOf(db), expected);
      }
      await startFrom(db, file);
      assert.notEqual(await contentOf(db), expected);
      await db.close();
    });
  });

describe('rows of a database with more transactions', () => {
  it('count as written before those to come, in their order, and not as verified', async () => {
    const [source, target] = [await openDb('pglite'), await openDb('pglite')];
    await Promise.all([seed(source), seed(target)]);
    const others = 'begin for i in 1..2000 loop perform pg_current_xact_id(); commit; end loop; end';
    for (const clientId of ['a', 'b', 'c']) {
      await source.script(`do $$ ${others} $$`);
      await source.query('select from transfer_funds(1001, 1002, $1, $2, 100)', [clientId, 'MXN']);
    }
    assert.ok((await verify(source)).ok);
    const file = newName();
    await saveSnapshotFile(file, await writeSnapshotFile(source));
    await startFrom(target, file);
    assert.deepEqual(await target.query('select upto::text from verified'), [{ upto: '0' }]);
    const transfers = await target.query<{ client: string; past: boolean }>(
      `select min(client_id) as client, bool_and(written < pg_current_xact_id()) as past from transfer
       where client_id in ('a', 'b', 'c') group by written order by written`,
    );
    assert.deepEqual(
      transfers,
      ['a', 'b', 'c'].map((client) => ({ client, past: true })),
    );
    for (const full of [true, false]) assert.ok((await verify(target, { full })).ok);
    await Promise.all([source.close(), target.close()]);
  });
});

describe('the command', () => {
  it('writes a file of a running sandbox and of a stopped one', async () => {
    const data = temporaryFolder();
    const [one, other] = [newName(), newName()];
    const sandbox = await startSandbox({ data });
    await sandbox.control.clock({ now: NEW_YEAR, freeze: true });
    await main(['snapshot', one, '--port', new URL(sandbox.url).port]);
    await sandbox.stop();
    await main(['snapshot', other, '--data', data]);
    assert.ok(readFileSync(one).equals(readFileSync(other)));
  });

  it('reads the name of the file to write, or to start from', () => {
    const { command, file } = readOptions(['snapshot', 'a', '--data', 'b']);
    assert.deepEqual([command, file], ['snapshot', 'a']);
    assert.equal(readOptions(['--snapshot', 'a']).snapshot, 'a');
    for (const [args, message] of [
      [['snapshot'], 'snapshot needs the name of a file'],
      [['snapshot', 'a', 'b'], 'Unknown command: snapshot a b'],
      [['verify', 'a'], 'Unknown command: verify a'],
    ] as const)
      assert.throws(() => readOptions(args), { name: 'Error', message });
  });
});
