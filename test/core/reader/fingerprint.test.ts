import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { clabeCheckDigit } from '../../../src/core/schemes/clabe.js';
import { appendEmvCrc, emvField, readTlv } from '../../../src/core/schemes/emv.js';
import { METHODS, methodOf } from '../../../src/core/methods.js';
import { AR_QR, CCIS, CLABES, IBANS, PIX, PIX_KEY } from '../../fixtures/instruments.js';
import { pngHeader } from '../../fixtures/pictures.js';
import { answerWith, slipOf } from '../outcome.js';

const fingerprintOf = (id: number, fields: object, amount?: string): string | undefined =>
  slipOf(answerWith(fields), { paymentId: id, amount }).fingerprint;

/** A dynamic Pix code with a payee's URL unchanged, even with a scheme, which the rules of Pix forbid. */
const dynamicCode = (url: string): string =>
  appendEmvCrc(
    `000201${emvField('26', `0014br.gov.bcb.pix${emvField('25', url)}`)}5204000053039865802BR5902AB6002SP62070503***`,
  );

/** The interoperable code with another merchant account after its first one. */
const arCode = (id: string, account: string): string => {
  const fields = [...readTlv(AR_QR[0].slice(0, -8))!].filter(([each]) => each !== id);
  fields.splice(3, 0, [id, account]);
  return appendEmvCrc(fields.map(([each, value]) => emvField(each, value)).join(''));
};

const LINK = 'https://pay.example.com/q/1.png';
const NO_ACCOUNT = appendEmvCrc(`00020152040000530398680120014br.gov.bcb.pixx5802BR5902AB6002SP`);
const PNG = pngHeader(200, 200);

