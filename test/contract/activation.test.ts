import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  activation,
  activationBodyOf,
  CHANNELS,
  PEN_IDENTIFICATIONS,
  type ChannelName,
} from 'deposit-slip/contract';
import { exact, faultOf, namedBy, withoutEach } from './judge.js';

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
  /** Members that are required, with good values. */
  readonly required?: Readonly<Record<string, string>>;
  readonly optional?: Readonly<Record<string, string>>;
  readonly callbackUri?: string;
}

/** The activation table, row by row (spec: Activate merchant account). */
const TABLE: readonly Row[] = [
  { name: 'clabe', trench: 'CLABE - PROVIDER_A', fiats: ['MXN'], required: { alias: 'shop one' } },
  { name: 'clabe', trench: 'CLABE - PROVIDER_B', fiats: ['MXN'], required: { alias: 'shop one' } },
  {
    name: 'cvu',
    trench: 'CVU - PROVIDER_C',
    fiats: ['ARS'],
    required: { cuit: '20339698695', name: 'Ana Gómez' },
    optional: { email: 'ana@shop.example', alias: 'tienda' },
  },
  { name: 'qr-argentina', trench: 'QR Argentina', fiats: ['ARS'], optional: { cuit: '20339698695' } },
  { name: 'cop-account', trench: 'COP Account', fiats: ['COP'], required: { alias: 'tienda' } },
  { name: 'pix', trench: 'BANK_NAME_A', fiats: ['BRL'] },
  {
    name: 'pen-account',
    trench: 'PEN Account',
    fiats: ['PEN'],
    required: Object.fromEntries(Object.entries(PEN).filter(([name]) => name !== 'lastName')),
    optional: { lastName: 'Quispe' },
  },
  {
    name: 'eur-usd',
    trench: 'BANK_NAME_B',
    fiats: ['EUR', 'USD'],
    required: { firstName: 'Ana', lastName: 'Gómez' },
    optional: { email: 'ana@shop.example' },
    callbackUri: 'https://shop.example/back',
  },
  {
    name: 'cross-border',
    trench: 'PAYMENT_NETWORK_NAME',
    fiats: ['USD', 'CNY', 'HKD', 'EUR', 'SGD', 'NGN', 'PHP'],
    required: CROSS_BORDER,
  },
];

const FIATS = ['MXN', 'ARS', 'COP', 'BRL', 'PEN', 'USD', 'EUR', 'CNY', 'HKD', 'SGD', 'NGN', 'PHP'];

/** The smallest good body of a row. */
function bodyOf({ trench, fiats, required, callbackUri }: Row) {
  return {
    merchantId: 1001,
    fiat: fiats[0]!,
    trench,
    ...(callbackUri !== undefined && { callbackUri }),
    ...(required && { fieldList: required }),
  };
}

function rowOf(wanted: ChannelName): Row {
  return TABLE.find(({ name }) => name === wanted)!;
}

const withFields = (row: Row, fields: object): object => ({
  ...bodyOf(row),
  fieldList: { ...row.required, ...fields },
});

describe('the activation table', () => {
  it('has a channel for every row that can be asked for, in its currencies', () => {
    assert.deepEqual(
      CHANNELS.map(({ name, trench, fiats }) => ({ name, trench, fiats })),
      TABLE.map(({ name, trench, fiats }) => ({ name, trench, fiats })),
    );
  });

  for (const row of TABLE)
    describe(row.trench, () => {
      it('takes what is required, and what is optional beside it', () => {
        const bare = schema.parse(bodyOf(row));
        assert.deepEqual([bare.merchantId, bare.trench, bare.channel.name], [1001n, row.trench, row.name]);
        assert.deepEqual(bare.fieldList, row.required);
        if (!row.optional) return;
        assert.deepEqual(schema.parse(withFields(row, row.optional)).fieldList, {
          ...row.required,
          ...row.optional,
        });
      });

      it('takes its currencies and no other', () => {
        for (const fiat of FIATS)
          assert.equal(
            namedBy(schema, { ...bodyOf(row), fiat }),
            row.fiats.includes(fiat) ? '' : 'fiat',
            fiat,
          );
      });

      it('names the field that is missing, malformed or unknown', () => {
        for (const [name, rest] of withoutEach(row.required ?? {})) {
          assert.equal(namedBy(schema, { ...bodyOf(row), fieldList: rest }), `fieldList.${name}`);
          for (const bad of ['', 7, null, ['x'], 'a\u0000b'])
            assert.equal(namedBy(schema, withFields(row, { [name]: bad })), `fieldList.${name}`);
        }
        for (const name of Object.keys(row.optional ?? {}))
          assert.equal(namedBy(schema, withFields(row, { [name]: 7 })), `fieldList.${name}`);
        const hasFields = row.required ?? row.optional;
        const unknown = faultOf(schema, withFields(row, { nickname: 'x' }));
        assert.equal(
          unknown,
          hasFields ? 'fieldList.nickname: unknown' : 'fieldList: absent for this channel',
        );
      });

      it('takes a fieldList where it has required fields, and none where it has no fields', () => {
        const { fieldList: _, ...without } = { fieldList: undefined, ...bodyOf(row) };
        assert.equal(namedBy(schema, without), row.required ? 'fieldList' : '');
        for (const wrong of ['x', ['x'], null, 7])
          assert.equal(namedBy(schema, { ...without, fieldList: wrong }), 'fieldList');
        const [first] = Object.keys(row.required ?? {});
        const empty = first === undefined ? (row.optional ? '' : 'fieldList') : `fieldList.${first}`;
        assert.equal(namedBy(schema, { ...without, fieldList: {} }), empty);
      });

      it('takes a callbackUri where the merchant is sent to a verifyLink, and only there', () => {
        const { callbackUri: _, ...without } = { callbackUri: undefined, ...bodyOf(row) };
        const isSent = row.callbackUri !== undefined;
        assert.equal(namedBy(schema, without), isSent ? 'callbackUri' : '');
        const good = { ...without, callbackUri: 'https://shop.example/back?a=1' };
        assert.equal(namedBy(schema, good), isSent ? '' : 'callbackUri');
      });
    });
});

