// Prints what Lit's server renderer makes of a page with the element.
import { render } from '@lit-labs/ssr';
import { collectResult } from '@lit-labs/ssr/lib/render-result.js';
import { define } from 'deposit-slip';
import { html } from 'lit';

define('shop-deposit');
const name = 'Shop';
const page = html`<deposit-slip payment-id=${'105'} merchant-name=${name} ?strict=${true} .answer=${{}}>
    <p slot="help">${name}</p>
    <script type="application/json">
      { "code": 200, "data": { "fiat": "MXN", "fieldList": { "Cuenta CLABE": "999180000000000015" } } }
    </script></deposit-slip
  ><shop-deposit endpoint="/deposit"></shop-deposit>`;
process.stdout.write(await collectResult(render(page)));
