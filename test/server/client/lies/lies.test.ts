/**
 * A server that lies in one member at a time, in responses to every operation. The client must notice, or the
 * lie must be in the list of those that cannot be checked.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { InvalidRequestError, UnreadableResponseError } from 'deposit-slip/client';
import { cryptoTransfersQuery, flowsQuery, ordersQuery, virtualAccountsQuery } from 'deposit-slip/contract';
import { callByName } from '../samples.js';
import { envelope, scriptedClient } from '../scripted-client.js';
import { liesAbout, type Lie } from './lies.js';
import { NOTICED } from './noticed.js';
import { TRUTHS, type Truth } from './truths.js';
import { UNVERIFIABLE } from './unverifiable.js';

type Outcome = { readonly result: string; readonly error?: never } | { readonly error: unknown };

let answer = '';
const { client } = scriptedClient('', { fetch: () => Promise.resolve(envelope(answer)) });

/** Calls an operation of an API that responds with `data`. */
async function ask({ operation, input }: Truth, data: unknown): Promise<Outcome> {
  answer = JSON.stringify(data) ?? 'null';
  return callByName(client, operation, ...(input ? [input] : [])).then(
    (result) => ({ result: withoutTrailingZeros(result) }),
    (error: unknown) => ({ error }),
  );
}

/** Changes to another value that a member can have. */
const CONTRADICTORY: ReadonlySet<Lie['change']> = new Set(['another', 'negative', 'unsafe']);

/** Reads the same list page by page, if the call reads the first page. */
async function askAll({ operation, input }: Truth, data: unknown): Promise<{ error?: unknown }> {
  const { currentPage: _, ...filter } = input as { currentPage?: number };
  answer = JSON.stringify(data);
  const records = callByName(client, operation.replace('list', 'all'), filter) as unknown;
  try {
    for await (const record of records as AsyncIterable<unknown>) assert.ok(record);
    return {};
  } catch (error) {
    return { error };
  }
}

/**
 * Whether a record has the key of another record. An iterator then leaves one out, as it does with records
 * that move.
 */
function isRepeated({ data }: Lie): boolean {
  const { record } = data as { record: readonly Readonly<Record<string, string | number>>[] };
  const keys = record.map(({ id, orderId, depositAlias }) => `${id ?? orderId ?? depositAlias}`);
  return new Set(keys).size < keys.length;
}

/** The same text for equal decimals. */
function withoutTrailingZeros(result: unknown): string {
  return JSON.stringify(result).replace(/"(-?[0-9]+)\.([0-9]*?)0*"/g, (_, whole: string, rest: string) =>
    JSON.stringify(rest === '' ? whole : `${whole}.${rest}`),
  );
}

/** The lies about a response, each of them once. */
function uniqueLies({ schema, data, differsIn }: Truth): Lie[] {
  const seen = new Set([JSON.stringify(data)]);
  return liesAbout(schema, data).filter(({ data: lie, member }) => {
    if (differsIn !== undefined && member !== differsIn) return false;
    const text = JSON.stringify(lie);
    return !seen.has(text) && seen.add(text);
  });
}

const keyOf = (operation: string, { member, change }: Pick<Lie, 'member' | 'change'>): string =>
  `${operation}: ${member}, ${change}`;

const LISTED: ReadonlySet<string> = new Set(
  Object.entries(UNVERIFIABLE).flatMap(([operation, believed]) =>
    believed.flatMap(([changes, ...members]) =>
      members.flatMap((member) => changes.map((change) => keyOf(operation, { member, change }))),
    ),
  ),
);

/** Whether a lie is about a member that the request names. */
function isAskedFor({ input = {} }: Truth, { member }: Lie): boolean {
  return Object.hasOwn(input, member.replace(/^.*\./, ''));
}

function assertRefused(error: unknown, { operation, variant }: Truth, { text }: Lie): void {
  const message = `${operation}, ${variant}: ${text}: ${String(error)}`;
  assert.ok(error instanceof UnreadableResponseError, message);
  const isPost = /^(accounts|funds)\./.test(operation);
  assert.equal(error.mayHaveTakenEffect, isPost, message);
}

interface Documented {
  readonly operation: string;
  readonly member: string;
  readonly reason: string;
}

/** The members in the lists of docs/client.md, "What cannot be checked". */
function documentedMembers(): Documented[] {
  const guide = readFileSync('docs/client.md', 'utf8');
  const [section = ''] = guide.split('### What cannot be checked')[1]!.split('\n## ');
  const [, ...operations] = section.split('\n#### ');
  return operations.flatMap((text) => {
    const operation = /`(.+)`/.exec(text)![1]!;
    const [, ...items] = text.split(/^- /m);
    return items.flatMap((item) => {
      const [names = '', reason = ''] = item.split('`: ');
      return names
        .replaceAll('`', '')
        .split(/,\s+/)
        .map((member) => ({ operation, member, reason }));
    });
  });
}

const believed = new Set<string>();

/** Changes after which a result that is the same hides the lie: it is not another form of the truth. */
const MEANT: ReadonlySet<Lie['change']> = new Set(['another', 'negative', 'decimals', 'unsafe', 'repeated']);

