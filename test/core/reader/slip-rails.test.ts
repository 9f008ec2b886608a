import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appendEmvCrc } from '../../../src/core/schemes/emv.js';
import { METHODS, methodOf, type Method } from '../../../src/core/methods.js';
import { isProblem } from '../../../src/core/problem.js';
import { readSlip } from '../../../src/core/reader/read-slip.js';
import {
  AR_QR,
  CBUS,
  CCIS,
  CLABES,
  CUITS,
  CVUS,
  PIX,
  PIX_KEY,
  ROUTINGS,
  WRONG_CBUS,
  WRONG_CUITS,
  WRONG_CVUS,
  WRONG_PIX_KEYS,
  WRONG_ROUTINGS,
} from '../../fixtures/instruments.js';
import { specSample } from '../../fixtures/spec.js';
import { answerWith, keysOf, problemKind, rowOf, slipOf, warningsOf } from '../outcome.js';

const LINK = 'https://pay.example.com/l/1';
const USD = methodOf(81)!.sample;
const without = (fields: Readonly<Record<string, string>>, key: string) => ({ ...fields, [key]: '' });

describe('every method', () => {
  // docs/reading-policy.md R5
  it('reads each spelling of a key the same way', () => {
    for (const { id, fields, sample } of METHODS)
      for (const { role, kind, keys } of fields)
        for (const key of keys) {
          const value = Object.entries(sample).find(([used]) => keys.includes(used))?.[1] ?? 'ABNABE2A';
          // A CBU and a CVU would be two accounts.
          const isOwn = (used: string): boolean =>
            keys.includes(used) || (role === 'cbu' && used === 'CVU number');
          const others = Object.entries(sample).filter(([used]) => !isOwn(used));
          const slip = slipOf(answerWith(Object.fromEntries([[key, value], ...others])), { paymentId: id });
          assert.ok(!warningsOf(slip).includes(`${key}: unknown-field`), key);
          const row = slip.rows.find((each) => each.key === key);
          // The role of a value under a QR key depends on its content, and an image next to a drawn code has
          // no row.
          if (kind !== 'qr-link' && kind !== 'pix-code') assert.equal(row?.role, role, key);
        }
  });

  // docs/reading-policy.md R9
  it('shows the details of another rail with a notice and a warning, if they are complete', () => {
    let shown = 0;
    for (const requested of METHODS)
      for (const answered of METHODS) {
        const answer = answerWith(answered.sample);
        const roles = slipOf(answer, { paymentId: answered.id }).rows.map(({ role }) => role);
        const isComplete = requested.needs.every((some) => some.some((role) => roles.includes(role)));
        const result = readSlip(answer, { paymentId: requested.id });
        const pair = `${requested.slug} requested, ${answered.slug} answered`;
        if (isProblem(result)) {
          assert.ok(
            !isComplete && ['incomplete', 'mismatch'].includes(result.kind),
            `${pair}: ${result.kind}`,
          );
          continue;
        }
        const hasNotice = result.notices.some(({ kind }) => kind === 'rail');
        const hasWarning = result.warnings.some(({ reason }) => reason === 'rail');
        assert.deepEqual(
          [result.paymentId, hasNotice, hasWarning],
          [requested.id, !isComplete, !isComplete],
          pair,
        );
        if (hasNotice) shown++;
      }
    assert.ok(shown > 0);
  });

  // docs/reading-policy.md R22
  it('shows the requested amount, whatever amount the response contains', () => {
    for (const { id, sample } of METHODS) {
      const answer = answerWith(sample, { amount: '9.99', totalAmount: 22 });
      assert.equal(slipOf(answer, { paymentId: id, amount: '150.00' }).askedAmount, '150.00');
      assert.equal(slipOf(answer, { paymentId: id }).askedAmount, undefined);
    }
  });

  // docs/reading-policy.md R23
  it('has no expiry time, even if the response contains times', () => {
    const times = { expireTime: 1700000000000, expiresIn: 900, createTime: '1700000000000' };
    for (const { id, sample } of METHODS)
      assert.deepEqual(
        readSlip(answerWith(sample, times), { paymentId: id }),
        readSlip(answerWith(sample), { paymentId: id }),
      );
  });
});

