/** SECURITY.md P6: if responses must be signed, an altered one is never shown. */
import { expect } from '@open-wc/testing/pure';
import { engine } from '../../browsers/commands.js';
import type { Tampering } from '../../fixtures/tamper.js';
import { collect, nextEvent } from '../../widget/helpers/events.js';
import { mount, mountUntil, until, type Attributes } from '../../widget/helpers/mount.js';
import { button, part, parts, textOf } from '../../widget/helpers/queries.js';
import { signedVisit, unique } from '../../widget/helpers/servers.js';
import { METHODS } from '../../../src/core/methods.js';
import { isSigned } from '../../../src/core/signature.js';
import { en } from '../../../src/widget/locales/en.js';
import type { DepositSlip } from '../../../src/widget/deposit-slip/deposit-slip.js';
import { isSoak, sampleOf } from '../scale.js';
import {
  signedAnswers,
  paramsFor,
  paySigned,
  requestSigned,
  slipOf,
  type SignedAnswer,
} from './signed-answers.js';

const SCENARIOS = (await (await fetch('/signed/scenarios')).json()) as Tampering['scenario'][];
const trustKey = await (await fetch('/signed/key')).text();

type Change = Partial<SignedAnswer>;

/** Every response with each of its changes, or a sample of them, as attempts to have it accepted. */
function attempts(
  changesOf: (answer: SignedAnswer) => readonly Change[],
  sample = 12,
): (() => Promise<boolean>)[] {
  return signed.flatMap((answer) =>
    sampleOf(changesOf(answer), sample).map((change) => () => isAccepted(answer, change)),
  );
}

function positions({ length }: ArrayLike<unknown>): number[] {
  return Array.from({ length }, (_, at) => at);
}

function isAccepted(answer: SignedAnswer, change: Change = {}, key = trustKey): Promise<boolean> {
  const { bytes, query, session, signature } = { ...answer, ...change };
  return isSigned({ bytes, params: query, session }, signature, key);
}

/** The number of accepted attempts, which a soak also logs. */
async function countAccepted(what: string, tries: readonly (() => Promise<boolean>)[]): Promise<number> {
  expect(tries.length, 'attempts').to.be.greaterThan(0);
  let count = 0;
  for (const attempt of tries) if (await attempt()) count += 1;
  if (isSoak) console.log(`${what}: ${count} of ${tries.length} accepted`);
  return count;
}

function flipped(bytes: Uint8Array<ArrayBuffer>, at: number): Uint8Array<ArrayBuffer> {
  const copy = bytes.slice();
  copy[at]! ^= 1 << (at % 8);
  return copy;
}

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The signature with one bit of one character changed. In the last character, that bit carries no data. */
function respelled(signature: string, at: number): string {
  return signature.slice(0, at) + BASE64URL[BASE64URL.indexOf(signature[at]!) ^ 1]! + signature.slice(at + 1);
}

const SIGNED_PARAMS = ['paymentId', 'fiat', 'amount', 'refresh', 'arrival', 'nonce', 'visit'];

/** The request with one parameter changed: longer, shorter, empty, or the value of the next parameter. */
function otherQueries({ query }: SignedAnswer): URLSearchParams[] {
  return SIGNED_PARAMS.flatMap((name, at) => {
    const value = query.get(name) ?? '';
    const next = query.get(SIGNED_PARAMS[at + 1] ?? '') ?? '';
    return [`${value}1`, value.slice(0, -1), '', next, `${value}\n`]
      .filter((other) => other !== value)
      .map((other) => {
        const changed = new URLSearchParams(query);
        changed.set(name, other);
        return changed;
      });
  });
}

const signed = await signedAnswers(unique('signed'));

describe(`the signatures of the sample responses, in ${engine}`, () => {
  it('are all accepted if nothing is changed', async () => {
    const unchanged = attempts(() => [{}]);
    expect(await countAccepted('unchanged', unchanged)).to.equal(signed.length);
  });

  /** Each kind of change, and how many of them a sample tries on each response. */
  const CHANGES: Record<string, [changesOf: (answer: SignedAnswer) => readonly Change[], sample: number]> = {
    'with any byte of the body flipped': [
      ({ bytes }) => positions(bytes).map((at) => ({ bytes: flipped(bytes, at) })),
      6,
    ],
    'with any character of the signature altered': [
      ({ signature }) => positions(signature).map((at) => ({ signature: respelled(signature, at) })),
      4,
    ],
    'with the signature in another spelling': [
      ({ signature }) => [{ signature: respelled(signature, 85) }],
      1,
    ],
    'with the body truncated': [
      ({ bytes }) => positions(bytes).map((at) => ({ bytes: bytes.slice(0, at) })),
      2,
    ],
    'with the signature truncated': [
      ({ signature }) => positions(signature).map((at) => ({ signature: signature.slice(0, at) })),
      2,
    ],
    'for another request': [(answer) => otherQueries(answer).map((query) => ({ query })), 4],
    'for another session': [
      ({ session }) =>
        [undefined, 'session-of-ana', 'session-of-rui', `${session}\n`, `${session}x`]
          .filter((other) => other !== session)
          .map((other) => ({ session: other })),
      5,
    ],
    'in place of one another': [
      (answer) =>
        signed.filter((other) => other !== answer).map(({ bytes, signature }) => ({ bytes, signature })),
      4,
    ],
  };
  for (const [name, [changesOf, sample]] of Object.entries(CHANGES))
    it(`are rejected ${name}`, async () => {
      expect(await countAccepted(name, attempts(changesOf, sample))).to.equal(0);
    });

  it('are rejected with another key, or a malformed one', async () => {
    const keys = [
      ...['', ' ', 'x', '*', 'null', 'undefined'],
      ...[`${trustKey}=`, ` ${trustKey}`, `${trustKey}\n`, `${trustKey}A`, trustKey.slice(0, -1)],
      ...[respelled(trustKey, 0), respelled(trustKey, 42)],
    ];
    const tries = keys.flatMap((key) =>
      sampleOf(signed, 5).map((answer) => () => isAccepted(answer, {}, key)),
    );
    expect(await countAccepted('another key', tries)).to.equal(0);
  });
});

