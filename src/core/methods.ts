import type { Kind } from './kinds.js';
import { record } from './record.js';

/** The meaning of a value on a slip. Also the id of the value's label in the locale files. */
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

/** One value of a method: its meaning, its kind, and every spelling of its key on the wire. */
export interface Field {
  readonly role: Role;
  readonly kind: Kind;
  readonly keys: readonly string[];
}

/** One deposit method. The element, the sandbox, the tests and the demo all work from this entry. */
export interface Method {
  /** `paymentId` on the wire (spec: Get pending fund account). */
  readonly id: number;
  /** The name of the rail, and the id of its title, steps and notices in the locale files. */
  readonly slug: string;
  /** ISO 4217 currency code. */
  readonly fiat: string;
  /**
   * The locale for formatting amounts if the payer's language names no country, the same for every method of
   * a currency. Absent: the language decides.
   */
  readonly amountLocale?: string;
  /** Whether the request takes an amount. */
  readonly amount: 'none' | 'optional' | 'required';
  /** The values of the method, in the order a slip shows them. */
  readonly fields: readonly Field[];
  /** The essential values: one role of each list must be present, or the slip is `incomplete`. */
  readonly needs: readonly (readonly Role[])[];
  /** The value the payer needs first: the first of these roles that is present. */
  readonly lead: readonly Role[];
  /**
   * How long the transfer takes. `next-day`: instant if the bank offers it. `mixed`: it depends on which of
   * its rails carries the transfer. `page`: the linked page tells the payer.
   */
  readonly settles: 'seconds' | 'mixed' | 'same-day' | 'next-day' | 'days' | 'page';
  /**
   * What the payer's bank app does with the name of the account's holder (docs/what-banks-show.md):
   *
   * - `shown`: it shows the name before the payer confirms.
   * - `compared`: it compares the name with the one that the payer types, and shows the result.
   * - `typed`: it asks for the name.
   * - `typed-with-bank`: it asks for the name and the bank.
   * - `unused`: nothing, as far as is known.
   */
  readonly holderName: 'shown' | 'compared' | 'typed' | 'typed-with-bank' | 'unused';
  /** Whether responses contain a `txId`, which identifies the deposit when it arrives. */
  readonly hasTxId: boolean;
  /** A valid `fieldList` of invented details. */
  readonly sample: Readonly<Record<string, string>>;
}

const field = (role: Role, kind: Kind, ...keys: string[]): Field => ({ role, kind, keys });

const CLABE = field('clabe', 'clabe', 'Cuenta CLABE', 'CLABE number', 'CLABE');
// The digits, not the key, decide whether a number is a CVU or a CBU (`kindOfCbu`).
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
/** A value that can be a code, an image or a link; its content decides (docs/reading-policy.md R19). */
const QR = field('qr', 'qr-link', 'Pix QR Code', 'qrCode', 'qrCodeLink');
/** An EMV code other than Pix. It has no key of its own: it is found under a QR key. */
const EMV_CODE = field('emvCode', 'emv-code');
const LINK = field('link', 'link', 'paymentLink');

/** The members that the methods of one rail share. */
type Family = Omit<Method, 'id' | 'sample'>;

// docs/reading-policy.md R8
const SPEI = {
  slug: 'spei',
  fiat: 'MXN',
  amountLocale: 'es-MX',
  amount: 'none',
  fields: [CLABE, BENEFICIARY],
  needs: [['clabe']],
  lead: ['clabe'],
  settles: 'seconds',
  holderName: 'typed-with-bank',
  hasTxId: false,
} as const satisfies Family;
const PIX = {
  slug: 'pix',
  fiat: 'BRL',
  amountLocale: 'pt-BR',
  amount: 'none',
  fields: [PIX_CODE, QR, PIX_KEY],
  needs: [['pixCode', 'pixKey']],
  lead: ['pixCode', 'pixKey'],
  settles: 'seconds',
  holderName: 'shown',
  hasTxId: true,
} as const satisfies Family;
/** The keys of ACH and wire transfers. A bank can have different routing numbers for each. */
const USD_ACCOUNT = {
  fiat: 'USD',
  amountLocale: 'en-US',
  amount: 'none',
  fields: [MESSAGE, ACCOUNT, ROUTING, BENEFICIARY, BANK, BANK_ADDRESS],
  needs: [['account'], ['routing'], ['beneficiary']],
  lead: ['account'],
  holderName: 'typed',
  hasTxId: false,
} as const satisfies Omit<Family, 'slug' | 'settles'>;
const ACH = { ...USD_ACCOUNT, slug: 'ach', settles: 'days' } as const satisfies Family;
const WIRE = { ...USD_ACCOUNT, slug: 'wire', settles: 'same-day' } as const satisfies Family;
/**
 * The number of a virtual account (82, 84) identifies the payer; in a shared account (81, 83), only the
 * message does.
 */
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
  'Bank Routing Number': '800000006',
  ...BANK_SAMPLE,
};
const LINK_SAMPLE = 'https://pay.example.com/l/1';

