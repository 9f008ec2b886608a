import { BODIES } from '../../../requests.js';
import { openAccount, rejectNotOpen } from './ledger.js';
import {
  ExpectedError,
  found,
  ownMerchant,
  rejectIf,
  unobserved,
  type Activation,
  type Model,
  type VirtualAccount,
} from './model.js';

/** A channel an account can be activated on (spec: activation table). */
export interface Channel {
  readonly trench: string;
  readonly fiats: readonly string[];
  /** Payment id of the virtual accounts its aliases open; undefined if it opens none. */
  readonly paymentId?: number;
  /** Whether an agreement must be accepted before the account opens. */
  readonly verifies?: true;
  readonly takesEmail?: true;
  readonly alias: 'none' | 'optional' | 'required';
  /** What `fieldList` contains besides alias and e-mail; undefined if the channel has no `fieldList`. */
  readonly fields: Readonly<Record<string, string>> | undefined;
}

/** Every channel, with placeholders for the providers' names (sandbox/README.md, Trench strings). */
export const CHANNELS: readonly Channel[] = [
  { trench: 'CLABE - PROVIDER_A', fiats: ['MXN'], paymentId: 105, alias: 'required', fields: {} },
  { trench: 'CLABE - PROVIDER_B', fiats: ['MXN'], paymentId: 72, alias: 'required', fields: {} },
  {
    trench: 'CVU - PROVIDER_C',
    fiats: ['ARS'],
    paymentId: 63,
    takesEmail: true,
    alias: 'optional',
    fields: { cuit: '30000010010', name: 'Ana Sol' },
  },
  { trench: 'QR Argentina', fiats: ['ARS'], alias: 'none', fields: {} },
  { trench: 'COP Account', fiats: ['COP'], paymentId: 68, alias: 'required', fields: {} },
  { trench: 'BANK_NAME_A', fiats: ['BRL'], alias: 'none', fields: undefined },
  { trench: 'PEN Account', fiats: ['PEN'], alias: 'none', fields: BODIES.penAccount.fieldList },
  {
    trench: 'BANK_NAME_B',
    fiats: ['EUR', 'USD'],
    verifies: true,
    takesEmail: true,
    alias: 'none',
    fields: { firstName: 'Ana', lastName: 'Sol' },
  },
  {
    trench: 'PAYMENT_NETWORK_NAME',
    fiats: ['USD', 'CNY', 'HKD', 'EUR', 'SGD', 'NGN', 'PHP'],
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
];

export interface ActivationRequest {
  readonly merchant: bigint;
  readonly channel: Channel;
  readonly fiat: string;
  readonly alias: string;
  readonly hasEmail: boolean;
}

/** Operation 2: opens an account, or an agreement to accept first. A repeated request has the same result. */
export function activate(model: Model, request: ActivationRequest): Activation {
  const { channel, fiat, alias, hasEmail } = request;
  const { trench, verifies, takesEmail, paymentId } = channel;
  rejectIf(!channel.fiats.includes(fiat), 400, /\bfiat\b/);
  const owner = ownMerchant(model, request.merchant);
  rejectIf(owner.isBusiness, 422, /business/);
  rejectIf(takesEmail === true && !hasEmail && !owner.hasEmail, 400, /email/);
  const merchant = owner.id;
  if (!verifies) openAccount(model, merchant, fiat);
  if (paymentId !== undefined && alias !== '')
    openVirtualAccount(model, { merchant, paymentId, fiat, alias, status: 1 });
  const previous = model.activations.find(
    (each) =>
      each.merchant === merchant && each.fiat === fiat && each.trench === trench && each.alias === alias,
  );
  if (previous) return previous;
  const status = verifies ? 4 : 1;
  const requested = { merchant, fiat, trench, alias, status };
  const activation = {
    ...requested,
    id: unobserved<string>(),
    verifyLink: unobserved<string>(),
    decision: null,
  };
  model.activations.push(activation);
  return activation;
}

/** Accepts or rejects an agreement; accepting is final. EUR opens USD too (spec: Activate merchant account). */
export function decide(model: Model, activation: Activation, decision: 'accepted' | 'rejected'): Activation {
  rejectIf(activation.status !== 4, 422, /no agreement/);
  const { merchant, fiat } = activation;
  if (activation.decision !== 'accepted') activation.decision = decision;
  if (decision === 'accepted')
    for (const each of fiat === 'EUR' ? ['EUR', 'USD'] : [fiat]) openAccount(model, merchant, each);
  return activation;
}

/** What identifies a virtual account: an alias is unique per merchant and payment id. */
export type VirtualAccountKey = Pick<VirtualAccount, 'merchant' | 'paymentId' | 'alias'>;

/** Whether two things belong to the same virtual account. */
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

/** A deposit method, as far as the ledger is concerned. */
export interface DepositMethod {
  readonly id: number;
  readonly fiat: string;
  readonly needsAmount?: true;
  /** Set if each call creates a funding: whether the response names it. */
  readonly funding?: 'named' | 'unnamed';
}

/** The methods with deposit details (spec: Get pending fund account; sandbox/README.md, Methods). */
export const DEPOSIT_METHODS: readonly DepositMethod[] = [
  ...[58, 72, 105].map((id) => ({ id, fiat: 'MXN' })),
  { id: 63, fiat: 'ARS' },
  { id: 135, fiat: 'ARS', funding: 'named' },
  { id: 137, fiat: 'ARS', needsAmount: true, funding: 'named' },
  { id: 68, fiat: 'COP' },
  ...[90, 92].map((id) => ({ id, fiat: 'BRL', funding: 'named' }) as const),
  { id: 95, fiat: 'PEN', needsAmount: true, funding: 'unnamed' },
  ...[81, 82, 83, 84].map((id) => ({ id, fiat: 'USD' })),
  { id: 85, fiat: 'EUR' },
];

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
  rejectNotOpen(model, merchant, fiat);
  return method;
}
