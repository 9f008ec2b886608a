import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appendEmvCrc } from '../../../src/core/schemes/emv.js';
import { METHODS, methodOf, type Method } from '../../../src/core/methods.js';
import { isProblem } from '../../../src/core/problem.js';
import { readSlip } from '../../../src/core/reader/slip.js';
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
  WRONG_AR_QR,
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
          const others = Object.entries(sample).filter(([used]) => !keys.includes(used));
          const slip = slipOf(answerWith(Object.fromEntries([[key, value], ...others])), { paymentId: id });
          assert.ok(!warningsOf(slip).includes(`${key}: unknown-field`), key);
          const row = slip.rows.find((each) => each.key === key);
          // The role of a value under a QR key depends on its content, and an image next to a drawn code has no row.
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
  it('shows the requested amount, whatever amount the answer contains', () => {
    for (const { id, sample } of METHODS) {
      const answer = answerWith(sample, { amount: '9.99', totalAmount: 22 });
      assert.equal(slipOf(answer, { paymentId: id, amount: '150.00' }).askedAmount, '150.00');
      assert.equal(slipOf(answer, { paymentId: id }).askedAmount, undefined);
    }
  });

  // docs/reading-policy.md R23
  it('has no expiry time, even if the answer contains times', () => {
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
  it('has no holder name if the answer has none', () => {
    const beside = { paymentMethodName: 'Some Provider', realName: '' };
    const answer = answerWith({ 'Cuenta CLABE': CLABES[0] }, beside);
    for (const paymentId of [58, 72, 105])
      assert.deepEqual(keysOf(slipOf(answer, { paymentId })), ['Cuenta CLABE']);
  });
});

describe('a CBU or CVU', () => {
  const read = (number: unknown, key = 'CVU number') =>
    slipOf(answerWith({ [key]: number, CUIT: CUITS[0] }), { paymentId: 63 });

  it('is what its digits say, whatever the key says, and passes in any spelling', () => {
    for (const key of ['CVU number', 'cvu', 'CBU number', 'CBU/CVU']) {
      for (const cbu of CBUS) {
        const row = rowOf(read(cbu, key), key);
        assert.deepEqual([row.kind, row.role, row.check, row.copy], ['cbu', 'cbu', 'passed', cbu]);
      }
      for (const cvu of CVUS) {
        const row = rowOf(read(`${cvu.slice(0, 8)} ${cvu.slice(8)}`, key), key);
        assert.deepEqual([row.kind, row.role, row.check, row.copy], ['cvu', 'cvu', 'passed', cvu]);
      }
    }
    assert.equal(read(CBUS[0]).lead, 'cbu');
  });

  it('that is wrong is shown as it came, with a warning', () => {
    for (const wrong of [...WRONG_CVUS, ...WRONG_CBUS]) {
      const slip = read(wrong);
      assert.deepEqual([rowOf(slip, 'CVU number').check, rowOf(slip, 'CVU number').copy], ['failed', wrong]);
      assert.deepEqual(warningsOf(slip), ['CVU number: check']);
    }
  });

  it('that lost its zeros as a number is not filled up', () => {
    const row = rowOf(read(775900000000000), 'CVU number');
    assert.deepEqual([row.kind, row.check, row.reason], ['cvu', 'failed', 'lossy']);
  });

  it('is all that is essential; a wrong CUIT beside it warns', () => {
    slipOf(answerWith({ 'CVU number': CVUS[0] }), { paymentId: 63 });
    assert.equal(problemKind(answerWith({ CUIT: CUITS[0] }), { paymentId: 63 }), 'incomplete');
    for (const cuit of WRONG_CUITS)
      assert.deepEqual(
        warningsOf(slipOf(answerWith({ 'CVU number': CVUS[0], cuit }), { paymentId: 63 })),
        ['cuit: check'],
        cuit,
      );
  });
});

