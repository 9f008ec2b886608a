import { z } from 'zod';
import { idMember, textMember } from './body.js';
import { nameValue, optionalValue, statusValue, textValue } from './wire.js';

const email = textMember
  .refine((text) => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text), { error: 'an e-mail address' })
  .meta({ format: 'email' });

const CUIT = z
  .string({ error: 'a CUIT of 11 digits' })
  .regex(/^[0-9]{11}$/, { error: 'a CUIT of 11 digits' });

/**
 * The format of an identification by its type (spec: activation table, PEN). The spec gives no format for 04
 * and 05.
 */
export const PEN_IDENTIFICATIONS = {
  '00': { name: 'CC', pattern: /^[0-9]{8}$/, rule: '8 digits' },
  '01': { name: 'CE', pattern: /^[0-9]{10,}$/, rule: 'more than 9 digits' },
  '02': { name: 'Tax ID', pattern: /^[0-9]{11}$/, rule: '11 digits' },
  '03': { name: 'PAS', pattern: /^[0-9]{10,}$/, rule: 'more than 9 digits' },
  '04': { name: 'PAR', pattern: /^./u, rule: 'a string' },
  '05': { name: 'LMI', pattern: /^./u, rule: 'a string' },
} as const;

/** `customerIdentificationType` of a PEN activation. */
export type PenIdentification = keyof typeof PEN_IDENTIFICATIONS;

const PEN_TYPES = Object.keys(PEN_IDENTIFICATIONS) as PenIdentification[];

const alias = z.strictObject({ alias: textMember });

const pen = z
  .strictObject({
    customerIdentificationType: z.enum(PEN_TYPES, { error: `one of ${PEN_TYPES.join(', ')}` }),
    customerIdentification: textMember,
    customerName: textMember,
    lastName: textMember.optional(),
    customerEmail: email,
    customerPhone: textMember,
  })
  .superRefine(({ customerIdentificationType: type, customerIdentification }, context) => {
    const { pattern, rule } = PEN_IDENTIFICATIONS[type];
    if (!pattern.test(customerIdentification))
      context.addIssue({ code: 'custom', message: rule, path: ['customerIdentification'] });
  });

const PAST_DATE = 'a date in the past, YYYY-MM-DD';

/** An existing calendar date before today, YYYY-MM-DD. The pattern is the same in every engine. */
const pastDate = z
  .string({ error: PAST_DATE })
  .regex(/^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])$/, { error: PAST_DATE, abort: true })
  .refine(isPastDate, { error: PAST_DATE })
  .meta({ format: 'date' });

function isPastDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  // JavaScript turns a day that does not exist, such as February 30, into a later one or an invalid date.
  return (
    text < new Date().toISOString().slice(0, 10) &&
    !Number.isNaN(+date) &&
    date.toISOString().startsWith(text)
  );
}

const CROSS_BORDER = [
  'accountName',
  'nationality',
  'idNumber',
  'countryStateCode',
  'city',
  'street',
  'postalCode',
  'phoneNumber',
] as const;

const crossBorder = z.strictObject({
  ...(Object.fromEntries(CROSS_BORDER.map((name) => [name, textMember])) as Record<
    (typeof CROSS_BORDER)[number],
    typeof textMember
  >),
  dateOfBirth: pastDate,
});

/**
 * Our names for the channels of the table. The table's own names are partly placeholders, and two of them
 * take the same fields.
 */
export type ChannelName =
  | 'clabe'
  | 'cvu'
  | 'qr-argentina'
  | 'cop-account'
  | 'pix'
  | 'pen-account'
  | 'eur-usd'
  | 'cross-border';

/** A channel and what it requires (spec: activation table). */
export interface Channel {
  readonly name: ChannelName;
  /** The literal `trench` string. If it contains a provider's name, this is the placeholder of the spec. */
  readonly trench: string;
  readonly fiats: readonly string[];
  /** Schema of `fieldList`; undefined if the channel has none. */
  readonly fields: z.ZodType | undefined;
  /** Whether the result has a `verifyLink`, from which the merchant returns to `callbackUri`. */
  readonly verifies: boolean;
  /**
   * The currencies in which the result has a `verifyLink` only if there is a `callbackUri` (spec:
   * `verifyLink`, present for USD/EUR activation).
   */
  readonly mayVerify?: readonly string[];
  /** Whether `fieldList.email` is optional for merchants that have an address on record. */
  readonly takesEmail?: boolean;
}

