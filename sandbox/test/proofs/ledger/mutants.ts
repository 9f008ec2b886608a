import { only, type Queries } from '../../../src/db/db.js';

/** A ledger with one defect, and the checks that must catch it. */
export interface Mutant {
  readonly name: string;
  /** Changes of the schema, made after its migrations: SQL, or an edit of one of its functions. */
  readonly changes: readonly (string | FunctionEdit)[];
  /**
   * Every check that must catch it: the invariants that are violated (sandbox/README.md, The ledger) or, if no invariant
   * covers the defect, the comparison with the model that fails.
   */
  readonly caughtBy: readonly string[];
}

interface FunctionEdit {
  readonly name: string;
  readonly replacements: readonly Replacement[];
}

type Replacement = readonly [from: string, to: string];

const mutant = (name: string, caughtBy: readonly string[], ...changes: Mutant['changes']): Mutant => {
  return { name, caughtBy, changes };
};

const edit = (name: string, ...replacements: readonly Replacement[]): FunctionEdit => ({
  name,
  replacements,
});

/** Gives a schema the defect of a mutant. */
export async function applyMutant(db: Queries, { changes }: Mutant): Promise<void> {
  for (const change of changes)
    await db.script(typeof change === 'string' ? change : await edited(db, change));
}

/** The definition of a function after replacements of texts that each occur in it exactly once. */
async function edited(db: Queries, { name, replacements }: FunctionEdit): Promise<string> {
  const { source } = only(
    await db.query<{ source: string }>('select pg_get_functiondef($1::regproc) as source', [name]),
  );
  return replacements.reduce((text, [from, to]) => {
    const pieces = text.split(from);
    if (pieces.length !== 2) throw new Error(`"${from}" occurs ${pieces.length - 1} times in ${name}.`);
    return pieces.join(to);
  }, source);
}

const FEES: readonly Mutant[] = [
  mutant(
    'a fee nobody receives',
    ['I1'],
    edit('fee_legs', [", (system_account('fees', fiat), minor, 'FEE', flow, tx)::leg", '']),
    edit('post', ['is not true then', 'is null then']),
  ),
  mutant('a fee that is not booked', ['I6'], edit('fee_legs', ['when minor = 0', 'when minor >= 0'])),
  mutant('a fee rounded down', ['response'], edit('fee_of', ['ceil(', 'floor('])),
  mutant(
    'a fee paid by the recipient',
    ['I4', 'I6'],
    edit('transfer_funds', ['fee_legs(payer,', 'fee_legs(payee,']),
  ),
  mutant(
    'a fee credited to the bank',
    ['balances'],
    edit('fee_legs', ["system_account('fees'", "system_account('bank'"]),
  ),
  mutant(
    'a repeated claim that reports the current fee',
    ['response'],
    edit('claim_funds', ['at := booked_at', "made.fee := fee_of('claim', minor); at := booked_at"]),
  ),
];

const POSTINGS: readonly Mutant[] = [
  mutant(
    'a running total without the latest change',
    ['I3'],
    edit('post', ['+ sum(p.changed) over so_far)', '+ sum(p.changed) over so_far - p.changed)']),
  ),
  mutant(
    'a sequence that does not advance',
    ['I3'],
    edit('post', ['seq = a.seq + s.parts,', 'seq = a.seq,'], ['a.seq - s.parts as seq', 'a.seq']),
    'alter table entry drop constraint entry_account_seq_key',
  ),
  mutant('a balance below zero', ['I2'], 'alter table account drop constraint covered'),
  mutant(
    'entries dated by the start of their transaction',
    ['time'],
    edit('post', ['clock_ms()', '(extract(epoch from now()) * 1000)::bigint']),
  ),
  mutant(
    'an entry dated before the latest one',
    ['I9'],
    edit(
      'post',
      ['if given_at is not null and exists', 'if false and exists'],
      ['coalesce(m.last_at, stamp)', 'stamp'],
    ),
  ),
  mutant(
    'a deposit credited in another currency',
    ['I14'],
    edit('credit_deposit', [
      'a.currency = fiat',
      `a.currency = coalesce((select min(currency) from account where merchant = to_merchant and fiat = 'MXN'), fiat)`,
    ]),
  ),
  mutant(
    'a deposit rounded up to whole units',
    ['I12'],
    edit('credit_deposit', ['begin\n', 'begin\n  minor := ((minor + 99) / 100) * 100;\n']),
  ),
  mutant(
    'a deposit that ignores the funding it pays',
    ['response'],
    edit('credit_deposit', ['coalesce(for_tx, nextval', 'coalesce(null, nextval']),
  ),
];

