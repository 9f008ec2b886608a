import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSlip } from '../../../src/core/reader/read-slip.js';
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

describe('a sample of the API specification', () => {
  for (const id of PENDING_FUND_IDS)
    it(`is read as a slip: pending fund ${id}`, () => {
      const slip = slipOf(specSample(`pending-fund/${id}`), { paymentId: id });
      assertOutcome(slip);
      assert.equal(slip.paymentId, id);
    });

  // docs/reading-policy.md R14
  for (const shape of ['record-object', 'record-array', 'data-array'])
    it(`is read as the same slip in each shape of a page: ${shape}`, () => {
      const slip = slipOf(specSample(`virtual-accounts/${shape}`), { paymentId: 105 });
      assert.equal(rowOf(slip, 'Cuenta CLABE').copy, '706180304649761358');
      assert.deepEqual([slip.fiat, slip.warnings], ['MXN', []]);
    });

  // docs/reading-policy.md R34
  it('is read as a slip if the virtual-account query has the details directly', () => {
    assert.ok(slipOf(specSample('virtual-accounts/direct-81'), { paymentId: 81 }).rows.length >= 6);
    assert.equal(slipOf(specSample('virtual-accounts/direct-92'), { paymentId: 92 }).txId, '1123123123');
  });

  it('is not payable if the page is empty', () => {
    assert.equal(problemKind(specSample('virtual-accounts/empty')), 'not-payable');
  });

  // docs/reading-policy.md R2
  it('is not parsed if it is not strict JSON', () => {
    for (const name of ['trailing-comma', 'bracket-for-brace', 'comment'])
      assert.throws(() => void JSON.parse(malformedText(name)), SyntaxError, name);
  });

  it('shows a truncated Pix code exactly, and has no code to draw', () => {
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

  // docs/reading-policy.md R17
  it('shows a wrong IBAN and BIC exactly, with warnings', () => {
    const slip = slipOf(specSample('pending-fund/85'), { paymentId: 85 });
    assert.deepEqual([rowOf(slip, 'IBAN').check, rowOf(slip, 'IBAN').copy], ['failed', '11223344556672']);
    assert.deepEqual(warningsOf(slip), ['IBAN: check', 'BIC/Swift Code: check']);
  });
});

describe('a field', () => {
  // docs/reading-policy.md R4
  it('is essential: without any field, the slip is incomplete for a known and an unknown method', () => {
    for (const fieldList of [undefined, null, {}, [], 'text', { a: null }])
      for (const paymentId of [105, 90, 85, 95, 999])
        assert.equal(problemKind(answerWith(fieldList), { paymentId }), 'incomplete');
    assert.equal(problemKind(answerWith({}, { realName: 'Ana' }), { paymentId: 999 }), 'incomplete');
  });

  // docs/reading-policy.md R5
  it('keeps its key in any spelling', () => {
    for (const key of ['CLABE number', 'cuenta  clabe', ' CUENTA CLABE ']) {
      const slip = slipOf(answerWith({ [key]: CLABES[0] }), { paymentId: 105 });
      assert.deepEqual([rowOf(slip, key).role, slip.warnings.length], ['clabe', 0], key);
    }
  });

  // docs/reading-policy.md R6
  it('with an unknown key is exact text in the last row, with a warning', () => {
    const slip = slipOf(answerWith({ 'Swift fee': ' <b>1</b> ', ...CLABE }), { paymentId: 105 });
    assert.deepEqual(keysOf(slip), ['Cuenta CLABE', 'Swift fee']);
    const row = rowOf(slip, 'Swift fee');
    assert.deepEqual([row.kind, row.role, row.copy], ['text', undefined, ' <b>1</b> ']);
    assert.deepEqual(warningsOf(slip), ['Swift fee: unknown-field']);
  });

  it('with an unknown key is not a link, a code or an image', () => {
    const fields = { ...CLABE, a: LINK, b: PIX.random, c: 'javascript:alert(1)' };
    const slip = slipOf(answerWith(fields), { paymentId: 105 });
    assert.deepEqual([slip.links, slip.code], [[], undefined]);
    for (const key of ['a', 'b', 'c']) assert.equal(rowOf(slip, key).kind, 'text');
  });

  // docs/reading-policy.md R26
  it('without a visible character is absent', () => {
    for (const blank of ['   ', '\t', '\u200b', '\u202e', '\u2060 \u00ad']) {
      const answer = answerWith({ ...SEPA, 'Bank Beneficiary Name': blank });
      assert.equal(problemKind(answer, { paymentId: 85 }), 'incomplete', JSON.stringify(blank));
    }
    assert.equal(problemKind(answerWith({ 'Cuenta CLABE': '   ' }), { paymentId: 105 }), 'incomplete');
  });

  // docs/reading-policy.md R16
  it('that was a number is marked, not completed and not trusted', () => {
    for (const clabe of [32180000118359719, 706180304649761358, 2010077777777771]) {
      const slip = slipOf(answerWith({ 'Cuenta CLABE': clabe }), { paymentId: 105 });
      const row = rowOf(slip, 'Cuenta CLABE');
      assert.deepEqual([row.check, row.reason, row.copy], ['failed', 'lossy', String(clabe)]);
      assert.ok(warningsOf(slip).includes('Cuenta CLABE: lossy'));
    }
  });

  // docs/reading-policy.md R27
  it('beyond a limit makes the response unreadable, and is never truncated', () => {
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

  // docs/reading-policy.md R31
  it('with the same value and role as another shares its row', () => {
    const pix = { 'Pix copia e cola': PIX.random, qrCode: `${PIX.random} ` };
    const slip = slipOf(answerWith(pix), { paymentId: 90 });
    assert.deepEqual(keysOf(slip), ['Pix copia e cola']);
    assert.equal(slip.code?.payload, PIX.random);
    const clabes = { 'Cuenta CLABE': CLABES[0], CLABE: '032 180 00011835971 9' };
    assert.equal(slipOf(answerWith(clabes), { paymentId: 105 }).rows.length, 1);
  });
});

describe('the method', () => {
  // docs/reading-policy.md R7
  it('is unknown for an unknown id: the slip is read by kinds, and shows the name in the response as plain text', () => {
    const members = { fiat: 'MXN', paymentMethodName: 'New\u202e rail' };
    for (const paymentId of [999, 135, 113, undefined]) {
      const slip = slipOf(answerWith({ Note: 'x', ...CLABE }, members), { paymentId });
      assert.deepEqual([slip.method, slip.title, slip.lead], [undefined, 'New rail', undefined]);
      assert.deepEqual(keysOf(slip), ['Cuenta CLABE', 'Note']);
      assert.equal(rowOf(slip, 'Cuenta CLABE').check, 'passed');
    }
  });

  // docs/reading-policy.md R29
  it('is not titled with the name of a provider if it is known', () => {
    const slip = slipOf(answerWith(CLABE, { paymentMethodName: 'Provider' }), { paymentId: 105 });
    assert.equal(slip.title, undefined);
  });

  it('is the one of the endpoint if none is requested', () => {
    const slip = slipOf({ code: 200, data: { fieldList: CLABE }, paymentId: 105 });
    assert.deepEqual([slip.paymentId, slip.method?.slug, slip.rail?.slug], [105, 'spei', 'spei']);
  });

  // docs/reading-policy.md R9
  it('keeps its title if the response is for another rail, whose essential values are then required', () => {
    const slip = slipOf(answerWith(SEPA), { paymentId: 105 });
    assert.deepEqual([slip.method?.slug, slip.rail?.slug, slip.lead], ['spei', 'sepa', 'iban']);
    assert.deepEqual(slip.notices, [{ kind: 'rail' }]);
    assert.ok(warningsOf(slip).some((warning) => warning.endsWith(': rail')));
    assert.equal(problemKind(answerWith({ IBAN: IBANS[0] }), { paymentId: 105 }), 'incomplete');
  });

  it('requires its essential values and no others', () => {
    for (const key of ['Deposit Message', 'IBAN', 'Bank Beneficiary Name'])
      assert.equal(problemKind(answerWith({ ...SEPA, [key]: '' }), { paymentId: 85 }), 'incomplete', key);
    for (const key of ['BIC/Swift Code', 'Bank Name', 'Bank Address'])
      slipOf(answerWith({ ...SEPA, [key]: '' }), { paymentId: 85 });
    slipOf(answerWith({ pixKey: PIX_KEY }), { paymentId: 90 });
    slipOf(answerWith({ qrCode: PIX.random }), { paymentId: 90 });
    assert.equal(problemKind(answerWith({ 'Pix QR Code': LINK }), { paymentId: 90 }), 'incomplete');
  });

  it('orders the rows: the deposit message first, unknown keys and the deposit id last', () => {
    const slip = slipOf(answerWith({ ...SEPA, Extra: 'x' }, { txId: '7' }), { paymentId: 85 });
    assert.equal(keysOf(slip)[0], 'Deposit Message');
    assert.deepEqual(keysOf(slip).slice(-2), ['Extra', 'txId']);
  });
});

// docs/reading-policy.md R13
describe('realName', () => {
  it('is absent if it is empty or equals the beneficiary', () => {
    for (const realName of ['', null, 5, ['Ana'], 'Tienda Sol SA'])
      assert.ok(!keysOf(slipOf(answerWith(SEPA, { realName }), { paymentId: 85 })).includes('realName'));
  });

  it('is shown next to the beneficiary and never replaces it', () => {
    const slip = slipOf(answerWith(SEPA, { realName: 'Ana Ruiz' }), { paymentId: 85 });
    assert.equal(rowOf(slip, 'realName').copy, 'Ana Ruiz');
    assert.equal(rowOf(slip, 'Bank Beneficiary Name').copy, 'Tienda Sol SA');
    const nameless = answerWith({ ...SEPA, 'Bank Beneficiary Name': '' }, { realName: 'Ana Ruiz' });
    assert.equal(problemKind(nameless, { paymentId: 85 }), 'incomplete');
  });
});

// docs/reading-policy.md R10
describe('the currency', () => {
  it('must be the requested one, or else the one of the method', () => {
    const mxn = answerWith(CLABE, { fiat: 'MXN' });
    assert.equal(problemKind(answerWith(CLABE, { fiat: 'USD' }), { paymentId: 105 }), 'mismatch');
    assert.equal(problemKind(mxn, { paymentId: 999, fiat: 'USD' }), 'mismatch');
    assert.equal(slipOf(mxn, { paymentId: 999 }).fiat, 'MXN');
  });

  it('may be absent: it is then the one of the request, the endpoint or the method', () => {
    for (const fiat of [undefined, null, ''])
      assert.equal(slipOf(answerWith(CLABE, { fiat }), { paymentId: 105 }).fiat, 'MXN');
    assert.equal(slipOf(answerWith(CLABE), { paymentId: 999, fiat: 'MXN' }).fiat, 'MXN');
    assert.equal(slipOf({ code: 200, data: { fieldList: CLABE }, fiat: 'MXN' }).fiat, 'MXN');
    const other = { code: 200, data: { fiat: 'USD', fieldList: CLABE }, fiat: 'MXN' };
    assert.equal(problemKind(other), 'mismatch');
  });

  it('is refused in any other form, instead of being absent', () => {
    for (const fiat of ['mxn', 'MXN ', 'M\u0425N', 'PESOS', 5, ['MXN'], { a: 1 }, true])
      assert.equal(problemKind(answerWith(CLABE, { fiat }), { paymentId: 105 }), 'mismatch');
    assert.equal(problemKind(answerWith(CLABE, { fiat: '<b>' })), 'unreadable');
  });
});

// docs/reading-policy.md R11
describe('the deposit id', () => {
  it('is text in the last row', () => {
    const slip = slipOf(answerWith(CLABE, { txId: '9007199254740993' }), { paymentId: 105 });
    assert.deepEqual([slip.txId, keysOf(slip).at(-1)], ['9007199254740993', 'txId']);
    assert.equal(slipOf(answerWith(CLABE, { txId: 42 })).txId, '42');
  });

  it('may be absent', () => {
    for (const txId of [undefined, null, '']) {
      const slip = slipOf(answerWith(CLABE, { txId }), { paymentId: 105 });
      assert.deepEqual([slip.txId, slip.warnings], [undefined, []]);
    }
  });

  it('is absent with a warning if it is an inexact number or not an id', () => {
    for (const txId of [2 ** 53, 1.5, {}, ['7'], true, 'a b', '\u202e7', 'x'.repeat(65)]) {
      const slip = slipOf(answerWith(CLABE, { txId }), { paymentId: 105 });
      assert.deepEqual([slip.txId, warningsOf(slip)], [undefined, ['txId: lossy']], JSON.stringify(txId));
    }
  });
});

describe('a page of accounts', () => {
  const record = (status: unknown, fieldList: unknown = CLABE) => ({ status, fieldList });
  const page = (list: unknown) => ({
    code: 200,
    data: { currentPage: 1, size: 10, total: 50, record: list },
  });

  // docs/reading-policy.md R14
  it('must have exactly one payable account', () => {
    for (const none of [[], null, [null], [record(1)], 'text'])
      assert.equal(problemKind(page(none), { paymentId: 105 }), 'not-payable', JSON.stringify(none));
    assert.equal(problemKind(page([record(2), record(2)]), { paymentId: 105 }), 'unreadable');
    slipOf(page([record(1), record(2), record(3)]), { paymentId: 105 });
    slipOf({ code: 200, data: [record(2)] }, { paymentId: 105 });
  });

  // docs/reading-policy.md R15
  it('shows only accounts in status 2 and accounts without a status', () => {
    for (const status of [2, '2', undefined]) slipOf(page(record(status)), { paymentId: 105 });
    for (const status of [1, 3, 0, 4, '1', '', null, true, [2], {}])
      assert.equal(problemKind(page(record(status))), 'not-payable', JSON.stringify(status));
    assert.equal(problemKind({ code: 200, data: record(1) }), 'not-payable');
    assert.doesNotMatch(JSON.stringify(readSlip(page(record(1)), {})), /0321/);
  });

  // docs/reading-policy.md R30
  it('says why it is not payable if all accounts have the same status and the specification names it', () => {
    const codeOf = (list: unknown) => problemOf(page(list)).code;
    const codes = [codeOf(record(1)), codeOf([record('3')]), codeOf([record(1), record(1)])];
    assert.deepEqual(codes, ['1', '3', '1']);
    for (const list of [record(4), record(null), record({ toString: 1 }), [record(1), record(3)], []])
      assert.equal(codeOf(list), undefined, JSON.stringify(list));
  });

  it('cannot have a record that is mistaken for a problem', () => {
    const forged = { ...record(2), kind: 'offline', retryable: true, message: 'pay here instead' };
    assert.ok(rowOf(slipOf(page(forged), { paymentId: 105 }), 'Cuenta CLABE'));
    slipOf({ ...forged, kind: 5 }, { paymentId: 105 });
  });
});
