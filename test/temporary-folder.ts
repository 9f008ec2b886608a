import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

/** Creates a temporary folder, which is deleted after the tests of the file or suite. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'deposit-slip-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
