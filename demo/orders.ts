import { compareAmounts, fromMinor, toMinor } from 'deposit-slip/core';
import type { ArrivedEvent } from 'deposit-slip/kit';
import { COUNTRIES, totalOf, type Country } from './shop/countries.js';

/** The number of the first order. */
const FIRST = 20417;

/** An order of a visitor. */
export interface Order {
  /** The id of its grant: nobody can guess it. */
  readonly id: string;
  readonly number: string;
  readonly country: Country;
  /** A plain decimal, in the currency of the country. */
  readonly total: string;
  /** In milliseconds, as every time here. */
  readonly placedAt: number;
  /** What arrived for it, a plain decimal; absent if nothing did. */
  readonly received?: string;
  /** When all of it had arrived. */
  readonly paidAt?: number;
}

/** The shop's orders, in place of its database. */
export class Orders {
  readonly #byId = new Map<string, Order>();
  /** The id of each visitor's latest order. */
  readonly #latest = new Map<string, string>();

  /** The visitor's order in a country. Their first visit, and a country other than that of their order, place a new one. */
  of(visit: string, country: Country): Order {
    const order = this.latest(visit);
    return order?.country === country ? order : this.place(visit, country);
  }

  latest(visit: string): Order | undefined {
    return this.#byId.get(this.#latest.get(visit) ?? '');
  }

  place(visit: string, country: Country): Order {
    const number = `TS-${FIRST + this.#byId.size}`;
    const id = `${visit}-${number}`;
    this.#latest.set(visit, id);
    return this.#keep({ id, number, country, total: totalOf(country), placedAt: Date.now() });
  }

  /** Books the deposits of an order. It is paid once its total has arrived, at once or in parts. */
  book({ grant, deposits }: ArrivedEvent): void {
    const order = this.#byId.get(grant.id);
    if (!order) return;
    const amounts = [order.received, ...deposits.map(({ amount }) => amount)];
    const received = fromMinor(amounts.reduce((sum, amount) => sum + (toMinor(amount ?? '0') ?? 0n), 0n));
    const isPaid = compareAmounts(received, order.total) !== -1;
    this.#keep({ ...order, received, ...(isPaid && { paidAt: order.paidAt ?? Date.now() }) });
  }

  #keep(order: Order): Order {
    this.#byId.set(order.id, order);
    return order;
  }
}

/** The country of a code such as `MX`. */
export function countryOf(code: string | undefined): Country | undefined {
  return COUNTRIES.find((country) => country.code === code);
}

/** The country that fits the languages a browser asks for: that of a region, else one where the language is spoken. */
export function preferredCountry(acceptLanguage: string): Country {
  for (const range of acceptLanguage.split(',')) {
    const [language = '', region] = range.split(';')[0]!.trim().split('-');
    const found =
      countryOf(region?.toUpperCase()) ?? countryOf({ pt: 'BR', es: 'MX', en: 'EU' }[language.toLowerCase()]);
    if (found) return found;
  }
  return countryOf('EU')!;
}

/** The country of a visitor: the one that the address names, that of their order, or else the one that fits their browser. */
export function countryFor({ url, headers }: Request, order: Order | undefined): Country {
  const named = countryOf(new URL(url).searchParams.get('country') ?? undefined);
  return named ?? order?.country ?? preferredCountry(headers.get('accept-language') ?? '');
}
