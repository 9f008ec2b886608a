import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { activationBodyOf, CHANNELS, PEN_IDENTIFICATIONS, type ChannelName } from 'deposit-slip/contract';
import { parseExact, issueOf, invalidPath, withoutEach } from './schema-issues.js';

const schema = activationBodyOf(CHANNELS);

const PEN = {
  customerIdentificationType: '00',
  customerIdentification: '12345678',
  customerName: 'Ana',
  lastName: 'Quispe',
  customerEmail: 'ana@shop.example',
  customerPhone: '+51 999 999 999',
};

const CROSS_BORDER = {
  accountName: 'Ana Tan',
  nationality: 'SG',
  idNumber: 'S1234567D',
  countryStateCode: 'SG-01',
  city: 'Singapore',
  street: '1 Example Street',
  postalCode: '018956',
  dateOfBirth: '1990-02-28',
  phoneNumber: '+65 6123 4567',
};

interface Row {
  readonly name: ChannelName;
  readonly trench: string;
  readonly fiats: readonly string[];
  /** Required members of `fieldList`, with valid values. */
  readonly required?: Readonly<Record<string, string>>;
  readonly optional?: Readonly<Record<string, string>>;
  readonly callbackUri?: string;
}

/** The activation table, row by row (spec: Activate merchant account). */
const ROWS: Readonly<Record<ChannelName, readonly Omit<Row, 'name'>[]>> = {
  clabe: [
    { trench: 'CLABE - PROVIDER_A', fiats: ['MXN'], required: { alias: 'shop one' } },
    { trench: 'CLABE - PROVIDER_B', fiats: ['MXN'], required: { alias: 'shop one' } },
  ],
  cvu: [
    {
      trench: 'CVU - PROVIDER_C',
      fiats: ['ARS'],
      required: { cuit: '20339698695', name: 'Ana Gómez' },
      optional: { email: 'ana@shop.example', alias: 'tienda' },
    },
  ],
  'qr-argentina': [{ trench: 'QR Argentina', fiats: ['ARS'], optional: { cuit: '20339698695' } }],
  'cop-account': [{ trench: 'COP Account', fiats: ['COP'], required: { alias: 'tienda' } }],
  pix: [{ trench: 'BANK_NAME_A', fiats: ['BRL'] }],
  'pen-account': [
    {
      trench: 'PEN Account',
      fiats: ['PEN'],
      required: Object.fromEntries(Object.entries(PEN).filter(([name]) => name !== 'lastName')),
      optional: { lastName: 'Quispe' },
    },
  ],
  'eur-usd': [
    {
      trench: 'BANK_NAME_B',
      fiats: ['EUR', 'USD'],
      required: { firstName: 'Ana', lastName: 'Gómez' },
      optional: { email: 'ana@shop.example' },
      callbackUri: 'https://shop.example/back',
    },
  ],
  'cross-border': [
    {
      trench: 'PAYMENT_NETWORK_NAME',
      fiats: ['USD', 'CNY', 'HKD', 'EUR', 'SGD', 'NGN', 'PHP'],
      required: CROSS_BORDER,
    },
  ],
};
const TABLE: readonly Row[] = Object.entries(ROWS).flatMap(([name, rows]) =>
  rows.map((row) => ({ ...row, name: name as ChannelName })),
);

const FIATS = new Set(TABLE.flatMap(({ fiats }) => fiats));

/** The smallest valid body of a row. */
function bodyOf({ trench, fiats, required, callbackUri }: Row) {
  return {
    merchantId: 1001,
    fiat: fiats[0]!,
    trench,
    ...(callbackUri !== undefined && { callbackUri }),
    ...(required && { fieldList: required }),
  };
}

function rowOf(channel: ChannelName): Row {
  return TABLE.find(({ name }) => name === channel)!;
}

const withFields = (row: Row, fields: object): object => ({
  ...bodyOf(row),
  fieldList: { ...row.required, ...fields },
});

