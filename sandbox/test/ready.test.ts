/** `/readyz` reports ready only if a write would succeed. */
import assert from 'node:assert/strict';
import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { openPglite } from '../src/db/pglite.js';
import { openPostgres } from '../src/db/postgres.js';
import { healthRoutes } from '../src/http/health.js';
import type { Db } from '../src/db/db.js';
import { temporaryFolder } from '../../test/temporary-folder.js';
import { sharedServer } from './postgres.js';
import { openDb } from './test-sandbox.js';

const READ_ONLY = 'set session characteristics as transaction read only';
const READ_WRITE = 'set session characteristics as transaction read write';

const readiness = async (db: Db) => (await healthRoutes({ db }).request('/readyz')).status;

describe('a database is not ready', () => {
  it('if it is read-only, embedded', async () => {
    const db = await openDb('pglite');
    for (const [sql, status] of [
      [READ_ONLY, 503],
      [READ_WRITE, 200],
    ] as const) {
      await db.script(sql);
      assert.equal(await readiness(db), status, sql);
    }
    await db.close();
  });

  it('if it is read-only, on a server, and keeps nothing of the attempt', async () => {
    const server = await sharedServer();
    const url = await server.createDatabase();
    const db = await openPostgres(url, 1);
    const tables = () =>
      db.query('select relname from pg_class where relnamespace = current_schema::regnamespace');
    const before = await tables();
    assert.equal(await readiness(db), 200);
    assert.deepEqual(await tables(), before);
    await db.script(READ_ONLY);
    assert.equal(await readiness(db), 503);
    await db.script(READ_WRITE);
    assert.equal(await readiness(db), 200);
    await db.close();
    await server.dropDatabase(url);
  });

  it('if its lock was lost, or its folder cannot be written', async () => {
    const folder = temporaryFolder();
    const db = await openPglite(folder);
    const lock = readdirSync(folder).find((name) => name.startsWith('lock.'))!;
    for (const name of [lock, 'pgdata']) {
      assert.equal(await readiness(db), 200);
      renameSync(join(folder, name), join(folder, 'gone'));
      assert.equal(await readiness(db), 503, name);
      renameSync(join(folder, 'gone'), join(folder, name));
    }
    assert.equal(await readiness(db), 200);
    assert.ok(!readdirSync(join(folder, 'pgdata')).includes('room'));
    await db.close();
  });
});

it('concurrent readiness checks cause one write', async () => {
  let writes = 0;
  const checkWritable = async () => void (writes += 1);
  const routes = healthRoutes({ db: { checkWritable } as Db });
  const answers = await Promise.all(Array.from({ length: 20 }, async () => routes.request('/readyz')));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.equal(writes, 1);
});
