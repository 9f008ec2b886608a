import type { ChannelName } from 'deposit-slip/contract';
import type { PendingFundFiats } from 'deposit-slip/core';
import { BODIES } from '../../../requests.js';
import { openAccount } from './ledger.js';
import {
  ExpectedError,
  found,
  ownMerchant,
  rejectIf,
  unobserved,
  type Activation,
  type MerchantChannel,
  type Model,
  type VirtualAccount,
} from './model.js';

/** A channel on which an account can be activated (spec: activation table). */
export interface Channel {
  readonly trench: string;
  readonly fiats: readonly string[];
  /** Payment id of the virtual accounts that its aliases open; undefined if they open none. */
  readonly paymentId?: number;
  /** Whether an agreement must be accepted before the account opens. */
  readonly verifies?: true;
  /** Currencies that have an agreement only if the request has a `callbackUri`. */
  readonly mayVerify?: readonly string[];
  readonly takesEmail?: true;
  readonly alias: 'none' | 'optional' | 'required';
  /** What `fieldList` contains besides alias and e-mail; undefined if the channel has no `fieldList`. */
  readonly fields: Readonly<Record<string, string>> | undefined;
  /** The values that a call with `otherFields` contains instead. */
  readonly otherFields?: Readonly<Record<string, string>>;
}

/** Every channel, with placeholders for the providers' names (sandbox/README.md, Trench strings). */
const BY_NAME: Readonly<Record<ChannelName, Channel | readonly Channel[]>> = {
  clabe: [
    { trench: 'CLABE - PROVIDER_A', fiats: ['MXN'], paymentId: 105, alias: 'required', fields: {} },
    { trench: 'CLABE - PROVIDER_B', fiats: ['MXN'], paymentId: 72, alias: 'required', fields: {} },
  ],
  cvu: {
    trench: 'CVU - PROVIDER_C',
    fiats: ['ARS'],
    paymentId: 63,
    takesEmail: true,
    alias: 'optional',
    fields: { cuit: '30000010010', name: 'Ana Sol' },
    otherFields: { cuit: '30000010010', name: 'Ana Mar' },
  },
  'qr-argentina': {
    ...{ trench: 'QR Argentina', fiats: ['ARS'], alias: 'none' },
    fields: {},
    otherFields: { cuit: '30000010010' },
  },
  'cop-account': { trench: 'COP Account', fiats: ['COP'], paymentId: 68, alias: 'required', fields: {} },
  pix: { trench: 'BANK_NAME_A', fiats: ['BRL'], alias: 'none', fields: undefined },
  'pen-account': {
    trench: 'PEN Account',
    fiats: ['PEN'],
    alias: 'none',
    fields: BODIES.penAccount.fieldList,
  },
  'eur-usd': {
    trench: 'BANK_NAME_B',
    fiats: ['EUR', 'USD'],
    verifies: true,
    takesEmail: true,
    alias: 'none',
    fields: { firstName: 'Ana', lastName: 'Sol' },
    otherFields: { firstName: 'Ana', lastName: 'Mar' },
  },
  'cross-border': {
    trench: 'PAYMENT_NETWORK_NAME',
    fiats: ['USD', 'CNY', 'HKD', 'EUR', 'SGD', 'NGN', 'PHP'],
    mayVerify: ['USD', 'EUR'],
    alias: 'none',
    fields: {
      accountName: 'Ana Sol',
      nationality: 'PE',
      idNumber: '12345678',
      countryStateCode: 'PE-LIM',
      city: 'Lima',
      street: 'Calle 1',
      postalCode: '15001',
      phoneNumber: '987654321',
      dateOfBirth: '1990-02-28',
    },
  },
};
export const CHANNELS: readonly Channel[] = Object.values(BY_NAME).flat();

export interface ActivationRequest {
  readonly merchant: bigint;
  readonly channel: Channel;
  readonly fiat: string;
  readonly alias: string;
  readonly hasEmail: boolean;
  /** Whether the request has a `callbackUri` where one is optional. */
  readonly mayReturn: boolean;
  /** Whether the request contains the `otherFields` of the channel, if the channel has any. */
  readonly isOther: boolean;
}

/** The channel of a merchant; undefined if the merchant does not have it. */
function channelOf(
  { channels }: Readonly<Model>,
  merchant: bigint,
  fiat: string,
  trench: string,
): MerchantChannel | undefined {
  return channels.find((each) => each.merchant === merchant && each.fiat === fiat && each.trench === trench);
}

