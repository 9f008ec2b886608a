import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { LINTERS, planRelease, ReleaseError } from '../../scripts/release/plan.js';
import { statedVersions, statingFiles } from '../../scripts/release/versions.js';
import { shell } from '../../scripts/run.js';
import { isSoak } from '../proofs/scale.js';
import { ROOT } from '../root.js';
import { temporaryFolder } from '../temporary-folder.js';
import { startRegistry, type Registry } from './registry.js';
import {
  ADDRESSES,
  ARGUMENTS,
  AUTHOR,
  COMMIT,
  GUIDE,
  guideWith,
  hashOf,
  MANIFEST_VERSION,
  NAMES,
  RELEASE,
  released,
  releasedElsewhere,
  VERSION,
  type Released,
} from './released.js';
import { copyOfSource } from './source-copy.js';

const folder = temporaryFolder();

const LICENSES = 'THIRD-PARTY-LICENSES.md';
/** Packages whose code is in the built files, in order. */
const BUNDLED = {
  cdn: [
    '@lit-labs/ssr-client',
    '@lit/reactive-element',
    'dijkstrajs',
    'lit',
    'lit-element',
    'lit-html',
    'qrcode',
  ],
  dist: ['dijkstrajs', 'qrcode'],
};
interface Manifest {
  readonly publishConfig: object;
}
const MANIFESTS = ['package.json', 'sandbox/package.json'];
const manifests = MANIFESTS.map((file) => JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as Manifest);

interface Lockfile {
  readonly packages: Readonly<Record<string, { readonly version: string }>>;
}

/** The current version, unless it is part of another version. */
const STATED_PRESENT = new RegExp(`(?<![\\w.])${MANIFEST_VERSION.replaceAll('.', '\\.')}(?![\\w.-])`, 'g');
const COMMIT_AGAIN = COMMIT.replace('commit -q', 'commit -q --allow-empty');

