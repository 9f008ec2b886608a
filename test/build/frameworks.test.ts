import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { shell } from '../../scripts/run.js';
import { example } from '../docs/examples.js';
import { isSoak } from '../proofs/scale.js';
import { ROOT } from '../root.js';
import { CONSUMER, installPackages, INTEGRATIONS } from './consumer.js';

const GENERATED = join(CONSUMER, 'generated');
const TOOLS = '../node_modules/.bin';
const run = (command: string) => shell(command, CONSUMER);

/**
 * Examples of the guide, by the file they are written to, and the code that their framework needs before
 * them. The samples of integrations/ check the examples of React, Vue and Svelte.
 */
const EXAMPLES = {
  preact: ['preact.tsx', '/** @jsxImportSource preact */\n'],
  solid: ['solid.tsx', '/** @jsxImportSource solid-js */\n'],
  angular: ['angular.ts', ''],
} as const;

interface Declaration {
  readonly tagName?: string;
  readonly attributes: readonly { readonly name: string }[];
  readonly events: readonly { readonly name: string }[];
  readonly members: readonly {
    readonly kind: string;
    readonly name: string;
    readonly readonly?: boolean;
    readonly static?: boolean;
  }[];
}

/** The type of the events of each element, and the entry that exports it. */
const EVENTS = {
  'deposit-slip': "import('deposit-slip').DepositSlipEventMap",
  'deposit-history': "import('deposit-slip/history').DepositHistoryEventMap",
} as const;
type Tag = keyof typeof EVENTS;

/** The names of an element's attributes, properties and events, from its manifest. */
function documented(tag: Tag): Record<'attributes' | 'properties' | 'events', readonly string[]> {
  const { modules } = JSON.parse(readFileSync(join(ROOT, 'dist/custom-elements.json'), 'utf8')) as {
    modules: { declarations: Declaration[] }[];
  };
  const declarations = modules.flatMap((module) => module.declarations);
  const element = declarations.find(({ tagName }) => tagName === tag)!;
  const settable = element.members.filter(
    ({ kind, static: isStatic, readonly: isReadonly }) => kind === 'field' && !isStatic && !isReadonly,
  );
  return {
    attributes: element.attributes.map(({ name }) => name),
    properties: settable.map(({ name }) => name),
    events: element.events.map(({ name }) => name),
  };
}

/**
 * A module that compiles only if the tag has every documented name in each framework, and has no misspelled
 * one.
 */
function namesModule(tagName: Tag): string {
  const { attributes, properties, events } = documented(tagName);
  for (const names of [attributes, properties, events]) assert.notEqual(names.length, 0);
  const prefixed = (prefix: string, names: readonly string[]) => names.map((name) => prefix + name);
  const html = [...attributes, ...properties, ...prefixed('on', events)];
  const tag = `['${tagName}']`;
  const vue = `InstanceType<import('vue').GlobalComponents${tag}>`;
  const frameworks: readonly [entry: string, type: string, names: readonly string[]][] = [
    ['react', `import('react').JSX.IntrinsicElements${tag}`, html],
    ['preact', `import('preact').JSX.IntrinsicElements${tag}`, html],
    [
      'solid',
      `import('solid-js').JSX.IntrinsicElements${tag}`,
      [...attributes, ...prefixed('prop:', properties), ...prefixed('on:', events)],
    ],
    ['svelte', `import('svelte/elements').SvelteHTMLElements${tag}`, [...html, ...prefixed('on:', events)]],
    ['vue', `${vue}['$props']`, properties],
  ];
  const emit = (name: string) => `emit('${name}', {} as never);`;
  return [
    `declare const emit: ${vue}['$emit'];`,
    ...events.map((name) => `emit('${name}', {} as ${EVENTS[tagName]}['${name}']);`),
    ...events.flatMap((name) => unknown(emit(misspelled(name)))),
    ...frameworks.flatMap(([entry, type, names]) => [
      `import type {} from 'deposit-slip/${entry}';`,
      ...names.map((name) => `'${name}' satisfies keyof ${type};`),
      ...names.flatMap((name) => unknown(`'${misspelled(name)}' satisfies keyof ${type};`)),
    ]),
  ].join('\n');
}

