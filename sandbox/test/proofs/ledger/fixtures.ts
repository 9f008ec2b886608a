import type { Queries } from '../../../src/db/db.js';
import { openVirtualAccount, setChannel } from './model/accounts.js';
import type { Model } from './model/model.js';

/**
 * The merchants of every sequence. 8001 belongs to another token, 7002 is a business, and only 7001 has an
 * e-mail address on record.
 */
const MERCHANTS = [
  { id: 7001n, isBusiness: false, name: 'Tienda Sol', hasEmail: true, isOwn: true },
  { id: 7002n, isBusiness: true, name: 'Mercado Luna', hasEmail: false, isOwn: true },
  { id: 7003n, isBusiness: false, name: 'Casa Mar', hasEmail: false, isOwn: true },
  { id: 8001n, isBusiness: false, name: 'Otra Tienda', hasEmail: false, isOwn: false },
] as const;

const [CLABE, CVU, PIX] = ['CLABE - PROVIDER_A', 'CVU - PROVIDER_C', 'BANK_NAME_A'];

/** Channels that are active from the start; activations and the control API open the others. */
const CHANNELS = [
  { merchant: 7001n, fiat: 'MXN', trenches: [CLABE, 'CLABE - PROVIDER_B'] },
  { merchant: 7001n, fiat: 'ARS', trenches: [CVU, 'QR Argentina'] },
  { merchant: 7001n, fiat: 'BRL', trenches: [PIX, 'second Pix channel'] },
  { merchant: 7001n, fiat: 'USD', trenches: ['BANK_NAME_B'] },
  { merchant: 7002n, fiat: 'MXN', trenches: [CLABE, 'CLABE - PROVIDER_B'] },
  { merchant: 7002n, fiat: 'ARS', trenches: [CVU] },
  { merchant: 7002n, fiat: 'BRL', trenches: [PIX] },
  { merchant: 7003n, fiat: 'MXN', trenches: [CLABE] },
  { merchant: 8001n, fiat: 'MXN', trenches: [CLABE] },
].flatMap(({ merchant, fiat, trenches }) => trenches.map((trench) => ({ merchant, fiat, trench })));

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

/** Earlier than all times in commands. */
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
    channels: [],
    virtualAccounts: [],
    txIds: new Set(),
  };
  for (const channel of CHANNELS) setChannel(model, { ...channel, status: 'active', failReason: '' });
  for (const account of VIRTUAL_ACCOUNTS) openVirtualAccount(model, { ...account });
  return model;
}

/** Inserts the same merchants and accounts into an empty database. */
export async function fillDatabase(db: Queries): Promise<void> {
  for (const { id, isBusiness, name, hasEmail } of MERCHANTS) {
    const row = [id, isBusiness ? 'business' : 'individual', name, hasEmail ? 'sol@merchant.example' : null];
    await db.query('insert into merchant (id, kind, name, email) values ($1, $2, $3, $4)', row);
  }
  for (const { merchant, fiat, trench } of CHANNELS) {
    const sql = `insert into channel (merchant, currency, trench, status) values ($1, $2, $3, 'active')`;
    await db.query(sql, [merchant, fiat, trench]);
  }
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
