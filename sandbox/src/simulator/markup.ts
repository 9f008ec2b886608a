import { html } from 'hono/html';
import type { Markup } from '../http/markup.js';
import type { ShownAccount } from '../issuing/index.js';
import { issuedMethod } from '../issuing/methods.js';
import type { Texts } from './texts/en.js';
import { linkTo, type Params, type PageContext } from './page-context.js';

/** The link back to the page the payer came from. It shows the host, so that its target is clear. */
export function backLink(
  { returnTo, language }: PageContext,
  look: 'back' | 'primary' = 'back',
): Markup | '' {
  if (!returnTo) return '';
  const text = language.texts.backTo(returnTo.host);
  return html`<p class="${look === 'back' ? 'back' : 'next'}">
    <a class="${look}" href="${returnTo.href}" rel="noreferrer"
      >${look === 'back' ? icon('back') : ''}${text}</a
    >
  </p>`;
}

/** A link to a page of the simulator. */
export function link(
  pageContext: PageContext,
  path: string,
  params: Params,
  text: string,
  look = '',
): Markup {
  return html`<p class="next"><a class="${look}" href="${linkTo(pageContext, path, params)}">${text}</a></p>`;
}

/** The hidden fields of a form: parameters that its page keeps. */
export function hidden(params: Params): Markup[] {
  return Object.entries(params)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`);
}

/** A label and its value. */
export function row(label: string, value: string | Markup, kind = ''): Markup {
  return html`<div>
    <dt>${label}</dt>
    <dd class="${kind}" translate="no">${value}</dd>
  </div>`;
}

/** The account that is paid to, if there is one. */
export function accountRow(account: ShownAccount | undefined, { pay }: Texts): Markup | '' {
  if (!account) return '';
  return row(capitalized(pay.accounts[account.kind]), grouped(account.groups), 'number');
}

/** The groups of an account. Margins separate them, so that a selection contains only the account number. */
export function grouped(groups: readonly string[]): Markup {
  return html`${groups.map((group) => html`<span>${group}</span>`)}`;
}

/** The error of the field that `describedBy` marks. */
export function alert(message: string): Markup {
  return html`<p class="alert" id="error" role="alert">${icon('alert')}<span>${message}</span></p>`;
}

/** Marks the invalid field, which also gets the focus. */
export function describedBy(isAtFault: boolean): Markup | '' {
  return isAtFault ? html`aria-invalid="true" aria-describedby="error" autofocus` : '';
}

// The names banks and payers use. Names that differ by language are in `Texts`.
const RAILS: ReadonlyMap<string, string> = new Map([
  ['spei', 'SPEI'],
  ['cvu', 'CBU/CVU'],
  ['ar-qr', 'QR'],
  ['pse', 'PSE'],
  ['pix', 'Pix'],
  ['ach', 'ACH'],
  ['sepa', 'SEPA'],
]);

/** The name of the rail of a payment id. */
export function railOf(paymentId: number | null, texts: Texts): string {
  const slug = issuedMethod(paymentId ?? undefined)?.slug ?? '';
  return slug === 'wire' ? texts.pay.wire : (RAILS.get(slug) ?? texts.pay.transfer);
}

/** The name of a transfer whose payee the bank does not show. */
export function transferOf(paymentId: number | null, texts: Texts): string {
  const slug = issuedMethod(paymentId ?? undefined)?.slug ?? '';
  if (slug === 'wire') return texts.pay.wire;
  // An account of PSE is paid by its key, so it is not called PSE.
  const rail = slug === 'pse' ? undefined : RAILS.get(slug);
  return rail === undefined ? texts.pay.transfer : texts.pay.transferBy(rail);
}

const PATHS = {
  bank: 'M7 17v-5m5 5V7m5 10v-3',
  back: 'M14.5 5.5 8 12l6.5 6.5',
  ok: 'm5.5 12.5 4.2 4.2 8.8-9.4',
  late: 'M12 6.5V12l3.5 2.5M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17',
  refused: 'm7 7 10 10M17 7 7 17',
  alert: 'M12 8v4.5m0 3.2h.01M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17',
};

/** A decorative drawing that repeats the text. */
export function icon(name: keyof typeof PATHS): Markup {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${PATHS[name]}" /></svg>`;
}

/** Capitalizes the first letter, for a label. */
export function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
