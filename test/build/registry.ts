import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { ROOT } from '../root.js';

/**
 * A registry of the packages that are installed here, so that npm can install them elsewhere without a
 * network.
 */
export interface Registry {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves every package of the lock file that is in `node_modules`, in the versions installed there. */
export async function startRegistry(): Promise<Registry> {
  const places = packagePlaces();
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '').slice(1);
    const [name = '', version] = path.split('/-/');
    if (version !== undefined) return sendTarball(response, places.get(name)?.get(version));
    const versions = places.get(name);
    if (!versions) return response.writeHead(404).end('{}');
    return sendManifests(response, name, versions, urlOf(server));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: urlOf(server),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

/** The folders of the installed packages, by name and version. */
function packagePlaces(): Map<string, Map<string, string>> {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { readonly version?: string }>;
  };
  const places = new Map<string, Map<string, string>>();
  for (const [place, { version }] of Object.entries(packages)) {
    const name = place.split('node_modules/').at(-1)!;
    if (version === undefined || name === place) continue;
    places.set(name, (places.get(name) ?? new Map<string, string>()).set(version, join(ROOT, place)));
  }
  return places;
}

function sendManifests(
  response: ServerResponse,
  name: string,
  versions: ReadonlyMap<string, string>,
  url: string,
): void {
  const manifests = [...versions].map(([version, place]) => {
    const manifest = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as object;
    return [version, { ...manifest, dist: { tarball: `${url}${name}/-/${version}` } }] as const;
  });
  const latest = manifests.at(-1)![0];
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ name, 'dist-tags': { latest }, versions: Object.fromEntries(manifests) }));
}

function sendTarball(response: ServerResponse, place: string | undefined): void {
  if (place === undefined) {
    response.writeHead(404).end();
    return;
  }
  // Packages inside another package's `node_modules` are served as separate packages.
  const name = basename(place);
  const args = ['-czf', '-', `--exclude=${name}/node_modules`, '-C', dirname(place), name];
  spawn('tar', args, { stdio: ['ignore', 'pipe', 'ignore'] }).stdout.pipe(response);
}
