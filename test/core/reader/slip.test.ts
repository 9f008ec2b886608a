import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSlip } from '../../../src/core/reader/slip.js';
import { CLABES, IBANS, PIX, PIX_KEY } from '../../fixtures/instruments.js';
import { malformedText, PENDING_FUND_IDS, specSample } from '../../fixtures/spec.js';
import {
  answerWith,
  assertOutcome,
  keysOf,
  problemKind,
  problemOf,
  rowOf,
  slipOf,
  warningsOf,
} from '../outcome.js';

const CLABE = { 'Cuenta CLABE': CLABES[0] };
const SEPA = {
  'Deposit Message': 'BRGJT5PNSZX636P9EC2D',
  'BIC/Swift Code': 'ABNABE2A',
  IBAN: IBANS[0],
  'Bank Beneficiary Name': 'Tienda Sol SA',
  'Bank Name': 'Example Bank',
  'Bank Address': 'Rue Exemple 1, 1000 Brussels',
};
const LINK = 'https://pay.example.com/l/1';

describe('the spec’s shapes', () => {
  for (const id of PENDING_FUND_IDS)
    it(`end in a slip: pending fund ${id}`, () => {
      const slip = slipOf(specSample(`pending-fund/${id}`), { paymentId: id });
      assertOutcome(slip);
      assert.equal(slip.paymentId, id);
    });

  for (const shape of ['record-object', 'record-array', 'data-array'])
    it(`end in the same slip in every wrapper of a page: ${shape}`, () => {
      const slip = slipOf(specSample(`virtual-accounts/${shape}`), { paymentId: 105 });
      assert.equal(rowOf(slip, 'Cuenta CLABE').copy, '706180304649761358');
      assert.deepEqual([slip.fiat, slip.warnings], ['MXN', []]);
    });

  it('end in a slip where the listing gives the deposit information directly (81-84, 92)', () => {
    assert.ok(slipOf(specSample('virtual-accounts/direct-81'), { paymentId: 81 }).rows.length >= 6);
    assert.equal(slipOf(specSample('virtual-accounts/direct-92'), { paymentId: 92 }).txId, '1123123123');
  });

  it('end in no slip where the page is empty', () => {
    assert.equal(problemKind(specSample('virtual-accounts/empty')), 'not-payable');
  });

  it('are strict JSON: what the documentation prints with slips of the pen does not parse', () => {
    for (const name of ['trailing-comma', 'bracket-for-brace', 'comment'])
      assert.throws(() => void JSON.parse(malformedText(name)), SyntaxError, name);
  });

  it('show the documentation’s own cut Pix code exactly, never as a code to draw', () => {
    for (const name of ['pending-fund/90', 'virtual-accounts/record-90']) {
      const slip = slipOf(specSample(name), { paymentId: 90 });
      const row = rowOf(slip, 'Pix copia e cola');
      assert.deepEqual([row.check, row.copy], ['failed', '00020101021126580014br.gov.bcb.pix013865755...']);
      assert.equal(slip.code, undefined);
      assert.deepEqual(slip.notices, [{ kind: 'qr' }]);
      assert.ok(warningsOf(slip).includes('Pix copia e cola: qr'));
      assert.equal(slip.links.length, 1);
    }
  });

  it('show the documentation’s own wrong IBAN and BIC with a warning, copied exactly', () => {
    const slip = slipOf(specSample('pending-fund/85'), { paymentId: 85 });
    assert.deepEqual([rowOf(slip, 'IBAN').check, rowOf(slip, 'IBAN').copy], ['failed', '11223344556672']);
    assert.deepEqual(warningsOf(slip), ['IBAN: check', 'BIC/Swift Code: check']);
  });
});

describe('success and refusal', () => {
  it('is told by the code and the data, not by msg', () => {
    for (const code of [200, 0, '200', '0']) slipOf({ code, msg: 'FAIL', data: { fieldList: CLABE } });
    assert.equal(problemKind({ code: 0, data: null }), 'unreadable');
    const refusal = problemOf({ code: 500, msg: 'down', data: { fieldList: CLABE } });
    assert.deepEqual([refusal.kind, refusal.code, refusal.message], ['refused', '500', 'down']);
  });

  it('is no matter for a bare answer', () => {
    assert.equal(keysOf(slipOf({ fiat: 'MXN', fieldList: CLABE }))[0], 'Cuenta CLABE');
  });
});

