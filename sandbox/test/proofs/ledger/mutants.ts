import { onlyRow, type Queries } from '../../../src/db/db.js';

/** A ledger with one defect, and all checks that must catch it. */
export interface Mutant {
  readonly name: string;
  readonly changes: readonly Change[];
  /**
   * The violated invariants or, if no invariant covers the defect, the comparison with the model that fails.
   */
  readonly caughtBy: readonly string[];
}

/** A change to the schema after its migrations: SQL, or an edit of one of its functions. */
type Change = string | { readonly name: string; readonly replacements: readonly Replacement[] };
type Replacement = readonly [from: string, to: string];

const edit = (name: string, ...replacements: readonly Replacement[]): Change => ({ name, replacements });

/** Gives a schema the defect of a mutant. */
export async function applyMutant(db: Queries, { changes }: Mutant): Promise<void> {
  for (const change of changes) await db.script(await sqlOf(db, change));
}

/** Each text to replace must occur exactly once in the definition of the function. */
async function sqlOf(db: Queries, change: Change): Promise<string> {
  if (typeof change === 'string') return change;
  const { name, replacements } = change;
  const definition = 'select pg_get_functiondef($1::regproc) as source';
  const { source } = onlyRow(await db.query<{ source: string }>(definition, [name]));
  return replacements.reduce((text, [from, to]) => {
    const pieces = text.split(from);
    if (pieces.length !== 2) throw new Error(`"${from}" occurs ${pieces.length - 1} times in ${name}.`);
    return pieces.join(to);
  }, source);
}

/**
 * Ledgers with one defect each, by the checks that must catch it: invariants (sandbox/README.md, The ledger)
 * or comparisons with the model.
 */
const DEFECTS: Readonly<Record<string, Readonly<Record<string, readonly Change[]>>>> = {
  I1: {
    'a fee nobody receives': [
      edit('fee_legs', [", (system_account('fees', fiat), minor, 'FEE', flow, tx)::leg", '']),
      edit('post', ['is not true then', 'is null then']),
    ],
  },
  I2: { 'a balance below zero': ['alter table account drop constraint covered'] },
  I3: {
    'a running total without the latest change': [
      edit('post', ['+ sum(p.changed) over so_far)', '+ sum(p.changed) over so_far - p.changed)']),
    ],
    'a sequence that does not advance': [
      edit('post', ['seq = a.seq + s.parts,', 'seq = a.seq,'], ['a.seq - s.parts as seq', 'a.seq']),
      'alter table entry drop constraint entry_account_seq_key',
    ],
  },
  I4: {
    'a transfer that is not credited': [
      edit('transfer_funds', ['(payee, minor,', "(system_account('bank', fiat), minor,"]),
    ],
    'a crypto transfer with one record': [edit('transfer_crypto', [', (2, recipient, units)', ''])],
  },
  'I4 and I6': {
    'a fee paid by the recipient': [edit('transfer_funds', ['fee_legs(payer,', 'fee_legs(payee,'])],
  },
  I5: {
    'a clientId that is not unique': [
      'alter table withdrawal drop constraint withdrawal_merchant_client_id_key',
      edit('claim_funds', ['on conflict (merchant, client_id) do nothing', '']),
    ],
  },
  I6: {
    'a fee that is not booked': [edit('fee_legs', ['when minor = 0', 'when minor >= 0'])],
    'a claim that credits the account': [
      edit(
        'claim_funds',
        ['(payer, -minor,', '(payer, minor,'],
        ["system_account('bank', fiat), minor,", "system_account('bank', fiat), -minor,"],
      ),
    ],
    'a repeated claim that is booked again': [
      edit('claim_funds', ['at := booked_at(made.tx_id);\n    return;', 'at := booked_at(made.tx_id);']),
    ],
  },
  I7: {
    'a transfer with one funding for both sides': [
      `alter table transfer drop constraint transfer_to_id_key;
      create function one_funding() returns trigger language plpgsql as
        'begin new.to_id := new.from_id; return new; end';
      create trigger one_funding before insert on transfer for each row execute function one_funding()`,
    ],
  },
  I8: { 'a claim rejected twice': ['drop index entry_rolled_back'] },
  I9: {
    'an entry dated before the latest one': [
      edit(
        'post',
        ['if given_at is not null and exists', 'if false and exists'],
        ['coalesce(m.last_at, stamp)', 'stamp'],
      ),
    ],
  },
  I10: {
    'a status of another kind of order': [
      edit('check_order_move', ['if not exists', 'if false and not exists']),
      'alter table orders drop constraint orders_kind_status_fkey',
    ],
  },
  I12: {
    'a deposit rounded up to whole units': [
      edit('credit_deposit', ['begin\n', 'begin\n  minor := ((minor + 99) / 100) * 100;\n']),
    ],
  },
  I14: {
    'a deposit credited in another currency': [
      edit('credit_deposit', [
        'a.currency = fiat',
        `a.currency = coalesce((select min(currency) from account where merchant = to_merchant and fiat = 'MXN'), fiat)`,
      ]),
    ],
    'a deposit returned under a txId of its own': [
      edit('return_deposit', ['flow_type, tx_id)', "flow_type, nextval('tx_id'))"]),
    ],
    'a deposit returned beyond its amount': [
      edit('return_deposit', ['between 1 and rest', 'between 1 and d.amount']),
    ],
  },
  I15: {
    'a canceled purchase that is not reversed': [
      edit('move_order', ['elsif will = 70 and', 'elsif false and']),
    ],
    'a refund that includes the fee': [
      edit(
        'refund_order',
        ['o.currency), o.amount,', 'o.currency), o.amount + o.fee,'],
        ['o.currency), -o.amount,', 'o.currency), -o.amount - o.fee,'],
      ),
    ],
  },
  balances: {
    'a fee credited to the bank': [edit('fee_legs', ["system_account('fees'", "system_account('bank'"])],
  },
  flows: {
    'a rejected claim whose fee is not returned': [
      edit('roll_back', ['flow_type = flow', "flow_type = flow and category <> 'FEE'"]),
    ],
  },
  response: {
    'a fee rounded down': [edit('fee_of', ['ceil(', 'floor('])],
    'a repeated claim that reports the current fee': [
      edit('claim_funds', ['at := booked_at', "made.fee := fee_of('claim', minor); at := booked_at"]),
    ],
    'a deposit that ignores the funding it pays': [
      edit('credit_deposit', ['coalesce(for_tx, nextval', 'coalesce(null, nextval']),
    ],
  },
  status: {
    'a repeated clientId accepted with a different body': [
      edit('refuse_other_body', ['perform refuse(', 'perform (']),
    ],
    'a status that moves backwards': [edit('check_order_move', ['will <= was', 'will = was'])],
    'an order charged at every status': [
      edit('move_order', ['will in (50, 60) and tx is null', 'will < 70']),
    ],
    'a purchase charged when paid and again when released': [
      edit('move_order', ['will in (50, 60) and tx is null', 'will in (50, 60)']),
    ],
    'a deposit returned whole although a part was asked for': [
      edit('return_deposit', ['coalesce(minor, rest)', 'rest']),
    ],
    'a second refund': [edit('refund_order', ['if is_refunded and exists', 'if false and exists'])],
  },
  time: {
    'entries dated by the start of their transaction': [
      edit('post', ['clock_ms()', '(extract(epoch from now()) * 1000)::bigint']),
    ],
  },
};

export const MUTANTS: readonly Mutant[] = Object.entries(DEFECTS).flatMap(([checks, defects]) =>
  Object.entries(defects).map(([name, changes]) => ({ name, changes, caughtBy: checks.split(' and ') })),
);