describe('a CLABE', () => {
  // docs/reading-policy.md R8
  it('is read the same way for its three payment ids, with and without a holder name', () => {
    for (const fields of [{}, { 'Beneficiary Name': 'Tienda Sol' }]) {
      const answer = answerWith({ ...fields, 'Cuenta CLABE': CLABES[0] }, { fiat: 'MXN' });
      const slips = [58, 72, 105].map((paymentId) => slipOf(answer, { paymentId }));
      for (const slip of slips) {
        assert.deepEqual([slip.method?.slug, slip.lead, slip.warnings], ['spei', 'clabe', []]);
        assert.deepEqual(keysOf(slip), ['Cuenta CLABE', ...Object.keys(fields)]);
        assert.deepEqual(slip.rows, slips[0]!.rows);
      }
    }
  });

  // docs/reading-policy.md R25
  it('has no holder name if the response has none', () => {
    const others = { paymentMethodName: 'Some Provider', realName: '' };
    const answer = answerWith({ 'Cuenta CLABE': CLABES[0] }, others);
    for (const paymentId of [58, 72, 105])
      assert.deepEqual(keysOf(slipOf(answer, { paymentId })), ['Cuenta CLABE']);
  });
});

describe('a CBU or CVU', () => {
  const slipWith = (number: unknown, key = 'CVU number') =>
    slipOf(answerWith({ [key]: number, CUIT: CUITS[0] }), { paymentId: 63 });

  it('is distinguished by its digits and not by its key, with or without spaces', () => {
    for (const key of ['CVU number', 'cvu', 'CBU number', 'CBU/CVU']) {
      for (const cbu of CBUS) {
        const row = rowOf(slipWith(cbu, key), key);
        assert.deepEqual([row.kind, row.role, row.check, row.copy], ['cbu', 'cbu', 'passed', cbu]);
      }
      for (const cvu of CVUS) {
        const row = rowOf(slipWith(`${cvu.slice(0, 8)} ${cvu.slice(8)}`, key), key);
        assert.deepEqual([row.kind, row.role, row.check, row.copy], ['cvu', 'cvu', 'passed', cvu]);
      }
    }
    assert.equal(slipWith(CBUS[0]).lead, 'cbu');
  });

  it('that is wrong is shown as received, with a warning', () => {
    for (const wrong of [...WRONG_CVUS, ...WRONG_CBUS]) {
      const slip = slipWith(wrong);
      assert.deepEqual([rowOf(slip, 'CVU number').check, rowOf(slip, 'CVU number').copy], ['failed', wrong]);
      assert.deepEqual(warningsOf(slip), ['CVU number: check']);
    }
  });

  it('is the only essential value, and a wrong CUIT is a warning', () => {
    slipOf(answerWith({ 'CVU number': CVUS[0] }), { paymentId: 63 });
    assert.equal(problemKind(answerWith({ CUIT: CUITS[0] }), { paymentId: 63 }), 'incomplete');
    for (const cuit of WRONG_CUITS) {
      const slip = slipOf(answerWith({ 'CVU number': CVUS[0], cuit }), { paymentId: 63 });
      assert.deepEqual(warningsOf(slip), ['cuit: check'], cuit);
    }
  });
});

describe('an Argentine QR code', () => {
  const slipWith = (qrCodeLink: string, amount = '1500.00') =>
    slipOf(answerWith({ qrCodeLink }, { fiat: 'ARS' }), { paymentId: 137, amount });

  it('is drawn if it is a code, and opened if it is a link', () => {
    const slip = slipWith(AR_QR[0]);
    assert.deepEqual([slip.lead, slip.code?.payload, slip.warnings], ['emvCode', AR_QR[0], []]);
    assert.equal(rowOf(slip, 'qrCodeLink').kind, 'emv-code');
    const linked = slipWith(LINK);
    assert.deepEqual([linked.lead, linked.code, linked.links[0]?.href], ['qr', undefined, LINK]);
  });

  it('makes the slip incomplete if it is absent, a refused link or plain text', () => {
    for (const value of ['', 'javascript:alert(1)', 'http://pay.example.com/', 'open the app'])
      assert.equal(problemKind(answerWith({ qrCodeLink: value }), { paymentId: 137 }), 'incomplete', value);
  });

  it('is a mismatch if it is of another currency or country', () => {
    for (const code of [DOLLARS, CHILE, PIX.random])
      assert.equal(problemKind(answerWith({ qrCodeLink: code }), { paymentId: 137 }), 'mismatch', code);
    assert.equal(problemKind(answerWith({ qrCode: AR_QR[0] }), { paymentId: 90 }), 'mismatch');
  });
});

/** The third code in another currency (field 53), and of another country (field 58). */
const DOLLARS = changed(AR_QR[2], '5303032', '5303840');
const CHILE = changed(AR_QR[2], '5802AR', '5802CL');

