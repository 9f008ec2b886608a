import { html, type TemplateResult } from 'lit';
import type { Situation } from '../situations/situation.js';
import type { WorkbenchContext } from './context.js';
import { addressOf, filterField, follow, groupsOf, mark } from './rail.js';

/** Every situation as a link that opens it. */
export function indexView(context: WorkbenchContext): TemplateResult {
  const groups = groupsOf(context.filter);
  return html`<div class="index">
    <div class="index-head">
      <div>
        <h1>Every situation</h1>
        <p class="soft">Open one to see the element live, change its settings and copy the code.</p>
      </div>
      ${filterField(context)}
    </div>
    ${groups.map(
      ({ name, label, members }) =>
        html`<section aria-labelledby="group-${name}">
          <h2 id="group-${name}">${label} <small>${members.length}</small></h2>
          <ul class="entries">
            ${members.map((situation) => entry(context, situation))}
          </ul>
        </section>`,
    )}
    <p class="soft" role="status">${groups.length === 0 ? 'No situation fits.' : ''}</p>
  </div>`;
}

function entry(context: WorkbenchContext, situation: Situation): TemplateResult {
  const { id, title, note } = situation;
  return html`<li>
    <a href=${addressOf(context, id)} data-situation=${id} @click=${follow(context, id)}>
      ${mark(situation)}<span>${title}</span> ${note && html`<small>${note}</small>`}
    </a>
  </li>`;
}
