import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { StorageRefused } from 'deposit-slip-sandbox';
import { openDatabase } from '../../demo/database.js';
import { createTables } from '../../demo/table.js';
import { lockFolder, pgliteVersion } from '../../sandbox/serving.js';

/** The database in which the demo merchant stores payments and orders. */

let root = '';
before(async () => {
  root = await mkdtemp(join(tmpdir(), 'demo-'));
});
after(() => rm(root, { recursive: true }));

describe("the demo's database", () => {
  it('keeps records in a folder, in order, does not open a locked folder, and replaces a broken image of an empty database', async () => {
    const cache = join(root, '.cache/demo');
    const image = `database-${pgliteVersion()}.tar`;
    await mkdir(cache, { recursive: true });
    await writeFile(join(cache, image), 'broken');
    const folder = join(root, 'payments');
    const first = await openDatabase(root, folder);
    const orders = await (await createTables(first.pglite)).open<{ total: string }>('order');
    await orders.set('b', { total: '1.00' });
    await orders.set('a', { total: '2.00' });
    await orders.set('b', { total: '3.00' });
    assert.deepEqual(orders.get('b'), { total: '3.00' });
    await first.close();
    const lock = await lockFolder(folder);
    await assert.rejects(openDatabase(root, folder), StorageRefused);
    await lock.release();
    const second = await openDatabase(root, folder);
    const tables = await createTables(second.pglite);
    assert.deepEqual(
      [...(await tables.open('order')).entries()],
      [
        ['b', { total: '3.00' }],
        ['a', { total: '2.00' }],
      ],
    );
    assert.equal((await tables.open('account')).size, 0);
    await second.close();
    assert.deepEqual(await readdir(cache), [image], 'no draft is left');
    const written = await stat(join(cache, image));
    const { pglite, close } = await openDatabase(root);
    assert.deepEqual((await pglite.query('select 1 as one')).rows, [{ one: 1 }]);
    await close();
    assert.equal((await stat(join(cache, image))).mtimeMs, written.mtimeMs, 'the image was used');
  });
});
