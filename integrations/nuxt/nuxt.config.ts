export default defineNuxtConfig({
  compatibilityDate: '2026-11-01',
  vue: { compilerOptions: { isCustomElement: (tag) => tag === 'deposit-slip' } },
  typescript: { tsConfig: { vueCompilerOptions: { strictTemplates: true } } },
});