const SESSION = 'session-of-ana';

/** Attributes of an element whose responses are tampered with. */
async function tamperedBy(
  tampering: Tampering,
  visit: string,
  attributes: Attributes = {},
): Promise<Attributes> {
  const endpoint = `/signed/tampered/${encodeURIComponent(JSON.stringify(tampering))}/${visit}`;
  return { endpoint, visit: await signedVisit(visit), trustKey, session: SESSION, ...attributes };
}

/** Expects the problem of a scenario, and none of these values on the page. */
async function expectProblem(
  scenario: Tampering['scenario'],
  attributes: Attributes,
  values: readonly string[],
  what: string,
): Promise<void> {
  const slip = await mount(attributes);
  await until(() => slip.status !== 'loading');
  await slip.updateComplete;
  // The kit itself rejects a swapped cookie, with an error.
  expect(slip.problem?.kind, what).to.equal(scenario === 'swap the cookie' ? 'forbidden' : 'unsafe');
  expect(slip.slip, what).to.equal(undefined);
  expect(parts(slip, 'row'), what).to.have.length(0);
  expect(parts(slip, 'picker'), what).to.have.length(0);
  for (const value of values) expect(slip.shadowRoot!.textContent, what).not.to.contain(value);
  slip.remove();
}

async function valuesOf(visit: string, params: Record<string, string>): Promise<string[]> {
  const { data } = slipOf(await requestSigned(visit, params, SESSION));
  return Object.values(data.fieldList);
}

/** Pays the visible slip, and makes the element poll for the deposit at once. */
async function payAndPoll(slip: DepositSlip): Promise<void> {
  await paySigned(slip.slip!.txId!);
  dispatchEvent(new Event('online'));
  await slip.updateComplete;
}

describe(`an element with a trust key, in ${engine}`, () => {
  for (const method of METHODS)
    it(`shows the signed slip of ${method.id}`, async () => {
      const { paymentId, amount } = paramsFor(method);
      const name = unique('intact');
      const endpoint = `/signed/deposit/${name}`;
      const attributes = { endpoint, visit: await signedVisit(name), paymentId: paymentId!, trustKey };
      const slip = await mountUntil('ready', { ...attributes, session: SESSION, ...(amount && { amount }) });
      expect(parts(slip, 'row').length + parts(slip, 'link').length).to.be.greaterThan(0);
    });

  for (const scenario of SCENARIOS) {
    it(`shows no slip if an attacker may ${scenario}`, async () => {
      for (const method of sampleOf(METHODS, 1)) {
        const visit = unique('tampered');
        const params = paramsFor(method);
        const values = await valuesOf(visit, params);
        const { paymentId, amount } = params;
        const attributes = { paymentId: paymentId!, ...(amount && { amount }) };
        const tampered = await tamperedBy({ scenario }, visit, attributes);
        await expectProblem(scenario, tampered, values, `${scenario} ${paymentId}`);
      }
    });

    if (scenario !== 'answer a request for the methods' && sampleOf(SCENARIOS, 5).includes(scenario))
      it(`offers no method if an attacker may ${scenario}`, async () => {
        await expectProblem(scenario, await tamperedBy({ scenario }, unique('offers')), ['Pix'], scenario);
      });

    it(`reports no arrival if an attacker may ${scenario}`, async () => {
      // Only once: a later genuine response would report the deposit.
      const tampering = { scenario, only: 'arrival', once: true } as const;
      const attributes = await tamperedBy(tampering, unique('arrival'), { paymentId: '90', watch: true });
      const slip = await mountUntil('ready', attributes);
      const arrivals = collect(slip, 'deposit-arrived');
      await payAndPoll(slip);
      await until(() => !textOf(slip).includes(en.waiting.payment));
      // The kit itself rejects this payer's token in another visit, with an error.
      const text = scenario.startsWith('swap the cookie') ? en.cannotKnow.split(';')[0]! : en.paused;
      expect(part(slip, 'status').textContent).to.contain(text);
      expect(arrivals).to.have.length(0);
    });
  }

  it('polls again when the payer asks for it, and accepts the signed response', async () => {
    const tampering = { scenario: 'omit the signature', only: 'arrival', once: true } as const;
    const attributes = await tamperedBy(tampering, unique('again'), { paymentId: '90', watch: true });
    const slip = await mountUntil('ready', attributes);
    await payAndPoll(slip);
    await until(() => button(slip, en.checkAgain) !== undefined);
    const arrived = nextEvent(slip, 'deposit-arrived');
    button(slip, en.checkAgain)!.click();
    expect((await arrived).deposits).to.have.length(1);
  });
});