const PAYOUTS: readonly Mutant[] = [
  mutant(
    'a claim that credits the account',
    ['I6'],
    edit(
      'claim_funds',
      ['(payer, -minor,', '(payer, minor,'],
      ["system_account('bank', fiat), minor,", "system_account('bank', fiat), -minor,"],
    ),
  ),
  mutant(
    'a clientId that is not unique',
    ['I5'],
    'alter table withdrawal drop constraint withdrawal_merchant_client_id_key',
    edit('claim_funds', ['on conflict (merchant, client_id) do nothing', '']),
  ),
  mutant(
    'a repeated claim that is booked again',
    ['I6'],
    edit('claim_funds', ['at := booked_at(made.tx_id);\n    return;', 'at := booked_at(made.tx_id);']),
  ),
  mutant(
    'a repeated clientId accepted with a different body',
    ['status'],
    edit('refuse_other_body', ["perform refuse('409',", "perform ('409',"]),
  ),
  mutant(
    'a rejected claim whose fee is not returned',
    ['flows'],
    edit('roll_back', ['flow_type = flow', "flow_type = flow and category <> 'FEE'"]),
  ),
  mutant('a claim rejected twice', ['I8'], 'drop index entry_rolled_back'),
  mutant(
    'a transfer with one funding for both sides',
    ['I7'],
    `alter table transfer drop constraint transfer_to_id_key;
      create function one_funding() returns trigger language plpgsql as
        'begin new.to_id := new.from_id; return new; end';
      create trigger one_funding before insert on transfer for each row execute function one_funding()`,
  ),
  mutant(
    'a transfer that is not credited',
    ['I4'],
    edit('transfer_funds', ['(payee, minor,', "(system_account('bank', fiat), minor,"]),
  ),
  mutant(
    'a crypto transfer with one record',
    ['I4'],
    edit('transfer_crypto', [', (2, recipient, units)', '']),
  ),
];

const ORDERS: readonly Mutant[] = [
  mutant(
    'an order charged at every status',
    ['I15'],
    edit('move_order', ['will in (50, 60) and tx is null', 'will < 70']),
  ),
  mutant(
    'a purchase charged when paid and again when released',
    ['I15'],
    edit('move_order', ['will in (50, 60) and tx is null', 'will in (50, 60)']),
  ),
  mutant(
    'a canceled purchase that is not reversed',
    ['I15'],
    edit('move_order', ['elsif will = 70 and', 'elsif false and']),
  ),
  mutant(
    'a status of another kind of order',
    ['I10'],
    edit('check_order_move', ['if not exists', 'if false and not exists']),
    `alter table crypto_order drop constraint crypto_order_kind_status_fkey;
      alter table fiat_order drop constraint fiat_order_kind_status_fkey`,
  ),
  mutant(
    'a status that moves backwards',
    ['status'],
    edit('check_order_move', ['will <= was', 'will = was']),
  ),
  mutant(
    'a refund that includes the fee',
    ['I15'],
    edit(
      'refund_order',
      ['o.currency), o.amount,', 'o.currency), o.amount + o.fee,'],
      ['o.currency), -o.amount,', 'o.currency), -o.amount - o.fee,'],
    ),
  ),
  mutant(
    'a second refund',
    ['status'],
    edit('refund_order', ['if is_refunded and exists', 'if false and exists']),
  ),
];

/** Ledgers with one defect each, which random sequences must reveal. */
export const MUTANTS: readonly Mutant[] = [...FEES, ...POSTINGS, ...PAYOUTS, ...ORDERS];
