import assert from 'node:assert/strict';
import type { Flow } from 'deposit-slip/client';
import type { DepositRecord } from '../../src/index.js';
import type { Answer, Attempt } from './attempts.js';
import type { Api } from './service.js';

/** What the API says of all that ever happened. */
interface Books {
  /** By what made them: an attempt's id, or what else stands in `extId`. */
  readonly flows: ReadonlyMap<string, readonly Flow[]>;
  /** By sender. */
  readonly deposits: ReadonlyMap<string, DepositRecord>;
}

const PAGE = 1000;

async function readBooks({ client, control }: Api): Promise<Books> {
  const deposits = await control.deposits();
  const senders = new Map(deposits.map(({ id, senderName }) => [`D${id}`, senderName ?? '']));
  const flows = new Map<string, Flow[]>();
  let isLast = false;
  for (let currentPage = 1; !isLast; currentPage++) {
    const page = await client.flows.list({ currentPage, pageSize: PAGE });
    for (const flow of page.record) {
      const maker = senders.get(flow.extId) ?? flow.extId;
      flows.set(maker, [...(flows.get(maker) ?? []), flow]);
    }
    isLast = currentPage * PAGE >= page.total;
  }
  return { flows, deposits: new Map(deposits.map((deposit) => [deposit.senderName ?? '', deposit])) };
}

/** An attempt, and what is known of it outside. */
interface Entry {
  readonly attempt: Attempt;
  /** Undefined as long as nobody here knows whether it was done. */
  answer?: Answer;
}

/**
 * What was asked for and what was acknowledged, kept outside of the sandbox: its books must agree whenever it comes back.
 */
export class Journal {
  readonly #entries = new Map<string, Entry>();
  /** Whoever made flows before the journal began. */
  readonly #before = new Set<string>();
  /** Acknowledged since the last time the books were looked at. */
  #news: Entry[] = [];
  /** What became of attempts nobody had an answer to. */
  readonly unknown = { done: 0, undone: 0 };

  /** How many attempts were answered when they were made. */
  acknowledged = 0;

  /** Notes what is on the books already. */
  async begin(api: Api): Promise<void> {
    for (const maker of (await readBooks(api)).flows.keys()) this.#before.add(maker);
  }

  /** Makes an attempt, and notes it before and after. */
  async make(attempt: Attempt, api: Api): Promise<void> {
    const entry: Entry = { attempt };
    this.#entries.set(attempt.id, entry);
    entry.answer = await attempt.send(api);
    this.#news.push(entry);
    this.acknowledged++;
  }

  /**
   * After a restart: the ledger is whole, everything acknowledged is there once, every other attempt is there whole or
   * not at all. Then asks again for whatever is open, and once more for what was acknowledged since the last time.
   */
  async settle(api: Api): Promise<void> {
    const { ok, invariants } = await api.control.verify();
    assert.ok(ok, JSON.stringify(invariants));
    const books = await readBooks(api);
    this.#compare(books);
    for (const entry of [...this.#entries.values()].filter(({ answer }) => answer === undefined))
      await this.#resolve(entry, books, api);
    for (const { attempt, answer } of this.#news)
      if (attempt.kind !== 'deposit') assert.deepEqual(await attempt.send(api), answer);
    this.#news = [];
  }

  /** Everything again, and every claim and transfer asked for once more. */
  async settleAll(api: Api): Promise<void> {
    this.#news = [...this.#entries.values()].filter(({ answer }) => answer !== undefined);
    await this.settle(api);
    this.#compare(await readBooks(api));
  }

  #compare(books: Books): void {
    for (const { attempt, answer } of this.#entries.values()) {
      const found = books.flows.get(attempt.id) ?? [];
      const isThere = answer !== undefined || found.length > 0;
      if (isThere) assert.deepEqual(found.map(inWords).sort(), attempt.flows, attempt.id);
      assert.equal(books.deposits.has(attempt.id), isThere && attempt.kind === 'deposit', attempt.id);
      if (answer !== undefined) assertSame(answer, found, books);
    }
    for (const maker of books.flows.keys())
      assert.ok(
        this.#entries.has(maker) || this.#before.has(maker),
        `${maker} is on the books, and nobody asked for it`,
      );
  }

  /** A claim and a transfer are asked for again. A deposit has nothing to know it by: it is there, or did not happen. */
  async #resolve(entry: Entry, books: Books, api: Api): Promise<void> {
    const { attempt } = entry;
    const found = books.flows.get(attempt.id) ?? [];
    this.unknown[found.length > 0 ? 'done' : 'undone']++;
    if (attempt.kind === 'deposit') {
      const deposit = books.deposits.get(attempt.id);
      if (deposit) entry.answer = deposit;
      else this.#entries.delete(attempt.id);
    } else {
      entry.answer = await attempt.send(api);
      if (found.length > 0) assertSame(entry.answer, found, books);
    }
  }
}

function inWords({ merchantId, fiat, category, flowType, changed }: Flow): string {
  return `${merchantId} ${fiat} ${category} ${flowType} ${changed}`;
}

/** The flows are those the answer names. */
function assertSame(answer: Answer, flows: readonly Flow[], books: Books): void {
  if ('senderName' in answer) assert.deepEqual(books.deposits.get(answer.senderName ?? ''), answer);
  const ids = 'fromId' in answer ? [answer.fromId, answer.toId] : [answer.txId];
  for (const flow of flows) {
    assert.ok(ids.includes(flow.txId), `${flow.extId}: ${flow.txId} is not ${ids.join()}`);
    assert.equal(flow.createTime, Number(answer.createTime), flow.extId);
  }
}
