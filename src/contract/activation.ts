import { z } from 'zod';
import { idMember, textMember } from './body.js';
import { nameValue, optionalValue, statusValue, textValue } from './wire.js';

/** Where operation 2 lives (spec: Activate merchant account). */
export const ACTIVATION_PATH = '/v2/merchant/accounts';

const email = textMember
  .refine((text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text), { error: 'an e-mail address' })
  .meta({ format: 'email' });

const CUIT = z
  .string({ error: 'a CUIT of 11 digits' })
  .regex(/^[0-9]{11}$/, { error: 'a CUIT of 11 digits' });

/** How an identification must look, by its type (spec: activation table, PEN). For 04 and 05 the spec gives no form. */
export const PEN_IDENTIFICATIONS = {
  '00': { name: 'CC', form: /^[0-9]{8}$/, words: '8 digits' },
  '01': { name: 'CE', form: /^[0-9]{10,}$/, words: 'more than 9 digits' },
  '02': { name: 'Tax ID', form: /^[0-9]{11}$/, words: '11 digits' },
  '03': { name: 'PAS', form: /^[0-9]{10,}$/, words: 'more than 9 digits' },
  '04': { name: 'PAR', form: /^./u, words: 'a text' },
  '05': { name: 'LMI', form: /^./u, words: 'a text' },
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
    const { form, words } = PEN_IDENTIFICATIONS[type];
    if (!form.test(customerIdentification))
      context.addIssue({ code: 'custom', message: words, path: ['customerIdentification'] });
  });

/** A day that exists, as YYYY-MM-DD. */
const day = z.iso.date({ error: 'a date, YYYY-MM-DD' });

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
  dateOfBirth: day,
});

/** Our names of the table's channels: its own are partly placeholders, and two of them take the same. */
export type ChannelName =
  'clabe' | 'cvu' | 'qr-argentina' | 'cop-account' | 'pix' | 'pen-account' | 'eur-usd' | 'cross-border';

/** What a channel takes (spec: activation table). */
export interface Channel {
  readonly name: ChannelName;
  /** The literal `trench` string. Those with a provider's name are placeholders here, and configuration elsewhere. */
  readonly trench: string;
  readonly fiats: readonly string[];
  /** What `fieldList` must hold; undefined: there is none. */
  readonly fields: z.ZodType | undefined;
  /** Whether the merchant is sent to `callbackUri` from a `verifyLink`. */
  readonly verifies: boolean;
  /** Whether `fieldList.email` may be left out by a merchant that has one on record. */
  readonly takesEmail?: boolean;
}

/** Every row of the activation table that can be asked for; BRL's second Pix channel is activated by people. */
export const CHANNELS: readonly Channel[] = [
  { name: 'clabe', trench: 'CLABE - PROVIDER_A', fiats: ['MXN'], fields: alias, verifies: false },
  { name: 'clabe', trench: 'CLABE - PROVIDER_B', fiats: ['MXN'], fields: alias, verifies: false },
  {
    name: 'cvu',
    trench: 'CVU - PROVIDER_C',
    fiats: ['ARS'],
    // `email` must be there where the merchant has none on record: whoever knows the merchant says so.
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
    // All of it is optional, and so is the whole.
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
  },
];

const httpAddress = z.url({ protocol: /^https?$/, error: 'an http or https address' });

/** The part of the body every channel has (spec: Activate merchant account). Its `fieldList` is read by `channel.fields`. */
const anyChannel = z.strictObject({
  merchantId: idMember,
  fiat: z.string({ error: 'a currency' }),
  trench: z.string({ error: 'the name of a channel' }),
  callbackUri: httpAddress.optional(),
  fieldList: z.record(z.string(), z.unknown(), { error: 'an object' }).optional(),
});

/** The body of one channel, as a schema alone: what refuses a body by its sentence is `activationBodyOf`. */
export const activationBodyFor = ({ trench, fiats, fields, verifies }: Channel) =>
  anyChannel.omit({ callbackUri: true, fieldList: true }).extend({
    fiat: z.enum(fiats),
    trench: z.literal(trench),
    ...(verifies && { callbackUri: httpAddress }),
    ...(fields && { fieldList: fields }),
  });

/** The body read by the rules of its channel, which is found by its `trench`. */
export const activationBodyOf = (channels: readonly Channel[]) =>
  anyChannel.transform((body, context) => {
    const refuse = (path: string[], message: string): typeof z.NEVER => {
      context.addIssue({ code: 'custom', path, message });
      return z.NEVER;
    };
    const channel = channels.find(({ trench }) => trench === body.trench);
    if (!channel) return refuse(['trench'], `one of ${channels.map(({ trench }) => trench).join(', ')}`);
    if (!channel.fiats.includes(body.fiat))
      return refuse(['fiat'], `one of ${channel.fiats.join(', ')} for this channel`);
    if (channel.verifies !== (body.callbackUri !== undefined))
      return refuse(
        ['callbackUri'],
        channel.verifies ? 'an http or https address' : 'absent for this channel',
      );
    const fields = (channel.fields ?? z.undefined({ error: 'absent for this channel' })).safeParse(
      body.fieldList,
    );
    const under = (issue: z.core.$ZodIssue) => ({ ...issue, path: ['fieldList', ...issue.path] });
    context.issues.push(...((fields.error?.issues.map(under) ?? []) as z.core.$ZodRawIssue[]));
    return { ...body, channel, fieldList: fields.data as Readonly<Record<string, string>> | undefined };
  });

/** The body of operation 2 once read, with the channel its `trench` names. */
export type ActivationBody = z.output<ReturnType<typeof activationBodyOf>>;

/** `status` of an activation: 4 comes with a `verifyLink`; what they mean is not shown (spec: Account activation `status`). */
export const ACTIVATION_STATUSES = [1, 4] as const;

/** `data` of operation 2 (spec: Account activation result). `failReason` is empty where nothing failed. */
export const activation = z.object({
  fiat: nameValue,
  status: statusValue,
  verifyLink: optionalValue(z.string()),
  failReason: textValue,
});

/** What operation 2 answers, once read. */
export type Activation = z.output<typeof activation>;