/** Every row of the activation table except the second Pix channel, which is activated offline. */
export const CHANNELS: readonly Channel[] = [
  { name: 'clabe', trench: 'CLABE - PROVIDER_A', fiats: ['MXN'], fields: alias, verifies: false },
  { name: 'clabe', trench: 'CLABE - PROVIDER_B', fiats: ['MXN'], fields: alias, verifies: false },
  {
    name: 'cvu',
    trench: 'CVU - PROVIDER_C',
    fiats: ['ARS'],
    // Required if the merchant has no address on record. A schema cannot know that, so the server checks it.
    fields: z.strictObject({
      email: email.optional(),
      cuit: CUIT,
      name: textMember,
      alias: textMember.optional(),
    }),
    verifies: false,
    takesEmail: true,
  },
  {
    name: 'qr-argentina',
    trench: 'QR Argentina',
    fiats: ['ARS'],
    // Both the member and `fieldList` itself are optional.
    fields: z.strictObject({ cuit: CUIT.optional() }).optional(),
    verifies: false,
  },
  { name: 'cop-account', trench: 'COP Account', fiats: ['COP'], fields: alias, verifies: false },
  { name: 'pix', trench: 'BANK_NAME_A', fiats: ['BRL'], fields: undefined, verifies: false },
  { name: 'pen-account', trench: 'PEN Account', fiats: ['PEN'], fields: pen, verifies: false },
  {
    name: 'eur-usd',
    trench: 'BANK_NAME_B',
    fiats: ['EUR', 'USD'],
    fields: z.strictObject({ email: email.optional(), firstName: textMember, lastName: textMember }),
    verifies: true,
    takesEmail: true,
  },
  {
    name: 'cross-border',
    trench: 'PAYMENT_NETWORK_NAME',
    fiats: ['USD', 'CNY', 'HKD', 'EUR', 'SGD', 'NGN', 'PHP'],
    fields: crossBorder,
    verifies: false,
    mayVerify: ['USD', 'EUR'],
  },
];

const HTTP_URL = 'an http or https URL';
const httpUrl = z.url({ protocol: /^https?$/, error: HTTP_URL });

const ABSENT = 'absent for this channel';

/**
 * The members common to all channels (spec: Activate merchant account). `channel.fields` validates the
 * `fieldList`.
 */
const anyChannel = z.strictObject({
  merchantId: idMember,
  fiat: z.string({ error: 'a currency' }),
  trench: z.string({ error: 'a channel name' }),
  callbackUri: httpUrl.optional(),
  fieldList: z.record(z.string(), z.unknown(), { error: 'an object' }).optional(),
});

/** The body of one channel as a plain schema, for JSON Schema. To validate a body, use `activationBodyOf`. */
export const activationBodyFor = ({ trench, fiats, fields, verifies, mayVerify }: Channel) =>
  anyChannel.omit({ callbackUri: true, fieldList: true }).extend({
    fiat: z.enum(fiats),
    trench: z.literal(trench),
    ...(verifies && { callbackUri: httpUrl }),
    ...(mayVerify && { callbackUri: httpUrl.optional().describe(`For ${mayVerify.join(' and ')} only.`) }),
    ...(fields && { fieldList: fields }),
  });

/** Validates a body by the rules of the channel that its `trench` names. */
export const activationBodyOf = (channels: readonly Channel[]) =>
  anyChannel.transform((body, context) => {
    const reject = (path: string[], message: string): typeof z.NEVER => {
      context.addIssue({ code: 'custom', path, message });
      return z.NEVER;
    };
    const channel = channels.find(({ trench }) => trench === body.trench);
    if (!channel) return reject(['trench'], `one of ${channels.map(({ trench }) => trench).join(', ')}`);
    if (!channel.fiats.includes(body.fiat))
      return reject(['fiat'], `one of ${channel.fiats.join(', ')} for this channel`);
    const mayReturn = channel.verifies || channel.mayVerify?.includes(body.fiat);
    if (body.callbackUri === undefined ? channel.verifies : !mayReturn)
      return reject(['callbackUri'], channel.verifies ? HTTP_URL : ABSENT);
    const fields = (channel.fields ?? z.undefined({ error: ABSENT })).safeParse(body.fieldList);
    const inFieldList = (issue: z.core.$ZodIssue) => ({ ...issue, path: ['fieldList', ...issue.path] });
    context.issues.push(...((fields.error?.issues.map(inFieldList) ?? []) as z.core.$ZodRawIssue[]));
    return { ...body, channel, fieldList: fields.data as Readonly<Record<string, string>> | undefined };
  });

/** The parsed body of operation 2, with the channel its `trench` names. */
export type ActivationBody = z.output<ReturnType<typeof activationBodyOf>>;

/**
 * `status` of an activation. 4 comes with a `verifyLink`; the spec does not say more (spec: Account
 * activation `status`).
 */
export const ACTIVATION_STATUSES = [1, 4] as const;

/**
 * `data` of operation 2 (spec: Account activation result). `failReason` is empty unless the activation
 * failed.
 */
export const activation = z.object({
  fiat: nameValue,
  status: statusValue,
  verifyLink: optionalValue(z.string()),
  failReason: textValue,
});

/** The parsed result of operation 2. */
export type Activation = z.output<typeof activation>;
