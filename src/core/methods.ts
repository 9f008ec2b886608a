import type { Kind } from './kinds.js';

/** What a value means on a slip; also the id of its label in the message files. */
export type Role =
  | 'clabe'
  | 'beneficiary'
  | 'bank'
  | 'bankAddress'
  | 'message'
  | 'iban'
  | 'bic'
  | 'pixKey'
  | 'pixCode'
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
  /** When the money lands; `next-day` is instant where the bank offers it, `page` says so itself. */
  readonly settles: 'seconds' | 'same-day' | 'next-day' | 'days' | 'page';
  /** Whether an answer names the funding (`txId`), by which its arrival can be told. */
  readonly hasTxId: boolean;
  /** A valid `fieldList` that belongs to nobody. */
  readonly sample: Readonly<Record<string, string>>;
}

const CLABE: Field = { role: 'clabe', kind: 'clabe', keys: ['Cuenta CLABE', 'CLABE number', 'CLABE'] };
const BENEFICIARY: Field = {
  role: 'beneficiary',
  kind: 'name',
  keys: ['Bank Beneficiary Name', 'Beneficiary Name'],
};
const BANK: Field = { role: 'bank', kind: 'name', keys: ['Bank Name'] };
const BANK_ADDRESS: Field = { role: 'bankAddress', kind: 'address', keys: ['Bank Address'] };
const MESSAGE: Field = { role: 'message', kind: 'message', keys: ['Deposit Message'] };
const IBAN: Field = { role: 'iban', kind: 'iban', keys: ['IBAN'] };
const BIC: Field = { role: 'bic', kind: 'bic', keys: ['BIC/Swift Code', 'Bic'] };
const PIX_CODE: Field = { role: 'pixCode', kind: 'pix-code', keys: ['Pix copia e cola'] };
const PIX_KEY: Field = {
  role: 'pixKey',
  kind: 'pix-key',
  keys: ['Chave Pix - Random Pix', 'Pix Key', 'pixKey'],
};
/** A value whose content says what it is: a code, an image or an address (instruments.md, 5). */
const QR: Field = { role: 'qr', kind: 'qr-link', keys: ['Pix QR Code', 'qrCode', 'qrCodeLink'] };
const LINK: Field = { role: 'link', kind: 'link', keys: ['paymentLink'] };

/** Every deposit method known. A new one is one entry here. */
export const METHODS: readonly Method[] = [
  {
    id: 105,
    slug: 'spei',
    fiat: 'MXN',
    numbers: 'es-MX',
    amount: 'none',
    fields: [CLABE, BENEFICIARY],
    needs: [['clabe']],
    lead: ['clabe'],
    settles: 'seconds',
    hasTxId: false,
    sample: { 'Cuenta CLABE': '999180000000000015' },
  },
  {
    id: 90,
    slug: 'pix',
    fiat: 'BRL',
    numbers: 'pt-BR',
    amount: 'none',
    fields: [PIX_CODE, QR, PIX_KEY],
    needs: [['pixCode', 'pixKey']],
    lead: ['pixCode', 'pixKey'],
    settles: 'seconds',
    hasTxId: true,
    sample: {
      'Chave Pix - Random Pix': '123e4567-e12b-12d1-a456-426655440000',
      'Pix copia e cola':
        '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D',
      'Pix QR Code': 'https://pay.example.com/qr/1.png',
    },
  },
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
    sample: {
      'Deposit Message': 'K7QHW2M9X4TB6ZP3RD5V',
      'BIC/Swift Code': 'ABNADEFF',
      IBAN: 'DE89370400440532013000',
      'Bank Beneficiary Name': 'Tienda Sol SA',
      'Bank Name': 'Example Bank',
      'Bank Address': 'Teststrasse 1, 60311 Frankfurt am Main',
    },
  },
  {
    id: 95,
    slug: 'pe-link',
    fiat: 'PEN',
    numbers: 'es-PE',
    amount: 'required',
    fields: [LINK],
    needs: [['link']],
    lead: ['link'],
    settles: 'page',
    hasTxId: false,
    sample: { paymentLink: 'https://pay.example.com/l/1' },
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
