import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import type { Plugin } from 'vite';
import { markdown } from './markdown.js';
import { EXCLUDED, pageOf } from './pages.js';
import { searchOptions } from './search.js';
import { sidebar } from './sidebar.js';

const inTheme = (file: string) => fileURLToPath(new URL(`theme/${file}`, import.meta.url));

/** Only this folder has Vue installed. Resolves the imports of the pages, which are outside, from here. */
const vueOfSite: Plugin = {
  name: 'vue-of-site',
  enforce: 'pre',
  resolveId(source, importer, options) {
    if (!/^vue(\/|$)/.test(source)) return undefined;
    if (options.ssr) return { id: source, external: true };
    if (!importer?.includes('.md')) return undefined;
    return this.resolve(source, fileURLToPath(import.meta.url), { ...options, skipSelf: true });
  },
};

/** Only the server build uses the rendered slip: the browser build leaves it out. */
const slipOfServer: Plugin = {
  name: 'slip-of-server',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (!source.endsWith('/slip.data.js')) return undefined;
    const found = await this.resolve(source, importer, { ...options, skipSelf: true });
    return found && { ...found, moduleSideEffects: false };
  },
};

export default defineConfig({
  title: 'deposit-slip',
  description: 'Shows a payer, on the merchant’s own page, where and how to send money, and when it arrived',
  lang: 'en',
  // The pages are the Markdown files of the repository.
  srcDir: '..',
  srcExclude: EXCLUDED,
  rewrites: pageOf,
  outDir: './dist',
  cacheDir: './.cache',
  cleanUrls: false,
  ignoreDeadLinks: false,
  markdown,
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === 'deposit-slip' } } },
  vite: {
    // The config in the folder above is for another version of Vite.
    configFile: false,
    resolve: {
      conditions: ['@deposit-slip/source'],
      alias: [{ find: /^.*\/VPSidebarItem\.vue$/, replacement: inTheme('SidebarGroup.vue') }],
    },
    plugins: [vueOfSite, slipOfServer],
  },
  themeConfig: {
    nav: [
      { text: 'Quick starts', link: '/quick-starts' },
      { text: 'Element', link: '/element' },
      { text: 'Back end', link: '/back-end' },
      { text: 'Sandbox', link: '/sandbox/' },
      { text: 'Reference', link: '/reference/' },
    ],
    sidebar,
    outline: [2, 3],
    search: { provider: 'local', options: { miniSearch: { searchOptions } } },
  },
});
