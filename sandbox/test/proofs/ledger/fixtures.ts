import type { Queries } from '../../../src/db/db.js';
import { openVirtualAccount } from './model/accounts.js';
import { openAccount } from './model/ledger.js';
import type { Model } from './model/model.js';

/** The merchants of every sequence: 8001 belongs to another token, 7002 is a business, only 7001 has an e-mail on record. */
const MERCHANTS = [
  { id: 7001n, isBusiness: false, name: 'Tienda Sol', hasEmail: true, isOwn: true },
  { id: 7002n, isBusiness: true, name: 'Mercado Luna', hasEmail: false, isOwn: true },
  { id: 7003n, isBusiness: false, name: 'Casa Mar', hasEmail: false, isOwn: true },
  { id: 8001n, isBusiness: false, name: 'Otra Tienda', hasEmail: false, isOwn: false },
] as const;

/** Accounts that are open from the start; activations open the others. */
const ACCOUNTS = [
  [7001n, ['MXN', 'ARS', 'BRL', 'USD']],
  [7002n, ['MXN', 'ARS', 'BRL']],
  [7003n, ['MXN']],
  [8001n, ['MXN']],
] as const;

/** Stored payment methods; 505 belongs to an account that is not open yet. */
const METHODS = [
  { id: 501n, merchant: 7001n, fiat: 'MXN' },
  { id: 502n, merchant: 7001n, fiat: 'ARS' },
  { id: 503n, merchant: 7002n, fiat: 'MXN' },
  { id: 504n, merchant: 7003n, fiat: 'MXN' },
  { id: 505n, merchant: 7003n, fiat: 'ARS' },
  { id: 590n, merchant: 8001n, fiat: 'MXN' },
] as const;

/** One virtual account in each status for each of these. */
const VIRTUAL_ACCOUNTS = [
  { merchant: 7001n, paymentId: 105, fiat: 'MXN' },
  { merchant: 7001n, paymentId: 92, fiat: 'BRL' },
  { merchant: 7002n, paymentId: 105, fiat: 'MXN' },
].flatMap((each) => [
  { ...each, alias: 'norte', status: 1 },
  { ...each, alias: 'centro', status: 2 },
  { ...each, alias: 'sur', status: 3 },
]);

/** Earlier than any time a command names. */
const OPENED_AT = BigInt(Date.UTC(2024, 0, 1));

/** A model of the merchants and accounts, before any entry is booked. */
export function emptyModel(): Model {
  const model: Model = {
    merchants: new Map(MERCHANTS.map((merchant) => [merchant.id, merchant])),
    methods: METHODS,
    accounts: new Map(),
    systemBalances: new Map(),
    fees: { claim: { basisPoints: 0n, fixed: 200n }, transfer: { basisPoints: 50n, fixed: 0n } },
    flows: [],
    issued: [],
    deposits: [],
    claims: [],
    transfers: [],
    orders: [],
    cryptoTransfers: [],
    activations: [],
    virtualAccounts: [],
    txIds: new Set(),
  };
  for (const [merchant, fiats] of ACCOUNTS) for (const fiat of fiats) openAccount(model, merchant, fiat);
  for (const account of VIRTUAL_ACCOUNTS) openVirtualAccount(model, { ...account });
  return model;
}

/** Inserts the same merchants and accounts into an empty database. */
export async function fillDatabase(db: Queries): Promise<void> {
  for (const { id, isBusiness, name, hasEmail } of MERCHANTS) {
    const row = [id, isBusiness ? 'business' : 'individual', name, hasEmail ? 'sol@merchant.example' : null];
    await db.query('insert into merchant (id, kind, name, email) values ($1, $2, $3, $4)', row);
  }
  for (const [merchant, fiats] of ACCOUNTS)
    await db.query('select open_accounts($1, $2::text[])', [merchant, fiats]);
  for (const { id, merchant, fiat } of METHODS) {
    const row = [id, merchant, fiat, `${merchant}, ${fiat}`];
    await db.query('insert into payment_method (id, merchant, currency, name) values ($1, $2, $3, $4)', row);
  }
  for (const { merchant, paymentId, fiat, alias, status } of VIRTUAL_ACCOUNTS)
    await db.query(
      `insert into virtual_account (merchant, payment_id, currency, alias, status, at)
       values ($1, $2, $3, $4, $5, $6)`,
      [merchant, paymentId, fiat, alias, status, OPENED_AT],
    );
}
