import type { Kind } from './kinds.js';

/** What a value means on a slip; also the id of its label in the message files. */
export type Role =
  | 'clabe'
  | 'cvu'
  | 'cbu'
  | 'cuit'
  | 'account'
  | 'routing'
  | 'cci'
  | 'alias'
  | 'beneficiary'
  | 'bank'
  | 'bankAddress'
  | 'message'
  | 'iban'
  | 'bic'
  | 'pixKey'
  | 'pixCode'
  | 'emvCode'
  | 'qr'
  | 'link'
  | 'realName'
  | 'depositId';

/** One value a method brings: its meaning, its kind, and every spelling of its key seen on the wire. */
export interface Field {
  readonly role: Role;
  readonly kind: Kind;
  readonly keys: readonly string[];
}

/** One deposit method: all that the element, the sandbox, the tests and the gallery know of it. */
export interface Method {
  /** `paymentId` on the wire (spec: Get pending fund account). */
  readonly id: number;
  /** Our name for the rail; the id of its title, steps and notices in the message files. */
  readonly slug: string;
  /** ISO 4217. */
  readonly fiat: string;
  /** The locale amounts are written in where the payer's language names no region; absent: the language's own. */
  readonly numbers?: string;
  readonly amount: 'none' | 'optional' | 'required';
  /** In the order a slip shows them. */
  readonly fields: readonly Field[];
  /** Essentials: of each list one role must be there, else the slip is `incomplete`. */
  readonly needs: readonly (readonly Role[])[];
  /** The one value to use: the first of these that came. */
  readonly lead: readonly Role[];
  /**
   * When the money lands; `next-day` is instant where the bank offers it, `mixed` on some of its rails, `page` says so
   * itself.
   */
  readonly settles: 'seconds' | 'mixed' | 'same-day' | 'next-day' | 'days' | 'page';
  /** The `payto:` target type its account has; only types the registry of RFC 8905 knows. */
  readonly payto?: 'iban' | 'ach';
  /** Whether an answer names the funding (`txId`), by which its arrival can be told. */
  readonly hasTxId: boolean;
  /** A valid `fieldList` that belongs to nobody. */
  readonly sample: Readonly<Record<string, string>>;
}

const field = (role: Role, kind: Kind, ...keys: string[]): Field => ({ role, kind, keys });

const CLABE = field('clabe', 'clabe', 'Cuenta CLABE', 'CLABE number', 'CLABE');
// Which of the two a number is, its digits say and not its key (slip.ts).
const CVU = field('cvu', 'cvu', 'CVU number', 'CVU', 'CBU/CVU');
const CBU = field('cbu', 'cbu', 'CBU number', 'CBU');
const CUIT = field('cuit', 'cuit', 'CUIT', 'CUIT number', 'CUIL', 'CUIT/CUIL');
const ALIAS = field('alias', 'alias', 'alias', 'CVU alias', 'CBU alias');
const CCI = field('cci', 'cci', 'CCI', 'CCI number');
const ACCOUNT = field('account', 'account', 'Bank Account Number', 'Account Number');
const ROUTING = field('routing', 'routing', 'Bank Routing Number', 'Routing Number');
const BENEFICIARY = field('beneficiary', 'name', 'Bank Beneficiary Name', 'Beneficiary Name');
const BANK = field('bank', 'name', 'Bank Name');
const BANK_ADDRESS = field('bankAddress', 'address', 'Bank Address');
const MESSAGE = field('message', 'message', 'Deposit Message');
const IBAN = field('iban', 'iban', 'IBAN', 'IBAN number');
const BIC = field('bic', 'bic', 'BIC/Swift Code', 'Bic', 'Swift Code');
const PIX_CODE = field('pixCode', 'pix-code', 'Pix copia e cola');
const PIX_KEY = field('pixKey', 'pix-key', 'Chave Pix - Random Pix', 'Pix Key', 'pixKey');
/** A value whose content says what it is: a code, an image or an address (instruments.md, 5). */
const QR = field('qr', 'qr-link', 'Pix QR Code', 'qrCode', 'qrCodeLink');
/** What a code turns out to be that is not Pix's; no key is its own. */
const EMV_CODE = field('emvCode', 'emv-code');
const LINK = field('link', 'link', 'paymentLink');

/** What methods of one family share: everything but who is asked. */
type Family = Omit<Method, 'id' | 'sample'>;

const SPEI: Family = {
  slug: 'spei',
  fiat: 'MXN',
  numbers: 'es-MX',
  amount: 'none',
  fields: [CLABE, BENEFICIARY],
  needs: [['clabe']],
  lead: ['clabe'],
  settles: 'seconds',
  hasTxId: false,
};
const PIX: Family = {
  slug: 'pix',
  fiat: 'BRL',
  numbers: 'pt-BR',
  amount: 'none',
  fields: [PIX_CODE, QR, PIX_KEY],
  needs: [['pixCode', 'pixKey']],
  lead: ['pixCode', 'pixKey'],
  settles: 'seconds',
  hasTxId: true,
};
/** The same keys for ACH and for wires, whose routing numbers can differ at one bank. */
const USD_ACCOUNT: Omit<Family, 'slug' | 'settles'> = {
  fiat: 'USD',
  numbers: 'en-US',
  amount: 'none',
  fields: [MESSAGE, ACCOUNT, ROUTING, BENEFICIARY, BANK, BANK_ADDRESS],
  needs: [['account'], ['routing'], ['beneficiary']],
  lead: ['account'],
  hasTxId: false,
};
const ACH: Family = { ...USD_ACCOUNT, slug: 'ach', settles: 'days', payto: 'ach' };
const WIRE: Family = { ...USD_ACCOUNT, slug: 'wire', settles: 'same-day' };
/** A virtual account (82, 84) is told by its number; at a shared one (81, 83) the message alone names the depositor. */
const WITH_MESSAGE: Pick<Method, 'needs'> = { needs: [['message'], ...USD_ACCOUNT.needs] };