const TABLE = [
  { ...SPEI, id: 105, sample: CLABE_SAMPLE },
  { ...SPEI, id: 72, sample: CLABE_SAMPLE },
  { ...SPEI, id: 58, sample: { ...CLABE_SAMPLE, 'Beneficiary Name': 'Tienda Sol SA' } },
  {
    id: 63,
    slug: 'cvu',
    fiat: 'ARS',
    amountLocale: 'es-AR',
    amount: 'none',
    fields: [CVU, CBU, ALIAS, CUIT, BENEFICIARY],
    needs: [['cvu', 'cbu']],
    lead: ['cvu', 'cbu'],
    settles: 'seconds',
    holderName: 'shown',
    hasTxId: false,
    sample: { 'CVU number': '0009999000000000000017', CUIT: '30000010010' },
  },
  {
    id: 137,
    slug: 'ar-qr',
    fiat: 'ARS',
    amountLocale: 'es-AR',
    amount: 'required',
    fields: [EMV_CODE, QR],
    needs: [['emvCode', 'qr']],
    lead: ['emvCode', 'qr'],
    settles: 'seconds',
    holderName: 'shown',
    hasTxId: true,
    sample: { qrCodeLink: LINK_SAMPLE },
  },
  {
    id: 68,
    slug: 'pse',
    fiat: 'COP',
    amountLocale: 'es-CO',
    amount: 'none',
    // docs/reading-policy.md R32
    fields: [LINK, ALIAS],
    needs: [['link', 'alias']],
    lead: ['link', 'alias'],
    settles: 'mixed',
    holderName: 'unused',
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
    amountLocale: 'es-PE',
    amount: 'required',
    fields: [LINK, CCI],
    needs: [['link']],
    lead: ['link'],
    settles: 'page',
    holderName: 'unused',
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
    holderName: 'compared',
    hasTxId: false,
    sample: {
      ...MESSAGE_SAMPLE,
      'BIC/Swift Code': 'ABNADEFF',
      IBAN: 'DE89370400440532013000',
      ...BANK_SAMPLE,
    },
  },
] as const satisfies readonly Method[];

/**
 * Every known deposit method. To add a method, see CONTRIBUTING.md. If several methods have the same values,
 * a response with details of another rail (docs/reading-policy.md R9) is read as the first of them.
 */
export const METHODS: readonly Method[] = TABLE.map((method) => record<Method>(method));

/** The currency of each payment id, such as `'MXN'` of 105 (spec: Pending-fund account information). */
export type PendingFundFiats = { readonly [Each in (typeof TABLE)[number] as Each['id']]: Each['fiat'] };

/**
 * The payment ids that need an amount.
 * @useDeclaredType
 */
export type AmountPaymentId = Extract<(typeof TABLE)[number], { readonly amount: 'required' }>['id'];

/** Returns the method of a payment id, or `undefined` for an id this version does not know. */
export function methodOf(
  paymentId: number | undefined,
  methods: readonly Method[] = METHODS,
): Method | undefined {
  return methods.find((method) => method.id === paymentId);
}

/**
 * Normalizes a wire key: NFC, trimmed, white space collapsed, lower case. Only whole keys are compared, never
 * parts of them (docs/reading-policy.md R5).
 */
export function foldKey(key: string): string {
  return key.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
}

/**
 * Maps folded wire keys to fields, for all `methods`. It is a `Map` so that `__proto__` and `constructor` are
 * ordinary unknown keys (docs/reading-policy.md R28).
 */
export function fieldsByKey(methods: readonly Method[]): ReadonlyMap<string, Field> {
  return new Map(
    methods.flatMap(({ fields }) =>
      fields.flatMap((field) => field.keys.map((key) => [foldKey(key), field] as const)),
    ),
  );
}