describe('a fingerprint', () => {
  it('is ten hexadecimal digits for every method, and no part of a value', () => {
    for (const { id, sample } of METHODS) {
      const fingerprint = fingerprintOf(id, sample)!;
      assert.match(fingerprint, /^[0-9a-f]{10}$/);
      assert.ok(!Object.values(sample).some((value) => value.includes(fingerprint)));
    }
  });

  it('is the same in every version, so that a known account is recognized', () => {
    assert.equal(fingerprintOf(105, methodOf(105)!.sample), 'cae3ae4a76');
    assert.equal(fingerprintOf(85, methodOf(85)!.sample), '3a07ebc0f9');
  });

  it('is the same for one account in any spelling, under any key and for any method of its rail', () => {
    const one = fingerprintOf(105, { 'Cuenta CLABE': CLABES[0] });
    assert.equal(fingerprintOf(105, { CLABE: '032 180 00011835971-9', 'Beneficiary Name': 'Ana' }), one);
    assert.equal(fingerprintOf(72, { 'Cuenta CLABE': CLABES[0] }, '10.00'), one);
    const { sample } = methodOf(81)!;
    assert.equal(fingerprintOf(81, { ...sample, 'Deposit Message': 'OTHER' }), fingerprintOf(82, sample));
    const [upper, lower] = ['AB12', 'ab12'].map((account) =>
      fingerprintOf(82, { ...sample, 'Bank Account Number': account }),
    );
    assert.equal(upper, lower);
  });

  it('differs for another account, bank, rail or host', () => {
    const { sample } = methodOf(81)!;
    const fingerprints = [
      ...CLABES.map((clabe) => fingerprintOf(105, { 'Cuenta CLABE': clabe })),
      ...IBANS.map((IBAN) => fingerprintOf(85, { ...methodOf(85)!.sample, IBAN })),
      fingerprintOf(81, sample),
      fingerprintOf(83, sample),
      fingerprintOf(81, { ...sample, 'Bank Account Number': '00123456789' }),
      fingerprintOf(81, { ...sample, 'Bank Routing Number': '111000025' }),
      fingerprintOf(95, { paymentLink: 'https://pay.example.com/1' }),
      fingerprintOf(95, { paymentLink: 'https://pay.example.net/1' }),
      fingerprintOf(90, { qrCode: PIX.random }),
      fingerprintOf(90, { qrCode: PIX.dynamicWithAmount }),
      fingerprintOf(137, { qrCodeLink: AR_QR[0] }),
    ];
    assert.equal(new Set(fingerprints).size, fingerprints.length);
  });

  it('differs if any payee of the response differs', () => {
    const key = 'aaaaaaaa-0000-4000-8000-000000000001';
    const CHANGES: readonly (readonly [id: number, fields: object, changed: object])[] = [
      [63, { ...methodOf(63)!.sample, alias: 'tienda.sol' }, { alias: 'tienda.luna' }],
      [68, methodOf(68)!.sample, { alias: 'sandbox.other' }],
      [68, methodOf(68)!.sample, { paymentLink: 'https://pay.example.net/l/1' }],
      [95, { paymentLink: 'https://pay.example.com/1', CCI: CCIS[0] }, { CCI: CCIS[1] }],
      [90, { qrCode: PIX.dynamicWithAmount, pixKey: PIX_KEY }, { pixKey: key }],
      [105, { 'Cuenta CLABE': CLABES[0], Europa: IBANS[0] }, { Europa: IBANS[1] }],
      [105, { 'Cuenta CLABE': CLABES[0], 'Account Number': '0001' }, { 'Account Number': '0002' }],
      [137, { qrCode: AR_QR[0] }, { qrCode: arCode('50', '0011305000109') }],
      [137, { qrCode: AR_QR[0] }, { qrCode: arCode('05', '0012345678901') }],
      ...[
        ['https://psp.example.com/1', 'https://psp.example.net/1'],
        ['//psp.example.com/1', '//psp.example.net/1'],
        ['/psp.example.com/1', '/psp.example.net/1'],
        // An empty port is allowed, so that the host could pass for a scheme.
        ['psp.example.com/1', 'psp.example.net:/psp.example.com/../1'],
        ['//https://psp.example.com/1', '//https://psp.example.net/1'],
      ].map(([url, other]) => [92, { qrCode: dynamicCode(url!) }, { qrCode: dynamicCode(other!) }] as const),
      [90, { pixKey: PIX_KEY, qrCode: PIX.random }, { qrCode: `${PIX.random.slice(0, -4)}0000` }],
      [90, { pixKey: PIX_KEY, qrCode: PIX.random }, { qrCode: NO_ACCOUNT }],
      [137, { qrCodeLink: LINK }, { qrCodeLink: undefined, qrCode: PNG, paymentLink: LINK }],
    ];
    for (const [id, fields, changed] of CHANGES) {
      const before = fingerprintOf(id, fields);
      assert.notEqual(fingerprintOf(id, { ...fields, ...changed }), before, JSON.stringify(changed));
      const slip = slipOf(answerWith({ ...fields, ...changed }), { paymentId: id }, { seen: before });
      assert.ok(
        slip.notices.some(({ kind }) => kind === 'account'),
        JSON.stringify(changed),
      );
    }
  });

  it('is reported as changed if the response no longer names an account', () => {
    const seen = fingerprintOf(999, { IBAN: IBANS[0] });
    const slip = slipOf(answerWith({ Note: 'x' }), { paymentId: 999 }, { seen });
    assert.deepEqual(slip.notices, [{ kind: 'account' }]);
  });

  it('is the same for a Pix key, an alias and a host in upper and lower case', () => {
    const code = PIX.random.slice(0, -8);
    const upper = appendEmvCrc(code.replace(PIX_KEY, PIX_KEY.toUpperCase()));
    assert.equal(fingerprintOf(90, { qrCode: upper }), fingerprintOf(90, { pixKey: PIX_KEY }));
    const { sample } = methodOf(68)!;
    assert.equal(fingerprintOf(68, { ...sample, alias: 'SANDBOX.K7QHW2M9' }), fingerprintOf(68, sample));
  });

  it('does not collide for many accounts', () => {
    const fingerprints = Array.from({ length: 5000 }, (_, index) => {
      const first17 = String(10_000_000_000_000_000n + BigInt(index));
      return fingerprintOf(105, { 'Cuenta CLABE': first17 + clabeCheckDigit(first17) });
    });
    assert.equal(new Set(fingerprints).size, fingerprints.length);
  });

  it('does not depend on the parts of a code or link that change with each request', () => {
    assert.equal(
      fingerprintOf(90, { qrCode: PIX.random }),
      fingerprintOf(90, { qrCode: PIX.withAmount, pixKey: PIX_KEY }),
    );
    assert.equal(fingerprintOf(137, { qrCodeLink: AR_QR[0] }), fingerprintOf(137, { qrCodeLink: AR_QR[1] }));
    const [one, other] = ['1', '2'].map((path) =>
      fingerprintOf(95, { paymentLink: `https://pay.example.com/${path}` }),
    );
    assert.equal(one, other);
  });

  it('is absent if nothing identifies an account', () => {
    assert.equal(fingerprintOf(999, { Note: 'x' }), undefined);
  });

  it('differs for accounts that differ in any one digit', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[1-9][0-9]{16}$/), fc.nat(16), (first17, at) => {
        const all = [...'0123456789'].map((digit) => {
          const changed = first17.slice(0, at) + digit + first17.slice(at + 1);
          return fingerprintOf(105, { 'Cuenta CLABE': changed + clabeCheckDigit(changed) });
        });
        assert.equal(new Set(all).size, 10);
      }),
    );
  });
});