describe('fields', () => {
  it('come as strings or arrays of strings, each its own row', () => {
    const two = slipOf(answerWith({ 'Cuenta CLABE': [CLABES[0], CLABES[1]] }), { paymentId: 105 });
    assert.deepEqual(
      two.rows.map(({ copy }) => copy),
      [CLABES[0], CLABES[1]],
    );
  });

  it('come as pairs of name or title and value', () => {
    for (const name of ['name', 'title'])
      assert.ok(rowOf(slipOf(answerWith([{ [name]: 'Cuenta CLABE', value: CLABES[0] }])), 'Cuenta CLABE'));
  });

  it('missing altogether make the slip incomplete, for a known method and an unknown one', () => {
    for (const fieldList of [undefined, null, {}, [], 'text', { a: null }])
      for (const paymentId of [105, 90, 85, 95, 999])
        assert.equal(problemKind(answerWith(fieldList), { paymentId }), 'incomplete');
    assert.equal(problemKind(answerWith({}, { realName: 'Ana' }), { paymentId: 999 }), 'incomplete');
  });

  it('drift in their keys and keep them', () => {
    for (const key of ['CLABE number', 'cuenta  clabe', ' CUENTA CLABE ']) {
      const slip = slipOf(answerWith({ [key]: CLABES[0] }), { paymentId: 105 });
      assert.deepEqual([rowOf(slip, key).role, slip.warnings.length], ['clabe', 0], key);
    }
    assert.equal(
      rowOf(slipOf(answerWith({ ...SEPA, Bic: 'ABNABE2A' }), { paymentId: 85 }), 'Bank Name').role,
      'bank',
    );
  });

  it('unknown stand last, as text, exactly, and the merchant is warned', () => {
    const slip = slipOf(answerWith({ 'Swift fee': ' <b>1</b> ', ...CLABE }), { paymentId: 105 });
    assert.deepEqual(keysOf(slip), ['Cuenta CLABE', 'Swift fee']);
    const row = rowOf(slip, 'Swift fee');
    assert.deepEqual([row.kind, row.role, row.copy], ['text', undefined, ' <b>1</b> ']);
    assert.deepEqual(warningsOf(slip), ['Swift fee: unknown-field']);
  });

  it('unknown become no link, no code and no image', () => {
    const slip = slipOf(answerWith({ ...CLABE, a: LINK, b: PIX.random, c: 'javascript:alert(1)' }), {
      paymentId: 105,
    });
    assert.deepEqual([slip.links, slip.code], [[], undefined]);
    assert.ok(['a', 'b', 'c'].every((key) => rowOf(slip, key).kind === 'text'));
  });

  it('blank to the eye are absent', () => {
    for (const blank of ['   ', '\t', '\u200b', '\u202e', '\u2060 \u00ad'])
      assert.equal(
        problemKind(answerWith({ ...SEPA, 'Bank Beneficiary Name': blank }), { paymentId: 85 }),
        'incomplete',
        JSON.stringify(blank),
      );
    assert.equal(problemKind(answerWith({ 'Cuenta CLABE': '   ' }), { paymentId: 105 }), 'incomplete');
  });

  it('that came as numbers are flagged, not filled up, and never believed', () => {
    for (const clabe of [32180000118359719, 706180304649761358, 2010077777777771]) {
      const slip = slipOf(answerWith({ 'Cuenta CLABE': clabe }), { paymentId: 105 });
      const row = rowOf(slip, 'Cuenta CLABE');
      assert.deepEqual([row.check, row.reason, row.copy], ['failed', 'lossy', String(clabe)]);
      assert.ok(warningsOf(slip).includes('Cuenta CLABE: lossy'));
    }
  });

  it('that fail their check are shown and copied exactly, with a warning', () => {
    const slip = slipOf(answerWith({ 'Cuenta CLABE': '032 180 0001 1835 9718' }), { paymentId: 105 });
    assert.deepEqual(
      [rowOf(slip, 'Cuenta CLABE').check, rowOf(slip, 'Cuenta CLABE').copy],
      ['failed', '032 180 0001 1835 9718'],
    );
    assert.deepEqual(warningsOf(slip), ['Cuenta CLABE: check']);
  });

  it('past a cap make the answer unreadable, never cut', () => {
    const long = 'x'.repeat(4097);
    for (const answer of [
      answerWith({ ...CLABE, note: long }),
      answerWith({ ...CLABE, [long]: 'x' }),
      answerWith(CLABE, { realName: long }),
      answerWith(CLABE, { paymentMethodName: long }),
      answerWith({ ...CLABE, note: `/9j/${long}` }),
      answerWith({ 'Cuenta CLABE': `data:image/png;base64,${long}` }),
    ])
      assert.equal(problemKind(answer), 'unreadable');
  });

  it('with the same value and meaning under two keys are one row', () => {
    const slip = slipOf(answerWith({ 'Pix copia e cola': PIX.random, qrCode: `${PIX.random} ` }), {
      paymentId: 90,
    });
    assert.deepEqual(keysOf(slip), ['Pix copia e cola']);
    assert.equal(slip.code?.payload, PIX.random);
    const clabe = slipOf(answerWith({ 'Cuenta CLABE': CLABES[0], CLABE: '032 180 00011835971 9' }), {
      paymentId: 105,
    });
    assert.equal(clabe.rows.length, 1);
  });
});