// docs/reading-policy.md R32
describe('PSE', () => {
  it('shows the link first and the alias exactly', () => {
    const slip = slipOf(specSample('pending-fund/68'), { paymentId: 68 });
    assert.deepEqual([slip.lead, keysOf(slip), slip.warnings], ['link', ['paymentLink', 'alias'], []]);
    const row = rowOf(slip, 'alias');
    assert.deepEqual([row.kind, row.check, row.copy], ['alias', 'none', 'soc.ce']);
  });

  it('requires one of the two', () => {
    assert.equal(slipOf(answerWith({ alias: '@tienda.sol' }), { paymentId: 68 }).lead, 'alias');
    slipOf(answerWith({ paymentLink: LINK }), { paymentId: 68 });
    assert.equal(problemKind(answerWith({ Note: 'x' }), { paymentId: 68 }), 'incomplete');
    assert.equal(
      problemKind(answerWith({ paymentLink: 'http://pay.example.com/' }), { paymentId: 68 }),
      'incomplete',
    );
  });
});

describe('Pix with payment id 92', () => {
  it('requires a code or a key, and checks both', () => {
    const slip = slipOf(specSample('pending-fund/92'), { paymentId: 92 });
    assert.deepEqual(
      [slip.lead, slip.code?.key, slip.txId, slip.links],
      ['pixCode', 'qrCode', '1123123123', []],
    );
    assert.equal(slipOf(answerWith({ pixKey: PIX_KEY }), { paymentId: 92 }).lead, 'pixKey');
    assert.equal(problemKind(answerWith({ qrCodeLink: LINK }), { paymentId: 92 }), 'incomplete');
    for (const pixKey of WRONG_PIX_KEYS) {
      const wrong = slipOf(answerWith({ qrCode: PIX.dynamicWithAmount, pixKey }), { paymentId: 92 });
      assert.deepEqual(warningsOf(wrong), ['pixKey: check'], pixKey);
    }
  });
});

describe('a US account', () => {
  it('requires a deposit message if it is shared (81, 83), but not if it is the payer’s own (82, 84)', () => {
    for (const id of [81, 82, 83, 84]) {
      const isShared = id % 2 === 1;
      const answer = answerWith(without(USD, 'Deposit Message'));
      if (isShared) assert.equal(problemKind(answer, { paymentId: id }), 'incomplete');
      else assert.equal(slipOf(answer, { paymentId: id }).lead, 'account');
      for (const key of ['Bank Account Number', 'Bank Routing Number', 'Bank Beneficiary Name'])
        assert.equal(problemKind(answerWith(without(USD, key)), { paymentId: id }), 'incomplete', key);
      for (const key of ['Bank Name', 'Bank Address'])
        slipOf(answerWith(without(USD, key)), { paymentId: id });
    }
  });

  it('keeps its number as received, and its routing number is checked', () => {
    const slipWith = (routing: string) =>
      slipOf(answerWith({ ...USD, 'Bank Routing Number': routing }), { paymentId: 81 });
    for (const routing of ROUTINGS) assert.deepEqual(slipWith(routing).warnings, []);
    for (const routing of WRONG_ROUTINGS)
      assert.deepEqual(warningsOf(slipWith(routing)), ['Bank Routing Number: check'], routing);
    assert.equal(rowOf(slipWith(ROUTINGS[0]), 'Bank Account Number').copy, '000123456789');
  });

  it('in a response for another method is read as the method whose essential values are complete', () => {
    const slip = slipOf(answerWith(without(USD, 'Deposit Message')), { paymentId: 105 });
    assert.deepEqual([slip.method?.slug, slip.rail?.id, slip.lead], ['spei', 82, 'account']);
    assert.deepEqual(slip.notices, [{ kind: 'rail' }]);
  });
});

describe('a CCI', () => {
  it('is shown next to a payment link, and does not replace it', () => {
    const slip = slipOf(answerWith({ CCI: CCIS[0], paymentLink: LINK }), { paymentId: 95, amount: '1.00' });
    assert.deepEqual([keysOf(slip), rowOf(slip, 'CCI').check], [['paymentLink', 'CCI'], 'passed']);
    assert.equal(problemKind(answerWith({ CCI: CCIS[0] }), { paymentId: 95 }), 'incomplete');
  });
});

// test/widget/new-method.test.ts reads a method that has only an entry in the table.
describe('a method', () => {
  it('may require only a text', () => {
    const fields = [{ role: 'realName', kind: 'text', keys: ['Desk'] } as const];
    const plain: Method = { ...methodOf(105)!, id: 4242, fields, needs: [['realName']], lead: ['realName'] };
    const slip = slipOf(answerWith({ Desk: 'x' }), { paymentId: 4242 }, { methods: [plain] });
    assert.equal(slip.lead, 'realName');
  });
});

function changed(code: string, from: string, to: string): string {
  return appendEmvCrc(code.slice(0, -8).replace(from, to));
}
