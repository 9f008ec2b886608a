import { html } from 'hono/html';
import { icon } from '../site/icons.js';
import type { Markup } from '../site/markup.js';
import { bankAddress, type Bank } from './address.js';

/** The texts around the phone, in the payer's language. */
export interface PhoneTexts {
  readonly title: string;
  readonly text: string;
  /** The button that scans the slip's QR code. */
  readonly scan: string;
  readonly open: string;
  /** The button that opens the phone after something was copied. */
  readonly paste: string;
  readonly close: string;
  /** The same, once the deposit has arrived behind the phone. */
  readonly order: string;
  /** The name of the frame that shows the bank. */
  readonly frame: string;
}

/**
 * The payer's phone, which shows the bank's app: the sandbox's simulator in a frame. On a narrow screen it is
 * a sheet at the bottom that a button opens.
 */
export function phone(
  { title, text, scan, open, paste, close, order, frame }: PhoneTexts,
  { lang, fiat }: Bank,
): Markup {
  const bank = bankAddress({}, { lang, fiat });
  const texts = html`data-open="${open}" data-paste="${paste}" data-close="${close}" data-order="${order}"`;
  return html`<aside
    class="stage"
    id="phone"
    aria-labelledby="phone-title"
    data-lang="${lang}"
    data-fiat="${fiat}"
  >
    <button type="button" class="handle" aria-expanded="false" ${texts}>
      ${icon('phone')}<span>${open}</span>
    </button>
    <div class="sheet">
      <h2 id="phone-title">${title}</h2>
      <p class="soft">${text}</p>
      <div class="device">
        <div class="screen">
          <p class="status" aria-hidden="true">
            <span class="clock"></span><span class="island"></span><span class="signal"></span>
          </p>
          <iframe src="${bank}" title="${frame}" allow="clipboard-read"></iframe>
          <p class="bar" aria-hidden="true"></p>
        </div>
      </div>
      <button type="button" class="scan button" hidden>${icon('scan')}${scan}</button>
    </div>
  </aside>`;
}
