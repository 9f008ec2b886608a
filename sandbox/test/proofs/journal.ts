import assert from 'node:assert/strict';
import type { Flow } from 'deposit-slip/client';
import { ControlError, type Control, type DepositRecord } from '../../src/index.js';
import type { Attempt, Result } from './attempts.js';
import type { Api } from './sandbox-process.js';

/** The whole ledger, as the API returns it. */
interface LedgerSnapshot {
  /** By the attempt that created them; other flows by their `extId`. */
  readonly flows: ReadonlyMap<string, readonly Flow[]>;
  /** By sender's name. */
  readonly deposits: ReadonlyMap<string, DepositRecord>;
}

const PAGE_SIZE = 1000;

/** All deposits, newest first. */
async function allDeposits(control: Control): Promise<readonly DepositRecord[]> {
  const deposits: DepositRecord[] = [];
  for (;;) {
    const before = deposits.at(-1)?.id;
    const part = await control.deposits({ limit: 1000, ...(before !== undefined && { before }) });
    deposits.push(...part);
    if (part.length < 1000) return deposits;
  }
}

async function readLedger({ client, control }: Api): Promise<LedgerSnapshot> {
  const deposits = await allDeposits(control);
  const senders = new Map(deposits.map(({ id, senderName }) => [`D${id}`, senderName ?? '']));
  const flows = new Map<string, Flow[]>();
  let isLast = false;
  for (let currentPage = 1; !isLast; currentPage++) {
    const page = await client.flows.list({ currentPage, pageSize: PAGE_SIZE });
    for (const flow of page.record) {
      const origin = senders.get(flow.extId) ?? flow.extId;
      flows.set(origin, [...(flows.get(origin) ?? []), flow]);
    }
    isLast = currentPage * PAGE_SIZE >= page.total;
  }
  return { flows, deposits: new Map(deposits.map((deposit) => [deposit.senderName ?? '', deposit])) };
}

interface Entry {
  readonly attempt: Attempt;
  /** Undefined while the outcome is unknown. */
  result?: Result;
  /** True if the sandbox answered that nothing was done. */
  isRejected?: boolean;
}

/**
 * Records outside the sandbox what was requested and what was acknowledged, and compares the ledger with this
 * record.
 */
export class Journal {
  readonly #entries = new Map<string, Entry>();
  /** Origins of the flows that the ledger contained before the journal began. */
  readonly #existing = new Set<string>();
  /** Attempts acknowledged since the last comparison. */
  #recent: Entry[] = [];
  /** Outcomes of the attempts without a response, found later in the ledger. */
  readonly unanswered = { booked: 0, notBooked: 0 };

  /** Number of attempts that got a response the first time. */
  acknowledged = 0;

  /** Records the ledger's existing contents. */
  async begin(api: Api): Promise<void> {
    for (const origin of (await readLedger(api)).flows.keys()) this.#existing.add(origin);
  }

  /** Makes an attempt and records it, before and after. */
  async make(attempt: Attempt, api: Api): Promise<void> {
    const entry: Entry = { attempt };
    this.#entries.set(attempt.id, entry);
    try {
      entry.result = await attempt.send(api);
    } catch (error) {
      // The API's client repeats requests by itself, so its last error says nothing about the first request.
      entry.isRejected = error instanceof ControlError && error.status === 503;
      throw error;
    }
    this.#recent.push(entry);
    this.acknowledged++;
  }

  /**
   * Compares the ledger with the journal after a restart. No invariant may be violated, every acknowledged
   * attempt must be booked once, and every other attempt must be booked completely or not at all. Then
   * repeats the attempts whose outcome is unknown. Also repeats those acknowledged since the last comparison,
   * which must return the first result again.
   */
  async reconcile(api: Api): Promise<void> {
    const { ok, invariants } = await api.control.verify({ full: true });
    assert.ok(ok, JSON.stringify(invariants));
    const ledger = await readLedger(api);
    this.#compare(ledger);
    for (const entry of [...this.#entries.values()].filter(({ result }) => result === undefined))
      await this.#resolve(entry, ledger, api);
    for (const { attempt, result } of this.#recent)
      if (attempt.kind !== 'deposit') assert.deepEqual(await attempt.send(api), result);
    this.#recent = [];
  }

  /** The same, but repeats every claim and transfer ever acknowledged, and then compares the ledger again. */
  async reconcileAll(api: Api): Promise<void> {
    this.#recent = [...this.#entries.values()].filter(({ result }) => result !== undefined);
    await this.reconcile(api);
    this.#compare(await readLedger(api));
  }

  #compare(ledger: LedgerSnapshot): void {
    for (const { attempt, result, isRejected } of this.#entries.values()) {
      const flows = ledger.flows.get(attempt.id) ?? [];
      const isBooked = result !== undefined || flows.length > 0;
      assert.ok(!(isRejected && isBooked), `${attempt.id} is booked, but was answered with a 503`);
      if (isBooked) assert.deepEqual(flows.map(summaryOf).sort(), attempt.flows, attempt.id);
      assert.equal(ledger.deposits.has(attempt.id), isBooked && attempt.kind === 'deposit', attempt.id);
      if (result !== undefined) assertMatches(result, flows, ledger);
    }
    for (const origin of ledger.flows.keys()) {
      const isExpected = this.#entries.has(origin) || this.#existing.has(origin);
      assert.ok(isExpected, `${origin} is in the ledger, but was never requested`);
    }
  }

  /**
   * Repeats a claim or transfer. A deposit has no clientId, so it cannot be repeated: either the ledger
   * contains it, or it did not happen.
   */
  async #resolve(entry: Entry, ledger: LedgerSnapshot, api: Api): Promise<void> {
    const { attempt } = entry;
    const flows = ledger.flows.get(attempt.id) ?? [];
    this.unanswered[flows.length > 0 ? 'booked' : 'notBooked']++;
    if (attempt.kind === 'deposit') {
      const deposit = ledger.deposits.get(attempt.id);
      if (deposit) entry.result = deposit;
      else this.#entries.delete(attempt.id);
    } else {
      entry.result = await attempt.send(api);
      if (flows.length > 0) assertMatches(entry.result, flows, ledger);
    }
  }
}

function summaryOf({ merchantId, fiat, category, flowType, changed }: Flow): string {
  return `${merchantId} ${fiat} ${category} ${flowType} ${changed}`;
}

/** Asserts that the flows have the ids and the time of the result. */
function assertMatches(result: Result, flows: readonly Flow[], ledger: LedgerSnapshot): void {
  if ('senderName' in result) assert.deepEqual(ledger.deposits.get(result.senderName ?? ''), result);
  const ids = 'fromId' in result ? [result.fromId, result.toId] : [result.txId];
  for (const flow of flows) {
    assert.ok(ids.includes(flow.txId), `${flow.extId}: ${flow.txId} is not one of ${ids.join()}`);
    assert.equal(flow.createTime, Number(result.createTime), flow.extId);
  }
}