/** The lies about a response that the client believes although it should not. */
async function unexpectedBeliefs(truth: Truth): Promise<string[]> {
  const honest = await ask(truth, truth.data);
  assert.ok('result' in honest, `${truth.variant}: ${JSON.stringify(honest)}`);
  const found: string[] = [];
  for (const lie of uniqueLies(truth)) {
    const outcome = await ask(truth, lie.data);
    if ('error' in outcome) assertRefused(outcome.error, truth, lie);
    else if (outcome.result !== honest.result || MEANT.has(lie.change)) {
      const key = keyOf(truth.operation, lie);
      believed.add(key);
      if (!LISTED.has(key) || isAskedFor(truth, lie)) found.push(`${key}: ${truth.variant}: ${lie.text}`);
    }
  }
  return found;
}

/** The lists that have parameters. */
const QUERIES = {
  'cryptoTransfers.list': cryptoTransfersQuery,
  'orders.list': ordersQuery,
  'virtualAccounts.list': virtualAccountsQuery,
  'flows.list': flowsQuery,
};

function firstRecord({ data }: Pick<Truth, 'data'>): Readonly<Record<string, unknown>> {
  const [first = {}] = Array.isArray(data) ? data : ((data as { record?: object[] }).record ?? []);
  return first as Record<string, unknown>;
}

/** Requests that differ from a true one in a parameter, which a record of the response shows. */
function otherRequests(truth: Truth, name: string): Truth[] {
  const { input, schema, data } = truth;
  const lies = liesAbout(schema, data).filter(({ change }) => change === 'another');
  const values = new Set(lies.map((lie) => firstRecord({ data: lie.data as object })[name]));
  values.delete(firstRecord(truth)[name]);
  return [...values].map((value) => ({ ...truth, input: { ...input, [name]: value } }));
}

const OPERATIONS = [...new Set(TRUTHS.map(({ operation }) => operation))];

describe('a false member in a response', () => {
  it('is tested in every operation', () => {
    assert.equal(OPERATIONS.length, 9);
  });

  for (const operation of OPERATIONS)
    it(`is detected, or is undetectable: ${operation}`, async () => {
      const found: string[] = [];
      for (const truth of TRUTHS)
        if (truth.operation === operation) found.push(...(await unexpectedBeliefs(truth)));
      assert.deepEqual(found, []);
    });

  for (const [operation, { shape }] of Object.entries(QUERIES))
    it(`is detected if it is true of another request: ${operation}`, async () => {
      const truths = TRUTHS.filter((each) => each.operation === operation);
      for (const name of Object.keys(shape)) {
        const showing = truths.filter((truth) => name in firstRecord(truth));
        const requests = showing
          .filter(({ input = {} }) => name in input)
          .flatMap((truth) => otherRequests(truth, name));
        const noticed = [];
        for (const request of requests) {
          const { error } = await ask(request, request.data);
          if (error instanceof InvalidRequestError) continue;
          assert.ok(error instanceof UnreadableResponseError, JSON.stringify(request.input));
          noticed.push(error.field?.replace(/^.*\./, ''));
        }
        assert.equal(showing.length > 0, noticed.includes(name), `${name} in a request of truths.ts`);
      }
    });

  it('is detected where only its value reveals it', async () => {
    for (const [operation, variant, expected] of NOTICED) {
      const truth = TRUTHS.find((each) => each.operation === operation && each.variant === variant)!;
      const [start, isPrefix] = [expected.replace('…', ''), expected.endsWith('…')];
      const lies = uniqueLies(truth).filter(({ text }) =>
        isPrefix ? text.startsWith(start) : text === start,
      );
      assert.ok(lies.length > 0, `${operation}, ${variant}: ${expected}`);
      for (const lie of lies) assertRefused((await ask(truth, lie.data)).error, truth, lie);
    }
  });

  for (const operation of ['orders', 'virtualAccounts', 'flows'])
    it(`in a record is detected by the iterator as by the page: ${operation}.all`, async () => {
      let noticed = 0;
      // Every second variant, to prove that the iterator reads what the page does.
      const truths = TRUTHS.filter((each) => each.operation === `${operation}.list`);
      for (const truth of truths.filter((_, at) => at % 2 === 0))
        for (const lie of uniqueLies(truth)) {
          if (!CONTRADICTORY.has(lie.change) || !/^record\.\w+/.test(lie.member) || isRepeated(lie)) continue;
          const outcome = await ask(truth, lie.data);
          if (!('error' in outcome)) continue;
          noticed += 1;
          const { error } = await askAll(truth, lie.data);
          assertRefused(error, truth, lie);
        }
      assert.ok(noticed > 100, `${noticed}`);
    });

  it('is in the list of undetectable ones only if the client accepts it', () => {
    assert.deepEqual(
      [...LISTED].filter((key) => !believed.has(key)),
      [],
    );
  });

  it('is in the guide if it is undetectable', () => {
    const members = Object.entries(UNVERIFIABLE).flatMap(([operation, believed]) =>
      believed.flatMap(([, ...all]) => all.map((member) => `${operation} ${member.replace('record.', '')}`)),
    );
    const documented = documentedMembers().map(({ operation, member }) => `${operation} ${member}`);
    assert.deepEqual(new Set(documented), new Set(members));
  });

  it('is said to be outside the query only if no parameter has its name', () => {
    const isParameter = ({ operation, member }: Documented): boolean =>
      Object.hasOwn(QUERIES[operation as keyof typeof QUERIES]?.shape ?? {}, member);
    const outside = documentedMembers().filter(({ reason }) =>
      /^The (?:request does not mention|query does not filter)/.test(reason),
    );
    assert.ok(outside.length > 10);
    assert.deepEqual(outside.filter(isParameter), []);
  });
});
