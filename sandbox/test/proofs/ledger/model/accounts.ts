import { notOpen, openAccount } from './book.js';
import {
  isRefusal,
  ownMerchant,
  refusal,
  untold,
  type Activation,
  type Model,
  type Refusal,
  type VirtualAccount,
} from './model.js';

/** A way to open an account (spec: activation table). */
export interface Channel {
  readonly trench: string;
  readonly fiats: readonly string[];
  /** Of the virtual accounts its aliases open; none where it opens none. */
  readonly paymentId?: number;
  /** Whether an agreement must be accepted before anything opens. */
  readonly verifies?: true;
  readonly takesEmail?: true;
  readonly alias: 'none' | 'optional' | 'required';
  /** What `fieldList` holds beside alias and e-mail; undefined: there is none. */
  readonly fields: Readonly<Record<string, string>> | undefined;
}

const PERSON = { firstName: 'Ana', lastName: 'Sol' };

/** Every channel that can be asked for, with placeholders for providers (sandbox.md, Operation 2). */
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
  {
    trench: 'PEN Account',
    fiats: ['PEN'],
    alias: 'none',
    fields: {
      customerIdentificationType: '00',
      customerIdentification: '12345678',
      customerName: 'Ana',
      customerEmail: 'ana@merchant.example',
      customerPhone: '987654321',
    },
  },
  {
    trench: 'BANK_NAME_B',
    fiats: ['EUR', 'USD'],
    verifies: true,
    takesEmail: true,
    alias: 'none',
    fields: PERSON,
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

export interface ActivationAsk {
  readonly merchant: bigint;
  readonly channel: Channel;
  readonly fiat: string;
  readonly alias: string;
  readonly hasEmail: boolean;
}

/** Operation 2: opens an account, or an agreement to be accepted first. Asked for again, it is the same. */
export function activate(model: Model, ask: ActivationAsk): Activation | Refusal {
  const { channel, fiat, alias, hasEmail } = ask;
  const { trench, verifies, takesEmail, paymentId } = channel;
  if (!channel.fiats.includes(fiat)) return refusal(400, /\bfiat\b/);
  const merchant = ownMerchant(model, ask.merchant);
  if (isRefusal(merchant)) return merchant;
  if (merchant.isBusiness) return refusal(422, /business/);
  if (takesEmail && !hasEmail && !merchant.hasEmail) return refusal(400, /email/);
  if (!verifies) openAccount(model, merchant.id, fiat);
  if (paymentId !== undefined && alias !== '')
    openVirtualAccount(model, { merchant: merchant.id, paymentId, fiat, alias, status: 1 });
  const before = model.activations.find(
    (each) =>
      each.merchant === merchant.id && each.fiat === fiat && each.trench === trench && each.alias === alias,
  );
  if (before) return before;
  const made: Activation = {
    ...{ id: untold(), merchant: merchant.id, fiat, trench, alias },
    ...{ status: verifies ? 4 : 1, verifyLink: untold(), decision: null },
  };
  model.activations.push(made);
  return made;
}

/** An agreement is accepted or rejected; what was accepted stays so. EUR opens USD too (spec: Activate merchant account). */
export function decide(
  model: Model,
  activation: Activation,
  decision: 'accepted' | 'rejected',
): Refusal | undefined {
  if (activation.status !== 4) return refusal(422, /no agreement/);
  const { merchant, fiat } = activation;
  if (activation.decision !== 'accepted') activation.decision = decision;
  if (decision === 'accepted')
    for (const each of fiat === 'EUR' ? ['EUR', 'USD'] : [fiat]) openAccount(model, merchant, each);
  return undefined;
}

/** Which virtual account: aliases are a merchant's own, per payment id. */
export type VirtualKey = Pick<VirtualAccount, 'merchant' | 'paymentId' | 'alias'>;

export function virtualAccount(
  { virtualAccounts }: Model,
  { merchant, paymentId, alias }: VirtualKey,
): VirtualAccount | undefined {
  return virtualAccounts.find(
    (each) => each.merchant === merchant && each.paymentId === paymentId && each.alias === alias,
  );
}

export function openVirtualAccount(model: Model, account: VirtualAccount): void {
  if (!virtualAccount(model, account)) model.virtualAccounts.push(account);
}

/** A method of operation 8, as far as the ledger sees it. */
export interface DepositMethod {
  readonly id: number;
  readonly fiat: string;
  readonly needsAmount?: true;
  /** Whether each call is a funding of its own, and whether the answer names it. */
  readonly funding?: 'named' | 'unnamed';
}

/** The methods details are given for (spec: Get pending fund account; sandbox.md, Operation 8). */
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

export interface DetailsAsk {
  readonly merchant: bigint;
  readonly paymentId: number;
  readonly fiat: string;
  readonly alias: string | undefined;
  readonly amount: bigint | undefined;
}

/** Operation 8: the method whose details are given, or why none are. */
export function askDetails(model: Model, ask: DetailsAsk): DepositMethod | Refusal {
  const { paymentId, fiat, alias, amount } = ask;
  const method = DEPOSIT_METHODS.find(({ id }) => id === paymentId);
  if (!method) return refusal(400, /paymentId/);
  if (method.needsAmount && amount === undefined) return refusal(400, /amount/);
  if (method.fiat !== fiat) return refusal(400, /\bfiat\b/);
  const merchant = ownMerchant(model, ask.merchant);
  if (isRefusal(merchant)) return merchant;
  if (alias !== undefined) {
    const account = virtualAccount(model, { merchant: merchant.id, paymentId, alias });
    if (!account) return refusal(404, /was not found/);
    if (account.status !== 2) return refusal(422, /status/);
  }
  return notOpen(model, merchant.id, fiat) ?? method;
}
