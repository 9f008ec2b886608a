import { StorageRefused } from './db/db.js';

/** The sandbox did not start. The message is one sentence with the reason; `cause` is the system's error. */
export class StartFailure extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'StartFailure';
  }
}

/** The resources that a start needs. */
interface Attempt {
  readonly port: number;
  readonly host: string;
  readonly data: string | undefined;
}

type Explain = (attempt: Attempt) => string;

/** The reasons why listening failed, by the error's code. */
const LISTEN_FAILURES: Readonly<Record<string, Explain>> = {
  EADDRINUSE: ({ port }) =>
    `Port ${port} is in use: choose another one with --port, or leave out --strict-port.`,
  EACCES: ({ port }) => `This user may not listen on port ${port}: choose one above 1023 with --port.`,
  EADDRNOTAVAIL: ({ host }) => `${host} is not an address of this machine: choose another one with --host.`,
  ENOTFOUND: ({ host }) => `The host name ${host} has no address: choose another one with --host.`,
  EAI_AGAIN: ({ host }) => `The address of ${host} cannot be looked up now: give an address with --host.`,
};

/** The reasons why the data directory cannot be used, by the error's code. */
const STORAGE_FAILURES: Readonly<Record<string, Explain>> = {
  ENOSPC: ({ data }) => `The disk of ${data} is full.`,
  EDQUOT: ({ data }) => `The disk quota of ${data} is used up.`,
  EACCES: ({ data }) => `This user may not write to ${data}.`,
  EPERM: ({ data }) => `This user may not write to ${data}.`,
  EROFS: ({ data }) => `${data} is on a read-only file system.`,
  EEXIST: ({ data }) => `${data} is not a directory.`,
  ENOTDIR: ({ data }) => `${data} is not a directory.`,
  EMFILE: () => 'This process has too many open files.',
};

/**
 * Turns a start error into one whose message gives the reason; undefined if it already does, or if the reason
 * is unknown.
 */
export function startFailureOf(error: unknown, attempt: Attempt): StartFailure | undefined {
  if (!(error instanceof Error) || error instanceof StorageRefused || !('code' in error)) return undefined;
  const isListening = 'syscall' in error && /^(?:listen|bind|getaddrinfo)$/.test(String(error.syscall));
  if (!isListening && attempt.data === undefined) return undefined;
  const explain = (isListening ? LISTEN_FAILURES : STORAGE_FAILURES)[String(error.code)];
  return explain && new StartFailure(explain(attempt), error);
}
