import { only, type Queries } from '../db/db.js';

/** A claim to be paid. Amounts in minor units. */
export interface ClaimOrder {
  readonly merchant: bigint;
  readonly clientId: string | undefined;
  readonly fiat: string;
  readonly amount: bigint;
  readonly paymentMethod: bigint;
}

/** A claim on the books. Amounts in minor units, `at` in milliseconds. */
export interface BookedClaim {
  readonly txId: bigint;
  readonly fee: bigint;
  readonly at: bigint;
}

/** Takes a claim from the balance, or finds the one booked under its clientId (db/migrations, claim_funds). */
export async function claimFunds(db: Queries, order: ClaimOrder): Promise<BookedClaim> {
  const { merchant, clientId, fiat, amount, paymentMethod } = order;
  return only(
    await db.query<BookedClaim>(
      'select (made).tx_id as "txId", (made).fee, at from claim_funds($1, $2, $3, $4, $5)',
      [merchant, clientId ?? null, fiat, amount, paymentMethod],
    ),
  );
}

/** A transfer to be made. Amounts in minor units. */
export interface TransferOrder {
  readonly from: bigint;
  readonly to: bigint;
  readonly clientId: string;
  readonly fiat: string;
  readonly amount: bigint;
}

/** A transfer on the books: the funding of either side, the fee in minor units, `at` in milliseconds. */
export interface BookedTransfer {
  readonly fromId: bigint;
  readonly toId: bigint;
  readonly fee: bigint;
  readonly at: bigint;
}

/** Moves an amount between two accounts, or finds the move booked under its clientId (db/migrations, transfer_funds). */
export async function transferFunds(db: Queries, order: TransferOrder): Promise<BookedTransfer> {
  const { from, to, clientId, fiat, amount } = order;
  return only(
    await db.query<BookedTransfer>(
      `select (made).from_id as "fromId", (made).to_id as "toId", (made).fee, at
       from transfer_funds($1, $2, $3, $4, $5)`,
      [from, to, clientId, fiat, amount],
    ),
  );
}

/** The bank sends a claim back: what left the balance returns to it, once. `at` in milliseconds. */
export async function rejectClaim(db: Queries, txId: bigint, at?: bigint): Promise<void> {
  await db.query('select reject_claim($1, $2)', [txId, at ?? null]);
}

/** Where a claim can be paid to. */
export interface PaymentMethod {
  readonly id: bigint;
  readonly fiat: string;
}

/** A merchant's stored payment method; undefined if it has none of that id. */
export async function findPaymentMethod(
  db: Queries,
  merchant: bigint,
  id: bigint,
): Promise<PaymentMethod | undefined> {
  const sql = 'select id, currency as fiat from payment_method where merchant = $1 and id = $2';
  return (await db.query<PaymentMethod>(sql, [merchant, id]))[0];
}

/** What an operation costs: a share in basis points, rounded up, and a fixed part in minor units. */
export interface Fee {
  readonly basisPoints: number;
  readonly fixed: bigint;
}

/** Sets what an operation costs from now on. */
export async function setFee(db: Queries, operation: 'claim' | 'transfer', fee: Fee): Promise<void> {
  const sql = 'update fee set basis_points = $2, fixed = $3 where operation = $1';
  await db.query(sql, [operation, fee.basisPoints, fee.fixed]);
}
