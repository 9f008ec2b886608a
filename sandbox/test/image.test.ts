import assert from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openPglite } from '../src/db/pglite.js';

const cache = mkdtempSync(join(tmpdir(), 'sandbox-cache-'));
const folder = join(cache, 'deposit-slip-sandbox');
const before = process.env['XDG_CACHE_HOME'];
process.env['XDG_CACHE_HOME'] = cache;
after(() => {
  if (before === undefined) delete process.env['XDG_CACHE_HOME'];
  else process.env['XDG_CACHE_HOME'] = before;
  rmSync(cache, { recursive: true, force: true });
});

const images = () => readdirSync(folder).toSorted();

async function merchants(): Promise<number> {
  const db = await openPglite();
  try {
    return (await db.query('select id from merchant')).length;
  } finally {
    await db.close();
  }
}

test('a start keeps an image for the next, and of the older ones the newest two', async () => {
  mkdirSync(folder);
  for (const [age, name] of ['image-3.tar', 'image-2.tar', 'image-1.tar.gz', 'image-0.tar'].entries()) {
    writeFileSync(join(folder, name), '');
    utimesSync(join(folder, name), 1000 - age, 1000 - age);
  }
  writeFileSync(join(folder, 'somebody-else.txt'), '');
  const made = await merchants();
  const [own, ...rest] = images();
  assert.match(own!, /^image-[0-9.]+-[0-9a-f]{16}\.tar$/);
  assert.deepEqual(rest, ['image-2.tar', 'image-3.tar', 'somebody-else.txt']);
  assert.equal(await merchants(), made);
});

test('an image that does not load is made anew', async () => {
  const [own] = images();
  truncateSync(join(folder, own!), 4096);
  const made = await merchants();
  assert.ok(made > 0);
  assert.equal(images()[0], own);
  assert.equal(await merchants(), made);
});
