import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { before, describe, it } from 'node:test';
import { ROOT } from '../root.js';
import { temporaryFolder } from '../temporary-folder.js';
import { copyOfSource } from './source-copy.js';

const folder = temporaryFolder();

const LICENSES = 'THIRD-PARTY-LICENSES.md';
/** Packages whose code is in the built files, in order. */
const BUNDLED = {
  cdn: ['@lit/reactive-element', 'dijkstrajs', 'lit', 'lit-element', 'lit-html', 'qrcode'],
  dist: ['dijkstrajs', 'qrcode'],
};
/** What npm installs with the package. */
const INSTALLED = [
  ...[
    '@lit-labs/ssr-dom-shim',
    '@lit/reactive-element',
    '@types/trusted-types',
    'jose',
    'lit',
    'lit-element',
  ],
  ...['lit-html', 'lossless-json', 'zod'],
];

interface Manifest {
  readonly publishConfig: object;
  readonly dependencies: Readonly<Record<string, string>>;
}
const MANIFESTS = ['package.json', 'sandbox/package.json'];
const manifests = MANIFESTS.map((file) => JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as Manifest);

interface Sbom {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly version: number;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}
interface Component {
  readonly type: string;
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses: readonly { readonly license?: { readonly id: string }; readonly expression?: string }[];
}

/** A packed package: its hash, and the hashes of its files. */
interface Packed {
  readonly integrity: string;
  readonly files: Readonly<Record<string, string>>;
}

/** Builds a copy and packs what would be published. */
async function packed(copy: string, env: Readonly<Record<string, string>>): Promise<Packed[]> {
  const run = async (command: string, cwd: string): Promise<string> => {
    const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 1e8 };
    return (await promisify(execFile)('sh', ['-c', command], options)).stdout;
  };
  await run('npm run build', copy);
  return Promise.all(
    [copy, join(copy, 'sandbox')].map(async (place) => {
      const [{ integrity, files }] = JSON.parse(await run('npm pack --json --ignore-scripts', place)) as [
        { integrity: string; files: { path: string }[] },
      ];
      const hashes = files.map(({ path }) => [path, hashOf(join(place, path), 'sha256')]);
      return { integrity, files: Object.fromEntries(hashes) as Record<string, string> };
    }),
  );
}

function hashOf(file: string, algorithm: string): string {
  return createHash(algorithm).update(readFileSync(file)).digest('base64');
}