/** Sets the status of a channel. Once the channel is active, opens the account of its currency. */
export function setChannel(model: Model, channel: MerchantChannel): MerchantChannel {
  const { merchant, fiat, trench, status } = channel;
  const existing = channelOf(model, merchant, fiat, trench);
  if (existing) Object.assign(existing, channel);
  else model.channels.push({ ...channel });
  if (status === 'active') openAccount(model, merchant, fiat);
  return channel;
}

/** The `status` of an activation: 4 until its agreement is accepted, or its channel is opened without one. */
export const statusOf = (
  model: Readonly<Model>,
  { hasAgreement, decision, merchant, fiat, trench }: Activation,
) =>
  hasAgreement && decision !== 'accepted' && channelOf(model, merchant, fiat, trench)!.status !== 'active'
    ? 4
    : 1;

/** The `failReason` of an activation, which is that of its channel. */
export const failReasonOf = (model: Model, { merchant, fiat, trench }: Activation) =>
  channelOf(model, merchant, fiat, trench)!.failReason;

/** Whether an activation has an agreement, and therefore a `callbackUri`. */
export const hasAgreement = ({ channel, fiat, mayReturn }: ActivationRequest): boolean =>
  channel.verifies === true || (mayReturn && channel.mayVerify?.includes(fiat) === true);

/**
 * Operation 2: opens a channel, or an agreement to accept first. A repeated request returns the current
 * state.
 */
export function activate(model: Model, request: ActivationRequest): Activation {
  const { channel, fiat, alias, hasEmail, isOther } = request;
  const { trench, takesEmail, paymentId } = channel;
  const verifies = hasAgreement(request);
  rejectIf(!channel.fiats.includes(fiat), 400, /\bfiat\b/);
  const owner = ownMerchant(model, request.merchant);
  rejectIf(owner.isBusiness, 422, /business/);
  rejectIf(takesEmail === true && !hasEmail && !owner.hasEmail, 400, /email/);
  const merchant = owner.id;
  const values = JSON.stringify([hasEmail, verifies, isOther && channel.otherFields !== undefined]);
  const previous = model.activations.find(
    (each) =>
      each.merchant === merchant && each.fiat === fiat && each.trench === trench && each.alias === alias,
  );
  rejectIf(previous !== undefined && previous.values !== values, 409, /first/);
  if (previous) return previous;
  if (!channelOf(model, merchant, fiat, trench))
    setChannel(model, { merchant, fiat, trench, status: verifies ? 'pending' : 'active', failReason: '' });
  if (paymentId !== undefined && alias !== '')
    openVirtualAccount(model, { merchant, paymentId, fiat, alias, status: 1 });
  const activation: Activation = {
    ...{ merchant, fiat, trench, alias, values, hasAgreement: verifies },
    ...{ id: unobserved(), verifyLink: unobserved(), decision: null },
  };
  model.activations.push(activation);
  return activation;
}

export type Decision = { readonly decision: 'accepted' } | { readonly decision: 'rejected'; reason?: string };

/**
 * Accepts or rejects an agreement; an acceptance is final. EUR also opens USD on their common channel (spec:
 * Activate merchant account).
 */
export function decide(model: Model, activation: Activation, input: Decision): Activation {
  rejectIf(!activation.hasAgreement, 422, /no agreement/);
  if (activation.decision === 'accepted') return activation;
  activation.decision = input.decision;
  const { merchant, fiat, trench } = activation;
  if (input.decision === 'rejected') {
    const failReason = input.reason ?? 'The agreement was rejected.';
    const { status } = channelOf(model, merchant, fiat, trench)!;
    if (status === 'pending' || status === 'failed')
      setChannel(model, { merchant, fiat, trench, status: 'failed', failReason });
  } else
    for (const each of fiat === 'EUR' && trench === 'BANK_NAME_B' ? ['EUR', 'USD'] : [fiat])
      setChannel(model, { merchant, fiat: each, trench, status: 'active', failReason: '' });
  return activation;
}

/** The key of a virtual account: an alias is unique per merchant and payment id. */
export type VirtualAccountKey = Pick<VirtualAccount, 'merchant' | 'paymentId' | 'alias'>;