describe('an Argentine QR', () => {
  const read = (qrCodeLink: string, amount = '1500.00') =>
    slipOf(answerWith({ qrCodeLink }, { fiat: 'ARS' }), { paymentId: 137, amount });

  it('is drawn from its code where one came, and opened where a link came', () => {
    const slip = read(AR_QR[0]);
    assert.deepEqual([slip.lead, slip.code?.payload, slip.warnings], ['emvCode', AR_QR[0], []]);
    assert.equal(rowOf(slip, 'qrCodeLink').kind, 'emv-code');
    const linked = read(LINK);
    assert.deepEqual([linked.lead, linked.code, linked.links[0]?.href], ['qr', undefined, LINK]);
  });

  it('is incomplete without either, with a refused link, and with words in its place', () => {
    for (const value of ['', 'javascript:alert(1)', 'http://pay.example.com/', 'open the app'])
      assert.equal(problemKind(answerWith({ qrCodeLink: value }), { paymentId: 137 }), 'incomplete', value);
  });

  it('that asks for another amount says so; one without an amount says nothing', () => {
    const slip = read(AR_QR[1], '1500.00');
    assert.deepEqual(slip.notices, [{ kind: 'amount', amount: '0.01' }]);
    assert.deepEqual(warningsOf(slip), ['qrCodeLink: amount']);
    assert.deepEqual(read(AR_QR[0], '1500').notices, []);
    assert.deepEqual(read(AR_QR[2], '1500.00').notices, []);
  });

  it('that fails its check is never drawn, and stays as it came', () => {
    for (const code of WRONG_AR_QR) {
      const slip = read(code);
      assert.deepEqual([slip.code, slip.notices], [undefined, [{ kind: 'qr' }]]);
      assert.equal(rowOf(slip, 'qrCodeLink').copy, code);
    }
  });

  it('of another currency or country is a mismatch, and so is Pix’s', () => {
    for (const code of [DOLLARS, CHILE, PIX.random])
      assert.equal(problemKind(answerWith({ qrCodeLink: code }), { paymentId: 137 }), 'mismatch', code);
    assert.equal(problemKind(answerWith({ qrCode: AR_QR[0] }), { paymentId: 90 }), 'mismatch');
  });
});

/** The third code in another currency (53 = 840), and of another country (58 = CL). */
const DOLLARS = resealed(AR_QR[2], '5303032', '5303840');
const CHILE = resealed(AR_QR[2], '5802AR', '5802CL');

describe('PSE', () => {
  it('leads with the link and keeps the alias as a row, exactly', () => {
    const slip = slipOf(specSample('pending-fund/68'), { paymentId: 68 });
    assert.deepEqual([slip.lead, keysOf(slip), slip.warnings], ['link', ['paymentLink', 'alias'], []]);
    const row = rowOf(slip, 'alias');
    assert.deepEqual([row.kind, row.check, row.copy], ['alias', 'none', 'soc.ce']);
  });

  it('needs one of the two', () => {
    assert.equal(slipOf(answerWith({ alias: '@tienda.sol' }), { paymentId: 68 }).lead, 'alias');
    slipOf(answerWith({ paymentLink: LINK }), { paymentId: 68 });
    assert.equal(problemKind(answerWith({ Note: 'x' }), { paymentId: 68 }), 'incomplete');
    assert.equal(
      problemKind(answerWith({ paymentLink: 'http://pay.example.com/' }), { paymentId: 68 }),
      'incomplete',
    );
  });
});

describe('Pix of the second provider', () => {
  it('needs a code or a key, and checks both', () => {
    const slip = slipOf(specSample('pending-fund/92'), { paymentId: 92 });
    assert.deepEqual(
      [slip.lead, slip.code?.key, slip.txId, slip.links],
      ['pixCode', 'qrCode', '1123123123', []],
    );
    assert.equal(slipOf(answerWith({ pixKey: PIX_KEY }), { paymentId: 92 }).lead, 'pixKey');
    assert.equal(problemKind(answerWith({ qrCodeLink: LINK }), { paymentId: 92 }), 'incomplete');
    for (const pixKey of WRONG_PIX_KEYS)
      assert.deepEqual(
        warningsOf(slipOf(answerWith({ qrCode: PIX.dynamicWithAmount, pixKey }), { paymentId: 92 })),
        ['pixKey: check'],
        pixKey,
      );
  });

  it('warns where its code asks for another amount than the one asked for', () => {
    const slip = slipOf(answerWith({ qrCode: PIX.withAmount }), { paymentId: 92, amount: '11.00' });
    assert.deepEqual(slip.notices, [{ kind: 'amount', amount: '10.00' }]);
  });
});

