import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { after } from 'node:test';
import { ROOT } from '../root.js';

/** An example of a guide: the code block below a comment `<!-- example: name -->`. */
export interface Example {
  readonly language: string;
  readonly code: string;
}

/** The examples of docs/mounting.md that are files of integrations/next. */
export const NEXT_FILES: Readonly<Record<string, string>> = {
  next_tsconfig: 'tsconfig.json',
  next_config: 'next.config.ts',
  next_layout: 'app/layout.tsx',
  next_sessions: 'app/deposit/sessions.ts',
  next_checkout: 'app/checkout.ts',
  next_form: 'app/page.tsx',
  next_kit: 'app/deposit/kit.ts',
  next_route: 'app/deposit/route.ts',
  next_pay: 'app/pay/page.tsx',
  next_deposit: 'app/pay/Deposit.tsx',
  next_instrumentation: 'instrumentation.ts',
  next_proxy: 'proxy.ts',
  next_trusted: 'instrumentation-client.ts',
};

/**
 * The examples of docs/mounting.md that are files of integrations/nuxt. The kit is also a file of
 * integrations/astro.
 */
export const NUXT_FILES: Readonly<Record<string, string>> = {
  nuxt_config: 'nuxt.config.ts',
  nuxt_tsconfig: 'tsconfig.json',
  nuxt_kit: 'server/utils/deposit.ts',
  nuxt_route: 'server/routes/deposit.ts',
  nuxt_checkout: 'server/routes/checkout.post.ts',
  nuxt_form: 'app/pages/index.vue',
  nuxt_render: 'server/middleware/pay.ts',
  nuxt_pay: 'app/pages/pay.vue',
  nuxt_plugin: 'server/plugins/deposit.ts',
};

/** The examples of docs/mounting.md that are files of integrations/astro. */
export const ASTRO_FILES: Readonly<Record<string, string>> = {
  astro_config: 'astro.config.mjs',
  astro_tsconfig: 'tsconfig.json',
  nuxt_kit: 'src/deposit.ts',
  astro_route: 'src/pages/deposit.ts',
  astro_checkout: 'src/pages/checkout.ts',
  astro_form: 'src/pages/index.astro',
  astro_pay: 'src/pages/pay.astro',
  astro_middleware: 'src/middleware.ts',
};

/** The examples of docs/server-rendering.md that are files of integrations. */
export const RECIPE_FILES: Readonly<Record<string, readonly string[]>> = {
  order_page: ['express/page.ts', 'hono/page.ts'],
  express_order: ['express/order.ts'],
  hono_order: ['hono/order.ts'],
  next_order: ['next/app/order/page.tsx'],
  next_rendered: ['next/app/order/RenderedDeposit.tsx'],
};

/**
 * The examples of a guide, by name. Throws if a code block is not an example, because all code in the guides
 * is tested. A diagram is not code.
 */
export function examplesOf(file: string): ReadonlyMap<string, Example> {
  const text = readFileSync(`${ROOT}/${file}`, 'utf8');
  const found = new Map<string, Example>();
  for (const [, name, language, code] of text.matchAll(/<!-- example: (\w+) -->\n+```(\w+)\n([^]*?)```/g))
    found.set(name!, { language: language!, code: code! });
  const blocks = [...text.matchAll(/^```(?!sh|mermaid)\w+\n/gm)].length;
  const tried = [...found.values()].filter(({ language }) => language !== 'sh').length;
  if (blocks !== tried) throw new Error(`${file} has ${blocks} blocks of code but ${tried} examples.`);
  return found;
}

/** The code of an example. Throws if there is none with that name. */
export function example(file: string, name: string): string {
  const found = examplesOf(file).get(name);
  if (!found) throw new Error(`${file} has no example named ${name}.`);
  return found.code;
}

/** The path of an example without the suffix. For an example for Next, it is the path in the sample. */
export function moduleOf(name: string): string {
  const file = NEXT_FILES[name];
  return file === undefined ? name : `next/${file.replace(/\.tsx?$/, '')}`;
}

/**
 * A folder inside the repository, so that modules in it can import packages by name. Removed after the tests
 * of a file.
 */
export class ExampleFolder {
  readonly path = `${ROOT}/.cache/examples-${process.pid}`;

  constructor() {
    mkdirSync(this.path, { recursive: true });
    after(() => rmSync(this.path, { recursive: true, force: true }));
  }

  /** Writes a module, by its path without the suffix. */
  write(name: string, code: string): void {
    const file = `${this.path}/${name}.ts`;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, code);
  }

  /** Writes every example of a guide. Those for Next have their own paths below `next`. */
  writeAll(file: string): void {
    for (const [name, { code }] of examplesOf(file)) this.write(moduleOf(name), code);
  }

  /** Imports the module that was written under a name. */
  async load<Module>(name: string): Promise<Module> {
    return (await import(`${this.path}/${name}.ts`)) as Module;
  }
}
