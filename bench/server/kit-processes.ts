/** The processes of the kit's benchmarks: an API, and handlers under load. */
import type { ApiState } from './api.js';
import type { HandlerOptions, Load } from './handler.js';
import { startChild } from './processes.js';
import type { Sample } from './rates.js';

/** Starts the API (api.ts). */
export async function startApi() {
  const { ask, stop } = await startChild<'state', ApiState>('api.ts');
  const { url } = await ask('state');
  return { local: url, remote: `${url}/remote`, stop };
}

/** Starts a handler (handler.ts). */
export async function startHandler(options: HandlerOptions) {
  const { ask, stop } = await startChild<Load, Sample>('handler.ts', options);
  return { run: ask, stop };
}
