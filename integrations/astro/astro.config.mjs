import node from '@astrojs/node';
import { defineConfig } from 'astro/config';

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'standalone' }),
  // An inline script would need a hash in the policy.
  vite: { build: { assetsInlineLimit: 0 } },
});
