import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGE = '(?<![\\w-])(?<!@[\\w-]+/)deposit-slip(?:-sandbox)?';
const SEMVER = '\\d+\\.\\d+\\.\\d+(?:-[\\dA-Za-z]+(?:\\.[\\dA-Za-z]+)*)?';
/**
 * The places where a document states a version of the packages: in a URL of a CDN or an install command, in
 * the dependencies of a manifest, in the name of a tarball, and, in a sentence, between two comments that
 * readers do not see.
 */
const STATED = new RegExp(
  [`${PACKAGE}@[~^]?`, `"${PACKAGE}": "[~^]?`, `${PACKAGE}-(?=\\d)`, '<!-- version -->']
    .map((before) => `(?<=${before})${SEMVER}`)
    .join('|'),
  'g',
);

/**
 * The files that state versions of the packages, except the manifests and the lockfile of the packages
 * themselves.
 */
export function statingFiles(root: string): readonly string[] {
  const documents = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
  const samples = readdirSync(join(root, 'integrations'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^(?:node_modules|packages)$/.test(entry.name))
    .map(({ name }) => `integrations/${name}/package.json`);
  return [
    ...['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'sandbox/README.md', 'integrations/README.md'],
    ...documents.map((name) => `docs/${name}`),
    ...samples,
    'integrations/package-lock.json',
  ];
}

/** The versions of the packages that a text states, in order. */
export function statedVersions(text: string): readonly string[] {
  return text.match(STATED) ?? [];
}

/** A text with a new version of the packages. Versions of anything else are unchanged. */
export function withStatedVersion(text: string, version: string): string {
  return text.replace(STATED, version);
}
