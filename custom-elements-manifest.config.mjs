// The manifest of the elements, for editors and for the tables of the docs.

/** The analyzer takes the first argument of any dispatched event for its name; only those of the doc block are real. */
const eventsByName = {
  name: 'events-by-name',
  packageLinkPhase: ({ customElementsManifest: { modules } }) => {
    for (const declaration of modules.flatMap(({ declarations }) => declarations ?? []))
      declaration.events = declaration.events?.filter(({ name }) => name?.startsWith('deposit-'));
  },
};

export default {
  // An element inherits the documentation of its properties.
  globs: ['src/widget/*/deposit-*.ts', 'src/widget/*/properties.ts'],
  outdir: 'dist',
  litelement: true,
  packagejson: false,
  quiet: true,
  plugins: [eventsByName],
};
