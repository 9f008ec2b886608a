// Generates the custom elements manifest, which editors and the tables of the docs read.
import { readFileSync } from 'node:fs';

/** The built module of each element. The analyzer reads the sources, which are not published. */
const BUILT = { 'deposit-history': 'dist/history.js', 'deposit-slip': 'dist/element.js' };

/**
 * Leaves out private members, and events without documentation: the analyzer mistakes the first argument of
 * any dispatched event for a name.
 */
const publicOnly = {
  name: 'public-only',
  packageLinkPhase: ({ customElementsManifest: { modules } }) => {
    for (const declaration of modules.flatMap(({ declarations }) => declarations ?? [])) {
      declaration.events = declaration.events?.filter(({ name }) => name?.startsWith('deposit-'));
      declaration.members = declaration.members?.filter(({ privacy }) => privacy !== 'private');
    }
  },
};

/** Gives the base class of the elements the custom properties that a comment in `TOKENS` describes. */
const fromTokens = {
  name: 'from-tokens',
  moduleLinkPhase: ({ moduleDoc: { declarations = [] } }) => {
    const text = readFileSync(new URL('src/widget/shared/styles/tokens.ts', import.meta.url), 'utf8');
    const described = text.matchAll(/\/\*\*((?:(?!\*\/)[^])*)\*\/\s*\{\s*name: '([\w-]+)'/g);
    const base = declarations.find(({ name }) => name === 'EndpointElement');
    if (base)
      base.cssProperties = [...described].map(([, comment, name]) => ({
        description: comment.replaceAll(/\s+(?:\* )?/g, ' ').trim(),
        name: `--deposit-${name}`,
      }));
  },
};

/** Lists only the published modules. An element's declaration includes its inherited members. */
const asPublished = {
  name: 'as-published',
  packageLinkPhase: ({ customElementsManifest: manifest }) => {
    // The first schema version with `cssStates`.
    manifest.schemaVersion = '2.1.0';
    const declarations = manifest.modules.flatMap((module) => module.declarations ?? []);
    manifest.modules = declarations.filter(({ tagName }) => tagName).map(publishedModule);
  },
};

function publishedModule(element) {
  const { name, tagName } = element;
  const declaration = { name, module: BUILT[tagName] };
  for (const { inheritedFrom } of Object.values(element).flat().filter(Boolean)) delete inheritedFrom?.module;
  element.superclass = { name: 'LitElement', package: 'lit' };
  return {
    kind: 'javascript-module',
    path: declaration.module,
    declarations: [element],
    exports: [{ kind: 'js', name, declaration }],
  };
}

export default {
  // An element inherits the documentation of its properties.
  globs: ['src/widget/*/deposit-*.ts', 'src/widget/*/properties.ts', 'src/widget/shared/endpoint-element.ts'],
  // The analyzer finds the files in any order, but a release must have the same bytes every time.
  overrideModuleCreation: ({ ts, globs }) =>
    globs.toSorted().map((file) => {
      const text = readFileSync(new URL(file, import.meta.url), 'utf8');
      return ts.createSourceFile(file, text, ts.ScriptTarget.ES2015, true);
    }),
  outdir: 'dist',
  litelement: true,
  packagejson: false,
  quiet: true,
  plugins: [publicOnly, fromTokens, asPublished],
};