const CLABE_SAMPLE = { 'Cuenta CLABE': '999180000000000015' };
const PIX_KEY_SAMPLE = '123e4567-e12b-12d1-a456-426655440000';
const PIX_CODE_SAMPLE = `00020126580014br.gov.bcb.pix0136${PIX_KEY_SAMPLE}5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D`;
const BANK_SAMPLE = {
  'Bank Beneficiary Name': 'Tienda Sol SA',
  'Bank Name': 'Example Bank',
  'Bank Address': 'Teststrasse 1, 60311 Frankfurt am Main',
};
const MESSAGE_SAMPLE = { 'Deposit Message': 'K7QHW2M9X4TB6ZP3RD5V' };
const USD_SAMPLE = {
  ...MESSAGE_SAMPLE,
  'Bank Account Number': '000123456789',
  'Bank Routing Number': '500000005',
  ...BANK_SAMPLE,
};
const LINK_SAMPLE = 'https://pay.example.com/l/1';

/**
 * Every deposit method known. A new one is one entry here. Of methods that bring the same values, the one a stranger's
 * answer is taken for comes first.
 */
export const METHODS: readonly Method[] = [
  { ...SPEI, id: 105, sample: CLABE_SAMPLE },
  { ...SPEI, id: 72, sample: CLABE_SAMPLE },
  { ...SPEI, id: 58, sample: { ...CLABE_SAMPLE, 'Beneficiary Name': 'Tienda Sol SA' } },
  {
    id: 63,
    slug: 'cvu',
    fiat: 'ARS',
    numbers: 'es-AR',
    amount: 'none',
    fields: [CVU, CBU, ALIAS, CUIT, BENEFICIARY],
    needs: [['cvu', 'cbu']],
    lead: ['cvu', 'cbu'],
    settles: 'seconds',
    hasTxId: false,
    sample: { 'CVU number': '0009999000000000000017', CUIT: '30000010010' },
  },
  {
    id: 137,
    slug: 'ar-qr',
    fiat: 'ARS',
    numbers: 'es-AR',
    amount: 'required',
    fields: [EMV_CODE, QR],
    needs: [['emvCode', 'qr']],
    lead: ['emvCode', 'qr'],
    settles: 'seconds',
    hasTxId: true,
    sample: { qrCodeLink: LINK_SAMPLE },
  },
  {
    id: 68,
    slug: 'pse',
    fiat: 'COP',
    numbers: 'es-CO',
    amount: 'none',
    fields: [LINK, ALIAS],
    needs: [['link', 'alias']],
    lead: ['link', 'alias'],
    settles: 'mixed',
    hasTxId: false,
    sample: { alias: 'sandbox.k7qhw2m9', paymentLink: LINK_SAMPLE },
  },
  {
    ...PIX,
    id: 90,
    sample: {
      'Chave Pix - Random Pix': PIX_KEY_SAMPLE,
      'Pix copia e cola': PIX_CODE_SAMPLE,
      'Pix QR Code': `${LINK_SAMPLE}.png`,
    },
  },
  {
    ...PIX,
    id: 92,
    amount: 'optional',
    sample: { pixKey: PIX_KEY_SAMPLE, qrCode: PIX_CODE_SAMPLE, qrCodeLink: `${LINK_SAMPLE}.png` },
  },
  {
    id: 95,
    slug: 'pe-link',
    fiat: 'PEN',
    numbers: 'es-PE',
    amount: 'required',
    fields: [LINK, CCI],
    needs: [['link']],
    lead: ['link'],
    settles: 'page',
    hasTxId: false,
    sample: { paymentLink: LINK_SAMPLE },
  },
  { ...ACH, ...WITH_MESSAGE, id: 81, sample: USD_SAMPLE },
  { ...ACH, id: 82, sample: USD_SAMPLE },
  { ...WIRE, ...WITH_MESSAGE, id: 83, sample: USD_SAMPLE },
  { ...WIRE, id: 84, sample: USD_SAMPLE },
  {
    id: 85,
    slug: 'sepa',
    fiat: 'EUR',
    amount: 'none',
    fields: [MESSAGE, IBAN, BENEFICIARY, BIC, BANK, BANK_ADDRESS],
    needs: [['message'], ['iban'], ['beneficiary']],
    lead: ['iban'],
    settles: 'next-day',
    hasTxId: false,
    payto: 'iban',
    sample: {
      ...MESSAGE_SAMPLE,
      'BIC/Swift Code': 'ABNADEFF',
      IBAN: 'DE89370400440532013000',
      ...BANK_SAMPLE,
    },
  },
];

/** The method of a payment id; undefined for one this version does not know. */
export function methodOf(
  paymentId: number | undefined,
  methods: readonly Method[] = METHODS,
): Method | undefined {
  return methods.find((method) => method.id === paymentId);
}

/** NFC, trimmed, white space collapsed, case folded: equal keys only, never a part of one. */
export function foldKey(key: string): string {
  return key.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
}

/** Folded wire key -> field, over all methods. A Map, so that `__proto__` and `constructor` are ordinary unknown keys. */
export function fieldsByKey(methods: readonly Method[]): ReadonlyMap<string, Field> {
  return new Map(
    methods.flatMap(({ fields }) =>
      fields.flatMap((field) => field.keys.map((key) => [foldKey(key), field] as const)),
    ),
  );
}
