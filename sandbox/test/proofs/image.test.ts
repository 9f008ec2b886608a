import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openPglite } from '../../src/db/pglite.js';
import { temporaryFolder } from '../../../test/temporary-folder.js';

const cache = temporaryFolder();
const folder = join(cache, 'deposit-slip-sandbox');
// Each proof runs in its own process.
process.env['XDG_CACHE_HOME'] = cache;

const files = () => readdirSync(folder).toSorted();

async function merchantsOfNewDb(): Promise<number> {
  const db = await openPglite();
  try {
    return (await db.query('select id from merchant')).length;
  } finally {
    await db.close();
  }
}

test('a start caches an image for the next one and keeps the two newest others', async () => {
  mkdirSync(folder);
  for (const [age, name] of ['image-3.tar', 'image-2.tar', 'image-1.tar.gz', 'image-0.tar'].entries()) {
    writeFileSync(join(folder, name), '');
    utimesSync(join(folder, name), 1000 - age, 1000 - age);
  }
  writeFileSync(join(folder, 'somebody-else.txt'), '');
  assert.equal(await merchantsOfNewDb(), 3);
  const [image, ...others] = files();
  assert.match(image!, /^image-[0-9.]+-[0-9a-f]{16}\.tar$/);
  assert.deepEqual(others, ['image-2.tar', 'image-3.tar', 'somebody-else.txt']);
  assert.equal(await merchantsOfNewDb(), 3, 'from the image');
});

test('a damaged image is replaced', async () => {
  const [image] = files();
  truncateSync(join(folder, image!), 4096);
  assert.equal(await merchantsOfNewDb(), 3);
  assert.equal(files()[0], image);
  assert.equal(await merchantsOfNewDb(), 3, 'from the new image');
});
