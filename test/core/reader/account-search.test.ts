/**
 * Accounts that are written plainly in a name, an address or a reference (docs/reading-policy.md, One payee),
 * and texts that must not be marked. The 200 ordinary ones were drawn by Faker 40.35 (Python): 20 for each of
 * ten countries, in turn a name, an address (one in five with a telephone number) and a reference.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { holdsAccount, shownId } from '../../../src/core/reader/account-search.js';
import {
  CBUS,
  CCIS,
  CLABES,
  CVUS,
  IBANS,
  PIX,
  WRONG_CBUS,
  WRONG_CLABES,
} from '../../fixtures/instruments.js';
import { ROOT } from '../../root.js';

const CLABE = '002010077777777771';
const IBAN = 'DE89370400440532013000';
const groups = (number: string, separator: string): string => number.match(/.{1,4}/g)!.join(separator);

const FOUND: Readonly<Record<string, string>> = {
  'in one piece': CLABE,
  'behind a word': `Nueva CLABE ${CLABE}`,
  'directly behind a word': `CLABE${CLABE}`,
  'between words': `Sol, CLABE: ${CLABE} (24h)`,
  'behind another number': `Desde 2025 ${CLABE}`,
  'before another number': `${CLABE} 24`,
  'in uneven groups': 'CLABE 002 010 07777777777 1',
  'with dots': groups(CLABE, '.'),
  'with hyphens': groups(CLABE, '-'),
  'with hyphens between spaces': groups(CLABE, ' - '),
  'digit by digit': [...CLABE].join(' '),
  'with no-break spaces': groups(CLABE, '\u00a0'),
  'with invisible characters': groups(CLABE, '\u200b'),
  'in full width': '００２０１００７７７７７７７７７７１',
  'of the sandbox': '999180000000000015',
  'an IBAN in one piece': `Sol ${IBAN}`,
  'an IBAN in groups': `IBAN ${groups(IBAN, ' ')}`,
  'an IBAN in lower case': `iban ${groups(IBAN, ' ').toLowerCase()}`,
  'an IBAN with its country apart': 'DE 89 3704 0044 0532 0130 00',
  'an IBAN before another word': `${groups(IBAN, ' ')} Sol`,
  'an IBAN directly between words': `nuevaIBAN${IBAN}BIC`,
  'an IBAN with letters': 'GB29 NWBK 6016 1331 9268 19',
  'an IBAN of a country outside of SEPA': 'BR18 0036 0305 0000 1000 9795 493C 1',
  'the beginning of a payment code': `Copie ${PIX.random.slice(0, 40)}`,
  'a text that is too long to search': 'x'.repeat(257),
};

const LEFT: Readonly<Record<string, string>> = {
  'a text of the longest length that is searched': 'x'.repeat(256),
  'a CLABE of a bank that no longer exists': CLABES[0],
  'an account within a longer number': `1${CLABE}`,
  'digits separated by other signs': groups(CLABE, ' / '),
  'digits separated by words': groups(CLABE, ' y '),
  'an IBAN of a country without a format': 'DZ580002100001113000000570',
  'an IBAN with a wrong digit': 'DE89370400440532013001',
  'a routing number beside an account': 'Routing 800000006, account 000123456789',
  'a taxpayer with two telephones': '12.345.678/0001-95, +55 11 4000-0000, +55 11 98765-4321',
};

describe('an account in a text', () => {
  for (const [name, text] of Object.entries(FOUND))
    it(`is found: ${name}`, () => assert.equal(holdsAccount(text), true, text));

  for (const [name, text] of Object.entries(LEFT))
    it(`is not assumed: ${name}`, () => assert.equal(holdsAccount(text), false, text));

  it('is found in every scheme, and only with its check digits', () => {
    for (const number of [...CLABES.slice(1, 4), ...CBUS, ...CVUS, ...CCIS, ...IBANS])
      assert.equal(holdsAccount(`Sol ${groups(number, ' ')}`), true, number);
    for (const number of [...WRONG_CLABES, ...WRONG_CBUS])
      assert.equal(holdsAccount(`Sol ${groups(number, ' ')}`), false, number);
  });

  it('is not assumed in a UUID, because random Pix keys are UUIDs', () => {
    for (let count = 0; count < 2_000; count += 1) {
      const uuid = randomUUID();
      for (const text of [uuid, uuid.toUpperCase(), uuid.replaceAll('-', '')])
        assert.equal(holdsAccount(`Sol ${text}`), false, text);
    }
    // Without its first two groups, it would be a CCI.
    assert.equal(holdsAccount('a0000000-a000-0219-3198-300812345610'), false);
  });

  it('is assumed in at most two of 200 ordinary names, references and addresses', () => {
    const file = readFileSync(join(ROOT, 'test/fixtures/ordinary-texts.json'), 'utf8');
    const texts = Object.values(JSON.parse(file) as Readonly<Record<string, readonly string[]>>).flat();
    const marked = texts.filter(holdsAccount);
    assert.equal(texts.length, 200);
    assert.ok(marked.length <= 2, marked.join('\n'));
  });
});

describe('a deposit id', () => {
  it('is shown unless it is an account', () => {
    assert.deepEqual([undefined, '28', CLABE].map(shownId), [undefined, '28', undefined]);
  });
});
