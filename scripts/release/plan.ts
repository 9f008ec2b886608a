import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gt, valid } from 'semver';

/** Why a release cannot begin. Nothing has been changed yet. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError';

  constructor(
    readonly reason:
      | 'arguments'
      | 'no-version'
      | 'bad-version'
      | 'old-version'
      | 'bad-url'
      | 'not-installed'
      | 'dirty-tree'
      | 'no-changes',
    message: string,
  ) {
    super(message);
  }
}

/** What to release, and the addresses for the packages' manifests. */
export interface Release {
  readonly version: string;
  /** The day of the last commit, so that the same commit gives the same bytes on any day. */
  readonly date: string;
  /** Without `.git`. */
  readonly repository: string;
  readonly homepage: string;
  readonly bugs: string;
}

const ADDRESSES = ['repository', 'homepage', 'bugs'] as const;
/** The heading and the text of the section of CHANGELOG.md with unreleased changes. */
const UNRELEASED = /^## Unreleased[^\S\n]*\n(?<changes>[^]*?)(?=^## |$(?![^]))/m;
/** Text that describes no change. */
const HEADINGS_AND_COMMENTS = /^#+ .*|<!--[^]*?-->/gm;

/** The package linters, by command. */
export const LINTERS = { publint: 'publint', attw: '@arethetypeswrong/cli' } as const;

/**
 * Reads the arguments of `npm run release`, and checks that `root` can be released. Throws a `ReleaseError`.
 */
export function planRelease(args: readonly string[], root: string): Release {
  const { version, ...addresses } = readArguments(args);
  const { version: present } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Release;
  if (!gt(version, present))
    throw new ReleaseError('old-version', `${version} is not above the current version, ${present}.`);
  if (git(root, 'status', '--porcelain') !== '')
    throw new ReleaseError('dirty-tree', 'The working tree has uncommitted changes.');
  checkChangelog(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'));
  for (const name of Object.values(LINTERS))
    if (!existsSync(join(root, 'node_modules', name, 'package.json')))
      throw new ReleaseError('not-installed', `${name} is not installed: run npm ci.`);
  return { version, date: git(root, 'log', '-1', '--format=%cs'), ...addresses };
}

/** The changelog with its unreleased section under the version and the date. */
export function withVersion(changelog: string, { version, date }: Pick<Release, 'version' | 'date'>): string {
  return changelog.replace(
    UNRELEASED,
    (_, changes: string) => `## Unreleased\n\n## ${version} (${date})\n\n${changes.trimStart()}`,
  );
}

function checkChangelog(changelog: string): void {
  const changes = UNRELEASED.exec(changelog)?.groups!['changes'];
  if (changes === undefined)
    throw new ReleaseError('no-changes', 'CHANGELOG.md has no section "Unreleased".');
  if (changes.replace(HEADINGS_AND_COMMENTS, '').trim() === '')
    throw new ReleaseError('no-changes', 'The section "Unreleased" of CHANGELOG.md is empty.');
}

function readArguments(args: readonly string[]): Omit<Release, 'date'> {
  const { values, positionals } = parsed(args);
  const [version, ...others] = positionals;
  if (version === undefined)
    throw new ReleaseError('no-version', 'Name the version: npm run release -- 1.2.3 …');
  if (others.length > 0) throw new ReleaseError('arguments', `Unknown argument: ${others[0]}.`);
  if (valid(version) !== version)
    throw new ReleaseError('bad-version', `${version} is not a version by semver.org.`);
  const [repository, homepage, bugs] = ADDRESSES.map((name) => addressOf(name, values[name]));
  return { version, repository: repository!.replace(/\.git$/, ''), homepage: homepage!, bugs: bugs! };
}

function parsed(args: readonly string[]) {
  const address = { type: 'string' } as const;
  const options = { repository: address, homepage: address, bugs: address };
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new ReleaseError('arguments', (error as Error).message);
  }
}

/** An address as it was given: npm refuses provenance if the repository is spelled differently. */
function addressOf(name: string, value = ''): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isPlain = url?.protocol === 'https:' && url.username === '' && url.password === '';
  if (!isPlain) throw new ReleaseError('bad-url', `--${name} must be an https URL.`);
  return value.replace(/\/$/, '');
}

function git(root: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  return stdout.trim();
}
