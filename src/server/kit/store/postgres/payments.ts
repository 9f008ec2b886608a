import { LISTED_DEPOSITS } from '../../../../core/reader/payment.js';
import type { PaymentRow, Tally } from '../rows.js';
import { DEPOSIT, jsonOf, listOf, PAYMENT, rowOf, rowsOf } from './columns.js';

/** A payment with the tally of its deposits. */
type TalliedPayment = PaymentRow & { readonly tally: Tally };

/** The JSON of `talliedJson`. */
export interface TalliedJson {
  readonly isClosed: boolean;
  readonly tally: {
    readonly deposits: readonly object[];
    readonly earlier: { readonly count: number; readonly amount: string };
  };
}

/**
 * SQL for a payment `p` with its tally, as JSON. `counts`: the condition on which a deposit `d` counts for a
 * payment without a fixed amount.
 */
function talliedJson(counts: string): string {
  const isClosed = `exists (select from deposit_slip.closed c
    where c.scope = p.scope and c.merchant = p.merchant and c.grant_id = p.grant_id)`;
  const tally = `(
    select json_build_object(
      'deposits', coalesce(json_agg(${jsonOf(DEPOSIT, 't')} order by t.number) filter (where t.place <= ${LISTED_DEPOSITS}), '[]'),
      'earlier', json_build_object(
        'count', count(*) filter (where t.place > ${LISTED_DEPOSITS}),
        'amount', coalesce(sum(t.amount - t.returned) filter (where t.place > ${LISTED_DEPOSITS}), 0)::text))
    from (
      select d.*, row_number() over (order by d.number desc) as place from deposit_slip.deposit d
      where d.scope = p.scope and d.merchant = p.merchant and d.grant_id = p.grant_id and d.fiat = p.fiat
        and d.state = 'booked' and (p.asked is not null or (${counts}))) t)`;
  return jsonOf(PAYMENT, 'p', `'isClosed', ${isClosed}, 'tally', ${tally}`);
}

/** SQL for the payments of `p`, oldest first. */
export function talliedList(counts: string): string {
  return listOf(talliedJson(counts), 'p.issued_at, p.grant_id, p.fiat');
}

export function talliedOf(list: readonly TalliedJson[] | undefined): readonly TalliedPayment[] {
  return (list ?? []).map((payment) => {
    const { isClosed, tally } = payment;
    const { count, amount } = tally.earlier;
    const deposits = rowsOf(DEPOSIT, tally.deposits);
    return {
      ...rowOf(PAYMENT, payment),
      isClosed,
      tally: { deposits, earlier: { count, amount: BigInt(amount) } },
    };
  });
}
