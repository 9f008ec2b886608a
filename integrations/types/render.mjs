// Prints the output of Lit's server renderer for a page with the elements.
import { render } from '@lit-labs/ssr';
import { collectResult } from '@lit-labs/ssr/lib/render-result.js';
import { define } from 'deposit-slip';
import { defineHistory } from 'deposit-slip/history';
import { html } from 'lit';

define('shop-deposit');
defineHistory('shop-history');
const name = 'Shop';
// oxfmt-ignore
const page = html`<deposit-slip payment-id=${'105'} merchant-name=${name} ?strict=${true} .answer=${{}}>
    <p slot="help">${name}</p>
    <script type="application/json">
      { "code": 200, "data": { "fiat": "MXN", "fieldList": { "Cuenta CLABE": "999180000000000015" } } }
    </script></deposit-slip
  ><deposit-history endpoint="/deposit" limit=${5} .messages=${{}}
    ><p slot="empty">${name}</p></deposit-history
  ><shop-deposit endpoint="/deposit"></shop-deposit><shop-history endpoint="/deposit"></shop-history>`;
process.stdout.write(await collectResult(render(page)));
