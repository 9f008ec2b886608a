import { createDepositSession, type Grant } from 'deposit-slip/kit';
import { SESSION_KEY } from './copy.js';
import { decimal } from './model/payment.js';
import type { Simulation } from './simulation.js';

/** The state of a cart, or of a wallet, which requests no amount. */
export interface Version {
  readonly order: Order;
  readonly grant: Grant;
  /** When it was made, in milliseconds. */
  readonly madeAt: number;
  /** The value by which a request identifies it. */
  readonly headers: Readonly<Record<string, string>>;
  /** The requested amount in each currency, in minor units. */
  readonly asked: ReadonlyMap<string, bigint | undefined>;
}

/** An order or a wallet of the shop. */
export interface Order {
  readonly id: string;
  readonly merchant: string;
  readonly own: boolean;
  readonly methods: readonly { readonly paymentId: number; readonly fiat: string }[];
  readonly isWallet: boolean;
  /** Oldest first. */
  readonly versions: Version[];
}

/** The options in which orders differ. */
export interface OrderTraits {
  readonly merchant: number;
  readonly methods: number;
  readonly isWallet: boolean;
  /** The index of its amount in `AMOUNTS`. */
  readonly amount: number;
}

/** The options in which merchants differ. */
export interface MerchantTraits {
  readonly own: boolean;
  /** How many records of other payers its list of flows has. */
  readonly fillers: number;
}

/** Few amounts, so that several orders request the same one. */
export const AMOUNTS = [1_000n, 2_000n, 1_000n, 500n, 7_000_000n] as const;

const [PIX, PIX_AMOUNT, SPEI, CVU] = [
  { paymentId: 90, fiat: 'BRL' },
  { paymentId: 92, fiat: 'BRL' },
  { paymentId: 105, fiat: 'MXN' },
  { paymentId: 63, fiat: 'ARS' },
];
/** Methods with codes. */
const CODES = [[PIX], [PIX, PIX_AMOUNT], [PIX, SPEI], [PIX_AMOUNT]];
/** Methods without codes, too, can be used with an account of the payer's own. */
const ALL = [...CODES, [SPEI], [SPEI, CVU]];

/** The session is valid for a day. */
const SESSION = '24h';

/** Creates an order with its first cart. */
export async function createOrder(
  simulation: Simulation,
  { merchant, methods, isWallet, amount }: OrderTraits,
  at: number,
): Promise<Order> {
  const merchants = [...simulation.model.merchants.values()];
  const { id, own } = merchants[merchant % merchants.length]!;
  const offered = own ? ALL : CODES;
  const order: Order = {
    id: `${isWallet ? 'wallet' : 'order'}-${at}`,
    merchant: id,
    own,
    methods: offered[methods % offered.length]!,
    isWallet,
    versions: [],
  };
  await putVersion(simulation, order, AMOUNTS[amount % AMOUNTS.length]!);
  return order;
}

/** Makes a version of an order with this amount, and with another one in its second currency. */
export async function putVersion(simulation: Simulation, order: Order, amount: bigint): Promise<Version> {
  const { id, merchant, own, methods, isWallet } = order;
  const fiats = [...new Set(methods.map(({ fiat }) => fiat))];
  const asked = new Map(
    fiats.map((fiat, at) => [fiat, isWallet ? undefined : amount * (at === 0 ? 1n : 3n)]),
  );
  const amountOf = (fiat: string): { amount?: string } => {
    const minor = asked.get(fiat);
    return minor === undefined ? {} : { amount: decimal(minor) };
  };
  const isOne = fiats.length === 1;
  const grant = {
    id,
    merchantId: merchant,
    methods: methods.map((method) => ({ ...method, ...(!isOne && amountOf(method.fiat)) })),
    ...(isOne && amountOf(fiats[0]!)),
    ...(own && { ownAccount: true }),
    // A member that only the shop uses.
    note: `cart ${order.versions.length}`,
  };
  const { isSession } = simulation.traits;
  const session = isSession && (await createDepositSession(SESSION_KEY, grant, { expiresIn: SESSION }));
  const headers: Record<string, string> = session
    ? { authorization: `Bearer ${session}` }
    : { 'x-grant': String(simulation.grants.push(grant) - 1) };
  const { now } = simulation.clock;
  const version = { order, grant, madeAt: now - (now % 1_000), headers, asked };
  order.versions.push(version);
  return version;
}