describe('the method', () => {
  it('unknown ends in a generic slip by kinds, titled by its name as clean text', () => {
    const beside = { fiat: 'MXN', paymentMethodName: 'New\u202e rail' };
    for (const paymentId of [999, 135, 113, undefined]) {
      const slip = slipOf(answerWith({ Note: 'x', ...CLABE }, beside), { paymentId });
      assert.deepEqual([slip.method, slip.title, slip.lead], [undefined, 'New rail', undefined]);
      assert.deepEqual(keysOf(slip), ['Cuenta CLABE', 'Note']);
      assert.equal(rowOf(slip, 'Cuenta CLABE').check, 'passed');
    }
  });

  it('known is never titled by the provider’s name', () => {
    assert.equal(
      slipOf(answerWith(CLABE, { paymentMethodName: 'Provider' }), { paymentId: 105 }).title,
      undefined,
    );
  });

  it('is the endpoint’s where none was asked for', () => {
    const slip = slipOf({ code: 200, data: { fieldList: CLABE }, paymentId: 105 });
    assert.deepEqual([slip.paymentId, slip.method?.slug, slip.rail?.slug], [105, 'spei', 'spei']);
  });

  it('asked for stays the title; the rail that came instead is said aloud, and its essentials count', () => {
    const slip = slipOf(answerWith(SEPA), { paymentId: 105 });
    assert.deepEqual([slip.method?.slug, slip.rail?.slug, slip.lead], ['spei', 'sepa', 'iban']);
    assert.deepEqual(slip.notices, [{ kind: 'rail' }]);
    assert.ok(warningsOf(slip).some((warning) => warning.endsWith(': rail')));
    assert.equal(problemKind(answerWith({ IBAN: IBANS[0] }), { paymentId: 105 }), 'incomplete');
  });

  it('without one essential is incomplete, without anything else is not', () => {
    for (const key of ['Deposit Message', 'IBAN', 'Bank Beneficiary Name'])
      assert.equal(problemKind(answerWith({ ...SEPA, [key]: '' }), { paymentId: 85 }), 'incomplete', key);
    for (const key of ['BIC/Swift Code', 'Bank Name', 'Bank Address'])
      slipOf(answerWith({ ...SEPA, [key]: '' }), { paymentId: 85 });
    slipOf(answerWith({ pixKey: PIX_KEY }), { paymentId: 90 });
    slipOf(answerWith({ qrCode: PIX.random }), { paymentId: 90 });
    assert.equal(problemKind(answerWith({ 'Pix QR Code': LINK }), { paymentId: 90 }), 'incomplete');
  });

  it('orders the rows: the deposit message first, the deposit id last', () => {
    const slip = slipOf(answerWith({ ...SEPA, Extra: 'x' }, { txId: '7' }), { paymentId: 85 });
    assert.equal(keysOf(slip)[0], 'Deposit Message');
    assert.deepEqual(keysOf(slip).slice(-2), ['Extra', 'txId']);
  });
});

describe('names', () => {
  it('empty in realName are absent, the beneficiary’s own is not said twice', () => {
    for (const realName of ['', null, 5, ['Ana'], 'Tienda Sol SA'])
      assert.ok(!keysOf(slipOf(answerWith(SEPA, { realName }), { paymentId: 85 })).includes('realName'));
  });

  it('other in realName stand beside the beneficiary and never in its place', () => {
    const slip = slipOf(answerWith(SEPA, { realName: 'Ana Ruiz' }), { paymentId: 85 });
    assert.equal(rowOf(slip, 'realName').copy, 'Ana Ruiz');
    assert.equal(rowOf(slip, 'Bank Beneficiary Name').copy, 'Tienda Sol SA');
    const { 'Bank Beneficiary Name': _, ...nameless } = SEPA;
    assert.equal(
      problemKind(answerWith(nameless, { realName: 'Ana Ruiz' }), { paymentId: 85 }),
      'incomplete',
    );
  });
});