describe('a US account', () => {
  it('is told by its message where it is shared (81, 83), and not where it is one’s own (82, 84)', () => {
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

  it('shows the message first, then the numbers a bank’s form asks for', () => {
    assert.deepEqual(keysOf(slipOf(answerWith(USD), { paymentId: 83 })).slice(0, 3), [
      'Deposit Message',
      'Bank Account Number',
      'Bank Routing Number',
    ]);
  });

  it('keeps its number as it came and checks the routing number', () => {
    for (const routing of ROUTINGS)
      assert.deepEqual(
        slipOf(answerWith({ ...USD, 'Bank Routing Number': routing }), { paymentId: 81 }).warnings,
        [],
      );
    for (const routing of WRONG_ROUTINGS) {
      const slip = slipOf(answerWith({ ...USD, 'Bank Routing Number': routing }), { paymentId: 81 });
      assert.deepEqual(warningsOf(slip), ['Bank Routing Number: check'], routing);
    }
    assert.equal(
      rowOf(slipOf(answerWith(USD), { paymentId: 81 }), 'Bank Account Number').copy,
      '000123456789',
    );
  });

  it('lands in days by ACH and the same day by wire, and neither is the other', () => {
    const [ach, wire] = [methodOf(81)!, methodOf(83)!];
    assert.deepEqual([ach.settles, wire.settles], ['days', 'same-day']);
    assert.notEqual(ach.slug, wire.slug);
  });

  it('that came for another method keeps that title, and is complete by the rail that fits it best', () => {
    const slip = slipOf(answerWith(without(USD, 'Deposit Message')), { paymentId: 105 });
    assert.deepEqual([slip.method?.slug, slip.rail?.id, slip.lead], ['spei', 82, 'account']);
    assert.deepEqual(slip.notices, [{ kind: 'rail' }]);
  });
});

describe('a CCI', () => {
  it('beside a payment link is checked and grouped; without one it is not what was asked for', () => {
    const slip = slipOf(answerWith({ CCI: CCIS[0], paymentLink: LINK }), { paymentId: 95, amount: '1.00' });
    assert.deepEqual([keysOf(slip), rowOf(slip, 'CCI').check], [['paymentLink', 'CCI'], 'passed']);
    assert.equal(problemKind(answerWith({ CCI: CCIS[0] }), { paymentId: 95 }), 'incomplete');
  });
});

describe('an imaginary method', () => {
  const imaginary: Method = {
    id: 4242,
    slug: 'imaginary',
    fiat: 'USD',
    amount: 'none',
    fields: [
      { role: 'routing', kind: 'routing', keys: ['Sort'] },
      { role: 'account', kind: 'account', keys: ['Box'] },
    ],
    needs: [['account'], ['routing']],
    lead: ['account'],
    settles: 'days',
    hasTxId: false,
    sample: { Sort: ROUTINGS[0], Box: '7' },
  };
  const methods = [...METHODS, imaginary];

  it('needs one entry in the table: it is read, ordered, checked and completed by it', () => {
    const asked = { paymentId: 4242 };
    const slip = slipOf(answerWith({ Box: '7', Sort: ROUTINGS[0] }), asked, { methods });
    assert.deepEqual([slip.method?.slug, slip.lead, keysOf(slip)], ['imaginary', 'account', ['Sort', 'Box']]);
    assert.equal(problemKind(answerWith({ Box: '7' }), asked, { methods }), 'incomplete');
    const wrong = slipOf(answerWith({ Box: '7', Sort: '123456790' }), asked, { methods });
    assert.deepEqual(warningsOf(wrong), ['Sort: check']);
  });

  it('may do with text alone where its entry says so', () => {
    const fields = [{ role: 'realName', kind: 'text', keys: ['Desk'] } as const];
    const plain: Method = { ...imaginary, fields, needs: [['realName']], lead: ['realName'] };
    const slip = slipOf(answerWith({ Desk: 'x' }), { paymentId: 4242 }, { methods: [plain] });
    assert.equal(slip.lead, 'realName');
  });
});

function resealed(code: string, from: string, to: string): string {
  return appendEmvCrc(code.slice(0, -8).replace(from, to));
}
