import type { DepositEvent, PaidEvent, Payment, ReturnedEvent } from 'deposit-slip/kit';
import { COUNTRIES, totalOf, type Country } from './shop/countries.js';
import type { Table } from './table.js';

/** The number of the first order. */
const FIRST = 20417;

/** An order of a visitor. */
export interface Order {
  /** The id of its grant, which nobody can guess. */
  readonly id: string;
  readonly visit: string;
  readonly number: string;
  readonly country: Country;
  /** A plain decimal, in the currency of the country. */
  readonly total: string;
  /** In milliseconds, like every time in this file. */
  readonly placedAt: number;
  /** The payment in the kit's last report; absent until a deposit arrived. */
  readonly payment?: Payment;
  /** When it was fully paid. Absent while an amount is missing, even after a deposit was sent back. */
  readonly paidAt?: number;
  /** When it was shipped: only once, whatever is reported later. */
  readonly shippedAt?: number;
}

/** The shop's orders, which stand for its database. */
export class Orders {
  readonly #table: Table<Order>;
  /** The id of the order that each visitor last viewed. */
  readonly #latest = new Map<string, string>();
  #next: number;

  constructor(table: Table<Order>) {
    this.#table = table;
    this.#next = FIRST + table.size;
    for (const [id, { visit }] of table.entries()) this.#latest.set(visit, id);
  }

  /**
   * The visitor's order in a country, which becomes the last viewed. The first visit in a country creates
   * one.
   */
  async of(visit: string, country: Country): Promise<Order> {
    const order = this.#placedBy(visit).findLast(({ country: { code } }) => code === country.code);
    return order ? this.#look(order) : this.place(visit, country);
  }

  /** A visitor's order by its number, which becomes the last viewed. */
  open(visit: string, number: string): Order | undefined {
    const order = this.find(visit, number);
    return order && this.#look(order);
  }

  #look(order: Order): Order {
    this.#latest.set(order.visit, order.id);
    return order;
  }

  /** The order that the visitor last viewed. */
  latest(visit: string): Order | undefined {
    return this.#table.get(this.#latest.get(visit) ?? '');
  }

  /** The visitor's unpaid orders, except one. */
  openBeside({ visit, id }: Order): readonly Order[] {
    return this.#placedBy(visit).filter((order) => order.id !== id && order.paidAt === undefined);
  }

  /** A visitor's order by its number. */
  find(visit: string, number: string): Order | undefined {
    return this.#table.get(idOf(visit, number));
  }

  /** In the order in which they were placed. */
  #placedBy(visit: string): readonly Order[] {
    const orders = [...this.#table.entries()].map(([, order]) => order);
    return orders
      .filter((order) => order.visit === visit)
      .toSorted((one, other) => one.placedAt - other.placedAt);
  }

  async place(visit: string, country: Country): Promise<Order> {
    const number = `TS-${this.#next++}`;
    const id = idOf(visit, number);
    const order = { id, visit, number, country, total: totalOf(country), placedAt: Date.now() };
    await this.#table.set(id, order);
    return this.#look(order);
  }

  /**
   * Stores the payment reported after a deposit or a return; the shop never adds up amounts itself. If an
   * amount is missing again, the order is open again. Returns the order if it changed.
   */
  async note({
    grant,
    payment,
  }: Pick<DepositEvent | ReturnedEvent, 'grant' | 'payment'>): Promise<Order | undefined> {
    const order = this.#table.get(grant?.id ?? '');
    if (!order || !payment || order.payment?.received === payment.received) return undefined;
    const isPaid = payment.status === 'paid' || payment.status === 'over';
    const { paidAt, ...rest } = order;
    const noted = { ...rest, payment, ...(isPaid && paidAt !== undefined && { paidAt }) };
    await this.#table.set(order.id, noted);
    return noted;
  }

  /** Marks an order as paid, and ships it unless it was shipped before. Returns the order if it changed. */
  async pay({ grant, payment }: Pick<PaidEvent, 'grant' | 'payment'>): Promise<Order | undefined> {
    const order = this.#table.get(grant.id);
    if (!order || order.paidAt !== undefined) return undefined;
    const now = Date.now();
    const paidAt = payment.deposits.at(-1)?.createTime ?? now;
    const paid = { ...order, payment, paidAt, shippedAt: order.shippedAt ?? now };
    await this.#table.set(order.id, paid);
    return paid;
  }
}

function idOf(visit: string, number: string): string {
  return `${visit}-${number}`;
}

/** The country of a code such as `MX`. */
export function countryOf(code: string | undefined): Country | undefined {
  return COUNTRIES.find((country) => country.code === code);
}

/**
 * The country that matches a browser's preferred languages: that of a region, else one where the language is
 * spoken.
 */
export function preferredCountry(acceptLanguage: string): Country {
  for (const range of acceptLanguage.split(',')) {
    const [language = '', region] = range.split(';')[0]!.trim().split('-');
    const found =
      countryOf(region?.toUpperCase()) ?? countryOf({ pt: 'BR', es: 'MX', en: 'EU' }[language.toLowerCase()]);
    if (found) return found;
  }
  return countryOf('EU')!;
}

/**
 * The country of a visitor: the one in the address, the one of their order, or else the one that matches
 * their browser.
 */
export function countryFor({ url, headers }: Request, order: Order | undefined): Country {
  const named = countryOf(new URL(url).searchParams.get('country') ?? undefined);
  return named ?? order?.country ?? preferredCountry(headers.get('accept-language') ?? '');
}
