import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { isOutcomeUnknown, newAttempt, type Attempt } from './attempts.js';
import { Journal } from './journal.js';
import { SandboxProcess, type Api } from './sandbox-process.js';

const CLIENTS = 8;

/** When to kill a sandbox. */
export interface KillPlan {
  /** Number of acknowledgements that the sandbox gives before it is killed. */
  readonly acknowledged: number;
  /** Milliseconds between the last of these acknowledgements and the kill. */
  readonly delay: number;
  /** For each of the next starts that are killed, the milliseconds until the kill. */
  readonly startDelays: readonly number[];
}

/** Generates plans. The same seed generates the same plans. */
export function killPlans(count: number): readonly KillPlan[] {
  const startDelays = fc.array(fc.nat(2000), { minLength: 1, maxLength: 2 });
  const plan = fc.record({
    acknowledged: fc.integer({ min: 10, max: 50 }),
    delay: fc.nat(30),
    startDelays: fc.oneof({ arbitrary: fc.constant([]), weight: 9 }, { arbitrary: startDelays, weight: 1 }),
  });
  return fc.sample(plan, count);
}

/**
 * A sandbox that is killed and restarted on the same data, and the journal with which its ledger is compared.
 */
export class RestartableSandbox {
  readonly journal = new Journal();
  readonly #args: readonly string[];
  readonly #env: Readonly<Record<string, string>>;
  #process: SandboxProcess | undefined;
  #api: Api | undefined;

  constructor(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    this.#args = args;
    this.#env = env;
  }

  /** The running process, or the last one. */
  get process(): SandboxProcess {
    return this.#process!;
  }

  get api(): Api {
    return this.#api!;
  }

  /** Starts the sandbox. If it is running, kills it first. `env` is added to its environment. */
  async start(env: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.#process?.kill();
    this.#process = new SandboxProcess(this.#args, { ...this.#env, ...env });
    this.#api = await this.#process.ready();
  }

  /** Starts the sandbox and kills it during the start, once per delay in milliseconds. */
  async killStarts(delays: readonly number[]): Promise<void> {
    for (const delay of delays) {
      this.#process = new SandboxProcess(this.#args, this.#env);
      await pause(delay);
      await this.#process.kill();
    }
  }

  /** Sends attempts from several clients until they get no response. `kill` runs at the time in the plan. */
  async serveUntilKilled({ acknowledged, delay }: KillPlan, kill: () => Promise<unknown>): Promise<void> {
    const target = this.journal.acknowledged + acknowledged;
    let reach = (): void => undefined;
    const reached = new Promise<void>((resolve) => (reach = resolve));
    const client = async (): Promise<void> => {
      for (let isAnswered = true; isAnswered; isAnswered = await this.isAnswered(newAttempt()))
        if (this.journal.acknowledged >= target) reach();
    };
    const clients = Promise.all(Array.from({ length: CLIENTS }, client));
    await Promise.race([reached, clients.then(() => assert.fail('every client failed before the kill'))]);
    await pause(delay);
    await kill();
    await clients;
  }

  /** Makes an attempt. Returns false if there was no response, so that the outcome is unknown. */
  async isAnswered(attempt: Attempt): Promise<boolean> {
    try {
      await this.journal.make(attempt, this.api);
      return true;
    } catch (error) {
      if (isOutcomeUnknown(error)) return false;
      throw error;
    }
  }
}
