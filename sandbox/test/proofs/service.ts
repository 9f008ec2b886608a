import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createMerchantClient, type MerchantClient } from 'deposit-slip/client';
import { createControl, type Control } from '../../src/index.js';
import { runWithoutBin, untilReady } from '../command.js';

/** A sandbox as its callers reach it. */
export interface Api {
  readonly client: MerchantClient;
  readonly control: Control;
}

/** A sandbox in a process of its own. */
export class Service {
  readonly #child: ChildProcess;
  #errors = '';

  /** Begins its start; `env` says where the data is, if `args` do not. */
  constructor(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    this.#child = runWithoutBin(['--port', '0', ...args], env);
    // Taken, or a process with much to say would stand still.
    this.#child.stderr!.on('data', (chunk) => (this.#errors += String(chunk)));
  }

  /** Until it has said its address. */
  async ready(): Promise<Api> {
    try {
      const { url } = await untilReady(this.#child);
      return {
        client: createMerchantClient({ baseUrl: url, token: 'sandbox-token' }),
        control: createControl(url, 'control-token'),
      };
    } catch (cause) {
      throw new Error(`The sandbox did not start: ${this.#errors}`, { cause });
    }
  }

  /** Ends it without a word, or learns that it has ended so already, and waits until it is gone. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'exit');
  }

  /** Stands still where it is, like a process the system does not run for a while. */
  freeze(): void {
    this.#child.kill('SIGSTOP');
  }
}
