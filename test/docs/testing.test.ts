import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { satisfies } from 'semver';
import { parse } from 'yaml';
import { ROOT } from '../root.js';
import { example } from './examples.js';

interface Step {
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly run?: string;
}

interface Workflow {
  readonly permissions: object;
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
}

interface Manifest {
  readonly engines: { readonly node: string };
}

const read = (file: string) => readFileSync(`${ROOT}/${file}`, 'utf8');
const manifest = JSON.parse(read('package.json')) as Manifest;

describe('the workflow of the guide to testing', () => {
  const text = example('docs/testing.md', 'workflow');
  const { permissions, jobs } = parse(text) as Workflow;
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  it('runs the test runners of the guide, on a supported Node', () => {
    const ran = steps.flatMap(({ run }) => (run === undefined ? [] : [run]));
    assert.equal(ran[0], 'npm ci');
    const commands = ran.slice(1).map((line) => /^npx ([\w-]+) /.exec(line)?.[1] ?? line);
    assert.deepEqual(new Set(commands), new Set(['vitest', 'playwright']));
    const version = String(
      steps.find(({ uses }) => uses?.startsWith('actions/setup-node@'))!.with!['node-version'],
    );
    assert.ok(satisfies(`${version}.99.0`, manifest.engines.node), version);
  });

  it('needs no secret, writes nothing, and caches only what npm downloads', () => {
    assert.deepEqual(permissions, { contents: 'read' });
    assert.doesNotMatch(text, /secrets|env:|token|pull_request_target/i);
    for (const { uses, with: options = {} } of steps) {
      assert.match(uses ?? 'actions/none@v1', /^actions\/(?:checkout|setup-node|none)@v[0-9]+$/);
      assert.ok(options['cache'] === undefined || options['cache'] === 'npm');
    }
  });
});