/** Whether two objects belong to the same virtual account. */
export function hasSameKey(one: VirtualAccountKey, other: VirtualAccountKey): boolean {
  return one.merchant === other.merchant && one.paymentId === other.paymentId && one.alias === other.alias;
}

export function virtualAccount(
  { virtualAccounts }: Model,
  key: VirtualAccountKey,
): VirtualAccount | undefined {
  return virtualAccounts.find((each) => hasSameKey(each, key));
}

export function openVirtualAccount(model: Model, account: VirtualAccount): void {
  if (!virtualAccount(model, account)) model.virtualAccounts.push(account);
}

/** The properties of a deposit method that matter to the ledger. */
export interface DepositMethod {
  readonly id: number;
  readonly fiat: string;
  /** The channel that serves it. */
  readonly trench: string;
  readonly needsAmount?: true;
  /** Present if each call creates a funding; says whether the response names it. */
  readonly funding?: 'named' | 'unnamed';
}

const SECOND_PIX = 'second Pix channel';

/**
 * The methods with deposit details (spec: Get pending fund account; sandbox/README.md, Methods and Channels).
 */
const BY_ID: Readonly<Record<keyof PendingFundFiats | 135, Omit<DepositMethod, 'id'>>> = {
  58: { fiat: 'MXN', trench: 'CLABE - PROVIDER_A' },
  105: { fiat: 'MXN', trench: 'CLABE - PROVIDER_A' },
  72: { fiat: 'MXN', trench: 'CLABE - PROVIDER_B' },
  63: { fiat: 'ARS', trench: 'CVU - PROVIDER_C' },
  135: { fiat: 'ARS', trench: 'QR Argentina', funding: 'named' },
  137: { fiat: 'ARS', trench: 'QR Argentina', needsAmount: true, funding: 'named' },
  68: { fiat: 'COP', trench: 'COP Account' },
  90: { fiat: 'BRL', trench: 'BANK_NAME_A', funding: 'named' },
  92: { fiat: 'BRL', trench: SECOND_PIX, funding: 'named' },
  95: { fiat: 'PEN', trench: 'PEN Account', needsAmount: true, funding: 'unnamed' },
  81: { fiat: 'USD', trench: 'BANK_NAME_B' },
  82: { fiat: 'USD', trench: 'BANK_NAME_B' },
  83: { fiat: 'USD', trench: 'BANK_NAME_B' },
  84: { fiat: 'USD', trench: 'BANK_NAME_B' },
  85: { fiat: 'EUR', trench: 'BANK_NAME_B' },
};
export const DEPOSIT_METHODS: readonly DepositMethod[] = Object.entries(BY_ID).map(([id, method]) => ({
  ...method,
  id: Number(id),
}));

/** Every channel in each of its currencies, including the channel that no API call opens. */
export const CHANNEL_TYPES = [
  ...CHANNELS.flatMap(({ trench, fiats }) => fiats.map((fiat) => ({ trench, fiat }))),
  { trench: SECOND_PIX, fiat: 'BRL' },
];

/** Whether the channel that serves a payment id is active. */
export function isChannelActive(model: Model, merchant: bigint, paymentId: number): boolean {
  const { fiat, trench } = DEPOSIT_METHODS.find(({ id }) => id === paymentId)!;
  return channelOf(model, merchant, fiat, trench)?.status === 'active';
}

export interface DetailsRequest {
  readonly merchant: bigint;
  readonly paymentId: number;
  readonly fiat: string;
  readonly alias: string | undefined;
  readonly amount: bigint | undefined;
}

/** Operation 8: the method whose details are returned. */
export function depositMethod(model: Model, request: DetailsRequest): DepositMethod {
  const { paymentId, fiat, alias, amount } = request;
  const method = DEPOSIT_METHODS.find(({ id }) => id === paymentId);
  if (!method) throw new ExpectedError(400, /paymentId/);
  rejectIf(method.needsAmount === true && amount === undefined, 400, /amount/);
  rejectIf(method.fiat !== fiat, 400, /\bfiat\b/);
  const merchant = ownMerchant(model, request.merchant).id;
  if (alias !== undefined) {
    const { status } = found(virtualAccount(model, { merchant, paymentId, alias }));
    rejectIf(status !== 2, 422, /status/);
  }
  rejectIf(!isChannelActive(model, merchant, paymentId), 422, /no active .* on channel/);
  return method;
}
