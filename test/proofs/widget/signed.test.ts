/** P6: an altered answer is never shown where answers are signed. */
import { expect } from '@open-wc/testing';
import { engine } from '../../browsers/commands.js';
import { SCENARIOS, type Tampering } from '../../fixtures/scenarios.js';
import { event, mount, part, parts, reaching, unique, words, type Attributes } from '../../widget/bench.js';
import { METHODS } from '../../../src/core/methods.js';
import { isSigned } from '../../../src/widget/shared/signature.js';
import type { DepositSlip } from '../../../src/widget/deposit-slip/deposit-slip.js';
import { isSoak, sampleOf } from '../scale.js';
import { fiftyAnswers, pay, questionFor, slipOf, take, type Taken } from './signed-answers.js';

let trustKey: string;

before(async function () {
  // The kit's bank starts when it is first asked.
  this.timeout(60_000);
  trustKey = await (await fetch('/signed/key')).text();
});

/** Every answer altered in every way, or the sample of it. */
function ways<Way>(of: (taken: Taken) => readonly Way[], sample: number): [Taken, Way][] {
  return fifty.flatMap((taken) => sampleOf(of(taken), sample).map((way): [Taken, Way] => [taken, way]));
}

function positions({ length }: ArrayLike<unknown>): number[] {
  return Array.from({ length }, (_, at) => at);
}

function accepts(taken: Taken, change: Partial<Taken> = {}, key = trustKey): Promise<boolean> {
  const { bytes, asked, session, signature } = { ...taken, ...change };
  return isSigned({ bytes, params: asked, session }, signature, key);
}

