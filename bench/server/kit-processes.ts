/** The processes of the kit's benchmarks: an API, and handlers under load. */
import { pathToFileURL } from 'node:url';
import type { ApiState } from './api.js';
import type { HandlerOptions, Load, LoadSample } from './handler.js';
import { startChild } from './processes.js';

/** Starts the API (api.ts). */
export async function startApi() {
  const { ask, stop } = await startChild<'state', ApiState>('api.ts');
  const { url } = await ask('state');
  const countRequests = async () => (await ask('state')).requests;
  return { local: url, remote: `${url}/remote`, countRequests, stop };
}

/** Starts a handler (handler.ts). `root`: of another checkout of this repository, which is built. */
export async function startHandler(options: HandlerOptions, root?: string) {
  const script = root === undefined ? 'handler.ts' : `${pathToFileURL(root).href}/bench/server/handler.ts`;
  const { ask, stop } = await startChild<Load, LoadSample>(script, options);
  return { run: ask, stop };
}