describe('the activation table', () => {
  it('has a channel for every currency and method that the API can activate', () => {
    const sorted = (rows: readonly Pick<Row, 'name' | 'trench' | 'fiats'>[]): string[] =>
      rows.map(({ name, trench, fiats }) => `${name}, ${trench}: ${fiats.join(' ')}`).toSorted();
    assert.deepEqual(sorted(CHANNELS), sorted(TABLE));
  });

  for (const row of TABLE)
    describe(row.trench, () => {
      it('accepts required members, with and without the optional ones', () => {
        const bare = schema.parse(bodyOf(row));
        assert.deepEqual([bare.merchantId, bare.trench, bare.channel.name], [1001n, row.trench, row.name]);
        assert.deepEqual(bare.fieldList, row.required);
        if (!row.optional) return;
        assert.deepEqual(schema.parse(withFields(row, row.optional)).fieldList, {
          ...row.required,
          ...row.optional,
        });
      });

      it('accepts its own currencies only', () => {
        for (const fiat of FIATS)
          assert.equal(invalidPath(schema, { ...bodyOf(row), fiat }), row.fiats.includes(fiat) ? '' : 'fiat');
      });

      it('names the field that is missing, malformed or unknown', () => {
        for (const [name, rest] of withoutEach(row.required ?? {})) {
          assert.equal(invalidPath(schema, { ...bodyOf(row), fieldList: rest }), `fieldList.${name}`);
          for (const bad of ['', 7, null, ['x'], 'a\u0000b'])
            assert.equal(invalidPath(schema, withFields(row, { [name]: bad })), `fieldList.${name}`);
        }
        for (const name of Object.keys(row.optional ?? {}))
          assert.equal(invalidPath(schema, withFields(row, { [name]: 7 })), `fieldList.${name}`);
        const hasFields = row.required ?? row.optional;
        const unknown = issueOf(schema, withFields(row, { nickname: 'x' }));
        assert.equal(
          unknown,
          hasFields ? 'fieldList.nickname: unknown' : 'fieldList: absent for this channel',
        );
      });

      it('requires a fieldList if it has required members, and rejects one if it has no members', () => {
        const { fieldList: _, ...without } = { fieldList: undefined, ...bodyOf(row) };
        assert.equal(invalidPath(schema, without), row.required ? 'fieldList' : '');
        for (const wrong of ['x', ['x'], null, 7])
          assert.equal(invalidPath(schema, { ...without, fieldList: wrong }), 'fieldList');
        const [first] = Object.keys(row.required ?? {});
        const empty = first === undefined ? (row.optional ? '' : 'fieldList') : `fieldList.${first}`;
        assert.equal(invalidPath(schema, { ...without, fieldList: {} }), empty);
      });

      it('takes a callbackUri if the result may have a verifyLink, and rejects one otherwise', () => {
        const { callbackUri: _, ...without } = { callbackUri: undefined, ...bodyOf(row) };
        const isRequired = row.callbackUri !== undefined;
        for (const fiat of row.fiats) {
          assert.equal(invalidPath(schema, { ...without, fiat }), isRequired ? 'callbackUri' : '');
          const body = { ...without, fiat, callbackUri: 'https://shop.example/back?a=1' };
          const isAllowed = isRequired || (row.name === 'cross-border' && ['USD', 'EUR'].includes(fiat));
          assert.equal(invalidPath(schema, body), isAllowed ? '' : 'callbackUri');
        }
      });
    });
});

const WRONG_CUITS = ['2033969869', '203396986955', '20-33969869-5', '2033969869x'];

/** Members with a format, and values that do not have it. */
const FORMATS: readonly [channel: ChannelName, member: string, message: string, wrong: readonly string[]][] =
  [
    ['cvu', 'cuit', 'a CUIT of 11 digits', WRONG_CUITS],
    ['qr-argentina', 'cuit', 'a CUIT of 11 digits', WRONG_CUITS],
    [
      'cvu',
      'email',
      'an e-mail address',
      ['ana', '@shop.example', 'ana@shop', 'ana@@shop.example', 'a na@shop.example'],
    ],
    [
      'cross-border',
      'dateOfBirth',
      'a date in the past, YYYY-MM-DD',
      [
        new Date().toISOString().slice(0, 10),
        '9999-01-01',
        '1990-02-30',
        '2001-02-29',
        '1990-13-01',
        '01-02-1990',
        '1990-2-8',
        '1990-02-28T00:00:00Z',
      ],
    ],
  ];

