import { html } from 'hono/html';
import type { Markup } from '../http/markup.js';
import type { Member } from './schema.js';

/** A table of parameters, or of the members of an object. */
export function table(members: readonly Member[]): Markup {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Members">
    <table>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Type</th>
          <th scope="col">Notes</th>
        </tr>
      </thead>
      <tbody>
        ${members.map(
          ({ name, type, isRequired, note }) =>
            html`<tr>
              <th scope="row">
                <code>${name}</code>${isRequired ? '' : html` <span class="quiet">optional</span>`}
              </th>
              <td>${type}</td>
              <td>${note}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
