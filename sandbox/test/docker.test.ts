/**
 * These tests do not need Docker: they read the files, and check every path, port, option and name in them.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { describe, it } from 'node:test';
import { ROOT } from '../../test/root.js';
import { optionsOf } from './command.js';

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const manifest = (file: string) =>
  JSON.parse(read(file)) as { bin: Record<string, string>; scripts: Record<string, string>; name: string };

const dockerfile = read('sandbox/Dockerfile');
const compose = read('sandbox/compose.yaml');

/** The arguments of an instruction, from every line with it. */
const instructions = (name: string) =>
  [...dockerfile.matchAll(new RegExp(`^${name} (.+)$`, 'gm'))].map(([, args]) => args!);
/** The first value of a key, at any depth. */
const valueOf = (key: string) => new RegExp(`^ *${key}: (.+)$`, 'm').exec(compose)?.[1];
/** The items of a list. */
const listOf = (key: string) =>
  [...new RegExp(`^( *)${key}:\n((?:\\1  - .+\n)+)`, 'm').exec(compose)![2]!.matchAll(/- (.+)/g)].map(
    ([, item]) => item!,
  );

const [entry = []] = instructions('ENTRYPOINT').map((json) => JSON.parse(json) as string[]);

/** The arguments, with a value in place of each variable, as Compose would fill it in. */
const given = (args: readonly string[]) => args.map((arg) => arg.replace(/^\$\{.*\}$/, 'given'));

describe('the Dockerfile', () => {
  it('builds the packed sandbox with existing scripts and a supported Node', () => {
    for (const [, script] of dockerfile.matchAll(/npm run (\S+)/g))
      assert.ok(manifest('package.json').scripts[script!], script);
    for (const [, version] of dockerfile.matchAll(/^FROM node:(\d+)/gm)) assert.ok(Number(version) >= 20);
    const [, packed] = /--pack-destination (\S+) \.\/sandbox/.exec(dockerfile)!;
    assert.deepEqual(instructions('COPY'), ['. .', `--from=build ${packed}/ packed/`]);
    assert.match(read('sandbox/Dockerfile.dockerignore'), /^\*\*\/node_modules$/m);
  });

  it('runs the package’s command for other machines, without root, on its default port', () => {
    const { bin, name } = manifest('sandbox/package.json');
    assert.deepEqual(entry.slice(0, 2), [
      'node',
      normalize(`node_modules/${name}/${bin['deposit-slip-sandbox']!}`),
    ]);
    assert.throws(() => optionsOf(entry.slice(2)), /--token and --control-token/);
    const { port, strictPort, host } = optionsOf([...entry.slice(2), '--token', 'a', '--control-token', 'b']);
    assert.deepEqual([strictPort, host, instructions('EXPOSE')], [true, '0.0.0.0', [String(port)]]);
    assert.deepEqual(instructions('USER'), ['node']);
    assert.match(instructions('HEALTHCHECK')[0]!, new RegExp(`127\\.0\\.0\\.1:${port}/readyz`));
  });
});

describe('the compose file', () => {
  it('builds the Dockerfile and gives it options that the command accepts', () => {
    assert.ok(existsSync(join(ROOT, 'sandbox', valueOf('context')!, valueOf('dockerfile')!)));
    const databaseUrl = valueOf('DATABASE_URL')!;
    const options = optionsOf(given([...entry.slice(2), ...listOf('command')]), {
      DATABASE_URL: databaseUrl,
    });
    assert.equal(options.databaseUrl, databaseUrl);
    assert.equal(new URL(options.publicUrl!).port, String(options.port));
    assert.deepEqual(listOf('ports'), [`127.0.0.1:${options.port}:${options.port}`]);
    // The name of the service in the containers' network.
    assert.deepEqual(options.allowedHosts, [/^services:\n {2}(\w+):/m.exec(compose)![1]]);
  });

  it('connects it to its database', () => {
    const { username, password, hostname, pathname } = new URL(valueOf('DATABASE_URL')!);
    assert.match(compose, new RegExp(`^ {2}${hostname}:\n {4}image: postgres:1[5-9]$`, 'm'));
    const names = ['POSTGRES_USER', 'POSTGRES_PASSWORD', 'POSTGRES_DB'].map(valueOf);
    assert.deepEqual(names, [username, password, pathname.slice(1)]);
    assert.equal(valueOf('test'), `pg_isready --username ${username} --dbname ${pathname.slice(1)}`);
    const [[volume]] = listOf('volumes').map((line) => line.split(':')) as [[string]];
    assert.match(compose, new RegExp(`^volumes:\n {2}${volume}:`, 'm'));
  });

  it('is started with the command of the README, which provides the required settings', () => {
    const [, variables, file] = /^((?:\w+=\S+ )+)docker compose --file (\S+) up/m.exec(
      read('sandbox/README.md'),
    )!;
    assert.equal(read(file!), compose);
    assert.deepEqual(
      [...variables!.matchAll(/(\w+)=/g)].map(([, name]) => name),
      [...compose.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name),
    );
  });
});
