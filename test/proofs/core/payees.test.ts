/**
 * SECURITY.md P33: a response has one payee. A second account or code, under any key or in any template, is
 * refused or marked, and a returning payer is told about a changed payee.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isPayeeKind } from '../../../src/core/kinds.js';
import { isProblem } from '../../../src/core/problem.js';
import { isUnknown, type Row } from '../../../src/core/reader/row.js';
import { readSlip } from '../../../src/core/reader/read-slip.js';
import type { ReaderOptions, Slip } from '../../../src/core/reader/slip.js';
import { appendEmvCrc, emvField, readPix } from '../../../src/core/schemes/emv.js';
import { METHODS, type Method } from '../../../src/core/methods.js';
import { answerWith, slipOf } from '../../core/outcome.js';
import { AR_QR, HOSTILE_CHARS, PIX, PIX_KEY } from '../../fixtures/instruments.js';
import { LOOK_ALIKES } from '../../fixtures/look-alikes.js';
import { numbersOf, SCHEMES } from '../../fixtures/schemes.js';
import { cases } from '../scale.js';

const OTHER_KEY = '00000000-0000-4000-8000-000000000001';
const KNOWN_KEYS = [...new Set(METHODS.flatMap(({ fields }) => fields.flatMap(({ keys }) => keys)))];
const runs = {
  numRuns: cases(800, 100_000, 'random responses for each of two rules, and random Pix codes'),
};

const accounts = fc.oneof(
  ...SCHEMES.filter(({ name }) => /^(CLABE|CBU|CCI|IBAN)/.test(name)).map((scheme) => numbersOf(scheme)),
);
const codes = fc.constantFrom(...Object.values(PIX), ...AR_QR, btoa(PIX.withAmount));
const otherCodes = fc.constantFrom(PIX.dynamicWithAmount, ...AR_QR);
const wide = (text: string): string =>
  text.replace(/[0-9]/g, (digit) => String.fromCharCode(0xff10 + Number(digit)));
const insert = (text: string, at: number, part: string): string => text.slice(0, at) + part + text.slice(at);

/** A payee, and how the response spells or disguises it. */
interface Payee {
  readonly id: string;
  readonly value: string;
}

const spellings = (account: string): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(account, wide(account), account.toLowerCase(), account.replace(/(.{4})(?=.)/g, '$1 ')),
    fc
      .tuple(
        fc.nat(account.length),
        fc.constantFrom(' ', '  ', '-', '.', '/', '\u2013', '\t', '\u00a0', ...HOSTILE_CHARS),
      )
      .map(([at, part]) => insert(account, at, part)),
  );

const spelled = accounts.chain((id) => spellings(id).map((value): Payee => ({ id, value })));
const asPayee = (code: string): Payee => ({ id: atobOf(code) ?? code, value: code });

const mix = (key: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.nat(key.length - 1), fc.nat(), fc.constantFrom('\u200b', '\u00ad', '\u2060', '\ufe0f', ' ', ''))
    .map(([at, which, hidden]) => {
      const alike = LOOK_ALIKES.get(key[at]!) ?? [];
      return hidden
        ? insert(key, at, hidden)
        : key.slice(0, at) + (alike[which % alike.length] ?? key[at]!) + key.slice(at + 1);
    });

const keys = fc.oneof(
  fc.constantFrom('Cuenta 2', 'Backup', 'a', '__proto__', 'constructor', 'Reference account', '0'),
  fc.constantFrom(...KNOWN_KEYS),
  fc.constantFrom(...KNOWN_KEYS).chain(mix),
);

/**
 * Where the value appears: as a field, beside the value of a known key, in a nested object, or as the account
 * holder.
 */
const places = fc.constantFrom('field', 'list', 'pairs', 'nested', 'holder');

function withValue(method: Method, key: string, value: string, place: string): unknown {
  const fields = Object.entries(method.sample);
  const [first] = fields;
  switch (place) {
    case 'list':
      return answerWith(Object.fromEntries([...fields.slice(1), [first![0], [first![1], value]]]));
    case 'pairs':
      return answerWith([...fields, [key, value]].map(([name, text]) => ({ name, value: text })));
    case 'nested':
      return answerWith(Object.fromEntries([...fields, ['Other', { [key]: value }]]));
    case 'holder':
      return answerWith(method.sample, { realName: value });
    default:
      // Spread last, so that it replaces a known key of the sample.
      return answerWith(Object.fromEntries([...fields, [key, value]]));
  }
}

const compact = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();

/** Roles whose label says that the value is not an account. */
const NO_ACCOUNT = new Set<Row['role']>(['message', 'bic', 'cuit']);

/** Whether a value belongs to the method, so that it is the payee and not a second one. */
function isOwn({ role }: Row, { fields }: Method): boolean {
  return NO_ACCOUNT.has(role) || fields.some((field) => field.role === role);
}

function isPayee({ kind }: Row): boolean {
  return isPayeeKind(kind) || kind === 'link' || kind.endsWith('-code');
}

/** The rows that show a value to the payer without a warning. */
function unremarked(slip: Slip, id: string, method: Method): readonly Row[] {
  return slip.rows
    .filter(({ copy }) => compact(copy) === compact(id))
    .filter((row) => !isUnknown(row) && !isOwn(row, method));
}

function atobOf(value: string): string | undefined {
  return value.startsWith('MDAw') ? atob(value) : undefined;
}

const read = (answer: unknown, method: Method, options?: ReaderOptions): Slip | undefined => {
  const result = readSlip(answer, { paymentId: method.id, fiat: method.fiat }, options);
  return isProblem(result) ? undefined : result;
};

