import { onlyRow, type Queries } from '../../../src/db/db.js';

/** A ledger with a small mistake, and what must tell it. */
export interface Mutant {
  readonly name: string;
  /** What is done to the schema, after its migrations. */
  harm(db: Queries): Promise<void>;
  /**
   * All that must tell it: the invariants that are broken, or, where no invariant speaks of it, what of the database
   * differs from the model.
   */
  readonly seenBy: readonly string[];
}

type Edit = readonly [from: string, to: string];

/** Writes a function of the schema anew, with each text, which stands in it once, replaced by another. */
async function rewrite(db: Queries, name: string, edits: readonly Edit[]): Promise<void> {
  const { source } = onlyRow(
    await db.query<{ source: string }>('select pg_get_functiondef($1::regproc) as source', [name]),
  );
  const wrong = edits.reduce((text, [from, to]) => {
    const pieces = text.split(from);
    if (pieces.length !== 2) throw new Error(`"${from}" stands in ${name} ${pieces.length - 1} times.`);
    return pieces.join(to);
  }, source);
  await db.script(wrong);
}

const edited =
  (name: string, ...edits: readonly Edit[]): Mutant['harm'] =>
  (db) =>
    rewrite(db, name, edits);

const changed =
  (sql: string): Mutant['harm'] =>
  (db) =>
    db.script(sql);

const both =
  (...harms: readonly Mutant['harm'][]): Mutant['harm'] =>
  async (db) => {
    for (const harm of harms) await harm(db);
  };

const FEES: readonly Mutant[] = [
  {
    name: 'a fee nobody receives',
    harm: both(
      edited('fee_legs', [", (system_account('fees', fiat), minor, 'FEE', flow, tx)::leg", '']),
      edited('post', ['is not true then', 'is null then']),
    ),
    seenBy: ['I1'],
  },
  {
    name: 'a fee that is not booked',
    harm: edited('fee_legs', ['when minor = 0', 'when minor >= 0']),
    seenBy: ['I6'],
  },
  { name: 'a fee rounded down', harm: edited('fee_of', ['ceil(', 'floor(']), seenBy: ['answer'] },
  {
    name: 'a fee the recipient pays',
    harm: edited('transfer_funds', ['fee_legs(payer,', 'fee_legs(payee,']),
    seenBy: ['I4', 'I6'],
  },
  {
    name: 'a fee the bank keeps',
    harm: edited('fee_legs', ["system_account('fees'", "system_account('bank'"]),
    seenBy: ['balances'],
  },
  {
    name: 'a repeated claim that tells the fee of today',
    harm: edited('claim_funds', ['at := booked_at', "made.fee := fee_of('claim', minor); at := booked_at"]),
    seenBy: ['answer'],
  },
];

const POSTINGS: readonly Mutant[] = [
  {
    name: 'a running total without the last part',
    harm: edited('post', ['+ sum(p.changed) over so_far)', '+ sum(p.changed) over so_far - p.changed)']),
    seenBy: ['I3'],
  },
  {
    name: 'a sequence that does not advance',
    harm: both(
      edited('post', ['seq = a.seq + s.parts,', 'seq = a.seq,'], ['a.seq - s.parts as seq', 'a.seq']),
      changed('alter table entry drop constraint entry_account_seq_key'),
    ),
    seenBy: ['I3'],
  },
  {
    name: 'a balance below zero',
    harm: changed('alter table account drop constraint covered'),
    seenBy: ['I2'],
  },
  {
    name: 'the time the transaction began',
    harm: edited('post', ['clock_ms()', '(extract(epoch from now()) * 1000)::bigint']),
    seenBy: ['time'],
  },
  {
    name: 'a time before the last entry',
    harm: edited(
      'post',
      ['if given_at is not null and exists', 'if false and exists'],
      ['coalesce(m.last_at, stamp)', 'stamp'],
    ),
    seenBy: ['I9'],
  },
  {
    name: 'a deposit into an account of another currency',
    harm: edited('credit_deposit', [
      'a.currency = fiat',
      `a.currency = coalesce((select min(currency) from account where merchant = to_merchant and fiat = 'MXN'), fiat)`,
    ]),
    seenBy: ['I14'],
  },
  {
    name: 'a deposit rounded up to whole units',
    harm: edited('credit_deposit', ['begin\n', 'begin\n  minor := ((minor + 99) / 100) * 100;\n']),
    seenBy: ['I12'],
  },
  {
    name: 'a deposit under a funding of its own',
    harm: edited('credit_deposit', ['coalesce(for_tx, nextval', 'coalesce(null, nextval']),
    seenBy: ['answer'],
  },
];

