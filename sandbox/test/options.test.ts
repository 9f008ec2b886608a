import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOptions, UsageError } from '../src/cli/options.js';
import { optionsOf } from './command.js';

test('the command line names the file that a snapshot is written to, or read from', () => {
  const { command, file } = readOptions(['snapshot', 'a', '--data', 'b']);
  assert.deepEqual([command, file], ['snapshot', 'a']);
  assert.equal(readOptions(['--snapshot', 'a']).snapshot, 'a');
});

test('a wrong command line is a usage error of one line, and --help is not', () => {
  assert.equal(readOptions(['--help']).command, 'help');
  for (const [line, message = /^.+$/] of [
    ...[['--port x'], ['--port 70000'], ['--nonsense'], ['--host 0.0.0.0 --token own'], ['--token ä']],
    ...[['--public-url pay.example'], ['--providers PROVIDER_Z=Banco'], ['--log-level loud'], ['dance']],
    ['--allow-host pay.example,https://x.example', /^--allow-host must be a host name: https:/],
    ['snapshot', /^snapshot needs the name of a file$/],
    ['snapshot a b', /^Unknown command: snapshot a b$/],
    ['verify a', /^Unknown command: verify a$/],
  ] as [string, RegExp?][])
    assert.throws(
      () => readOptions(line.split(' ')),
      (error) => error instanceof UsageError && message.test(error.message),
      line,
    );
});

test('DATABASE_URL is refused if it is of another kind, or beside a folder', () => {
  for (const [args, url, message] of [
    [['--data', '.'], 'postgres://localhost/shop', '--data and DATABASE_URL cannot be used together'],
    [[], 'mysql://u:hunter2@localhost/shop', 'DATABASE_URL must begin with postgres://'],
  ] as const)
    assert.throws(() => optionsOf(args, { DATABASE_URL: url }), { message });
});
