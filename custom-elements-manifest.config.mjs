// The manifest of the elements, for editors and for the tables of the docs.
import { readFileSync } from 'node:fs';

/** Leaves private members out, and events without documentation: the analyzer takes the first argument of any dispatched event for a name. */
const publicOnly = {
  name: 'public-only',
  packageLinkPhase: ({ customElementsManifest: { modules } }) => {
    for (const declaration of modules.flatMap(({ declarations }) => declarations ?? [])) {
      declaration.events = declaration.events?.filter(({ name }) => name?.startsWith('deposit-'));
      declaration.members = declaration.members?.filter(({ privacy }) => privacy !== 'private');
    }
  },
};

export default {
  // An element inherits the documentation of its properties.
  globs: ['src/widget/*/deposit-*.ts', 'src/widget/*/properties.ts', 'src/widget/shared/endpoint-element.ts'],
  // The analyzer finds the files in any order, and a release must have the same bytes every time.
  overrideModuleCreation: ({ ts, globs }) =>
    globs.toSorted().map((file) => {
      const text = readFileSync(new URL(file, import.meta.url), 'utf8');
      return ts.createSourceFile(file, text, ts.ScriptTarget.ES2015, true);
    }),
  outdir: 'dist',
  litelement: true,
  packagejson: false,
  quiet: true,
  plugins: [publicOnly],
};