describe('an activation', () => {
  it('names the common member that is missing, malformed or unknown', () => {
    const body = bodyOf(rowOf('pix'));
    for (const [name, rest] of withoutEach(body)) assert.equal(invalidPath(schema, rest), name);
    assert.equal(issueOf(schema, { ...body, paymentId: 90 }), 'paymentId: unknown');
    assert.equal(invalidPath(schema, { ...body, merchantId: '1001' }), 'merchantId');
    assert.equal(invalidPath(schema, { ...body, trench: 'second Pix channel' }), 'trench');
  });

  it('keeps a merchant id beyond 2^53', () => {
    const text = JSON.stringify(bodyOf(rowOf('pix'))).replace('1001', '9007199254740993');
    assert.equal(schema.parse(parseExact(text)).merchantId, 9007199254740993n);
  });

  it('rejects a callbackUri that is not an http or https URL', () => {
    const body = bodyOf(rowOf('eur-usd'));
    for (const wrong of ['javascript:alert(1)', 'ftp://a.example', '/back', 'shop.example', '', 7, null])
      assert.equal(invalidPath(schema, { ...body, callbackUri: wrong }), 'callbackUri', String(wrong));
  });

  for (const [channel, member, message, wrong] of FORMATS)
    it(`accepts ${message} as ${member} of ${channel}`, () => {
      for (const value of wrong)
        assert.equal(
          issueOf(schema, withFields(rowOf(channel), { [member]: value })),
          `fieldList.${member}: ${message}`,
          value,
        );
    });

  it('accepts a leap day, and rejects a long e-mail address by its length alone', () => {
    assert.equal(issueOf(schema, withFields(rowOf('cross-border'), { dateOfBirth: '2000-02-29' })), '');
    // Matching a pattern against unbounded text can block a server.
    const long = schema.safeParse(withFields(rowOf('cvu'), { email: `a@${'.'.repeat(10_000)} ` }));
    assert.deepEqual(
      long.error?.issues.map(({ message }) => message),
      ['1 to 200 characters without control characters'],
    );
  });
});

describe('an identification of a PEN account', () => {
  const identify = (type: string, customerIdentification: string): string =>
    issueOf(
      schema,
      withFields(rowOf('pen-account'), { customerIdentificationType: type, customerIdentification }),
    );

  /** Spec: activation table, PEN. Valid and invalid identifications of each type. */
  const RULES: readonly [type: string, name: string, valid: readonly string[], invalid: readonly string[]][] =
    [
      ['00', 'CC', ['12345678'], ['1234567', '123456789', '1234567a']],
      ['01', 'CE', ['1234567890', '1'.repeat(21)], ['123456789', '123456789a']],
      ['02', 'Tax ID', ['12345678901'], ['1234567890', '123456789012']],
      ['03', 'PAS', ['1234567890', '1'.repeat(21)], ['123456789', 'AB12345678']],
      ['04', 'PAR', ['1', 'P-1 2'], ['', ' ']],
      ['05', 'LMI', ['1', 'L-1 2'], ['', ' ']],
    ];

  it('has one of six types', () => {
    assert.deepEqual(
      Object.entries(PEN_IDENTIFICATIONS).map(([type, { name }]) => [type, name]),
      RULES.map(([type, name]) => [type, name]),
    );
    for (const type of ['06', '0', '', '000', 'CC'])
      assert.equal(
        identify(type, '12345678'),
        'fieldList.customerIdentificationType: one of 00, 01, 02, 03, 04, 05',
      );
  });

  for (const [type, name, valid, invalid] of RULES)
    it(`of type ${type} has the format of a ${name}`, () => {
      for (const number of valid) assert.equal(identify(type, number), '', number);
      for (const number of invalid)
        assert.match(identify(type, number), /^fieldList\.customerIdentification: /, number);
    });
});
