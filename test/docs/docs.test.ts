import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { after, before, describe, it } from 'node:test';
import { trustKeyOf } from 'deposit-slip/kit';
import { generated } from '../../scripts/docs.js';
import { TOKENS } from '../../src/widget/shared/styles/tokens.js';
import { isSigned } from '../../src/widget/shared/signature.js';
import { example, examplesOf } from './examples.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Inside the repository, so that the examples can import the package by name. */
const FOLDER = `${ROOT}/.cache/examples-${process.pid}`;
const GUIDES = ['README.md', 'docs/element.md', 'docs/back-end.md', 'docs/client.md', 'docs/mounting.md'];

/** Runs commands of a guide in the folder of the examples. */
function shell(commands: string, env: Record<string, string> = {}): string {
  const options = { cwd: FOLDER, encoding: 'utf8', env: { ...process.env, ...env } } as const;
  const { status, stdout, stderr } = spawnSync('sh', ['-c', commands], options);
  assert.equal(status, 0, stderr);
  return stdout;
}

async function signByHand(): Promise<void> {
  shell(example('docs/back-end.md', 'key'));
  const body = '{"code":200,"msg":"SUCCESS","data":{"fiat":"BRL"}}';
  writeFileSync(`${FOLDER}/body.json`, body);
  const params = new URLSearchParams({ paymentId: '90', fiat: 'BRL', nonce: 'a-nonce-of-the-example' });
  const session = 'a session of the example';
  const env = { NONCE: params.get('nonce')!, SESSION: session };
  const signature = shell(example('docs/back-end.md', 'sign'), env);
  const trustKey = shell(example('docs/back-end.md', 'trust'));
  const bytes = new TextEncoder().encode(body);
  assert.ok(await isSigned({ bytes, params, session }, signature, trustKey));
  assert.ok(!(await isSigned({ bytes, params, session: undefined }, signature, trustKey)));
  assert.equal(await trustKeyOf(readFileSync(`${FOLDER}/signing-key.pem`, 'utf8')), trustKey);
}

before(() => mkdirSync(FOLDER, { recursive: true }));
after(() => rmSync(FOLDER, { recursive: true, force: true }));

