import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createMerchantClient, type MerchantClient } from 'deposit-slip/client';
import { createControl, type Control } from '../../src/index.js';
import { runWithoutBin, untilReady } from '../command.js';

/** Clients of a running sandbox. */
export interface Api {
  readonly url: string;
  readonly client: MerchantClient;
  readonly control: Control;
}

/** A sandbox in a process of its own, which can be killed. */
export class SandboxProcess {
  readonly #child: ChildProcess;
  #errors = '';

  /** Spawns the process. `args` or `env` contains its data directory or database. */
  constructor(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    this.#child = runWithoutBin(['--port', '0', ...args], env);
    // The output is always read, because a full pipe would block the process.
    this.#child.stderr!.on('data', (chunk) => (this.#errors += String(chunk)));
  }

  /** Waits until the sandbox has printed its address. */
  async ready(): Promise<Api> {
    try {
      const { url } = await untilReady(this.#child);
      return {
        url,
        client: createMerchantClient({ baseUrl: url, token: 'sandbox-token' }),
        control: createControl(url, 'control-token'),
      };
    } catch (cause) {
      throw new Error(`The sandbox did not start: ${this.#errors}`, { cause });
    }
  }

  /** Sends SIGKILL and waits for the process to exit. Returns immediately if it has already exited. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'exit');
  }

  /** Suspends the process until it is killed. */
  suspend(): void {
    this.#child.kill('SIGSTOP');
  }
}
