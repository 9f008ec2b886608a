import { nothingWasDone, onlyRow, type Queries } from '../db/db.js';

/** A claim to pay. Amounts are in minor units. */
export interface NewClaim {
  readonly merchant: bigint;
  readonly clientId?: string | undefined;
  readonly fiat: string;
  readonly amount: bigint;
  readonly paymentMethod: bigint;
}

/** A booked claim. Amounts are in minor units, `at` is in milliseconds. */
export interface BookedClaim {
  readonly txId: bigint;
  readonly fee: bigint;
  readonly at: bigint;
}

/** Books a claim, or returns the one already booked under its clientId (`claim_funds`). */
export async function claimFunds(db: Queries, claim: NewClaim): Promise<BookedClaim> {
  const { merchant, clientId, fiat, amount, paymentMethod } = claim;
  return onlyRow(
    await db.query<BookedClaim>(
      'select (made).tx_id as "txId", (made).fee, at from claim_funds($1, $2, $3, $4, $5)',
      [merchant, clientId ?? null, fiat, amount, paymentMethod],
    ),
  );
}

/** A transfer to make. Amounts are in minor units. */
export interface NewTransfer {
  readonly from: bigint;
  readonly to: bigint;
  readonly clientId: string;
  readonly fiat: string;
  readonly amount: bigint;
}

/** A booked transfer: the txId of each side, the fee in minor units, `at` in milliseconds. */
export interface BookedTransfer {
  readonly fromId: bigint;
  readonly toId: bigint;
  readonly fee: bigint;
  readonly at: bigint;
}

/** Books a transfer, or returns the one already booked under its clientId (`transfer_funds`). */
export async function transferFunds(db: Queries, transfer: NewTransfer): Promise<BookedTransfer> {
  const { from, to, clientId, fiat, amount } = transfer;
  return onlyRow(
    await db.query<BookedTransfer>(
      `select (made).from_id as "fromId", (made).to_id as "toId", (made).fee, at
       from transfer_funds($1, $2, $3, $4, $5)`,
      [from, to, clientId, fiat, amount],
    ),
  );
}

/**
 * Rejects a claim, as a bank does when it cannot pay it out: its amount and fee return to the balance, once.
 */
export async function rejectClaim(db: Queries, txId: bigint, at?: bigint): Promise<void> {
  await db.query('select reject_claim($1, $2)', [txId, at ?? null]);
}

/** A stored payment method that claims can be paid to. */
export interface PaymentMethod {
  readonly id: bigint;
  readonly fiat: string;
}

/** Finds a merchant's stored payment method; undefined if the merchant has none with this id. */
export async function findPaymentMethod(
  db: Queries,
  merchant: bigint,
  id: bigint,
): Promise<PaymentMethod | undefined> {
  const sql = 'select id, currency as fiat from payment_method where merchant = $1 and id = $2';
  return (await db.query<PaymentMethod>(sql, [merchant, id]).catch(nothingWasDone))[0];
}

/**
 * The fee of an operation: a share of the amount in basis points, rounded up, plus a fixed part in minor
 * units.
 */
export interface Fee {
  readonly basisPoints: number;
  readonly fixed: bigint;
}

/** Sets the fee of an operation from now on. */
export async function setFee(db: Queries, operation: 'claim' | 'transfer', fee: Fee): Promise<void> {
  const sql = 'update fee set basis_points = $2, fixed = $3 where operation = $1';
  await db.query(sql, [operation, fee.basisPoints, fee.fixed]);
}
