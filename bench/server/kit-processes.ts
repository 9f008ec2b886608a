/** The processes of the kit's benchmarks: an API, handlers under load, and a Redis server. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../test/browsers/free-port.js';
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

/** Starts a handler (handler.ts). */
export async function startHandler(options: HandlerOptions) {
  const { ask, stop } = await startChild<Load, LoadSample>('handler.ts', options);
  return { run: ask, stop };
}

/** Starts a Redis server that keeps everything in memory. `redis-server` must be installed. */
export async function startRedis() {
  const folder = mkdtempSync(join(tmpdir(), 'deposit-slip-bench-'));
  const port = await freePort();
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
  const redis = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'inherit'] });
  process.once('exit', () => redis.kill());
  for await (const line of createInterface({ input: redis.stdout }))
    if (line.includes('Ready to accept connections')) break;
  redis.stdout.resume();
  const stop = () => {
    redis.kill();
    rmSync(folder, { recursive: true });
  };
  return { url: `redis://127.0.0.1:${port}`, stop };
}
