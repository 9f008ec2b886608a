/**
 * A snapshot file contains the state that one sandbox wrote. Another can start from it, on either database.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { temporaryFolder } from '../../test/temporary-folder.js';
import { main } from '../src/cli/cli.js';
import { SnapshotRefused, startSandbox, type SandboxOptions } from '../src/index.js';
import { saveSnapshotFile, startFrom, writeSnapshotFile } from '../src/ledger/snapshot-files.js';
import { verify } from '../src/ledger/verify.js';
import { contentOf } from './content.js';
import { sharedServer } from './postgres.js';
import { BODIES, PATHS } from './requests.js';
import { ENGINES, openDb, TestSandbox, type Engine } from './test-sandbox.js';

/** The URL of links in responses, which would otherwise differ by the port. */
const publicUrl = 'https://sandbox.example';
const NEW_YEAR = 1_767_225_600_000;

const folder = temporaryFolder();
const newName = (
  (count) => () =>
    join(folder, `${(count += 1)}.snapshot`)
)(0);

/** The files that the first tests write. */
const files: Readonly<Record<Engine, string>> = { pglite: newName(), postgres: newName() };

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
 * The responses of a sandbox to requests that read, and to some that write. Frozen time makes them
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

/** Changes the seeded state: its rows, its sequences and its time. */
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

/** Asserts that a start is refused with a message of one sentence. */
async function assertRefused(start: () => Promise<unknown>, words: RegExp): Promise<void> {
  await assert.rejects(start, (error) => {
    assert.ok(error instanceof SnapshotRefused, String(error));
    assert.match(error.message, words);
    assert.match(error.message, /^[^\n]+\.$/);
    return true;
  });
}

/** Writes a changed copy of a file, and returns its name. */
const rewritten = (file: string, edit: (lines: string[]) => readonly string[]): string => {
  const name = newName();
  const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
  writeFileSync(name, gzipSync(`${edit(lines).join('\n')}\n`));
  return name;
};

for (const engine of ENGINES)
  describe(`a snapshot file of ${engine}`, () => {
    const sandbox = new TestSandbox({ engine, publicUrl });
    const file = files[engine];
    let expected: readonly string[] | undefined;
    before(async () => {
      await change(sandbox);
      await sandbox.control.faults([{ route: 'flows', status: 503 }]);
      writeFileSync(file, await sandbox.control.snapshotFile());
      await sandbox.control.faults([]);
    });

    for (const other of ENGINES.filter((each) => each !== engine))
      it(`lets a sandbox on ${other} start from it, and a reset return to it: rows, ids, tokens and the clock, without faults`, async () => {
        const copy = await startSandbox({ ...(await storageOf(other)), snapshot: file, publicUrl });
        assert.deepEqual(await copy.control.clock(), { now: String(NEW_YEAR), frozen: true });
        assert.deepEqual(await copy.control.faults(), []);
        const { status } = await fetch(`${copy.url}${PATHS.flows}`, { headers: { 'x-bh-token': 'new' } });
        assert.equal(status, 200);
        assert.ok((await copy.control.merchants()).some(({ name }) => name === 'a "b", {c} \\'));
        const [one, two] = [newName(), newName()];
        for (const name of [one, two]) await copy.saveSnapshot(name);
        assert.ok(readFileSync(one).equals(readFileSync(two)), 'the same state is the same file');
        assert.deepEqual(
          readdirSync(folder).filter((name) => !/^\d+\.snapshot$/.test(name)),
          [],
          'no draft is left',
        );
        expected ??= await behaviorOf(sandbox.url);
        assert.deepEqual(await behaviorOf(copy.url), expected);
        await copy.control.reset();
        assert.deepEqual(await behaviorOf(copy.url), expected);
        for (const full of [false, true]) assert.ok((await copy.control.verify({ full })).ok);
        await copy.stop();
      });
  });

describe('a snapshot file', () => {
  it('is loaded once: a later start continues with the changes since then', async () => {
    const data = temporaryFolder();
    for (const isChanged of [false, true]) {
      const copy = await startSandbox({ data, snapshot: files.pglite });
      const names = (await copy.control.merchants()).map(({ merchantId }) => merchantId);
      assert.ok(names.includes('3001'));
      assert.equal(names.includes('5001'), isChanged);
      if (!isChanged) await copy.control.merchant({ merchantId: 5001, type: 'business' });
      await copy.stop();
    }
  });

  it('is refused if it is damaged, foreign or of another version, or the data has changed, and nothing changes', async () => {
    const file = files.pglite;
    const bytes = readFileSync(file);
    const db = await openDb('pglite');
    let expected = await contentOf(db);
    const refuses = async (snapshot: string, words: RegExp): Promise<void> => {
      await assertRefused(() => startFrom(db, snapshot), words);
      assert.equal(await contentOf(db), expected);
    };
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
    ] as const)
      await refuses(snapshot, words);
    await db.query(`insert into merchant values (5001, 'business', 'Mine', null)`);
    expected = await contentOf(db);
    await refuses(file, /has changed.*another/);
    await db.close();
  });
});

describe('rows of a database with a higher transaction id', () => {
  it('count as written before later ones, in their order, and not as verified', async () => {
    const [source, target] = [await openDb('pglite'), await openDb('pglite')];
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
});
