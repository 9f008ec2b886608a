import { StorageRefused } from 'deposit-slip-sandbox';
import { StartFailure, startFailureOf } from '../sandbox/serving.js';
import type { DemoOptions } from './options.js';

/** The reason why the demo did not start, as a sentence. Undefined for an unknown error, which is a bug. */
export function reasonOf(
  error: unknown,
  { port, data }: Pick<DemoOptions, 'port' | 'data'>,
): string | undefined {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return `Port ${port} is in use: choose another one with --port.`;
  if (error instanceof StorageRefused) return error.message;
  // The sandbox reports its subfolder of the given folder.
  const cause = error instanceof StartFailure ? error.cause : error;
  return startFailureOf(cause, { port, data, host: '127.0.0.1' })?.message;
}

/** Prints why the demo did not start, and exits with 1. */
export function explainAndExit(error: unknown, options: DemoOptions): never {
  const reason = reasonOf(error, options);
  if (reason === undefined) throw error;
  console.error(reason);
  process.exit(1);
}
