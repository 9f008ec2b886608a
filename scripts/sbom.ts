/**
 * Software bills of materials in CycloneDX 1.5: what is bundled, and what npm installs with a package
 * (SECURITY.md P31).
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

/** The part of the output of `npm sbom` that is used. A reference is `name@version`. */
interface Locked {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: Refs }[];
}
type Component = Readonly<Record<'bom-ref' | 'version' | 'purl' | 'hashes' | 'licenses', unknown>>;
type Refs = readonly string[];
type Graph = Map<string, Refs>;

const nameOf = (ref: string): string => ref.slice(0, ref.lastIndexOf('@'));

/** Writes `sbom.cdx.json` into every folder of built files. */
export function writeSboms(): void {
  // Bundled packages are development dependencies; npm omits those where a build has set NODE_ENV.
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--include=dev'];
  const locked = JSON.parse(spawnSync('npm', args, { encoding: 'utf8' }).stdout) as Locked;
  const all = [locked.metadata.component, ...locked.components];
  const components = new Map(all.map((component) => [component['bom-ref'], component]));
  const graph: Graph = new Map(locked.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const root = withoutDevelopment(graph, 'package.json');
  const sandbox = withoutDevelopment(graph, 'sandbox/package.json');

  const write = (folder: string, subject: string, direct: Refs, refs: Refs): void => {
    const sorted = [...new Set(refs)].sort();
    // Leaves out everything that differs between builds: serial number, time, npm's version, the folder's
    // name.
    const describe = (ref: string): object => {
      const { version, purl, hashes, licenses } = components.get(ref)!;
      return { type: 'library', 'bom-ref': ref, name: nameOf(ref), version, hashes, licenses, purl };
    };
    const needs = sorted.map((ref) => ({
      ref,
      dependsOn: graph.get(ref)!.filter((each) => sorted.includes(each)),
    }));
    const sbom = {
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      version: 1,
      metadata: { component: describe(subject) },
      components: sorted.map(describe),
      dependencies: [{ ref: subject, dependsOn: direct }, ...needs],
    };
    writeFileSync(`${folder}/sbom.cdx.json`, `${JSON.stringify(sbom, null, 2)}\n`);
  };

  const [script, modules] = [bundledIn('cdn'), bundledIn('dist')];
  write('cdn', root, script, script);
  write('dist', root, [...modules, ...graph.get(root)!], [...modules, ...installedWith(root, graph)]);
  // This bundle contains modules of the root package.
  write('sandbox/dist', sandbox, [...graph.get(sandbox)!, root], [...installedWith(sandbox, graph), root]);
}

/** Keeps only the runtime dependencies of a package, and returns its reference. */
function withoutDevelopment(graph: Graph, file: string): string {
  const { name, version, dependencies } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly [key in 'name' | 'version']: string;
  } & { readonly dependencies: object };
  const ref = `${name}@${version}`;
  graph.set(
    ref,
    graph.get(ref)!.filter((each) => nameOf(each) in dependencies),
  );
  return ref;
}

function installedWith(ref: string, graph: Graph, found = new Set<string>()): Set<string> {
  for (const next of graph.get(ref)!) if (!found.has(next)) installedWith(next, graph, found.add(next));
  return found;
}

/** The packages in a folder's bundles, from the headings of Vite's license list. */
function bundledIn(folder: string): string[] {
  const list = readFileSync(`${folder}/THIRD-PARTY-LICENSES.md`, 'utf8');
  return [...list.matchAll(/^## (\S+) - (\S+) \(/gm)].map(([, name, version]) => `${name}@${version}`);
}
