import { parse } from 'lossless-json';
import { channelsOf } from '../../../src/channels.js';
import { json } from '../../../src/http/response.js';
import { sandboxDocument } from '../../../src/reference/document.js';
import { ResponseChecker } from '../../response-checker.js';
import { Random } from '../../../../test/proofs/server/payments/random.js';
import { Divergence } from '../ledger/divergence.js';
import type { Send } from '../ledger/harness.js';
import { malformed, operationAt, type Call, type Malformed } from './malformed.js';
import { mismatches, read, type Json, type Shape } from './shape.js';
import { OPERATIONS } from './spec.js';

/** The number of malformed requests after each successful one. malformed.test.ts sends all of them once. */
const MALFORMED_EACH = 2;
/** The step from one form to the next. It is prime, so that all forms are sent before one is repeated. */
const STRIDE = 7919;

const DOCUMENT = new ResponseChecker(
  (await json(sandboxDocument({ channels: channelsOf({}) })).json()) as object,
);

const errorShape = (status: number): Shape => ({
  code: new RegExp(`^#${status}$`),
  msg: /^[A-Z].*\.$/,
  data: null,
});

/**
 * Stands between a client and the sandbox. It compares every response with the OpenAPI document, and those of
 * the nine operations with the specification. It sends malformed requests, which must be refused. If these
 * changed anything, the client's later responses show it.
 */
export class ServiceCheck {
  /** Number of requests by operation, by kind of malformed request, and by status. */
  readonly operations = new Map<string, number>();
  readonly kinds = new Map<string, number>();
  readonly statuses = new Map<string, number>();
  /** The distinct errors, with their status but without the values in them. */
  readonly errors = new Set<string>();
  sent = 0;
  readonly #next = new Map<string, number>();

  readonly between =
    (sandbox: Send): Send =>
    async (request) => {
      const send: Send = async (sent) => documented(sent, await sandbox(sent));
      const name = operationAt(new URL(request.url).pathname);
      if (name === undefined) return send(request);
      const call = await readCall(name, request.clone());
      const response = await send(request);
      const text = await response.clone().text();
      this.#check(name, 'well-formed', response.status, text, call);
      if (response.status !== 200) return response;
      const forms = malformed(name, call);
      for (let count = 0; count < MALFORMED_EACH; count++) {
        const at = this.#next.get(name) ?? 0;
        this.#next.set(name, at + 1);
        await this.#refuse(name, send, forms[(at * STRIDE) % forms.length]!());
      }
      return response;
    };

  async #refuse(name: string, send: Send, { kind, status, names, request }: Malformed): Promise<void> {
    const sent = `${kind}: ${request.method} ${request.url} ${(await request.clone().text()).slice(0, 300)}`;
    const response = await send(request);
    const text = await response.text();
    if (response.status !== status || !names.some((each) => text.includes(each)))
      throw new Divergence(
        'status',
        `${sent}: ${response.status} ${text}, not ${status} with ${names.join()}`,
      );
    this.#check(name, kind, status, text);
  }

  #check(name: string, kind: string, status: number, text: string, call?: Call): void {
    this.sent++;
    for (const [counts, key] of [
      [this.operations, name],
      [this.kinds, kind],
      [this.statuses, `${status}`],
    ] as const)
      counts.set(key, (counts.get(key) ?? 0) + 1);
    const { msg } = parse(text) as { msg: string };
    if (status !== 200) this.errors.add(`${status} ${msg.replace(/[0-9]+/g, '…')}`);
    const success = call && { code: /^#200$/, msg: /^SUCCESS$/, data: call.operation.data(call.params) };
    const wrong = mismatches(status === 200 ? success : errorShape(status), read(text), name);
    if (wrong.length > 0) throw new Divergence('response', `the shape: ${wrong.slice(0, 3).join('; ')}`);
  }
}

/** @throws {Divergence} The response is not one of the OpenAPI document. */
async function documented({ method, url }: Request, response: Response): Promise<Response> {
  const { status, headers } = response;
  const path = new URL(url).pathname;
  const text = await response.clone().text();
  const [problem] = DOCUMENT.problemsOf({ method, path, status, headers, text });
  if (problem !== undefined) throw new Divergence('response', `${method} ${path} ${status}: ${problem}`);
  return response;
}

async function readCall(name: string, request: Request): Promise<Call> {
  const operation = OPERATIONS[name]!;
  const params = (
    operation.method === 'POST'
      ? parse(await request.text())
      : Object.fromEntries(new URL(request.url).searchParams)
  ) as Call['params'];
  return { operation, params, token: request.headers.get('x-bh-token')! };
}

/**
 * Alters one member of one response of the nine operations, the one at index `at`, on its way to the client.
 */
export class Liar {
  lie: string | undefined;
  #left: number;
  readonly #random: Random;

  constructor(seed: number) {
    this.#random = new Random(seed);
    this.#left = this.#random.below(30);
  }

  readonly between =
    (send: Send): Send =>
    async (request) => {
      const response = await send(request);
      if (operationAt(new URL(request.url).pathname) === undefined || this.#left-- !== 0) return response;
      const text = JSON.stringify(altered(read(await response.text()), this.#random));
      // Restores the numbers (shape.ts).
      this.lie = text.replace(/"#(-?[0-9][0-9.]*)"/g, '$1').replaceAll('"#', '"');
      return new Response(this.lie, response);
    };
}

type Members = Record<string, Json>;

/** A copy in which one member, at any depth, is removed, renamed, or has a different value or type. */
function altered(body: Json, random: Random): Json {
  const copy = structuredClone(body) as Members;
  const places: (readonly [Members, string])[] = [];
  const visit = (value: Json): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const name of Object.keys(value)) {
      places.push([value as Members, name]);
      visit((value as Members)[name]!);
    }
  };
  visit(copy);
  const [parent, name] = random.of(places);
  const value = parent[name]!;
  const change = random.below(Array.isArray(parent) ? 2 : 4);
  // The specification leaves the wording of `msg` open, but requires that it is not empty.
  if (change === 0) parent[name] = name === 'msg' ? '' : otherValue(value, random);
  if (change === 1) parent[name] = otherType(value);
  if (change >= 2) delete parent[name];
  if (change === 3) parent[`${name}2`] = value;
  return copy;
}

/**
 * Another value of the same type: a text that is one character longer or shorter, an object with another
 * member, or a list that is reversed or longer.
 */
function otherValue(value: Json, random: Random): Json {
  if (value === '#0') return '#7';
  if (typeof value === 'string') return value.length < 3 || random.once(2) ? `${value}7` : value.slice(0, -1);
  if (!Array.isArray(value)) return { ...(value as Members), extra: '1' };
  return value.length > 1 && random.once(2) ? value.toReversed() : [...value, {}];
}

function otherType(value: Json): Json {
  if (typeof value !== 'string') return value === null ? '' : null;
  return value.startsWith('#') ? value.slice(1) : /^[0-9]+$/.test(value) ? `#${value}` : null;
}
