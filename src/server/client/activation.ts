import {
  ACTIVATION_PATH,
  activation,
  activationBodyOf,
  CHANNELS,
  type Activation,
  type Channel,
  type ChannelName,
  type PenIdentification,
} from '../../contract/activation.js';
import { textMember } from '../../contract/body.js';
import { omitUndefined } from '../../core/omit-undefined.js';
import { z } from 'zod';
import { idNumber, writeBody } from './body.js';
import { readInput, type Caller } from './caller.js';
import type { Id } from './input.js';
import type { CallOptions } from './options.js';

/** What every activation says. */
export interface ActivationFor<Name extends ChannelName, Fiat extends string> {
  readonly merchantId: Id;
  readonly channel: Name;
  readonly fiat: Fiat;
}

/** The literal name of the channel, where the specification has a provider's name in it and leaves it out. */
export interface NamedTrench {
  readonly trench: string;
}

/** The account's name. */
export interface WithAlias {
  readonly fieldList: { readonly alias: string };
}

/** A merchant without an e-mail on record must give one. */
export interface WithEmail {
  readonly email?: string | undefined;
}

/** SPEI, either provider. */
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

/** Transfers 3.0 by QR. */
export interface QrArgentinaActivation extends ActivationFor<'qr-argentina', 'ARS'> {
  readonly fieldList?: { readonly cuit?: string | undefined } | undefined;
}

/** PSE, ACH, Bre-B. */
export type CopActivation = ActivationFor<'cop-account', 'COP'> & WithAlias;

/** Pix; the second Pix channel is activated by people. */
export type PixActivation = ActivationFor<'pix', 'BRL'> & NamedTrench;

/** Bank transfer in Peru. */
export interface PenActivation extends ActivationFor<'pen-account', 'PEN'> {
  readonly fieldList: {
    /** 00 CC, 01 CE, 02 Tax ID, 03 PAS, 04 PAR, 05 LMI. */
    readonly customerIdentificationType: PenIdentification;
    readonly customerIdentification: string;
    readonly customerName: string;
    /** Of an individual. */
    readonly lastName?: string | undefined;
    readonly customerEmail: string;
    readonly customerPhone: string;
  };
}

/** ACH, wire and SEPA. The result has a `verifyLink`; from there the merchant returns to `callbackUri`. */
export interface EurUsdActivation extends ActivationFor<'eur-usd', 'EUR' | 'USD'>, NamedTrench {
  readonly callbackUri: string;
  readonly fieldList: WithEmail & { readonly firstName: string; readonly lastName: string };
}

/** Wire, CIPS, FPS, CHATS, SEPA, PESONET, FEDWIRE. */
export interface CrossBorderActivation
  extends ActivationFor<'cross-border', 'USD' | 'CNY' | 'HKD' | 'EUR' | 'SGD' | 'NGN' | 'PHP'>, NamedTrench {
  readonly fieldList: {
    readonly accountName: string;
    readonly nationality: string;
    readonly idNumber: string;
    /** Country and province code of the address. */
    readonly countryStateCode: string;
    readonly city: string;
    readonly street: string;
    readonly postalCode: string;
    /** YYYY-MM-DD. */
    readonly dateOfBirth: string;
    readonly phoneNumber: string;
  };
}

/** What is activated: a currency on a channel, each with its own fields (spec: activation table). */
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
 * Operation 2: a fiat account for an individual merchant. A `failReason` that is not empty says that the API took the
 * request and the activation failed all the same. Never sent again: nothing in it makes two requests the same one.
 */
export async function activateAccount(
  call: Caller,
  input: ActivationInput,
  options?: CallOptions,
): Promise<Activation> {
  const operation = 'accounts.activate';
  const channel = readChannel(operation, input);
  const { channel: _, ...asked } = {
    trench: channel.trench,
    ...input,
    merchantId: idNumber(input.merchantId),
  };
  const read = readInput({ operation }, activationBodyOf([channel]), asked);
  const { merchantId, fiat, trench, callbackUri, fieldList } = read;
  const { data } = await call({
    operation,
    path: ACTIVATION_PATH,
    sending: { body: writeBody(omitUndefined({ merchantId, fiat, trench, callbackUri, fieldList })) },
    answer: activation,
    options,
  });
  return data;
}

const NAMES = [...new Set(CHANNELS.map(({ name }) => name))];
const CHOICE = z.looseObject({ channel: z.enum(NAMES, { error: `one of ${NAMES.join(', ')}` }) });
const CALLED = z.looseObject({ trench: textMember });

/** Channels without a provider's name: their `trench` stands in the specification as it is. */
const LITERAL: ReadonlySet<ChannelName> = new Set(['qr-argentina', 'cop-account', 'pen-account']);

function readChannel(operation: string, input: unknown): Channel {
  const { channel: asked } = readInput({ operation }, CHOICE, input);
  const channel = CHANNELS.find(({ name }) => name === asked)!;
  if (LITERAL.has(asked)) return channel;
  return { ...channel, trench: readInput({ operation }, CALLED, input).trench };
}
