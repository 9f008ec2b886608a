import { fromMinor, toMinor } from 'deposit-slip/core';

/** Plain decimals, in the currency of the country. */
interface Prices {
  readonly dripper: string;
  readonly cup: string;
  readonly shipping: string;
}

/** A country the shop sells to. Its customer and address are invented. */
export interface Country {
  /** ISO 3166. */
  readonly code: string;
  readonly lang: string;
  readonly fiat: string;
  /** The deposit methods of the shop there, in the order in which the payer sees them. */
  readonly paymentIds: readonly number[];
  readonly prices: Prices;
  readonly customer: { readonly name: string; readonly street: string; readonly city: string };
}

/** How many of each product the order has. */
export const QUANTITIES = { dripper: 1, cup: 2 } as const;

export const COUNTRIES: readonly Country[] = [
  {
    code: 'MX',
    lang: 'es-MX',
    fiat: 'MXN',
    paymentIds: [105],
    prices: { dripper: '690.00', cup: '230.00', shipping: '100.00' },
    customer: {
      name: 'Lucía Herrera',
      street: 'Calle de los Jacintos 15, Roma Norte',
      city: '06700 Ciudad de México',
    },
  },
  {
    code: 'BR',
    lang: 'pt-BR',
    fiat: 'BRL',
    paymentIds: [90],
    prices: { dripper: '98.90', cup: '34.25', shipping: '20.00' },
    customer: { name: 'Ana Ribeiro', street: 'Rua das Palmeiras 210', city: '01226-010 São Paulo' },
  },
  {
    code: 'AR',
    lang: 'es-AR',
    fiat: 'ARS',
    paymentIds: [63, 137],
    prices: { dripper: '38900.00', cup: '13400.00', shipping: '4300.00' },
    customer: { name: 'Martín Sosa', street: 'Pasaje del Sol 845', city: 'X5000 Córdoba' },
  },
  {
    code: 'CO',
    lang: 'es-CO',
    fiat: 'COP',
    paymentIds: [68],
    prices: { dripper: '159000.00', cup: '52000.00', shipping: '12000.00' },
    customer: { name: 'Paula Rojas', street: 'Carrera 9 # 70-15', city: 'Bogotá' },
  },
  {
    code: 'PE',
    lang: 'es-PE',
    fiat: 'PEN',
    paymentIds: [95],
    prices: { dripper: '139.00', cup: '46.50', shipping: '18.00' },
    customer: { name: 'Diego Salas', street: 'Jirón del Faro 320, Barranco', city: 'Lima' },
  },
  {
    code: 'EU',
    lang: 'en',
    fiat: 'EUR',
    paymentIds: [85],
    prices: { dripper: '34.90', cup: '12.50', shipping: '5.00' },
    customer: { name: 'Nora Byrne', street: '12 Harbour Lane', city: 'Galway, Ireland' },
  },
  {
    code: 'US',
    lang: 'en',
    fiat: 'USD',
    paymentIds: [81, 83],
    prices: { dripper: '39.00', cup: '14.00', shipping: '8.00' },
    customer: { name: 'Grace Miller', street: '48 Orchard Street', city: 'Portland, ME' },
  },
];

/** The name of a country in a language. */
export function countryName({ code }: Country, lang: string): string {
  return new Intl.DisplayNames(lang, { type: 'region' }).of(code)!;
}

/** The price of all pieces of a product. */
export function priceOf({ prices }: Country, product: keyof typeof QUANTITIES): string {
  return fromMinor(toMinor(prices[product])! * BigInt(QUANTITIES[product]));
}

export function subtotalOf(country: Country): string {
  return plus(priceOf(country, 'dripper'), priceOf(country, 'cup'));
}

export function totalOf(country: Country): string {
  return plus(subtotalOf(country), country.prices.shipping);
}

function plus(one: string, other: string): string {
  return fromMinor(toMinor(one)! + toMinor(other)!);
}
