import type { Fiat } from 'deposit-slip/contract';
import type { AppContext, PageHeader } from '../app-context.js';
import { readBankFiat } from './banks.js';
import { languageFor, preferredLanguage, type Language } from './language.js';
import { readPreset } from './preset-names.js';
import { readReturn } from './return-link.js';

/** The data that a page shares with the pages it links to: its language, and the link back. */
export interface PageContext {
  readonly language: Language;
  /** The page the payer came from. */
  readonly returnTo: URL | undefined;
  /** The header of the site that runs the sandbox. A phone has none. */
  readonly pageHeader: PageHeader | undefined;
  /** Whether the page is in the frame of a phone, whose own page shows the languages and the link back. */
  readonly isOnPhone: boolean;
  /**
   * The currency of the payer's bank, which determines its forms and terms. Undefined: it pays in all
   * currencies.
   */
  readonly fiat: Fiat | undefined;
  /** How the details were transferred from the payer's page, if a phone filled them in. */
  readonly how: How | undefined;
  /** The parameters that every link and form of a page includes. */
  readonly kept: Params;
  /** The address of this page in another language. */
  readonly inLanguage: (tag: string) => string;
}

/** The ways to transfer details to a phone. */
export type How = 'copied' | 'scanned';

/** The fields of a form or a deep link, and the maximum number of characters to read of each. */
const FIELDS = {
  code: 1024,
  link: 512,
  account: 512,
  routing: 40,
  beneficiary: 140,
  /** The typed name for which the payer has seen the comparison with the account's holder. */
  checked: 140,
  reference: 140,
  amount: 40,
};

/** The values that a payer entered or a link filled in. */
export type Fields = { readonly [Name in keyof typeof FIELDS]?: string };

/** Reads the fields of a form or a deep link, without control characters. */
export function readFields(params: URLSearchParams): Fields {
  const fields: Record<string, string> = {};
  for (const [name, maxLength] of Object.entries(FIELDS)) {
    const text = params.get(name)?.replace(/\p{Cc}+/gu, ' ') ?? '';
    const value = text.trim().slice(0, maxLength);
    if (value) fields[name] = value;
  }
  return fields;
}

/** The parameters of an address, without undefined ones. */
export type Params = Readonly<Record<string, string | undefined>>;

/**
 * Reads the context of a page from its request and its parameters: those of its URL, or those of its form.
 */
export function readPageContext(
  context: AppContext,
  request: Request,
  params = new URL(request.url).searchParams,
): PageContext {
  const chosen = languageFor(params.get('lang') ?? '');
  const returnTo = readReturn((params.get('return') ?? '').trim(), context.allowedHosts ?? []);
  const { pathname } = new URL(request.url);
  const isOnPhone = params.get('view') === 'phone';
  const how = params.get('how');
  const fiat = readBankFiat(params.get('fiat'));
  const kept = { lang: chosen?.tag, fiat, return: returnTo?.href, view: isOnPhone ? 'phone' : undefined };
  return {
    pageHeader: isOnPhone ? undefined : context.pageHeader,
    isOnPhone,
    fiat,
    how: how === 'copied' || how === 'scanned' ? how : undefined,
    language: chosen ?? preferredLanguage(request.headers.get('accept-language') ?? ''),
    returnTo,
    kept,
    inLanguage: (lang) =>
      addressOf(pathname, { ...readFields(params), preset: readPreset(params), ...kept, lang }),
  };
}

/** The address of another page, with the same language and link back. */
export function linkTo({ kept }: PageContext, path: string, params: Params = {}): string {
  return addressOf(path, { ...params, ...kept });
}

function addressOf(path: string, params: Params): string {
  const present = Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const query = String(new URLSearchParams(present));
  return query === '' ? path : `${path}?${query}`;
}