/** How many were accepted. In a soak the figure is said. */
async function accepted(what: string, tries: readonly (() => Promise<boolean>)[]): Promise<number> {
  expect(tries.length, 'nothing was tried').to.be.greaterThan(0);
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

const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** With one bit of one of its signs another; of the last, a bit that stands for nothing. */
function respelled(signature: string, at: number): string {
  return signature.slice(0, at) + SIGNS[SIGNS.indexOf(signature[at]!) ^ 1]! + signature.slice(at + 1);
}

const LINES = ['paymentId', 'fiat', 'amount', 'refresh', 'arrival', 'nonce'];

/** The question with one line another: a sign more, a sign less, none, or the next line's. */
function otherQuestions({ asked }: Taken): URLSearchParams[] {
  return LINES.flatMap((name, at) => {
    const value = asked.get(name) ?? '';
    const next = asked.get(LINES[at + 1] ?? '') ?? '';
    return [`${value}1`, value.slice(0, -1), '', next, `${value}\n`]
      .filter((other) => other !== value)
      .map((other) => {
        const changed = new URLSearchParams(asked);
        changed.set(name, other);
        return changed;
      });
  });
}

let fifty: Taken[];

describe(`the signatures of fifty answers, in ${engine}`, () => {
  before(async function () {
    // Of three engines at once, on a machine that has more to do.
    this.timeout(60_000);
    fifty = await fiftyAnswers(unique('fifty'));
    expect(fifty).to.have.length(50);
  });

  it('are all accepted as they came', async () => {
    expect(
      await accepted(
        'untouched',
        fifty.map((taken) => () => accepts(taken)),
      ),
    ).to.equal(50);
  });

  it('are not accepted with any byte of the body flipped', async () => {
    const tries = ways(({ bytes }) => positions(bytes), 6).map(
      ([taken, at]) =>
        () =>
          accepts(taken, { bytes: flipped(taken.bytes, at) }),
    );
    expect(await accepted('a byte of the body flipped', tries)).to.equal(0);
  });

  it('are not accepted with any byte of the signature flipped', async () => {
    const tries = ways(({ signature }) => positions(signature), 4).map(
      ([taken, at]) =>
        () =>
          accepts(taken, { signature: respelled(taken.signature, at) }),
    );
    expect(await accepted('a sign of the signature altered', tries)).to.equal(0);
    const last = fifty.map((taken) => () => accepts(taken, { signature: respelled(taken.signature, 85) }));
    expect(await accepted('spelled otherwise', last)).to.equal(0);
  });

  it('are not accepted cut short, at any length', async () => {
    const bodies = ways(({ bytes }) => positions(bytes), 2).map(
      ([taken, at]) =>
        () =>
          accepts(taken, { bytes: taken.bytes.slice(0, at) }),
    );
    expect(await accepted('the body cut short', bodies)).to.equal(0);
    const signatures = ways(({ signature }) => positions(signature), 2).map(
      ([taken, at]) =>
        () =>
          accepts(taken, { signature: taken.signature.slice(0, at) }),
    );
    expect(await accepted('the signature cut short', signatures)).to.equal(0);
  });

  it('are not accepted for another question or session', async () => {
    const questions = ways(otherQuestions, 4).map(
      ([taken, asked]) =>
        () =>
          accepts(taken, { asked }),
    );
    expect(await accepted('another question', questions)).to.equal(0);
    const sessions = fifty.flatMap((taken) =>
      [undefined, 'session-of-ana', 'session-of-rui', `${taken.session}\n`, `${taken.session}x`]
        .filter((session) => session !== taken.session)
        .map((session) => () => accepts(taken, { session })),
    );
    expect(await accepted('another session', sessions)).to.equal(0);
  });

  it('are not accepted for one another', async () => {
    const pairs = fifty.flatMap((taken) =>
      fifty.filter((other) => other !== taken).map((other) => [taken, other]),
    );
    const tries = sampleOf(pairs, 200).map(
      ([taken, other]) =>
        () =>
          accepts(taken!, { bytes: other!.bytes, signature: other!.signature }),
    );
    expect(await accepted('swapped', tries)).to.equal(0);
  });

  it('are not accepted with another key, or one that is none', async () => {
    const keys = [
      '',
      ' ',
      'x',
      '*',
      `${trustKey}=`,
      ` ${trustKey}`,
      `${trustKey}\n`,
      trustKey.slice(0, -1),
      `${trustKey}A`,
      respelled(trustKey, 0),
      respelled(trustKey, 42),
      'null',
      'undefined',
    ];
    const tries = keys.flatMap((key) => sampleOf(fifty, 5).map((taken) => () => accepts(taken, {}, key)));
    expect(await accepted('another key', tries)).to.equal(0);
  });
});

const SESSION = 'session-of-ana';

function tamperedBy(tampering: Tampering, visit: string, given: Attributes = {}): Promise<DepositSlip> {
  const endpoint = `/signed/tampered/${encodeURIComponent(JSON.stringify(tampering))}/${visit}`;
  return mount({ endpoint, trustKey, session: SESSION, ...given });
}

async function expectUnsafe(slip: DepositSlip, secrets: readonly string[], what: string): Promise<void> {
  while (slip.status === 'loading') await nextUpdate(slip);
  expect(slip.problem?.kind, what).to.equal('unsafe');
  expect(slip.slip, what).to.equal(undefined);
  expect(parts(slip, 'row'), what).to.have.length(0);
  expect(parts(slip, 'picker'), what).to.have.length(0);
  const shown = slip.shadowRoot!.textContent;
  for (const secret of secrets) expect(shown, what).not.to.contain(secret);
}

async function valuesOf(visit: string, query: Record<string, string>): Promise<string[]> {
  const { data } = slipOf(await take(visit, query, SESSION));
  return Object.values(data.fieldList);
}

describe(`an element with a trust key, in ${engine}`, () => {
  for (const method of METHODS)
    it(`shows the signed slip of ${method.id}`, async () => {
      const { paymentId, amount } = questionFor(method);
      const given = { endpoint: `/signed/deposit/${unique('whole')}`, paymentId: paymentId!, trustKey };
      const slip = await mount({ ...given, session: SESSION, ...(amount && { amount }) });
      await reaching(slip, 'ready');
      expect(parts(slip, 'row').length + parts(slip, 'link').length).to.be.greaterThan(0);
    });

  for (const scenario of SCENARIOS) {
    it(`shows no slip where somebody may ${scenario}`, async () => {
      for (const method of sampleOf(METHODS, 1)) {
        const visit = unique('tampered');
        const query = questionFor(method);
        const values = await valuesOf(visit, query);
        const { paymentId, amount } = query;
        const given = { paymentId: paymentId!, ...(amount && { amount }) };
        await expectUnsafe(await tamperedBy({ scenario }, visit, given), values, `${scenario} ${paymentId}`);
      }
    });

    if (scenario !== 'answer a request for the methods' && sampleOf(SCENARIOS, 7).includes(scenario))
      it(`offers no method where somebody may ${scenario}`, async () => {
        await expectUnsafe(await tamperedBy({ scenario }, unique('offers')), ['Pix'], scenario);
      });

    it(`says of no deposit that it arrived where somebody may ${scenario}`, async () => {
      // Once: whoever went on asking would hear of it.
      const slip = await tamperedBy({ scenario, only: 'arrival', once: true }, unique('arrival'), {
        paymentId: '90',
        watch: true,
      });
      let isTold = false;
      slip.addEventListener('deposit-arrived', () => (isTold = true));
      await reaching(slip, 'ready');
      await pay(slip.slip!.txId!);
      dispatchEvent(new Event('online'));
      await slip.updateComplete;
      while (words(slip).includes('Waiting for your deposit')) await nextUpdate(slip);
      // Nobody else may ask with this payer's token: the kit says so itself, in an error.
      const expected =
        scenario === 'answer another session' ? 'cannot see when it arrives' : 'No deposit seen yet';
      expect(part(slip, 'arrival').textContent).to.contain(expected);
      expect(isTold).to.equal(false);
    });
  }

  it('shows nothing with a byte of the answer flipped, whichever', async () => {
    const visit = unique('flips');
    const { bytes } = await take(visit, { paymentId: '90', fiat: 'BRL' }, SESSION);
    const values = await valuesOf(visit, { paymentId: '90', fiat: 'BRL' });
    const flips: Tampering[] = [
      ...sampleOf(positions(bytes), 8).map((at) => ({ scenario: 'flip a bit of the body', at }) as const),
      ...sampleOf(positions({ length: 64 }), 4).map(
        (at) => ({ scenario: 'flip a bit of the signature', at }) as const,
      ),
    ];
    for (const flip of flips) {
      const slip = await tamperedBy(flip, visit, { paymentId: '90' });
      await expectUnsafe(slip, values, JSON.stringify(flip));
      slip.remove();
    }
    if (isSoak) console.log(`flipped before the element: 0 of ${flips.length} shown`);
  });

  it('asks for an arrival again when the payer does, and believes the signed answer', async () => {
    const tampering = { scenario: 'omit the signature', only: 'arrival', once: true } as const;
    const slip = await tamperedBy(tampering, unique('again'), { paymentId: '90', watch: true });
    await reaching(slip, 'ready');
    await pay(slip.slip!.txId!);
    dispatchEvent(new Event('online'));
    while (!words(slip).includes('Check again')) await nextUpdate(slip);
    const told = event(slip, 'deposit-arrived');
    part(slip, 'arrival').querySelector('button')!.click();
    expect((await told).deposits).to.have.length(1);
  });
});

async function nextUpdate(slip: DepositSlip): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(resolve));
  await slip.updateComplete;
}
