// The manifest of the element, for editors and for the tables of the docs.
export default {
  globs: ['src/widget/deposit-slip.ts'],
  outdir: 'dist',
  litelement: true,
  packagejson: false,
  quiet: true,
};