describe('an activation', () => {
  it('names the member every channel needs, if it is missing or unknown', () => {
    const body = bodyOf(rowOf('pix'));
    for (const [name, rest] of withoutEach(body)) assert.equal(namedBy(schema, rest), name);
    assert.equal(faultOf(schema, { ...body, paymentId: 90 }), 'paymentId: unknown');
    assert.equal(namedBy(schema, { ...body, merchantId: '1001' }), 'merchantId');
    assert.equal(namedBy(schema, { ...body, trench: 'second Pix channel' }), 'trench');
  });

  it('reads a merchant id beyond 2^53', () => {
    const text = JSON.stringify(bodyOf(rowOf('pix'))).replace('1001', '9007199254740993');
    assert.equal(schema.parse(exact(text)).merchantId, 9007199254740993n);
  });

  it('takes only addresses of the web to return to', () => {
    for (const callbackUri of [
      'javascript:alert(1)',
      'ftp://a.example',
      '/back',
      'shop.example',
      '',
      7,
      null,
    ])
      assert.equal(
        namedBy(schema, { ...bodyOf(rowOf('eur-usd')), callbackUri }),
        'callbackUri',
        String(callbackUri),
      );
  });

  it('takes a CUIT of eleven digits', () => {
    for (const cuit of ['2033969869', '203396986955', '20-33969869-5', '2033969869x'])
      for (const row of [rowOf('cvu'), rowOf('qr-argentina')])
        assert.equal(faultOf(schema, withFields(row, { cuit })), 'fieldList.cuit: a CUIT of 11 digits');
  });

  it('takes an e-mail address, and looks no closer at one that is too long', () => {
    for (const email of ['ana', '@shop.example', 'ana@shop', 'ana@@shop.example', 'a na@shop.example'])
      assert.equal(namedBy(schema, withFields(rowOf('cvu'), { email })), 'fieldList.email', email);
    // A pattern over a text without end can take a server's whole time.
    const long = schema.safeParse(withFields(rowOf('cvu'), { email: `a@${'.'.repeat(10_000)} ` }));
    assert.deepEqual(
      long.error?.issues.map(({ message }) => message),
      ['between 1 and 200 characters without controls'],
    );
  });

  it('takes a date of birth that is a day', () => {
    const row = rowOf('cross-border');
    assert.equal(faultOf(schema, withFields(row, { dateOfBirth: '2000-02-29' })), '');
    for (const dateOfBirth of [
      '1990-02-30',
      '2001-02-29',
      '1990-13-01',
      '01-02-1990',
      '1990-2-8',
      '1990-02-28T00:00:00Z',
    ])
      assert.equal(
        faultOf(schema, withFields(row, { dateOfBirth })),
        'fieldList.dateOfBirth: a date, YYYY-MM-DD',
      );
  });
});

describe('an identification of a PEN account', () => {
  const identify = (type: string, customerIdentification: string): string =>
    faultOf(
      schema,
      withFields(rowOf('pen-account'), { customerIdentificationType: type, customerIdentification }),
    );

  /** Spec: activation table, PEN. What has as many digits as it says, and what has one more or less. */
  const RULES: readonly [type: string, name: string, good: readonly string[], bad: readonly string[]][] = [
    ['00', 'CC', ['12345678'], ['1234567', '123456789', '1234567a']],
    ['01', 'CE', ['1234567890', '1'.repeat(21)], ['123456789', '123456789a']],
    ['02', 'Tax ID', ['12345678901'], ['1234567890', '123456789012']],
    ['03', 'PAS', ['1234567890', '1'.repeat(21)], ['123456789', 'AB12345678']],
    ['04', 'PAR', ['1', 'P-1 2'], ['', ' ']],
    ['05', 'LMI', ['1', 'L-1 2'], ['', ' ']],
  ];

  it('is of one of six types', () => {
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

  for (const [type, name, good, bad] of RULES)
    it(`of type ${type} is a ${name}`, () => {
      for (const number of good) assert.equal(identify(type, number), '', number);
      for (const number of bad)
        assert.match(identify(type, number), /^fieldList\.customerIdentification: /, number);
    });
});

describe('the answer to an activation', () => {
  it('is read, with the link where there is one', () => {
    assert.deepEqual(activation.parse({ fiat: 'MXN', status: 1, failReason: '' }), {
      fiat: 'MXN',
      status: 1,
      failReason: '',
    });
    const link = 'https://verify.example/1';
    assert.deepEqual(activation.parse({ fiat: 'EUR', status: '4', verifyLink: link, failReason: null }), {
      fiat: 'EUR',
      status: 4,
      verifyLink: link,
      failReason: '',
    });
  });

  it('keeps a status nobody knows and a reason it failed', () => {
    const read = activation.parse({ fiat: 'COP', status: 9, failReason: 'no documents', extra: 1 });
    assert.deepEqual(read, { fiat: 'COP', status: 9, failReason: 'no documents' });
  });

  it('is none without currency and status', () => {
    assert.equal(namedBy(activation, { status: 1, failReason: '' }), 'fiat');
    assert.equal(namedBy(activation, { fiat: 'MXN', failReason: '' }), 'status');
  });
});
