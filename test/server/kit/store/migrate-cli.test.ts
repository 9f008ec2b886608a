import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { describe, it } from 'node:test';
import { runOn, sharedServer } from '../../../../sandbox/test/postgres.js';
import { main } from '../../../../src/cli/migrate.js';
import { runMain, runProcess } from '../../commands.js';
import { listening } from '../../loopback.js';

/** Runs the command in this process, by default without the variable. */
const run = (args: readonly string[], variables = { DATABASE_URL: '' }) => runMain(main, args, variables);

const DONE = { code: 0, output: 'The schema deposit_slip is at version 1.\n', errors: '' };

/** Node's options that make it find no package `pg`. */
const WITHOUT_PG = `--import=data:text/javascript,${encodeURIComponent(`
  import { register } from 'node:module';
  register('data:text/javascript,' + encodeURIComponent(\`
    export async function resolve(specifier, context, next) {
      if (specifier === 'pg') throw Object.assign(new Error('no pg'), { code: 'ERR_MODULE_NOT_FOUND' });
      return next(specifier, context);
    }\`));`)}`;

describe('the command deposit-slip-migrate', () => {
  it('creates the tables, and prints their version', async () => {
    const server = await sharedServer();
    const url = await server.createDatabase();
    assert.deepEqual(await run(['--url', url]), DONE);
    assert.deepEqual(await runProcess('deposit-slip-migrate', [], { DATABASE_URL: url }), DONE);
    const { rows } = (await runOn(url, 'select version from deposit_slip.version')) as { rows: unknown[] };
    assert.deepEqual(rows, [{ version: 1 }]);
  });

  it('exits with 1 if the tables are too new, and names the fix', async () => {
    const server = await sharedServer();
    const url = await server.createDatabase();
    await run(['--url', url]);
    await runOn(url, 'update deposit_slip.version set version = 3');
    const { code, output, errors } = await run(['--url', url]);
    assert.deepEqual([code, output], [1, '']);
    assert.match(
      errors,
      /^The schema deposit_slip is at version 3, which is too new: update deposit-slip.*\n$/,
    );
  });

  it('exits with 1 if the database fails, and names the cause in one line without the password', async () => {
    const { code, output, errors } = await run(['--url', 'postgres://someone:a-secret@127.0.0.1:1/shop']);
    assert.deepEqual([code, output], [1, '']);
    assert.match(errors, /^The database failed: .*ECONNREFUSED.*\n$/);
    assert.doesNotMatch(errors, /a-secret/);
  });

  it('prints the message of a database on one short line, without control characters', async () => {
    const message = `no\u001b[31m \u202e\n ok\u001b]0;title\u0007${'x'.repeat(100_000)}`;
    const fields = [`SFATAL`, `VFATAL`, `C28000`, `M${message}`].map((field) => `${field}\0`).join('');
    const body = Buffer.from(`${fields}\0`);
    const length = Buffer.alloc(4);
    length.writeInt32BE(body.length + 4);
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, body])));
    });
    const { host } = new URL(await listening(server));
    const { code, errors } = await run(['--url', `postgres://someone@${host}/shop`]);
    server.close();
    assert.equal(code, 1);
    assert.match(errors, /^The database failed: no[\x20-\x7e]*…\n$/);
    assert.ok(errors.length < 350, String(errors.length));
  });

  it('exits with 2 for invalid arguments, and without pg', async () => {
    for (const [args, line] of [
      [[], 'Pass --url, or set DATABASE_URL. See --help.'],
      [['--url', 'mysql://localhost'], 'The URL must begin with postgres://'],
      [['--nonsense'], "Unknown option '--nonsense'"],
      [['postgres://localhost/shop'], /^Unexpected argument 'postgres:\/\/localhost\/shop'/],
    ] as const) {
      const { code, output, errors } = await run(args);
      assert.deepEqual([code, output], [2, '']);
      if (typeof line === 'string') assert.equal(errors, `${line}\n`);
      else assert.match(errors, line);
    }
    const url = ['--url', 'postgres://localhost/shop'];
    const variables = { NODE_OPTIONS: WITHOUT_PG };
    const { code, errors } = await runProcess('deposit-slip-migrate', url, variables);
    assert.deepEqual([code, errors], [2, 'The package pg is not installed: run npm install pg.\n']);
  });

  it('prints its help', async () => {
    const { code, output } = await run(['--help']);
    assert.equal(code, 0);
    assert.match(output, /^deposit-slip-migrate .*\n[^]*--url URL/);
  });
});
