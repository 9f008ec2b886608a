import type { ChannelName, PenIdentification } from '../../contract/activation.js';
import type { Id } from './input.js';

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