const PAYOUTS: readonly Mutant[] = [
  {
    name: 'a claim that pays in',
    harm: edited(
      'claim_funds',
      ['(payer, -minor,', '(payer, minor,'],
      ["system_account('bank', fiat), minor,", "system_account('bank', fiat), -minor,"],
    ),
    seenBy: ['I6'],
  },
  {
    name: 'a clientId that is not unique',
    harm: both(
      changed('alter table withdrawal drop constraint withdrawal_merchant_client_id_key'),
      edited('claim_funds', ['on conflict (merchant, client_id) do nothing', '']),
    ),
    seenBy: ['I5'],
  },
  {
    name: 'a repeated claim that pays again',
    harm: edited('claim_funds', [
      'at := booked_at(made.tx_id);\n    return;',
      'at := booked_at(made.tx_id);',
    ]),
    seenBy: ['I6'],
  },
  {
    name: 'a repetition with another body',
    harm: edited('refuse_other_body', ["perform refuse('409',", "perform ('409',"]),
    seenBy: ['status'],
  },
  {
    name: 'a rejected claim whose fee is kept',
    harm: edited('roll_back', ['flow_type = flow', "flow_type = flow and category <> 'FEE'"]),
    seenBy: ['flows'],
  },
  {
    name: 'a claim rejected twice',
    harm: changed('drop index entry_rolled_back'),
    seenBy: ['I8'],
  },
  {
    name: 'one funding for both sides of a transfer',
    harm: changed(`alter table transfer drop constraint transfer_to_id_key;
      create function one_funding() returns trigger language plpgsql as
        'begin new.to_id := new.from_id; return new; end';
      create trigger one_funding before insert on transfer for each row execute function one_funding()`),
    seenBy: ['I7'],
  },
  {
    name: 'a transfer that does not arrive',
    harm: edited('transfer_funds', ['(payee, minor,', "(system_account('bank', fiat), minor,"]),
    seenBy: ['I4'],
  },
  {
    name: 'a crypto transfer with one side',
    harm: edited('transfer_crypto', [', (2, recipient, units)', '']),
    seenBy: ['I4'],
  },
];

const ORDERS: readonly Mutant[] = [
  {
    name: 'an order charged at every status',
    harm: edited('move_order', ['will in (50, 60) and tx is null', 'will < 70']),
    seenBy: ['I15'],
  },
  {
    name: 'a purchase charged when it is paid and when it is released',
    harm: edited('move_order', ['will in (50, 60) and tx is null', 'will in (50, 60)']),
    seenBy: ['I15'],
  },
  {
    name: 'a canceled purchase that is not given back',
    harm: edited('move_order', ['elsif will = 70 and', 'elsif false and']),
    seenBy: ['I15'],
  },
  {
    name: 'a status of another kind of order',
    harm: both(
      edited('check_order_move', ['if not exists', 'if false and not exists']),
      changed(`alter table crypto_order drop constraint crypto_order_kind_status_fkey;
        alter table fiat_order drop constraint fiat_order_kind_status_fkey`),
    ),
    seenBy: ['I10'],
  },
  {
    name: 'a status that goes back',
    harm: edited('check_order_move', ['will <= was', 'will = was']),
    seenBy: ['status'],
  },
  {
    name: 'a refund of the fee too',
    harm: edited(
      'refund_order',
      ['o.currency), o.amount,', 'o.currency), o.amount + o.fee,'],
      ['o.currency), -o.amount,', 'o.currency), -o.amount - o.fee,'],
    ),
    seenBy: ['I15'],
  },
  {
    name: 'a second refund',
    harm: edited('refund_order', ['if is_refunded and exists', 'if false and exists']),
    seenBy: ['status'],
  },
];

/** Small wrong ledgers, each of which the model run must catch. A new one is its entry. */
export const MUTANTS: readonly Mutant[] = [...FEES, ...POSTINGS, ...PAYOUTS, ...ORDERS];
