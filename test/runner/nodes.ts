import { spawnSync } from 'node:child_process';

/** The major versions of Node that docs/versions.md supports. */
export const SUPPORTED_NODES = [20, 22, 24];

interface Node {
  /** The path of the program. */
  readonly node: string;
  readonly version: string;
}

/** The Node that runs the tests, and those in `NODES`. Throws if one of them does not start. */
export function nodesToTry(): readonly Node[] {
  const others = (process.env['NODES'] ?? '').split(':').filter((path) => path !== '');
  return [process.execPath, ...others].map((node) => {
    const { status, stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${node} of NODES does not start.`);
    return { node, version: stdout.trim().slice(1) };
  });
}

/** A sentence that names the supported versions that are missing, if any. */
export function missingNodeNotes(): readonly string[] {
  const present = nodesToTry().map(({ version }) => Number(version.split('.')[0]));
  const missing = SUPPORTED_NODES.filter((major) => !present.includes(major));
  return missing.length === 0
    ? []
    : [`the built packages under Node ${missing.join(' and ')}, because NODES does not name them`];
}
