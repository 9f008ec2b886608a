/** Follows the guides to the letter, with their files and commands, in an empty folder. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { satisfies } from 'semver';
import { shell } from '../../scripts/run.js';
import { ASTRO_FILES, example, NEXT_FILES, NUXT_FILES, RECIPE_FILES } from '../docs/examples.js';
import { ROOT } from '../root.js';
import { INTEGRATIONS, packPackages } from './consumer.js';
import { laterNode } from './later-node.js';

type Files = Readonly<Record<string, string>>;

const MOUNTING = 'docs/mounting.md';
const QUICK_STARTS = 'docs/quick-starts.md';

/** The files that a guide names, by path. */
function filesOf(guide: string, paths: Files): Files {
  const named = Object.entries(paths).map(([name, path]) => [path, example(guide, name)] as const);
  const text = readFileSync(join(ROOT, guide), 'utf8');
  for (const [path] of named) assert.ok(text.includes(`\`${path}\``), `${guide} does not name ${path}`);
  return Object.fromEntries(named);
}

/** The page that Next renders has its own guide. */
const NEXT_ORDER = Object.fromEntries(
  Object.entries(RECIPE_FILES)
    .filter(([name]) => name.startsWith('next_'))
    .map(([name, [path]]) => [path!.replace('next/', ''), example('docs/server-rendering.md', name)]),
);

const install = (sample: string) => pinned(example(MOUNTING, `${sample}_install`), sample);
/** All commands except the last, which starts the server. */
const build = (sample: string) =>
  example(MOUNTING, `${sample}_run`).trimEnd().split('\n').slice(0, -1).join('\n');

/** The project that `create-vite` makes, with a component of the guide in its `App`. */
function vite(template: string, file: string, app: string, code: string, check = ''): Copy {
  const name = template.replace('-ts', '');
  const component = example(QUICK_STARTS, name);
  const commands = example(QUICK_STARTS, 'vite')
    .replace('react-ts', template)
    .replace('vite@latest', 'vite@9.3.0');
  return {
    before: commands,
    files: { [`shop/src/${file}`]: component, [`shop/src/${app}`]: code },
    after: `cd shop\n${check}npm run build`,
  };
}

interface Copy {
  readonly before: string;
  readonly files: Files;
  readonly after: string;
}

const tsx = (props: string) => `import { Deposit } from './Deposit';
export function App() {
  return <Deposit ${props} onPaid={(sum?: string) => console.log(sum)} />;
}
export default App;
`;

/**
 * What to copy for each framework. For the quick starts, a template makes the project that the files go into.
 */
const COPIES = {
  next: () => ({
    before: `${install('next')}\nnpm install @lit-labs/ssr`,
    files: { ...filesOf(MOUNTING, NEXT_FILES), ...NEXT_ORDER },
    after: build('next'),
  }),
  nuxt: () => ({ before: install('nuxt'), files: filesOf(MOUNTING, NUXT_FILES), after: build('nuxt') }),
  astro: () => ({ before: install('astro'), files: filesOf(MOUNTING, ASTRO_FILES), after: build('astro') }),
  angular: () => ({
    before: example(QUICK_STARTS, 'angular_install'),
    files: {
      'shop/src/app/deposit.ts': example(QUICK_STARTS, 'angular'),
      'shop/src/app/app.ts': `import { Component } from '@angular/core';
import { Deposit } from './deposit';

@Component({
  selector: 'app-root',
  imports: [Deposit],
  template: '<shop-deposit methods="90" (paid)="log($event)" />',
})
export class App {
  readonly log = console.log;
}
`,
    },
    after: 'cd shop\nnpx ng build',
  }),
  react: () => vite('react-ts', 'Deposit.tsx', 'App.tsx', tsx('')),
  preact: () => vite('preact-ts', 'Deposit.tsx', 'app.tsx', tsx('')),
  solid: () => vite('solid-ts', 'Deposit.tsx', 'App.tsx', tsx('methods="90"')),
  vue: () => {
    const [, options] = /`(vue\(\{.*?\}\))`/.exec(readFileSync(join(ROOT, QUICK_STARTS), 'utf8'))!;
    const code = `<script setup lang="ts">
import Deposit from './Deposit.vue';
const log = console.log;
</script>
<template><Deposit methods="90" @paid="log" /></template>
`;
    const copy = vite('vue-ts', 'Deposit.vue', 'App.vue', code);
    const config = `import vue from '@vitejs/plugin-vue';
export default { plugins: [${options}] };
`;
    return { ...copy, files: { ...copy.files, 'shop/vite.config.ts': config } };
  },
  svelte: () =>
    vite(
      'svelte-ts',
      'Deposit.svelte',
      'App.svelte',
      `<script lang="ts">
  import Deposit from './Deposit.svelte';
</script>
<Deposit methods="90" onPaid={console.log} />
`,
      'npm run check\n',
    ),
} as const satisfies Readonly<Record<string, () => Copy>>;

export type Copied = keyof typeof COPIES;
export const COPIED = Object.keys(COPIES) as readonly Copied[];

/**
 * The arguments of a command, with each package at the version that the samples are tested with. Next is
 * tested with the newest TypeScript.
 */
function pinned(commands: string, sample: string): string {
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, Files>;
  const { dependencies, devDependencies } = read(join(INTEGRATIONS, sample, 'package.json'));
  const versions: Files = {
    ...dependencies,
    ...devDependencies,
    ...(sample === 'next' && {
      typescript: read(join(ROOT, 'package.json'))['devDependencies']!['typescript']!,
    }),
  };
  return commands.replace(/^(npm install )(.*)$/gm, (_line, command: string, names: string) =>
    [
      command.trimEnd(),
      ...names.split(' ').map((word) => {
        const [, name, range = '*'] = /^(.[^@]*)(?:@(.*))?$/.exec(word)!;
        const version = versions[name!];
        return version && satisfies(version, range) ? `${name}@${version}` : word;
      }),
    ].join(' '),
  );
}

/**
 * Follows a guide in an empty folder outside the repository, with the packed package in place of the
 * published one.
 */
export async function tryCopied(name: Copied): Promise<void> {
  const [tarball] = await packPackages();
  const { before, files, after } = COPIES[name]();
  const place = mkdtempSync(join(tmpdir(), `copied-${name}-`));
  const PATH = [laterNode(), process.env['PATH'] ?? ''].join(delimiter);
  const env = {
    PATH,
    npm_config_yes: 'true',
    NEXT_TELEMETRY_DISABLED: '1',
    NUXT_TELEMETRY_DISABLED: '1',
    NG_CLI_ANALYTICS: 'false',
  };
  try {
    await shell(`set -e\n${before.replace(/ deposit-slip(?=\s|$)/g, ` '${tarball}'`)}`, place, env);
    for (const [path, code] of Object.entries(files)) {
      mkdirSync(dirname(join(place, path)), { recursive: true });
      writeFileSync(join(place, path), code);
    }
    await shell(`set -e\n${after}`, place, env);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
