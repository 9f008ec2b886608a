import { ACTIVATION_PATH } from '../../contract/paths.js';
import {
  activation,
  activationBodyOf,
  CHANNELS,
  type Activation,
  type ActivationBody,
  type Channel,
  type ChannelName,
  type PenIdentification,
} from '../../contract/activation.js';
import { textMember } from '../../contract/body.js';
import { guardLink, type LinkPolicy } from '../../core/links.js';
import { omitUndefined } from '../../core/omit-undefined.js';
import { z } from 'zod';
import { answering, isSameFiat, type Agreement } from './agreement.js';
import { idNumber, writeBody } from './body.js';
import { readBody, readInput, type Caller } from './caller.js';
import type { Id } from './input.js';
import type { CallOptions } from './options.js';

/** The members of every activation. */
export interface ActivationFor<Name extends ChannelName, Fiat extends string> {
  readonly merchantId: Id;
  readonly channel: Name;
  readonly fiat: Fiat;
}

/**
 * The channel's literal name. Required where the specification replaces it with a placeholder for a provider.
 */
export interface NamedTrench {
  readonly trench: string;
}

/** The account's name. */
export interface WithAlias {
  readonly fieldList: { readonly alias: string };
}

/** Required if the merchant has no e-mail address on record. */
export interface WithEmail {
  readonly email?: string | undefined;
}

/** SPEI, through either provider. */
export type ClabeActivation = ActivationFor<'clabe', 'MXN'> & NamedTrench & WithAlias;

/** CBU/CVU. */
export interface CvuActivation extends ActivationFor<'cvu', 'ARS'>, NamedTrench {
  readonly fieldList: WithEmail & {
    /** 11 digits. */
    readonly cuit: string;
    /** Full name. */
    readonly name: string;
    readonly alias?: string | undefined;
  };
}

/** Transfers 3.0 (QR). */
export interface QrArgentinaActivation extends ActivationFor<'qr-argentina', 'ARS'> {
  readonly fieldList?: { readonly cuit?: string | undefined } | undefined;
}

/** PSE, ACH, Bre-B. */
export type CopActivation = ActivationFor<'cop-account', 'COP'> & WithAlias;

/** Pix. The second Pix channel is activated offline. */
export type PixActivation = ActivationFor<'pix', 'BRL'> & NamedTrench;

/** Bank transfer in Peru. */
export interface PenActivation extends ActivationFor<'pen-account', 'PEN'> {
  readonly fieldList: {
    /** 00 CC, 01 CE, 02 Tax ID, 03 PAS, 04 PAR, 05 LMI. */
    readonly customerIdentificationType: PenIdentification;
    readonly customerIdentification: string;
    readonly customerName: string;
    /** For individuals. */
    readonly lastName?: string | undefined;
    readonly customerEmail: string;
    readonly customerPhone: string;
  };
}

/**
 * ACH, wire and SEPA. The result has a `verifyLink`, from which the merchant returns to the `callbackUri`.
 */
export interface EurUsdActivation extends ActivationFor<'eur-usd', 'EUR' | 'USD'>, NamedTrench {
  readonly callbackUri: string;
  readonly fieldList: WithEmail & { readonly firstName: string; readonly lastName: string };
}

/**
 * Wire, CIPS, FPS, CHATS, SEPA, PESONET, FEDWIRE. With USD or EUR and a `callbackUri`, the result has a
 * `verifyLink`, from which the merchant returns to the `callbackUri`.
 */
export interface CrossBorderActivation
  extends ActivationFor<'cross-border', 'USD' | 'CNY' | 'HKD' | 'EUR' | 'SGD' | 'NGN' | 'PHP'>, NamedTrench {
  /** With USD and EUR only. */
  readonly callbackUri?: string | undefined;
  readonly fieldList: {
    readonly accountName: string;
    readonly nationality: string;
    readonly idNumber: string;
    /** Country and province code of the address (`SG-01`). */
    readonly countryStateCode: string;
    readonly city: string;
    readonly street: string;
    readonly postalCode: string;
    /** In the past, YYYY-MM-DD. */
    readonly dateOfBirth: string;
    readonly phoneNumber: string;
  };
}

/** An activation: a currency on a channel, with the channel's own fields (spec: activation table). */
export type ActivationInput =
  | ClabeActivation
  | CvuActivation
  | QrArgentinaActivation
  | CopActivation
  | PixActivation
  | PenActivation
  | EurUsdActivation
  | CrossBorderActivation;

/**
 * Operation 2: activates a fiat account for an individual merchant. If the result's `failReason` is not
 * empty, the activation failed even though the API accepted the request. Never retried, because it has no
 * idempotency key.
 */
export async function activateAccount(
  call: Caller,
  input: ActivationInput,
  options?: CallOptions,
): Promise<Activation> {
  const operation = 'accounts.activate';
  const channel = readChannel(operation, input);
  const { channel: _, ...parameters } = {
    trench: channel.trench,
    ...input,
    merchantId: idNumber(input.merchantId),
  };
  const body = readBody({ operation }, activationBodyOf([channel]), parameters);
  const { merchantId, fiat, trench, callbackUri, fieldList } = body;
  const { data } = await call<Activation>({
    operation,
    path: ACTIVATION_PATH,
    request: { body: writeBody(omitUndefined({ merchantId, fiat, trench, callbackUri, fieldList })) },
    schema: answering(activation, (answer) => activationAgreement(answer, body, call.links)),
    options,
  });
  return { ...data, fiat };
}

/**
 * Whether a result belongs to this activation. The merchant opens its `verifyLink`, so the link must be
 * https.
 */
function activationAgreement(
  { fiat, status, verifyLink, failReason }: Activation,
  body: ActivationBody,
  links: LinkPolicy,
): Agreement {
  const isVerified = VERIFIED_FIATS.has(body.fiat);
  const isRequired = failReason === '' && (body.channel.verifies || status === TO_BE_VERIFIED);
  return {
    fiat: isSameFiat(fiat, body.fiat),
    verifyLink:
      verifyLink === undefined ? !isRequired : isVerified && guardLink(verifyLink, links) !== undefined,
  };
}

/** The currencies whose activation has a `verifyLink` (spec: Account activation result). */
const VERIFIED_FIATS: ReadonlySet<string> = new Set(['USD', 'EUR']);

/** The `status` that comes with a `verifyLink` (spec: Account activation `status`). */
const TO_BE_VERIFIED = 4;

const NAMES = [...new Set(CHANNELS.map(({ name }) => name))];
const WITH_CHANNEL = z.looseObject({ channel: z.enum(NAMES, { error: `one of ${NAMES.join(', ')}` }) });
const WITH_TRENCH = z.looseObject({ trench: textMember });

/** Channels whose literal `trench` is in the specification because it contains no provider's name. */
const LITERAL: ReadonlySet<ChannelName> = new Set(['qr-argentina', 'cop-account', 'pen-account']);

/** Every channel has a type of input, or this does not compile. */
type Requested = { readonly channel: ActivationInput['channel'] };

function readChannel(operation: string, input: unknown): Channel {
  const { channel: requested }: Requested = readInput({ operation }, WITH_CHANNEL, input);
  const channel = CHANNELS.find(({ name }) => name === requested)!;
  if (LITERAL.has(requested)) return channel;
  return { ...channel, trench: readInput({ operation }, WITH_TRENCH, input).trench };
}
