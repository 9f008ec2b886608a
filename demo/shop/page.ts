import { formatAmount, formatSum } from 'deposit-slip/core';
import { html, raw } from 'hono/html';
import type { Order } from '../orders.js';
import { phone } from '../phone/markup.js';
import type { Renderer } from '../scripts.js';
import { icon } from '../site/icons.js';
import type { Markup } from '../site/markup.js';
import type { Page } from '../site/page.js';
import { COUNTRIES, countryName, priceOf, QUANTITIES, subtotalOf, type Country } from './countries.js';
import { timeOf } from '../site/clock.js';
import { orderState } from './order-state.js';
import { PICTURES } from './pictures.js';
import { textsOf, type ShopTexts } from './texts/index.js';

const DAY = 86_400_000;

/**
 * The checkout of an order, in the language of its country. `others`: the visitor's other unpaid orders;
 * `slip`: the rendered slip.
 */
export function shopPage(order: Order, others: readonly Order[], slip: string): Page {
  const { country } = order;
  const texts = textsOf(country.lang);
  const { state, hasArrived } = orderState(order);
  return {
    lang: country.lang,
    title: `Tienda Sol · ${texts.pay}`,
    description: `${texts.pay}: ${texts.brief}`,
    brand: 'Tienda Sol',
    place: 'shop',
    styles: ['/demo/phone/phone.css', '/demo/shop/order.css', '/demo/shop/shop.css'],
    // The shop's own script runs before the element's, so that it misses no event.
    scripts: ['/shop.js', '/deposit-slip.js'],
    tools: countrySwitch(country, texts),
    main: html`<main data-state="${state}" data-order="${order.number}" ${hasArrived ? 'data-arrived' : ''}>
      <div class="columns">
        ${band(order, texts)}
        <div class="left">
          ${summary(order, texts)} ${checkout(order, texts, slip)} ${delivery(country, texts)}
          ${openOrders(others, country, texts)} ${wallet(texts)}
          <p class="help">
            <span>${texts.questions} <a href="mailto:hola@tienda.example">${texts.write}</a></span>
            <span>${texts.returns}</span>
          </p>
        </div>
        <div class="right">${phone(texts.phone, country)}</div>
      </div>
    </main>`,
  };
}

function countrySwitch({ code, lang }: Country, texts: ShopTexts): Markup {
  return html`<form method="get" action="/" class="country">
    <label class="visually-hidden" for="country">${texts.country}</label>
    <select id="country" name="country" translate="no">
      ${COUNTRIES.map(
        (each) =>
          html`<option value="${each.code}" ${each.code === code ? 'selected' : ''}>
            ${countryName(each, lang)} · ${each.fiat}
          </option>`,
      )}
    </select>
    <noscript><button>${texts.change}</button></noscript>
  </form>`;
}

/** The heading, and the progress of the order. */
function band(order: Order, texts: ShopTexts): Markup {
  const { country, number, placedAt } = order;
  const { steps } = texts;
  const first = country.customer.name.split(' ')[0]!;
  const date = new Intl.DateTimeFormat(country.lang, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  });
  const day = new Intl.DateTimeFormat(country.lang, {
    day: 'numeric',
    month: 'long',
  });
  return html`<div class="band">
    <div>
      <h1 class="until-paid" tabindex="-1">${texts.pay}</h1>
      <h1 class="once-paid" tabindex="-1">${texts.thanks(first)}</h1>
      <p class="sub until-paid">${texts.order(number, date.format(placedAt))}</p>
      <p class="sub once-paid">${texts.preparing(number)}</p>
    </div>
    <ol class="track">
      ${step('placed', steps.placed, time(country, placedAt), 'check')}
      <li class="payment">
        <span class="node">${icon('check')}</span>
        <b class="until-paid">${steps.payment}</b><b class="once-paid">${steps.paid}</b>
        <span class="until-arrived">${steps.waiting}</span><span class="in-part">${steps.part}</span>
        <span class="once-paid" id="paid-at"
          >${order.paidAt === undefined ? '' : time(country, order.paidAt)}</span
        >
      </li>
      <li class="preparation">
        <span class="node">${icon('box')}</span>
        <b>${steps.preparation}</b>
        <span class="until-paid">${steps.whenPaid}</span><span class="once-paid">${steps.today}</span>
      </li>
      ${step('delivery', steps.delivery, day.formatRange(placedAt + 3 * DAY, placedAt + 5 * DAY), 'truck')}
    </ol>
  </div>`;
}

/** In the server's time zone, until the page's script converts it to the payer's. */
function time({ lang }: Country, at: number): Markup {
  return html`<time data-at="${String(at)}">${timeOf(lang, at)}</time>`;
}