describe('a second account or code', () => {
  const methods = fc.constantFrom(...METHODS);
  const payees = fc.oneof(spelled, codes.map(asPayee));

  it('is refused or marked, under any key and in any place', () => {
    let refused = 0;
    let marked = 0;
    fc.assert(
      fc.property(methods, keys, payees, places, (method, key, { id, value }, place) => {
        const slip = read(withValue(method, key, value, place), method);
        if (!slip) return void refused++;
        assert.deepEqual(unremarked(slip, id, method), []);
        const roles = slip.rows.filter((row) => isOwn(row, method) && isPayee(row)).map(({ role }) => role);
        assert.equal(new Set(roles).size, roles.length, 'two values of one payee');
        if (slip.rows.some(isUnknown)) marked++;
      }),
      runs,
    );
    console.log(`${refused} refused, ${marked} marked of ${runs.numRuns}`);
    assert.ok(refused > runs.numRuns / 4 && marked > runs.numRuns / 20);
  });

  it('is reported to a payer who returns, if it is not refused or marked', () => {
    fc.assert(
      fc.property(
        methods,
        keys,
        fc.oneof(spelled, otherCodes.map(asPayee)),
        places,
        (method, key, { id, value }, place) => {
          const { fingerprint, rows } = slipOf(answerWith(method.sample), { paymentId: method.id });
          const slip = read(withValue(method, key, value, place), method, { seen: fingerprint! });
          if (!slip || slip.rows.some(isUnknown) || slip.notices.length > 0) return;
          const isShownIn = (all: readonly Row[]): boolean =>
            all.some(({ role, copy }) => !NO_ACCOUNT.has(role) && compact(copy) === compact(id));
          assert.ok(isShownIn(rows) || !isShownIn(slip.rows), JSON.stringify(slip.rows));
        },
      ),
      runs,
    );
  });
});

/** Parts of a Pix code that name payees. */
interface Parts {
  readonly pix: readonly { readonly id: string; readonly key: boolean; readonly url: boolean }[];
  readonly others: readonly string[];
  readonly mandates: readonly string[];
}

const idsBetween = (first: number, last: number): fc.Arbitrary<string> =>
  fc.integer({ min: first, max: last }).map((id) => String(id).padStart(2, '0'));
const parts: fc.Arbitrary<Parts> = fc.record({
  pix: fc.uniqueArray(fc.record({ id: idsBetween(26, 51), key: fc.boolean(), url: fc.boolean() }), {
    selector: ({ id }) => id,
    maxLength: 3,
  }),
  others: fc.oneof(fc.constant([]), fc.uniqueArray(idsBetween(2, 51), { maxLength: 2 })),
  mandates: fc.oneof(fc.constant([]), fc.uniqueArray(idsBetween(80, 99), { maxLength: 2 })),
});

function codeOf({ pix, others, mandates }: Parts): string {
  const gui = emvField('00', 'br.gov.bcb.pix');
  const templates = new Map(
    others.map((id) => [id, emvField('00', 'com.example') + emvField('01', OTHER_KEY)]),
  );
  for (const { id, key, url } of pix)
    templates.set(
      id,
      gui + (key ? emvField('01', PIX_KEY) : '') + (url ? emvField('25', 'pay.example.com/1') : ''),
    );
  const fields = [...templates].map(([id, value]) => emvField(id, value));
  const tail = mandates.map((id) => emvField(id, gui + emvField('25', 'pay.example.com/rec/1')));
  return appendEmvCrc(
    ['000201', ...fields, '52040000', '5303986', '5802BR', '5901X', '6001Y', ...tail].join(''),
  );
}

/** The number of payees that a code names, counted from its parts. */
function countPayees({ pix, others, mandates }: Parts): number {
  const ids = new Set(pix.map(({ id }) => id));
  const own = pix.reduce((sum, { key, url }) => sum + Math.max(1, Number(key) + Number(url)), 0);
  return own + others.filter((id) => !ids.has(id)).length + mandates.length;
}

describe('a Pix code', () => {
  it('is drawn if and only if it names exactly one payee', () => {
    let drawn = 0;
    fc.assert(
      fc.property(parts, (each) => {
        const code = codeOf(each);
        const [pix] = each.pix;
        const isOne = countPayees(each) === 1 && pix !== undefined && (pix.key || pix.url);
        assert.equal(readPix(code) !== undefined, isOne, code);
        const slip = slipOf(answerWith({ 'Pix copia e cola': code }), { paymentId: 90 });
        assert.equal(slip.code !== undefined, isOne, code);
        assert.equal(
          slip.notices.some(({ kind }) => kind === 'qr'),
          !isOne,
          code,
        );
        if (isOne) drawn++;
      }),
      runs,
    );
    assert.ok(drawn > 10, `${drawn} drawn`);
  });
});

describe('a payer who returns', () => {
  it('is notified of any other account, but not of another spelling of the same one', () => {
    for (const scheme of SCHEMES) {
      const method = METHODS.find(({ id }) => id === scheme.paymentId)!;
      const numbers = numbersOf(scheme);
      fc.assert(
        fc.property(numbers, numbers, (one, other) => {
          fc.pre(one !== other);
          const slipWith = (number: string, seen?: string): Slip =>
            slipOf(
              answerWith({ ...scheme.otherFields, [scheme.key]: number }),
              { paymentId: method.id },
              { seen },
            );
          const { fingerprint, rows } = slipWith(one);
          const isPayee = rows.some(({ key, kind }) => key === scheme.key && isPayeeKind(kind));
          const isTold = slipWith(other, fingerprint).notices.some(({ kind }) => kind === 'account');
          assert.equal(isTold, isPayee, `${one} ${other}`);
          assert.deepEqual(slipWith(one, fingerprint).notices, []);
        }),
        { numRuns: cases(40, 5_000, 'pairs of accounts of each method, for a payer who returns') },
      );
    }
  });
});
