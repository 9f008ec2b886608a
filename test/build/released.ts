import { spawnSync } from 'node:child_process';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shell } from '../../scripts/run.js';
import { ROOT } from '../root.js';
import { copyOfSource } from './source-copy.js';

/** A released package: its hash, and the hashes of its files. */
export interface Released {
  readonly line: string;
  readonly files: Readonly<Record<string, string>>;
}

export const VERSION = '7.8.9';
export const ADDRESSES = {
  repository: 'https://git.example/owner/name',
  homepage: 'https://shop.example/deposit-slip',
  bugs: 'https://git.example/owner/name/issues',
};
export const ARGUMENTS = [VERSION, ...Object.entries(ADDRESSES).flatMap(([name, url]) => [`--${name}`, url])];
export const NAMES = ['deposit-slip', 'deposit-slip-sandbox'];

export const MANIFEST_VERSION = (
  JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
).version;
/**
 * A guide with every form in which it can state a version of the packages, and versions of other things that
 * happen to be equal.
 */
export const guideWith = (version: string): string => `
<script src="https://cdn.example/npm/deposit-slip@${version}/cdn/deposit-slip.js"></script>
npm install deposit-slip@${version} deposit-slip-sandbox@^${version} nostr-wasm@${MANIFEST_VERSION}
{ "deposit-slip": "~${version}", "nostr-wasm": "${MANIFEST_VERSION}", "@other/deposit-slip": "${MANIFEST_VERSION}" }
deposit-slip-sandbox-${version}.tgz, @other/deposit-slip@${MANIFEST_VERSION}, deposit-slip-other@${MANIFEST_VERSION}
Version <!-- version -->${version}<!-- /version -->, CycloneDX 1.5.0, Node 20.19.0 and 127.0.0.1.
`;
export const GUIDE = 'docs/stated.md';

const COMMIT_DATE = '2020-02-29T12:00:00Z';
export const AUTHOR = { GIT_AUTHOR_DATE: COMMIT_DATE, GIT_COMMITTER_DATE: COMMIT_DATE };
export const COMMIT =
  'git init -q && git add . && git -c user.name=a -c user.email=a@example.com commit -q --no-gpg-sign -m a';

export const RELEASE = `npm run --silent release -- ${ARGUMENTS.join(' ')}`;
/** The part of the script that precedes its verification, which would take as long again. */
const PREPARE = `node --import tsx --input-type=module -e "
  import { prepareRelease } from './scripts/release/prepare.ts';
  for (const { file, integrity } of prepareRelease('${ARGUMENTS.join(' ')}'.split(' '), process.cwd()))
    console.log(file, integrity);"`;

/** Commits a copy, and makes a release in it. */
export async function released(
  copy: string,
  command: string,
  env: Readonly<Record<string, string>>,
): Promise<Released[]> {
  await shell(COMMIT, copy, AUTHOR);
  const output = await shell(command, copy, env);
  return NAMES.map((name) => {
    const place = join(copy, '.cache', name);
    mkdirSync(place, { recursive: true });
    const tarball = `${name}-${VERSION}.tgz`;
    assert.equal(spawnSync('tar', ['-xzf', join(copy, tarball), '-C', place]).status, 0);
    const files = readdirSync(join(place, 'package'), { recursive: true, encoding: 'utf8' })
      .filter((file) => statSync(join(place, 'package', file)).isFile())
      .toSorted()
      .map((file) => [file, hashOf(join(place, 'package', file), 'sha256')]);
    const line = output.split('\n').find((each) => each.startsWith(`${tarball} `))!;
    return { line, files: Object.fromEntries(files) as Record<string, string> };
  });
}

/**
 * Repeats the same release in other circumstances. It rebuilds everything, which occupies both cores for half
 * a minute.
 */
export function releasedElsewhere(folder: string): Promise<Released[]> {
  const copy = copyOfSource(join(folder, 'deeper/than/the other'), new Date());
  writeFileSync(join(copy, GUIDE), guideWith(MANIFEST_VERSION));
  return released(copy, PREPARE, {
    TZ: 'America/Los_Angeles',
    LC_ALL: 'tr_TR.UTF-8',
    LANG: 'tr_TR.UTF-8',
  });
}

export function hashOf(file: string, algorithm: string): string {
  return createHash(algorithm).update(readFileSync(file)).digest('base64');
}