describe('a release', () => {
  let copy: string;
  let one: Packed[];
  let other: Packed[];
  const read = (file: string): string => readFileSync(join(copy, file), 'utf8');
  const sbomIn = (built: string): Sbom => JSON.parse(read(`${built}/sbom.cdx.json`)) as Sbom;

  before(async () => {
    copy = copyOfSource(join(folder, 'one'), new Date('2020-02-29T12:00:00Z'));
    const elsewhere = copyOfSource(join(folder, 'deeper/than/the other'), new Date());
    [one, other] = await Promise.all([
      packed(copy, { TZ: 'Asia/Kathmandu', LC_ALL: 'C' }),
      packed(elsewhere, { TZ: 'America/Los_Angeles', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8' }),
    ]);
  });

  it('has the same bytes when it is built in another folder, at another time, in another zone and language', () => {
    assert.deepEqual(one, other);
  });

  it('ships its licenses, SBOMs and script inventory', () => {
    const files = one.map(({ files }) => Object.keys(files));
    for (const file of ['cdn', 'dist'].flatMap((built) => [`${built}/${LICENSES}`, `${built}/sbom.cdx.json`]))
      assert.ok(files[0]!.includes(file), file);
    assert.ok(files[0]!.includes('cdn/inventory.json'));
    assert.ok(files[1]!.includes('dist/sbom.cdx.json'));
  });

  for (const [built, names] of Object.entries(BUNDLED))
    it(`lists what is bundled in ${built}, and the text of each license`, () => {
      const [, ...sections] = read(`${built}/${LICENSES}`).split(/^## (?=\S+ - )/m);
      assert.deepEqual(sections.map((section) => section.split(' - ')[0]!).toSorted(), names);
      for (const section of sections)
        assert.match(section, /\((MIT|BSD-3-Clause)\)\n[^]*Copyright[^]*"AS IS"/);
    });

  for (const built of ['cdn', 'dist', 'sandbox/dist'])
    it(`has an SBOM of ${built} by the rules of CycloneDX 1.5, which says nothing of the machine`, () => {
      const sbom = sbomIn(built);
      assert.deepEqual([sbom.bomFormat, sbom.specVersion, sbom.version], ['CycloneDX', '1.5', 1]);
      const all = [sbom.metadata.component, ...sbom.components];
      const refs = all.map((component) => component['bom-ref']);
      assert.equal(new Set(refs).size, refs.length);
      for (const { type, name, version, purl, licenses, hashes } of all) {
        assert.equal(type, 'library');
        assert.equal(purl, `pkg:npm/${name.replace('@', '%40')}@${version}`);
        assert.ok(licenses.length === 1 && (licenses[0]!.license?.id ?? licenses[0]!.expression), name);
        if (!name.startsWith('deposit-slip')) assert.match(hashes![0]!.content, /^[0-9a-f]{128}$/, name);
      }
      assert.deepEqual(sbom.dependencies.map(({ ref }) => ref).toSorted(), refs.toSorted());
      for (const { ref, dependsOn } of sbom.dependencies)
        for (const needed of dependsOn) assert.ok(refs.includes(needed), `${ref} needs ${needed}`);
      assert.doesNotMatch(
        read(`${built}/sbom.cdx.json`),
        /serialNumber|timestamp|https?:|file:|[\w.]\/node_modules/,
      );
      assert.ok(!read(`${built}/sbom.cdx.json`).includes(folder));
    });

  it('has every bundled and every installed package in its SBOMs, and nothing else', () => {
    const namesIn = (built: string): string[] => sbomIn(built).components.map(({ name }) => name);
    assert.deepEqual(namesIn('cdn').toSorted(), BUNDLED.cdn);
    assert.deepEqual(namesIn('dist').toSorted(), [...BUNDLED.dist, ...INSTALLED].toSorted());
    const sandbox = namesIn('sandbox/dist');
    for (const name of Object.keys(manifests[1]!.dependencies)) assert.ok(sandbox.includes(name), name);
    for (const name of ['deposit-slip', 'pg-types', 'yargs']) assert.ok(sandbox.includes(name), name);
    for (const name of ['lit', 'typescript', 'vite', 'fast-check']) assert.ok(!sandbox.includes(name), name);
  });

  it('has the script inventory of SECURITY.md with the size and the hash of the file', () => {
    const { scripts } = JSON.parse(read('cdn/inventory.json')) as { scripts: unknown };
    const file = join(copy, 'cdn/deposit-slip.js');
    const [{ bytes, integrity, ...script }, bundled] = scripts as [Record<string, unknown>, object];
    assert.deepEqual([bytes, integrity], [statSync(file).size, `sha384-${hashOf(file, 'sha384')}`]);
    const [, table] = /## Script inventory([^]*?)(?:\n## |$)/.exec(read('SECURITY.md'))!;
    const rows = [...table!.replaceAll('`', '').matchAll(/^\| (?!script |-)(.+) \|$/gm)];
    assert.deepEqual(
      rows.map(([, cells]) => cells!.split('|').map((cell) => cell.trim())),
      [script, bundled].map((cells) => Object.values(cells)),
    );
  });
});

const REPOSITORY = { type: 'git', url: 'git+https://git.example/owner/name.git' };

/** The exit code of what `npm publish` runs first, for a manifest with changes. */
function exitCode(manifest: object | undefined, changes: object): number | null {
  const place = mkdtempSync(join(folder, 'publish-'));
  writeFileSync(join(place, 'package.json'), JSON.stringify({ ...manifest, ...changes }));
  return spawnSync('npm', ['run', '--silent', 'prepublishOnly'], { cwd: place }).status;
}

describe('npm publish', () => {
  for (const [at, file] of MANIFESTS.entries()) {
    const { publishConfig } = manifests[at]!;
    it(`makes ${file} public with provenance`, () => {
      assert.deepEqual(publishConfig, { access: 'public', provenance: true });
    });

    it(`refuses ${file} until its repository is set, which provenance needs`, () => {
      assert.equal(exitCode(manifests[at], { repository: undefined }), 1);
      assert.equal(exitCode(manifests[at], { repository: REPOSITORY }), 0);
    });
  }

  it('refuses a sandbox that depends on a folder', () => {
    const dependencies = { 'deposit-slip': 'file:..' };
    assert.equal(exitCode(manifests[1], { dependencies, repository: REPOSITORY }), 1);
  });
});