describe('a release', () => {
  let copy: string;
  let one: Released[];
  let other: Released[] | undefined;
  let registry: Registry;
  const read = (file: string): string => readFileSync(join(copy, file), 'utf8');

  before(async () => {
    copy = copyOfSource(join(folder, 'one'), new Date('2020-02-29T12:00:00Z'));
    writeFileSync(join(copy, GUIDE), guideWith(MANIFEST_VERSION));
    registry = await startRegistry();
    [one, other] = await Promise.all([
      released(copy, RELEASE, { npm_config_registry: registry.url, TZ: 'Asia/Kathmandu', LC_ALL: 'C' }),
      isSoak ? releasedElsewhere(folder) : undefined,
    ]);
  });
  after(() => registry.close());

  it('prints the integrity of both packages', () => {
    for (const { line } of one) assert.match(line, / sha512-[\w+/]{86}==$/);
  });

  it(
    'has the same bytes when it is built in another folder, at another time, and in another time zone and language',
    { skip: isSoak ? false : 'soak only' },
    () => assert.deepEqual(one, other),
  );

  it('has the version in both packages, in the lockfile and, with the day of the commit, in the changelog', () => {
    const versions = [...MANIFESTS, 'package-lock.json'].map(
      (file) => (JSON.parse(read(file)) as { version: string }).version,
    );
    assert.deepEqual(versions, [VERSION, VERSION, VERSION]);
    assert.match(read('CHANGELOG.md'), /^## Unreleased\n\n## 7\.8\.9 \(2020-02-29\)\n\n- /m);
  });

  it('has the version wherever a document or a sample states it, and leaves the versions of other packages alone', () => {
    assert.equal(read(GUIDE), guideWith(VERSION));
    const versionsOfOthers = (text: string) =>
      Object.entries((JSON.parse(text) as Lockfile).packages)
        .filter(([place]) => !NAMES.some((name) => place === `node_modules/${name}`))
        .map(([place, { version }]) => `${place}@${version}`);
    let stated = 0;
    for (const file of statingFiles(copy).filter((each) => each !== GUIDE)) {
      const [former, text] = [readFileSync(join(ROOT, file), 'utf8'), read(file)];
      stated += statedVersions(former).length;
      assert.deepEqual(new Set([...statedVersions(text), VERSION]), new Set([VERSION]), file);
      if (file.endsWith('lock.json')) assert.deepEqual(versionsOfOthers(text), versionsOfOthers(former));
      else assert.equal(text.replaceAll(VERSION, ''), former.replaceAll(STATED_PRESENT, ''), file);
    }
    assert.ok(stated > 10, String(stated));
    const { packages } = JSON.parse(read('integrations/package-lock.json')) as Lockfile;
    for (const name of NAMES) assert.equal(packages[`node_modules/${name}`]!.version, VERSION);
  });

  it('publishes documents that state no other version of the packages', () => {
    for (const [at, name] of NAMES.entries())
      for (const file of Object.keys(one[at]!.files).filter((each) => each.endsWith('.md')))
        for (const version of statedVersions(read(`.cache/${name}/package/${file}`)))
          assert.equal(version, VERSION, file);
  });

  it('contains no sources, and names none in its manifests', () => {
    for (const [at, name] of NAMES.entries()) {
      assert.deepEqual(
        Object.keys(one[at]!.files).filter((file) => /^src\/|[^d]\.ts$/.test(file)),
        [],
      );
      assert.doesNotMatch(read(`.cache/${name}/package/package.json`), /\.\/src\/|@deposit-slip\/source/);
    }
  });

  for (const [at, name] of NAMES.entries())
    it(`names the given addresses in ${name}, and depends on no folder`, () => {
      const manifest = JSON.parse(read(`.cache/${name}/package/package.json`)) as Record<string, object>;
      const directory = at === 1 ? { directory: 'sandbox' } : {};
      assert.deepEqual(manifest['repository'], {
        type: 'git',
        url: `git+${ADDRESSES.repository}.git`,
        ...directory,
      });
      assert.deepEqual(manifest['bugs'], { url: ADDRESSES.bugs });
      assert.equal(manifest['homepage'], ADDRESSES.homepage);
      assert.doesNotMatch(JSON.stringify(manifest), /file:|devDependencies|workspaces|"scripts"/);
    });

  it('ships a license, keywords and a README with each package', () => {
    for (const [at, name] of NAMES.entries()) {
      const { keywords } = JSON.parse(read(`.cache/${name}/package/package.json`)) as { keywords: string[] };
      assert.ok(keywords.length > 5);
      for (const file of ['LICENSE', 'README.md']) assert.ok(file in one[at]!.files, `${name}: ${file}`);
    }
  });

  it('ships its licenses and script inventory', () => {
    const files = Object.keys(one[0]!.files);
    for (const file of [`cdn/${LICENSES}`, `dist/${LICENSES}`, 'cdn/inventory.json'])
      assert.ok(files.includes(file), file);
  });

  for (const [built, names] of Object.entries(BUNDLED))
    it(`lists what is bundled in ${built}, and the text of each license`, () => {
      const [, ...sections] = read(`${built}/${LICENSES}`).split(/^## (?=\S+ - )/m);
      assert.deepEqual(sections.map((section) => section.split(' - ')[0]!).toSorted(), names);
      for (const section of sections)
        assert.match(section, /\((MIT|BSD-3-Clause)\)\n[^]*Copyright[^]*"AS IS"/);
    });

  it('has the script inventory of SECURITY.md with the size and the hash of each file', () => {
    const { scripts } = JSON.parse(read('cdn/inventory.json')) as { scripts: Record<string, unknown>[] };
    const listed = scripts.map(({ bytes, integrity, ...script }) => ({ bytes, integrity, script }));
    const built = listed.filter(({ integrity }) => integrity !== undefined);
    assert.deepEqual(
      built.map(({ script }) => script['script']),
      ['cdn/deposit-slip.js', 'cdn/deposit-history.js'],
    );
    for (const { bytes, integrity, script } of built) {
      const file = join(copy, script['script'] as string);
      assert.deepEqual([bytes, integrity], [statSync(file).size, `sha384-${hashOf(file, 'sha384')}`]);
    }
    const [, table] = /## Script inventory([^]*?)(?:\n## |$)/.exec(read('SECURITY.md'))!;
    const rows = [...table!.replaceAll('`', '').matchAll(/^\| (?!script |-)(.+) \|$/gm)];
    assert.deepEqual(
      rows.map(([, cells]) => cells!.split('|').map((cell) => cell.trim())),
      listed.map(({ script }) => Object.values(script)),
    );
  });
});

describe('the release script', () => {
  const checkout = join(folder, 'checkout');
  const changelog = '# Changelog\n\n## Unreleased\n\n- A change.\n';
  before(async () => {
    mkdirSync(checkout);
    writeFileSync(join(checkout, 'package.json'), '{ "version": "1.2.3" }');
    writeFileSync(join(checkout, 'CHANGELOG.md'), changelog);
    writeFileSync(join(checkout, '.gitignore'), 'node_modules\n');
    for (const name of Object.values(LINTERS)) {
      mkdirSync(join(checkout, 'node_modules', name), { recursive: true });
      writeFileSync(join(checkout, 'node_modules', name, 'package.json'), '{}');
    }
    await shell(COMMIT, checkout, AUTHOR);
  });

  const reasonOf = (...args: readonly string[]): string => {
    try {
      return planRelease(args, checkout).date;
    } catch (error) {
      return error instanceof ReleaseError ? error.reason : String(error);
    }
  };
  const [, ...addresses] = ARGUMENTS;

  it('accepts a version above the current one and three addresses', () => {
    assert.equal(reasonOf(...ARGUMENTS), '2020-02-29');
    assert.equal(reasonOf('2.0.0-beta.1', ...addresses), '2020-02-29');
  });

  for (const [reason, args] of [
    ['no-version', addresses],
    ['bad-version', ['next', ...addresses]],
    ['bad-version', ['v2.0.0', ...addresses]],
    ['old-version', ['1.2.3', ...addresses]],
    ['old-version', ['1.2.3-beta.1', ...addresses]],
    ['bad-url', ARGUMENTS.slice(0, -2)],
    ['bad-url', [...ARGUMENTS, '--repository', 'git@git.example:owner/name.git']],
    ['bad-url', [...ARGUMENTS, '--repository', 'http://git.example/owner/name']],
    ['bad-url', [...ARGUMENTS, '--homepage', 'https://user:secret@shop.example']],
    ['arguments', [...ARGUMENTS, '--force']],
    ['arguments', [...ARGUMENTS, '2.0.1']],
  ] as const)
    it(`refuses ${args.join(' ').replace(addresses.join(' '), '…')} (${reason})`, () => {
      assert.equal(reasonOf(...args), reason);
    });

  it('refuses a working tree with changes', () => {
    writeFileSync(join(checkout, 'new.md'), '');
    assert.equal(reasonOf(...ARGUMENTS), 'dirty-tree');
    rmSync(join(checkout, 'new.md'));
  });

  for (const [what, text, reason] of [
    ['no section of what is unreleased', '## 1.2.3\n\n- A change.\n', 'no-changes'],
    ['an empty section', '## Unreleased\n\n## 1.2.3\n\n- A change.\n', 'no-changes'],
    ['an empty section at its end', '## Unreleased\n', 'no-changes'],
    [
      'a section of headings and comments alone',
      '## Unreleased\n\n### Gone\n\n<!-- - A\nchange. -->\n\n### Upgrading\n\n## 1.2.3\n\n- A change.\n',
      'no-changes',
    ],
    ['a section that begins with a heading', '## Unreleased\n\n### Gone\n\n- A name.\n', '2020-02-29'],
  ] as const)
    it(`${reason === 'no-changes' ? 'refuses' : 'accepts'} a changelog with ${what}, and changes nothing`, async () => {
      writeFileSync(join(checkout, 'CHANGELOG.md'), `# Changelog\n\n${text}`);
      await shell(COMMIT_AGAIN, checkout, AUTHOR);
      assert.equal(reasonOf(...ARGUMENTS), reason);
      assert.equal(await shell('git status --porcelain', checkout), '');
    });

  for (const name of Object.values(LINTERS))
    it(`refuses to start where ${name} is not installed`, () => {
      const manifest = join(checkout, 'node_modules', name, 'package.json');
      rmSync(manifest);
      assert.equal(reasonOf(...ARGUMENTS), 'not-installed');
      writeFileSync(manifest, '{}');
    });
});

describe('npm publish', () => {
  for (const [at, file] of MANIFESTS.entries()) {
    it(`makes ${file} public with provenance`, () => {
      assert.deepEqual(manifests[at]!.publishConfig, { access: 'public', provenance: true });
    });

    it(`refuses the folder of ${file}: only the tarballs of the release script are published`, () => {
      const { status, stdout } = spawnSync('npm', ['run', 'prepublishOnly'], {
        cwd: join(ROOT, file, '..'),
        encoding: 'utf8',
      });
      assert.deepEqual([status, /docs\/release\.md/.test(stdout)], [1, true]);
    });
  }
});
