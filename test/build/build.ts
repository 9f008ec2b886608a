import { spawnSync } from 'node:child_process';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from '../../scripts/run.js';
import { ROOT } from '../root.js';

/** Written after a build, so that the next test file that needs the built packages uses the same build. */
const STAMP = '.cache/built';
const OUTPUTS = [STAMP, 'dist/index.js', 'cdn/deposit-slip.js', 'sandbox/dist/index.js'];

/**
 * Builds the packages, unless no source has changed since the last build. Throws if a bundle exceeds its
 * budget.
 */
export async function buildPackages(): Promise<void> {
  if (areCurrent(OUTPUTS, sources(/^(?:test|integrations|docs|demo)\//))) return;
  await run('npm', ['run', '--silent', 'build'], ROOT);
  mkdirSync(join(ROOT, dirname(STAMP)), { recursive: true });
  writeFileSync(join(ROOT, STAMP), '');
}

/** Whether the tarballs contain the latest build and the current documents. */
export function arePacked(tarballs: readonly string[]): boolean {
  return areCurrent(tarballs, [STAMP, ...sources(/^(?:test|integrations|demo)\//)]);
}

function areCurrent(outputs: readonly string[], inputs: readonly string[]): boolean {
  const modified = (file: string) => statSync(join(ROOT, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const oldest = Math.min(...outputs.map(modified));
  return inputs.every((file) => modified(file) <= oldest);
}

/** Every file of the repository that none of the other folders contains. */
function sources(others: RegExp): string[] {
  const options = { cwd: ROOT, encoding: 'utf8' } as const;
  const { stdout } = spawnSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], options);
  return stdout.split('\0').filter((file) => file !== '' && !others.test(file));
}
