/**
 * The check digits according to public libraries: 1,269 values, a sample of 4,484 from the libraries' own
 * tests and documentation and drawn by a seed, with the verdicts of python-stdnum (August 2026), stdnum
 * 1.12.0, ibantools 4.5.4, @fnando/cnpj 2.0.0, @fnando/cpf 1.0.2 and cpf-cnpj-validator 2.1.2. Each list has
 * an IBAN of every country. python-stdnum ran without its national rules.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { clabe } from 'clabe-validator';
import { copyFormOf, ruleOf, type Kind } from '../../src/core/kinds.js';
import { isRegisteredIban } from '../../src/core/schemes/iban.js';
import { ROOT } from '../root.js';

interface Judged {
  readonly accepted: readonly string[];
  readonly refused: readonly string[];
  /** The libraries that accept a value which another one refuses. */
  readonly disputed: Readonly<Record<string, string>>;
}

const CORPUS = JSON.parse(
  readFileSync(join(ROOT, 'test/fixtures/public-libraries.json'), 'utf8'),
) as Readonly<Record<string, Judged>>;

const KINDS: Readonly<Record<string, readonly Kind[]>> = {
  cbu: ['cbu', 'cvu'],
  cnpj: ['pix-key'],
  cpf: ['pix-key'],
};

/**
 * Values that the reader judges differently on purpose. docs/reading-policy.md, "Check digits and public
 * libraries", has each example.
 */
interface Difference {
  readonly example: string;
  readonly scheme: string;
  readonly accepts: boolean;
  readonly is: (value: string) => boolean;
}

const REPEATED = /^(.)\1*$/;
const DIFFERENCES: readonly Difference[] = [
  {
    example: 'DZ580002100001113000000570',
    scheme: 'iban',
    accepts: true,
    is: (value) => !isRegisteredIban(copyFormOf('iban', value)),
  },
  {
    example: 'IBAN DE89 3704 0044 0532 0130 00',
    scheme: 'iban',
    accepts: true,
    is: (value) => value.startsWith('IBAN '),
  },
  {
    example: 'ES2121000418450200051331',
    scheme: 'iban',
    accepts: true,
    is: (value) => /^(?:BA|BE|EE|ES|FI|FR|HR|HU|ME|MC|MK|NO|PL|PT|RS|SI|SK|CZ|SM|IT)/i.test(value),
  },
  {
    example: 'IE915SKO20853024082364',
    scheme: 'iban',
    accepts: false,
    is: (value) => /^(?:GE|IE|PK|PS|TR|VG|MU)/i.test(value),
  },
  { example: 'NO71.4202.47.14777', scheme: 'iban', accepts: false, is: (value) => value.includes('.') },
  { example: 'ABNA BE 2A', scheme: 'bic', accepts: true, is: (value) => value.includes(' ') },
  {
    example: '0070999020000057705860',
    scheme: 'cbu',
    accepts: true,
    is: (value) => /^.{7}0|0$/.test(value.replace(/ /g, '')),
  },
  { example: '0000000000000000000000', scheme: 'cbu', accepts: false, is: (value) => REPEATED.test(value) },
  { example: '25-97946277-0', scheme: 'cuit', accepts: true, is: (value) => /^2[56]/.test(value) },
  { example: '16.727.230/0001=97', scheme: 'cnpj', accepts: false, is: (value) => value.includes('=') },
  { example: '00000000000000', scheme: 'cnpj', accepts: false, is: (value) => REPEATED.test(value) },
  { example: '11111111111', scheme: 'cpf', accepts: false, is: (value) => REPEATED.test(value) },
  {
    example: '739224681',
    scheme: 'routing',
    accepts: false,
    is: (value) => /^0+$/.test(value) || !/^(?:0|1[012]|2[1-9]|3[012]|6[1-9]|7[012]|80)/.test(value),
  },
  {
    example: '757535951931912244',
    scheme: 'clabe',
    accepts: true,
    is: (value) => String(clabe.computeChecksum(value.slice(0, 17))) === value.at(-1),
  },
];

function accepts(scheme: string, value: string): boolean {
  const kinds = KINDS[scheme] ?? [scheme as Kind];
  return kinds.some((kind) => ruleOf(kind).check!(copyFormOf(kind, value)));
}

describe('values of public libraries', () => {
  for (const [scheme, { accepted, refused, disputed }] of Object.entries(CORPUS))
    it(`are accepted and rejected as by the library: ${scheme}`, () => {
      const isListed = (value: string): boolean =>
        DIFFERENCES.some(
          (each) => each.scheme === scheme && each.accepts === accepts(scheme, value) && each.is(value),
        );
      const wrong = [
        ...accepted.filter((value) => !accepts(scheme, value)),
        ...refused.filter((value) => accepts(scheme, value)),
        ...Object.keys(disputed),
      ].filter((value) => !isListed(value));
      assert.deepEqual(wrong, []);
    });

  it('are at least 1,000', () => {
    const all = Object.values(CORPUS).flatMap(({ accepted, refused, disputed }) => [
      ...accepted,
      ...refused,
      ...Object.keys(disputed),
    ]);
    assert.ok(all.length >= 1_000);
  });
});

describe('a difference from the public libraries', () => {
  for (const { example, scheme, accepts: ours, is } of DIFFERENCES)
    it(`follows the reading policy: ${example}`, () => {
      assert.equal(accepts(scheme, example), ours);
      assert.ok(is(example));
      const policy = readFileSync(join(ROOT, 'docs/reading-policy.md'), 'utf8');
      assert.ok(policy.includes(`| \`${example}\``));
    });
});
