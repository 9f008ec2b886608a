import type { Db } from '../../sandbox/inside.js';

const DAY = 86_400_000;
const START = Date.UTC(2025, 5, 1);
const SPAN = 365 * DAY;
/** A month in the middle of the year, as parameters of a list. */
export const MONTH = `startTime=${START + 100 * DAY}&endTime=${START + 130 * DAY}`;
/** Flows that one round of four operations books for merchant 1001. */
const FLOWS_PER_ROUND = 6;
const ROUNDS_PER_TRANSACTION = 100;

/**
 * Books deposits, transfers in both directions and claims of merchant 1001, evenly over a year and six
 * currencies. It does what the functions of the ledger do (`credit_deposit`, `transfer_funds`, `claim_funds`,
 * `post`), but in large transactions. `verify` must find no violation afterwards.
 */
export async function fill(db: Db, flows: number): Promise<void> {
  const rounds = Math.ceil(flows / FLOWS_PER_ROUND);
  for (let first = 0; first < rounds; first += ROUNDS_PER_TRANSACTION) {
    const last = Math.min(first + ROUNDS_PER_TRANSACTION, rounds) - 1;
    await db.script(`begin; ${bookRounds(first, last, rounds)}; commit`);
  }
}

const bookRounds = (first: number, last: number, rounds: number) => `
  create temp table op on commit drop as
    select n, kind, (array['MXN', 'ARS', 'COP', 'BRL', 'USD', 'EUR'])[case kind when 'claim' then n % 2 else n % 6 end + 1] as fiat,
      ${START} + n::bigint * ${SPAN} / ${rounds} as at, nextval('tx_id') as tx, nextval('tx_id') as to_tx,
      nextval('posting_id') as posting, row_number() over (order by n, place) as place
    from generate_series(${first}, ${last}) n
    cross join unnest(array['deposit', 'out', 'in', 'claim']) with ordinality k (kind, place);
  insert into transfer (from_id, to_id, sender, recipient, client_id, currency, amount, fee)
    select tx, to_tx, case kind when 'out' then 1001 else 1002 end, case kind when 'out' then 1002 else 1001 end,
      kind || '-' || n, fiat, 1000, 5 from op where kind in ('out', 'in') order by place;
  insert into withdrawal (tx_id, merchant, client_id, currency, amount, fee, payment_method)
    select tx, 1001, 'claim-' || n, fiat, 300, 200, 501 + n % 2 from op where kind = 'claim' order by place;
  create temp table part on commit drop as
    select op.*, a.id as account, a.merchant is not null as is_main, l.*
    from op cross join lateral (values
      ('deposit', 1, 1001, 'main', 5000, 'TRANSFER', 'DEPOSIT', tx), ('deposit', 2, null, 'bank', -5000, 'TRANSFER', 'DEPOSIT', tx),
      ('out', 1, 1001, 'main', -1000, 'TRANSFER', 'TRANSFER_OUT', tx), ('out', 2, 1002, 'main', 1000, 'TRANSFER', 'TRANSFER_IN', to_tx),
      ('out', 3, 1001, 'main', -5, 'FEE', 'TRANSFER_OUT', tx), ('out', 4, null, 'fees', 5, 'FEE', 'TRANSFER_OUT', tx),
      ('in', 1, 1002, 'main', -1000, 'TRANSFER', 'TRANSFER_OUT', tx), ('in', 2, 1001, 'main', 1000, 'TRANSFER', 'TRANSFER_IN', to_tx),
      ('in', 3, 1002, 'main', -5, 'FEE', 'TRANSFER_OUT', tx), ('in', 4, null, 'fees', 5, 'FEE', 'TRANSFER_OUT', tx),
      ('claim', 1, 1001, 'main', -300, 'TRANSFER', 'WITHDRAW', tx), ('claim', 2, null, 'bank', 300, 'TRANSFER', 'WITHDRAW', tx),
      ('claim', 3, 1001, 'main', -200, 'FEE', 'WITHDRAW', tx), ('claim', 4, null, 'fees', 200, 'FEE', 'WITHDRAW', tx))
      l (of_kind, leg, of_merchant, of_role, changed, category, flow_type, leg_tx)
    join account a on a.merchant is not distinct from of_merchant and a.currency = fiat and a.role = of_role
    where of_kind = kind;
  insert into entry (posting, account, seq, type_seq, changed, total, category, flow_type, tx_id, ext_id, at)
    select p.posting, p.account, case when is_main then a.seq + row_number() over w end,
      case when is_main then t.type_seq + row_number() over (partition by p.account, p.flow_type order by place, leg) end,
      changed, case when is_main then a.balance + sum(changed) over w end, category, p.flow_type, leg_tx, kind || '-' || n, at
    from part p join account a on a.id = p.account
    join (select account, flow_type, last_type_seq(account, flow_type) as type_seq from part 
      group by account, flow_type) t on t.account = p.account and t.flow_type = p.flow_type
    window w as (partition by p.account order by place, leg) order by place, leg;
  update account a set balance = balance + s.changed, seq = seq + s.parts, last_at = s.at
    from (select account, sum(changed) as changed, count(*) as parts, max(at) as at from part where is_main group by account) s
    where a.id = s.account;
  insert into deposit (currency, amount, stated, merchant, sender_name, tx_id, entry, at)
    select fiat, 5000, '50.00', 1001, 'Payer ' || n, tx, e.id, op.at from op
    join entry e on e.tx_id = tx and e.seq is not null where kind = 'deposit' order by place`;

/**
 * Sales of crypto, which move no money here: as many as there are flows, over the same year. One status is
 * rare.
 */
export async function fillOrders(db: Db, orders: number): Promise<void> {
  const each = 10_000;
  for (let first = 0; first < orders; first += each)
    await db.query(`insert into orders (kind, client_id, merchant, price, status, currency, payment_id, amount, fee, crypto,
        crypto_amount, at, completed_at)
      select 'crypto_to_fiat', 'order-' || n, 1001, '17.25', status, 'MXN', 105, 1000, 5, 'USDT', '0.58', at,
        case when status >= 60 then at end
      from generate_series(${first}, ${Math.min(first + each, orders) - 1}) n
      cross join lateral (select ${START} + n::bigint * ${SPAN} / ${orders} as at,
        case when n % 10007 = 7 then 31 else (array[10, 40, 60, 70])[n % 4 + 1] end as status) o`);
}