describe('the currency', () => {
  it('must be the one asked for, else the method’s own', () => {
    assert.equal(problemKind(answerWith(CLABE, { fiat: 'USD' }), { paymentId: 105 }), 'mismatch');
    assert.equal(
      problemKind(answerWith(CLABE, { fiat: 'MXN' }), { paymentId: 999, fiat: 'USD' }),
      'mismatch',
    );
    assert.equal(slipOf(answerWith(CLABE, { fiat: 'MXN' }), { paymentId: 999 }).fiat, 'MXN');
  });

  it('absent is the one asked for, else what the endpoint says beside, else the method’s own', () => {
    for (const fiat of [undefined, null, ''])
      assert.equal(slipOf(answerWith(CLABE, { fiat }), { paymentId: 105 }).fiat, 'MXN');
    assert.equal(slipOf(answerWith(CLABE), { paymentId: 999, fiat: 'MXN' }).fiat, 'MXN');
    assert.equal(slipOf({ code: 200, data: { fieldList: CLABE }, fiat: 'MXN' }).fiat, 'MXN');
    assert.equal(
      problemKind({ code: 200, data: { fiat: 'USD', fieldList: CLABE }, fiat: 'MXN' }),
      'mismatch',
    );
  });

  it('in any other form is refused, not taken for absent', () => {
    for (const fiat of ['mxn', 'MXN ', 'M\u0425N', 'PESOS', 5, ['MXN'], { a: 1 }, true])
      assert.equal(
        problemKind(answerWith(CLABE, { fiat }), { paymentId: 105 }),
        'mismatch',
        JSON.stringify(fiat),
      );
    assert.equal(problemKind(answerWith(CLABE, { fiat: '<b>' })), 'unreadable');
  });
});

describe('the deposit id', () => {
  it('is text, a row of its own, and the last', () => {
    const slip = slipOf(answerWith(CLABE, { txId: '9007199254740993' }), { paymentId: 105 });
    assert.deepEqual([slip.txId, keysOf(slip).at(-1)], ['9007199254740993', 'txId']);
    assert.equal(slipOf(answerWith(CLABE, { txId: 42 })).txId, '42');
  });

  it('is no error where it is absent', () => {
    for (const txId of [undefined, null, '']) {
      const slip = slipOf(answerWith(CLABE, { txId }), { paymentId: 105 });
      assert.deepEqual([slip.txId, slip.warnings], [undefined, []]);
    }
  });

  it('is absent, with a warning, where a number could not hold it or it is no id', () => {
    for (const txId of [2 ** 53, 1.5, {}, ['7'], true, 'a b', '\u202e7', 'x'.repeat(65)]) {
      const slip = slipOf(answerWith(CLABE, { txId }), { paymentId: 105 });
      assert.deepEqual([slip.txId, warningsOf(slip)], [undefined, ['txId: lossy']], JSON.stringify(txId));
    }
  });
});

describe('a page of accounts', () => {
  const record = (status: unknown, fieldList: unknown = CLABE) => ({ status, fieldList });
  const page = (list: unknown, name = 'record') => ({
    code: 200,
    data: { currentPage: 1, size: 10, total: 50, [name]: list },
  });

  it('is read under record, data or list, as object or array, or as the data itself', () => {
    for (const name of ['record', 'data', 'list'])
      for (const list of [record(2), [record(2)]]) slipOf(page(list, name), { paymentId: 105 });
    slipOf({ code: 200, data: [record(2)] }, { paymentId: 105 });
  });

  it('has one payable account: none is not payable, several are unreadable', () => {
    for (const none of [[], null, [null], [record(1)], 'text'])
      assert.equal(problemKind(page(none), { paymentId: 105 }), 'not-payable', JSON.stringify(none));
    assert.equal(problemKind(page([record(2), record(2)]), { paymentId: 105 }), 'unreadable');
    slipOf(page([record(1), record(2), record(3)]), { paymentId: 105 });
  });

  it('shows only accounts in status 2, and those without a status', () => {
    for (const status of [2, '2', undefined]) slipOf(page(record(status)), { paymentId: 105 });
    for (const status of [1, 3, 0, 4, '1', '', null, true, [2], {}])
      assert.equal(problemKind(page(record(status))), 'not-payable', JSON.stringify(status));
    assert.equal(problemKind({ code: 200, data: record(1) }), 'not-payable');
  });

  it('says why it is not payable where all accounts say so in a word the specification has', () => {
    const codeOf = (list: unknown) => problemOf(page(list)).code;
    assert.deepEqual(
      [codeOf(record(1)), codeOf([record('3')]), codeOf([record(1), record(1)])],
      ['1', '3', '1'],
    );
    for (const list of [record(4), record(null), record({ toString: 1 }), [record(1), record(3)], []])
      assert.equal(codeOf(list), undefined, JSON.stringify(list));
  });

  it('shows nothing of an account that cannot be paid', () => {
    assert.doesNotMatch(JSON.stringify(readSlip(page(record(1)), {})), /0321/);
  });

  it('cannot pass a record off for a problem of ours', () => {
    const forged = { ...record(2), kind: 'offline', retryable: true, message: 'pay here instead' };
    assert.ok(rowOf(slipOf(page(forged), { paymentId: 105 }), 'Cuenta CLABE'));
    slipOf({ ...forged, kind: 5 }, { paymentId: 105 });
  });
});