function step(name: string, title: string, when: string | Markup, drawing: 'check' | 'truck'): Markup {
  return html`<li class="${name}">
    <span class="node">${icon(drawing)}</span><b>${title}</b><span>${when}</span>
  </li>`;
}

function summary(order: Order, texts: ShopTexts): Markup {
  const { country, total } = order;
  const sum = (amount: string): string => formatSum(amount, country.fiat, country.lang);
  return html`<section class="summary" aria-labelledby="order">
    <h2 id="order">${texts.yourOrder}</h2>
    <button type="button" class="fold card" aria-expanded="false" aria-controls="order-details">
      <span class="brief"
        ><span>${texts.brief}</span><b class="missing">${orderState(order).missing}</b></span
      >
      <span class="sum" translate="no">${sum(total)}</span>
      ${icon('next')}
    </button>
    <div class="order card" id="order-details">
      <ul class="items">
        ${(['dripper', 'cup'] as const).map(
          (product) =>
            html`<li>
              <span class="tile ${product}">${PICTURES[product]()}</span>
              <p>
                <b>${texts[product][0]}</b><span>${texts[product][1]}</span>
                <span>${texts.quantity(QUANTITIES[product])}</span>
              </p>
              <span class="sum">${sum(priceOf(country, product))}</span>
            </li>`,
        )}
      </ul>
      <dl class="sums">
        <div>
          <dt>${texts.products}</dt>
          <dd class="sum">${sum(subtotalOf(country))}</dd>
        </div>
        <div>
          <dt>${texts.shipping}</dt>
          <dd class="sum">${sum(country.prices.shipping)}</dd>
        </div>
        <div class="total">
          <dt>${texts.total}</dt>
          <dd class="sum">${sum(total)} <small>${country.fiat}</small></dd>
        </div>
      </dl>
      <p class="account" role="status">${orderState(order).account}</p>
    </div>
  </section>`;
}

/** The slip of an order. Once paid, it offers another order. */
export function slipOf({ number, country }: Order): Parameters<Renderer['renderFromKit']>[3] {
  const { code, lang } = country;
  const again = html`<form slot="done" method="post" action="/orders">
    <input type="hidden" name="country" value="${code}" />
    <button class="button">${textsOf(lang).again}</button>
  </form>`;
  return {
    lang,
    endpoint: `/deposit?order=${number}`,
    merchantName: 'Tienda Sol',
    ...(code === 'MX' && { beneficiaryName: 'Tienda Sol SA de CV' }),
    orderReference: number,
    contact: 'mailto:hola@tienda.example',
    watch: true,
    slotted: again as string,
  };
}

function checkout(order: Order, texts: ShopTexts, slip: string): Markup {
  const choice = order.country.paymentIds.length > 1 ? 'data-choice' : '';
  return html`<section id="checkout" aria-labelledby="payment" ${choice}>
    <h2 id="payment">${texts.payment}</h2>
    ${raw(slip)}
    <p class="to-payments">
      <a class="card" href="/orders/${order.number}"
        >${icon('list')}<span>${texts.payments.link}</span>${icon('next')}</a
      >
    </p>
  </section>`;
}

/** Changing the country creates another order. The previous one can still be paid. */
function openOrders(orders: readonly Order[], { lang }: Country, texts: ShopTexts): Markup | '' {
  if (orders.length === 0) return '';
  const { title, pay } = texts.open;
  return html`<section class="card open" aria-labelledby="open">
    <h2 id="open">${title}</h2>
    <ul>
      ${orders.map(
        ({ number, country, total, payment }) =>
          html`<li>
            <span translate="no">${number} <small>${countryName(country, lang)}</small></span>
            <span class="sum" translate="no"
              >${formatAmount(payment?.remaining ?? total, country.fiat, country.lang)}</span
            >
            <a class="button" href="/?order=${number}" aria-label="${pay} ${number}">${pay}</a>
          </li>`,
      )}
    </ul>
  </section>`;
}

function delivery({ customer }: Country, texts: ShopTexts): Markup {
  return html`<section class="delivery" aria-labelledby="delivery">
    <h2 id="delivery">${texts.deliverTo}</h2>
    <address class="card" translate="no">
      <b>${customer.name}</b><span>${customer.street}</span><span>${customer.city}</span>
    </address>
  </section>`;
}

function wallet({ wallet: { title, text, add } }: ShopTexts): Markup {
  return html`<section class="card wallet" aria-labelledby="wallet">
    ${icon('wallet')}
    <div>
      <h2 id="wallet">${title}</h2>
      <p>${text}</p>
      <a href="/wallet/add">${add}</a>
    </div>
  </section>`;
}