describe('the guides', () => {
  it('have the tables that are generated from the source', async () => {
    for (const [file, text] of await generated())
      assert.equal(readFileSync(`${ROOT}/${file}`, 'utf8'), text, `${file}: run npm run docs`);
  });

  it('describe every custom property', () => {
    const guide = readFileSync(`${ROOT}/docs/element.md`, 'utf8');
    const described = [...guide.matchAll(/^\| `--deposit-([\w-]+)` +\|/gm)].map(([, name]) => name);
    assert.deepEqual(
      described,
      TOKENS.map(({ name }) => name),
    );
  });

  it('have examples that compile', () => {
    const prelude = "declare function grantOf(request: Request): import('deposit-slip/kit').Grant | null;\n";
    for (const guide of GUIDES)
      for (const [name, { language, code }] of examplesOf(guide))
        if (language === 'ts')
          writeFileSync(
            `${FOLDER}/${name}.ts`,
            (code.includes('grantOf') ? prelude : "import 'deposit-slip';\n") + code,
          );
    const config = {
      extends: `${ROOT}/tsconfig.json`,
      include: [`${FOLDER}/*.ts`, `${ROOT}/src/widget/**/*.d.ts`],
    };
    writeFileSync(`${FOLDER}/tsconfig.json`, JSON.stringify(config));
    const tsc = `${ROOT}/node_modules/typescript/bin/tsc`;
    const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', FOLDER], { encoding: 'utf8' });
    assert.equal(status, 0, stdout);
  });

  it('link to files that exist', () => {
    for (const guide of [...GUIDES, 'CONTRIBUTING.md', 'SECURITY.md']) {
      const text = readFileSync(`${ROOT}/${guide}`, 'utf8');
      for (const [, target] of text.matchAll(/\]\((?!https?:)([^)#]+)\)/g))
        assert.ok(existsSync(new URL(target!, pathToFileURL(`${ROOT}/${guide}`))), target);
    }
  });

  it('have a back end that responds as described', async () => {
    process.env['API_TOKEN'] = 'token-of-the-example';
    process.env['DEPOSIT_SECRET'] = 'a secret of the example, thirty-two bytes long';
    writeFileSync(`${FOLDER}/run-kit.ts`, example('docs/back-end.md', 'kit'));
    const { deposit } = (await import(`${FOLDER}/run-kit.ts`)) as {
      deposit: (request: Request) => Promise<Response>;
    };
    const stranger = await deposit(new Request('https://shop.example/deposit'));
    assert.equal(stranger.status, 401);
    const known = await deposit(
      new Request('https://shop.example/deposit?paymentId=95&fiat=PEN&amount=151.00', {
        headers: { cookie: 'order=a-secret-order-id' },
      }),
    );
    assert.equal(known.status, 422);
    assert.equal(((await known.json()) as { kind: string }).kind, 'invalid-amount');
  });

  it('have a back end that signs its responses', async () => {
    process.env['SIGNING_KEY'] = generateKeyPairSync('ed25519')
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString();
    const grant =
      "{ id: 'order', merchantId: 1001, methods: [{ paymentId: 90, fiat: 'BRL' }, { paymentId: 95, fiat: 'PEN' }] }";
    writeFileSync(
      `${FOLDER}/run-signing.ts`,
      `const grantOf = (_: Request) => (${grant});\n${example('docs/back-end.md', 'signing')}`,
    );
    const { deposit, trustKey } = (await import(`${FOLDER}/run-signing.ts`)) as {
      deposit: (request: Request) => Promise<Response>;
      trustKey: string;
    };
    const nonce = 'a-nonce-of-the-example';
    const answer = await deposit(new Request(`https://shop.example/deposit?nonce=${nonce}`));
    const signature = answer.headers.get('deposit-signature');
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const params = new URLSearchParams({ nonce });
    assert.ok(await isSigned({ bytes, params, session: undefined }, signature, trustKey));
    assert.ok(!(await isSigned({ bytes: bytes.slice(1), params, session: undefined }, signature, trustKey)));
  });

  it('have a back end that identifies payers by session, also from a page of another origin', async () => {
    process.env['SESSION_KEY'] = 'a session key of the example, thirty-two bytes long';
    writeFileSync(`${FOLDER}/run-session.ts`, example('docs/back-end.md', 'session'));
    const { deposit, sessionOf } = (await import(`${FOLDER}/run-session.ts`)) as {
      deposit: (request: Request) => Promise<Response>;
      sessionOf: (order: string) => Promise<string>;
    };
    const origin = 'https://shop.example';
    const address = 'https://deposits.example/deposit?amount=151.00';
    const stranger = await deposit(new Request(address, { headers: { origin } }));
    assert.equal(stranger.status, 401);
    const authorization = `Bearer ${await sessionOf('order-1')}`;
    const known = await deposit(new Request(address, { headers: { origin, authorization } }));
    assert.equal(known.status, 422);
    assert.equal(known.headers.get('access-control-allow-origin'), origin);
    const elsewhere = { origin: 'https://evil.example', authorization };
    assert.equal((await deposit(new Request(address, { headers: elsewhere }))).status, 403);
  });

  it('have commands that create a key, sign with it and print its trust key', (test) => {
    const { stdout } = spawnSync('openssl', ['version'], { encoding: 'utf8' });
    if (!/^OpenSSL [3-9]/.test(stdout ?? '')) return test.skip('openssl 3 is not installed');
    return signByHand();
  });

  it('name npm scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8')) as {
      scripts: Record<string, string>;
    };
    for (const guide of [...GUIDES, 'CONTRIBUTING.md', 'SECURITY.md'])
      for (const [, name] of readFileSync(`${ROOT}/${guide}`, 'utf8').matchAll(
        /npm (?:run )?(start|test|check|sheets|build|docs|soak|mutation|bench)\b/g,
      ))
        assert.ok(scripts[name!], `npm run ${name}`);
  });
});
