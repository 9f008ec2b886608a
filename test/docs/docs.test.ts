import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { basename } from 'node:path';
import { describe, it } from 'node:test';
import { createDepositSession, type DepositKit, type Grant } from 'deposit-slip/kit';
import { generated } from '../../scripts/docs.js';
import { ONE_CHECKER } from '../../scripts/run.js';
import { LOCALES } from '../../src/widget/all-locales.js';
import { TOKENS } from '../../src/widget/shared/styles/tokens.js';
import { listening } from '../server/loopback.js';
import { example, ExampleFolder, examplesOf, moduleOf, RECIPE_FILES } from './examples.js';
import { ROOT } from '../root.js';

const GUIDES = [
  'README.md',
  ...['quick-starts', 'element', 'history', 'theming', 'translating'].map((name) => `docs/${name}.md`),
  ...[
    'back-end',
    'order-states',
    'events',
    'payments',
    'reconcile',
    'operations',
    'mounting',
    'server-rendering',
    'scaling',
    'client',
    'testing',
  ].map((name) => `docs/${name}.md`),
];

const folder = new ExampleFolder();

describe('the guides', () => {
  it('have the tables that are generated from the source', async () => {
    for (const [file, text] of await generated())
      assert.equal(readFileSync(`${ROOT}/${file}`, 'utf8'), text, `${file}: run npm run docs`);
  });

  it('describe every custom property', () => {
    const guide = readFileSync(`${ROOT}/docs/theming.md`, 'utf8');
    const described = [...guide.matchAll(/^\| `--deposit-([\w-]+)` +\|/gm)].map(([, name]) => name);
    assert.deepEqual(
      described,
      TOKENS.map(({ name }) => name),
    );
  });

  it('have a live slip in every language that the element speaks', () => {
    const liveSlip = readFileSync(`${ROOT}/site/.vitepress/theme/LiveSlip.vue`, 'utf8');
    for (const tag of Object.keys(LOCALES)) assert.ok(liveSlip.includes(`'${tag}'`), tag);
  });

  for (const [tag, guide] of [
    ['deposit-slip', 'theming'],
    ['deposit-history', 'history'],
  ])
    it(`describe every part of ${tag}`, () => {
      const views = ['shared', tag!]
        .flatMap((folder) => sourcesIn(`${ROOT}/src/widget/${folder}`))
        .filter((source) => tag === 'deposit-slip' || !/part="(?:picture|qr)/.test(source));
      const parts = [...views.join('').matchAll(/\bpart="([^"]+)"/g)].flatMap(([, names]) =>
        names!.split(' '),
      );
      const [, table] = new RegExp(`<!-- ${tag} parts -->([^]*?)<!--`).exec(
        readFileSync(`${ROOT}/docs/${guide}.md`, 'utf8'),
      )!;
      const described = [...table!.matchAll(/^\| `([\w-]+)` +\|/gm)].map(([, name]) => name);
      assert.deepEqual(new Set(described), new Set(parts));
    });

  it('have examples that compile', () => {
    const prelude = "declare function grantOf(request: Request): import('deposit-slip/kit').Grant | null;\n";
    const isUndefined = (code: string) =>
      /grantOf/.test(code) && !/(?:import .*|function )grantOf/.test(code);
    folder.write('mounting/sessions', 'export const sessions = new Map<string, string>();');
    folder.write(
      'mounting/pool.d',
      "export function poolOf(env: object): import('deposit-slip/kit/postgres').PgPool;",
    );
    folder.write('operations/kit.d', "export const deposit: import('deposit-slip/kit').DepositKit;");
    folder.write(
      'server-rendering/deposit.d',
      "export const deposit: import('deposit-slip/kit').DepositKit<undefined>;",
    );
    folder.write('events/database', example('docs/scaling.md', 'database'));
    // Next is installed only in integrations. These are its types, from its documentation.
    folder.write(
      'mounting/next.d',
      `/// <reference types="trusted-types" />
       declare module 'next' { export interface NextConfig { poweredByHeader?: boolean } }
       declare module 'next/headers' {
         export function cookies(): Promise<{
           get(name: string): { readonly value: string } | undefined;
           set(name: string, value: string, options: object): void;
         }>;
       }
       declare module 'next/navigation' { export function redirect(url: string): never; }
       declare module 'next/server' {
         export type NextRequest = Request;
         export const NextResponse: { next(init: { request: { headers: Headers } }): Response };
       }`,
    );
    // The test runners are not installed. These are their types, from their documentation.
    folder.write(
      'testing/runners.d',
      `declare module 'vitest' {
         interface Assertion {
           readonly rejects: { toBeInstanceOf(type: unknown): Promise<void> };
           toBe(value: unknown): void;
           toBeGreaterThan(value: number): void;
           toBeInstanceOf(type: unknown): void;
           toHaveLength(length: number): void;
         }
         export function expect(value: unknown): Assertion;
         export function test(name: string, run: () => Promise<void>): void;
         export function beforeEach(run: () => Promise<void>): void;
         export function afterAll(run: () => Promise<void>): void;
       }
       declare module '@playwright/test' {
         interface Locator {
           click(): Promise<void>;
           evaluate<E extends Element, Result>(read: (element: E) => Result): Promise<Result>;
         }
         interface Page {
           goto(url: string): Promise<unknown>;
           locator(selector: string): Locator;
           getByRole(role: 'button', options: { name: string; exact: boolean }): Locator;
           bringToFront(): Promise<void>;
         }
         interface Fixtures { readonly page: Page; readonly context: { newPage(): Promise<Page> } }
         export function test(name: string, run: (fixtures: Fixtures) => Promise<void>): void;
         export function expect(locator: Locator): {
           toHaveJSProperty(name: string, value: unknown, options?: { timeout: number }): Promise<void>;
         };
         export function defineConfig<Config extends {
           readonly testDir: string;
           readonly use: { readonly baseURL: string };
           readonly webServer: readonly {
             readonly command: string;
             readonly url: string;
             readonly env?: Readonly<Record<string, string>>;
           }[];
         }>(config: Config): Config;
       }`,
    );
    for (const guide of GUIDES)
      for (const [name, { language, code }] of examplesOf(guide))
        // Angular is installed only in integrations. The recipes, Nuxt and Astro compile in the samples,
        // beside the modules that they import.
        if (language === 'ts' && !/^(?:angular|nuxt_|astro_)/.test(name) && !(name in RECIPE_FILES))
          folder.write(
            `${basename(guide, '.md')}/${moduleOf(name)}`,
            (isUndefined(code) ? prelude : "import 'deposit-slip';\n") + code,
          );
    const config = {
      extends: `${ROOT}/tsconfig.json`,
      include: [`${folder.path}/**/*.ts`, `${ROOT}/src/widget/**/*.d.ts`],
    };
    writeFileSync(`${folder.path}/tsconfig.json`, JSON.stringify(config));
    const tsc = `${ROOT}/node_modules/typescript/bin/tsc`;
    const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', folder.path, ...ONE_CHECKER], {
      encoding: 'utf8',
    });
    assert.equal(status, 0, stdout);
  });

  it('have a back end that responds as described, and rejects pages of other origins', async () => {
    process.env['API_TOKEN'] = 'token-of-the-example';
    process.env['DEPOSIT_SECRET'] = 'a secret of the example, thirty-two bytes long';
    folder.write('run-kit', example('docs/back-end.md', 'kit'));
    const { server } = await folder.load<{ server: Server }>('run-kit');
    const url = `${await listening(server)}/deposit?paymentId=92&fiat=BRL&amount=151.00`;
    const payer = { cookie: 'order=a-secret-order-id' };
    for (const [headers, status, kind] of [
      [{}, 401, 'unauthorized'],
      [payer, 422, 'invalid-amount'],
      [{ ...payer, 'sec-fetch-site': 'same-origin' }, 422, 'invalid-amount'],
      [{ ...payer, 'sec-fetch-site': 'cross-site' }, 403, 'forbidden'],
      [{ ...payer, origin: 'https://evil.example' }, 403, 'forbidden'],
    ] as const) {
      const response = await fetch(url, { headers });
      const body = (await response.json()) as { kind: string };
      assert.deepEqual([response.status, body.kind], [status, kind], JSON.stringify(headers));
    }
    server.close();
  });

  it('have a back end that identifies payers by session, also from a page of another origin', async () => {
    process.env['SESSION_KEY'] = 'a session key of the example, thirty-two bytes long';
    folder.write('run-session', example('docs/back-end.md', 'session'));
    const { deposit, sessionOf } = await folder.load<{
      deposit: DepositKit;
      sessionOf: (order: string) => Promise<string>;
    }>('run-session');
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

  it('have a grant of two currencies, each with its own amount, that is valid', async () => {
    folder.write('run-grant', example('docs/back-end.md', 'grant'));
    const { grant } = await folder.load<{ grant: Grant }>('run-grant');
    const { methods } = grant;
    const key = 'a session key of the example, thirty-two bytes long';
    await createDepositSession(key, grant);
    const onlyOne = { ...grant, methods: methods.map(({ paymentId, fiat }) => ({ paymentId, fiat })) };
    await assert.rejects(createDepositSession(key, { ...onlyOne, amount: '70.00' }), /amount/);
  });

  it('name npm scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8')) as {
      scripts: Record<string, string>;
    };
    for (const guide of [...GUIDES, 'CONTRIBUTING.md', 'SECURITY.md'])
      for (const [, name] of readFileSync(`${ROOT}/${guide}`, 'utf8').matchAll(
        /npm (?:run )?(start|test|check|sheets|pictures|site|build|docs|soak|bench)\b/g,
      ))
        assert.ok(scripts[name!], `npm run ${name}`);
  });
});

/** The TypeScript files below a folder. */
function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(`${folder}/${file}`, 'utf8'));
}
