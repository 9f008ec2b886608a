import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { bundle } from '../../bench/bundle.js';
import { LOCALES } from '../../src/widget/all-locales.js';
import { HISTORY_LOCALES } from '../../src/widget/deposit-history/all-locales.js';
import { example } from '../docs/examples.js';
import { ROOT } from '../root.js';
import { buildPackages } from './build.js';

interface Manifest {
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly sideEffects: readonly string[];
  readonly dependencies: Readonly<Record<string, string>>;
}

/** An element in the manifest for editors (custom-elements.json). */
interface Declaration extends Record<'attributes' | 'cssParts' | 'cssProperties' | 'cssStates', Entry[]> {
  readonly tagName?: string;
  readonly events: readonly (Entry & { readonly type: { readonly text: string } })[];
}

interface Entry {
  readonly name: string;
  readonly description?: string;
}

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest;

/** A built module, the modules of the package that it imports, and the packages that it leaves external. */
function graphOf(entry: string): { files: Set<string>; lazy: Set<string>; outside: Set<string> } {
  const graph = { files: new Set<string>(), lazy: new Set<string>(), outside: new Set<string>() };
  const visit = (file: string): void => {
    if (graph.files.has(file)) return;
    graph.files.add(file);
    const code = readFileSync(join(ROOT, 'dist', file), 'utf8');
    for (const [, name] of code.matchAll(/^(?:import|export)[^'";]*["']([^"']+)["']/gm)) {
      if (name!.startsWith('.')) visit(join(file, '..', name!));
      else graph.outside.add(name!);
    }
    for (const [, name] of code.matchAll(/import\(["'`]([^"'`]+)["'`]\)/g))
      graph.lazy.add(join(file, '..', name!));
  };
  visit(entry);
  return graph;
}

/** The names that the wildcards of the exports stand for. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  './locales/*.js': Object.keys(LOCALES),
  './themes/*.css': ['bank', 'night', 'soft'],
  './styles/*.css': ['deposit-slip', 'deposit-history'],
};

/** The script-tag files. */
const SCRIPTS = ['cdn/deposit-slip.js', 'cdn/deposit-history.js'];

/** The exports of the manifest, with every wildcard expanded to its names. */
function entries(): (readonly [string, string | Readonly<Record<string, string>>])[] {
  return Object.entries(manifest.exports).flatMap(([entry, targets]) =>
    entry.includes('*')
      ? NAMES[entry]!.map((name) => {
          const filled = JSON.stringify([entry, targets]).replaceAll('*', name);
          return JSON.parse(filled) as [string, Readonly<Record<string, string>>];
        })
      : [[entry, targets] as const],
  );
}

/** Every text of a locale, at any depth. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn);
  return typeof value === 'string' ? [value] : [];
}

function sourceMapOf(file: string): { sources: string[]; sourcesContent: string[] } {
  return JSON.parse(readFileSync(file, 'utf8')) as ReturnType<typeof sourceMapOf>;
}

/** The source of every module in a folder. */
function sourcesIn(folder: string): string {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(join(ROOT, folder, file), 'utf8'))
    .join('\n');
}

describe('the built package', () => {
  before(buildPackages);

  it('has every file that its exports name', () => {
    for (const [entry, targets] of entries())
      for (const target of typeof targets === 'string' ? [targets] : Object.values(targets))
        assert.ok(existsSync(join(ROOT, target)), `${entry}: ${target}`);
  });

  for (const folder of ['.', 'sandbox'])
    it(`names the main module of ${folder} beside the exports, which Parcel does not read by default`, () => {
      const text = readFileSync(join(ROOT, folder, 'package.json'), 'utf8');
      const { main, module, types, exports } = JSON.parse(text) as Record<string, unknown> & Manifest;
      const root = exports['.'] as { readonly default: string; readonly types: string };
      assert.deepEqual([main, module, types], [root.default, root.default, root.types]);
    });

  for (const load of ['await import', 'createRequire(import.meta.url)'])
    it(`loads every module in plain Node with ${load}, and registers nothing`, () => {
      const modules = entries()
        .map(([entry]) => entry)
        .filter((entry) => !/json|css/.test(entry));
      const code = `
        import { createRequire } from 'node:module';
        ${modules.map((entry) => `${load}('deposit-slip${entry.slice(1)}');`).join('\n')}
        console.log(globalThis.customElements?.get('deposit-slip'), typeof document);`;
      const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
        cwd: ROOT,
        encoding: 'utf8',
      });
      assert.equal(status, 0, stderr);
      assert.equal(stdout.trim(), 'undefined undefined');
    });

  it('leaves Lit outside the elements, and adds no other package', () => {
    assert.deepEqual([...graphOf('index.js').outside], ['lit']);
    assert.deepEqual([...graphOf('history.js').outside].sort(), [
      'lit',
      'lit/directives/keyed.js',
      'lit/directives/repeat.js',
    ]);
  });

  it('needs two packages for the kit, without zod, which would double the size of a bundle for the edge', () => {
    const { outside } = graphOf('kit.js');
    assert.deepEqual([...outside].sort(), ['jose', 'lossless-json']);
  });

  it('includes no driver with the PostgreSQL store, and the store only where it is imported', () => {
    const { outside, files } = graphOf('kit-postgres.js');
    assert.deepEqual([...outside], []);
    const chunk = [...files].find((file) => file.includes('postgres') && file !== 'kit-postgres.js');
    assert.ok(chunk, [...files].join(' '));
    assert.ok(!graphOf('kit.js').files.has(chunk));
  });

  it('loads two chunks on demand: the QR encoder, which the history does not use, and the hydration code', () => {
    const [encoder, takeOver] = ['chunks/qrcode.js', 'chunks/take-over.js'] as const;
    const { lazy, files } = graphOf('index.js');
    assert.deepEqual([...lazy].sort(), [encoder, takeOver]);
    const history = graphOf('history.js');
    assert.deepEqual([...history.lazy], [takeOver]);
    for (const chunk of [encoder, takeOver])
      assert.deepEqual([files.has(chunk), history.files.has(chunk)], [false, false]);
  });

  it('lists the modules with side effects', () => {
    const acting = readdirSync(join(ROOT, 'dist'))
      .filter((name) => name.endsWith('.js'))
      .filter((name) => /^define\w*\(\);$/m.test(readFileSync(join(ROOT, 'dist', name), 'utf8')))
      .map((name) => `./dist/${name}`);
    const listed = manifest.sideEffects.filter((path) => /^\.\/dist\/[^*/]+\.js$/.test(path));
    assert.deepEqual(acting.toSorted(), listed.toSorted());
  });

  for (const [imports, locales] of [
    [['deposit-slip'], [LOCALES]],
    [['deposit-slip/history'], [LOCALES, HISTORY_LOCALES]],
    [
      ['deposit-slip', 'deposit-slip/history'],
      [LOCALES, HISTORY_LOCALES],
    ],
  ] as const)
    it(`keeps every language in a bundle of ${imports.join(' and ')}`, async () => {
      const output = await bundle(imports.map((name) => `import '${name}';`).join('\n'), ROOT);
      const code = output.map((file) => (file.type === 'chunk' ? file.code : '')).join('\n');
      // A minifier escapes some characters of a text.
      const readable = code.replace(/\\(?:x|u00)([0-9a-f]{2})/gi, (_, hex: string) =>
        String.fromCharCode(parseInt(hex, 16)),
      );
      for (const [tag, texts] of locales.flatMap(Object.entries))
        for (const text of textsIn(texts)) assert.ok(readable.includes(text), `${tag}: ${text}`);
    });

  it('has source maps of minified files only: the others are readable', () => {
    const maps = ['dist', 'cdn', 'sandbox/dist'].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.map'))
        .map((file) => `${folder}/${file}`),
    );
    assert.deepEqual(maps.toSorted(), SCRIPTS.map((file) => `${file}.map`).toSorted());
    for (const folder of ['dist', 'sandbox/dist'])
      assert.doesNotMatch(sourcesIn(folder), /^\/\/# sourceMappingURL/m);
  });

  for (const file of SCRIPTS)
    it(`has a source map of ${file} with its sources, which resolves each method`, () => {
      const { sources, sourcesContent, ...map } = sourceMapOf(join(ROOT, `${file}.map`));
      for (const [at, source] of sources.entries()) {
        assert.match(source, /^(?:npm|deposit-slip\/src)\/|^bundler\/runtime\.js$/);
        assert.equal(typeof sourcesContent[at], 'string', source);
      }
      const sourceMap = new SourceMap({ ...map, sources } as never);
      const lines = readFileSync(join(ROOT, file), 'utf8').split('\n');
      let found = 0;
      for (const [line, text] of lines.entries())
        for (const { 1: name, index } of text.matchAll(/(?<=[;}])([a-z]\w{5,})\([\w$,]*\)\{/g)) {
          if (name === 'constructor' || name === 'function') continue;
          const { originalSource, originalLine } = sourceMap.findEntry(line, index) as {
            originalSource: string;
            originalLine: number;
          };
          const source = sourcesContent[sources.indexOf(originalSource)]!.split('\n');
          assert.ok(source[originalLine]!.includes(name!), `${name}: ${originalSource}:${originalLine + 1}`);
          found += 1;
        }
      assert.ok(found > 50, String(found));
    });

  for (const file of SCRIPTS)
    it(`has no imports in ${file}`, () => {
      const code = readFileSync(join(ROOT, file), 'utf8');
      const imports = [...code.matchAll(/\bimport\s*(?:\(|["'`{*]|[\w$]+\s+from\b).{0,60}/g)].map(
        ([found]) => found,
      );
      assert.deepEqual(imports, []);
    });

  it('lists the hash of every script-tag file in its inventory, and that of the slip in the README: run npm run docs', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'cdn/inventory.json'), 'utf8')) as {
      scripts: { script: string; integrity?: string }[];
    };
    const hashes = new Map(scripts.map(({ script, integrity }) => [script, integrity]));
    for (const file of SCRIPTS) assert.match(hashes.get(file)!, /^sha384-/);
    assert.ok(example('README.md', 'tag').includes(`integrity="${hashes.get('cdn/deposit-slip.js')}"`));
  });

  it('ships the listed locales and no other', () => {
    const files = readdirSync(join(ROOT, 'dist/locales')).filter((name) => name.endsWith('.js'));
    const shipped = files.map((name) => name.replace('.js', ''));
    assert.deepEqual(shipped.toSorted(), Object.keys(LOCALES).toSorted());
    assert.doesNotMatch(sourcesIn('dist') + sourcesIn('cdn'), /lIHghach/);
  });

  for (const file of SCRIPTS)
    it(`has no code in ${file} that stores, evaluates strings or connects other than by fetch, as SECURITY.md says`, () => {
      const code = readFileSync(join(ROOT, file), 'utf8');
      const others =
        /localStorage|sessionStorage|indexedDB|\bcaches\b|\.cookie\b|\beval\(|\bFunction\(|WebSocket|EventSource|XMLHttpRequest|sendBeacon|RTCPeer|serviceWorker|document\.write|insertAdjacentHTML|outerHTML|window\.name/g;
      assert.deepEqual(code.match(others), null);
      assert.equal(code.match(/\bfetch\(/g)?.length, 1);
      // The host of a sample, and the host in an error message of Lit. Nothing is requested from them.
      const hosts = new Set(code.match(/https?:\/\/[\w.-]+/g));
      assert.deepEqual([...hosts].sort(), ['https://github.com', 'https://pay.example.com']);
    });

  it('has no trace of the API token in files for browsers and their source maps', () => {
    const { files, lazy } = graphOf('index.js');
    const names = new Set([...files, ...lazy, ...graphOf('history.js').files, 'element.js', 'core.js']);
    const dist = [...names].map((file) => join(ROOT, 'dist', file));
    const cdn = readdirSync(join(ROOT, 'cdn')).map((file) => join(ROOT, 'cdn', file));
    const built = [...dist, ...cdn].flatMap((file) => [file, `${file}.map`]).filter(existsSync);
    assert.ok(built.length >= 5, built.join(' '));
    for (const file of built)
      assert.doesNotMatch(
        readFileSync(file, 'utf8'),
        /X-BH-TOKEN|API_TOKEN|createDepositKit|createMerchantClient/i,
        file,
      );
    // Proves that the pattern works: the modules for servers contain the words.
    assert.match(sourcesIn('dist'), /X-BH-TOKEN/);
  });

  it('describes the elements for editors', async () => {
    const { modules } = JSON.parse(readFileSync(join(ROOT, 'dist/custom-elements.json'), 'utf8')) as {
      modules: { declarations: Declaration[] }[];
    };
    const elements = modules.flatMap(({ declarations }) => declarations).filter(({ tagName }) => tagName);
    assert.deepEqual(
      elements.map(({ tagName }) => tagName),
      readdirSync(join(ROOT, 'src/widget')).filter((name) => name.startsWith('deposit-')),
    );
    for (const { tagName, attributes, cssParts, cssProperties, cssStates, events } of elements) {
      const entry = tagName === 'deposit-slip' ? 'element' : tagName!.replace('deposit-', '');
      const exported = (await import(join(ROOT, `dist/${entry}.js`))) as object;
      for (const { type } of events) assert.ok(type.text in exported, type.text);
      for (const listed of [attributes, cssParts, cssProperties, cssStates, events])
        for (const { name, description } of listed) assert.ok(/^[\w-]+$/.test(name) && description, name);
      assert.ok(cssStates.some(({ name }) => name === 'ready'));
    }
    const { tags } = JSON.parse(readFileSync(join(ROOT, 'dist/html-custom-data.json'), 'utf8')) as {
      tags: { name: string; attributes: { name: string; values?: { name: string }[] }[] }[];
    };
    assert.deepEqual(
      tags.map(({ name, attributes }) => [name, attributes.map((attribute) => attribute.name)]),
      elements.map(({ tagName, attributes }) => [tagName, attributes.map(({ name }) => name)]),
    );
    for (const { name: tag, attributes } of tags) {
      const theme = attributes.find(({ name }) => name === 'theme');
      assert.deepEqual(
        theme?.values?.map(({ name }) => name),
        ['auto', 'light', 'dark'],
        tag,
      );
    }
  });

  it('types the tags and their events for a page that imports the script-tag files', () => {
    const folder = mkdtempSync(join(ROOT, '.types-'));
    const page = `
      import 'deposit-slip/cdn/deposit-slip.js';
      import 'deposit-slip/cdn/deposit-history.js';
      const slip = document.querySelector('deposit-slip')!;
      slip.addEventListener('deposit-arrived', ({ expected }) => console.log(slip.status, expected));
      const history = document.querySelector('deposit-history')!;
      history.addEventListener('deposit-open', ({ paymentId }) => console.log(history.limit, paymentId));
      // @ts-expect-error: no status is a number.
      const wrong: number = slip.status;
      // @ts-expect-error: no limit is a text.
      const text: string = history.limit;`;
    writeFileSync(join(folder, 'page.ts'), page);
    const flags = ['--noEmit', '--strict', '--noUncheckedSideEffectImports', '--ignoreConfig'];
    const target = ['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom', '--types', 'node'];
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
    const { stdout } = spawnSync(process.execPath, [compiler, ...flags, ...target, join(folder, 'page.ts')], {
      encoding: 'utf8',
    });
    rmSync(folder, { recursive: true });
    assert.equal(stdout, '');
  });

  it('includes a sandbox whose built files start and stop', () => {
    const code = `
      const { startSandbox } = await import('./sandbox/dist/index.js');
      const sandbox = await startSandbox();
      const response = await fetch(sandbox.url + '/v2/base/sell/symbols');
      console.log(response.status, (await response.json()).data.length);
      await sandbox.stop();`;
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
    assert.equal(stdout.trim(), '200 21');
  });
});