const misspelled = (name: string) => name.slice(0, -1);

/** A line that must not compile. */
function unknown(line: string): readonly string[] {
  return ['// @ts-expect-error: There is no such name.', line];
}

before(async () => {
  await installPackages();
  rmSync(GENERATED, { recursive: true, force: true });
  mkdirSync(GENERATED);
  for (const [name, [file, prelude]] of Object.entries(EXAMPLES))
    writeFileSync(join(GENERATED, file), prelude + example('docs/quick-starts.md', name));
  const cases = readFileSync(join(CONSUMER, 'cases/react.tsx'), 'utf8');
  writeFileSync(join(GENERATED, 'preact-cases.tsx'), cases.replaceAll('react', 'preact'));
  for (const tag of ['deposit-slip', 'deposit-history'] as const)
    writeFileSync(join(GENERATED, `${tag}-names.ts`), namesModule(tag));
});

describe('the types', { concurrency: true }, () => {
  // TypeScript 7, which the project itself uses. The other tools use the version that they support.
  const tsc = `node '${join(ROOT, 'node_modules/typescript/bin/tsc')}' -p .`;
  const resolutions = [
    ['nodenext', ''],
    ['bundler', '--module preserve --moduleResolution bundler'],
  ] as const;
  // In test/build/release.test.ts, attw checks that a bundler finds the same types.
  for (const [resolution, flags] of isSoak ? resolutions : resolutions.slice(0, 1))
    it(`name every attribute, property and event in every framework, resolved as ${resolution}`, async () => {
      await run(`${tsc} ${flags}`);
    });

  it('apply in the templates of Vue', async () => {
    await run(`${TOOLS}/vue-tsc -p tsconfig.vue.json`);
  });

  it('apply in the templates of Svelte', async () => {
    await run(`${TOOLS}/svelte-check --tsconfig tsconfig.svelte.json --fail-on-warnings`);
  });

  it('apply in the templates of Angular', async () => {
    await run(`${TOOLS}/ngc -p tsconfig.angular.json`);
  });
});

describe('the settings of Visual Studio Code in the guide', () => {
  it('name the custom data of the installed package', () => {
    const settings = JSON.parse(example('docs/quick-starts.md', 'vscode')) as { 'html.customData': string[] };
    const { tags } = JSON.parse(
      readFileSync(join(INTEGRATIONS, settings['html.customData'][0]!), 'utf8'),
    ) as {
      tags: { name: string }[];
    };
    assert.deepEqual(
      tags.map(({ name }) => name),
      ['deposit-history', 'deposit-slip'],
    );
  });
});

describe('a page that Lit renders on the server', () => {
  let rendered: string;

  before(async () => {
    rendered = await run('node render.mjs');
  });

  it('contains the tags, their attributes and their children, and no styles', () => {
    const html = rendered.replace(/<!--.*?-->/g, '').replace(/\s+/g, ' ');
    assert.match(
      html,
      /^<deposit-slip payment-id="105" merchant-name="Shop" strict > <p slot="help">Shop<\/p>/,
    );
    assert.match(html, /<script type="application\/json"> { "code": 200, .*} <\/script><\/deposit-slip >/);
    assert.match(
      html,
      /<deposit-history endpoint="\/deposit" limit="5" ><p slot="empty">Shop<\/p><\/deposit-history >/,
    );
    assert.match(
      html,
      /<shop-deposit endpoint="\/deposit"><\/shop-deposit><shop-history endpoint="\/deposit"><\/shop-history>$/,
    );
    assert.doesNotMatch(html, /<style|<template/);
  });

  it('is the same with the global DOM shim of Lit', async () => {
    assert.equal(
      await run('node --import @lit-labs/ssr/lib/install-global-dom-shim.js render.mjs'),
      rendered,
    );
  });
});
