import { html, nothing, type TemplateResult } from 'lit';
import { SITUATIONS } from '../situations/index.js';
import { GROUPS, type Situation } from '../situations/situation.js';
import type { WorkbenchContext } from './context.js';
import { icon } from '../site/lit-icons.js';
import { queryOf } from './settings.js';

/** The situations of a group that match the filter. */
interface Group {
  readonly label: string;
  readonly members: readonly Situation[];
}

/** The situations that match the filter, in the groups that contain one. */
function groupsOf(filter: string): readonly Group[] {
  const words = filter.toLowerCase().split(/\s+/);
  const fits = ({ id, group, title, note }: Situation): boolean => {
    const text = `${id} ${group} ${title} ${note}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const found = SITUATIONS.filter(fits);
  return Object.entries(GROUPS)
    .map(([name, label]) => ({
      label,
      members: found.filter(({ group }) => group === name),
    }))
    .filter(({ members }) => members.length > 0);
}

/** The address of a situation with the current settings. */
function addressOf({ settings }: WorkbenchContext, situation: string): string {
  // An amount applies only to the situation for which it was entered.
  return `/workbench?${queryOf({ ...settings, situation, amount: '' })}`;
}

/** Opens a link here; leaves a click with a modifier key to the browser. */
function follow(context: WorkbenchContext, situation: string): (event: MouseEvent) => void {
  return (event) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    context.open(situation);
  };
}

/** The icon of a situation, in the color of its group. */
function mark({ icon: name, problem, group }: Situation): TemplateResult {
  return html`<span class="mark" data-group=${problem ? 'problems' : group}>${icon(name)}</span>`;
}

/** The field that filters the situations. */
function filterField(context: WorkbenchContext): TemplateResult {
  return html`<label class="filter">
    ${icon('search')}<span class="visually-hidden">Filter situations</span>
    <input
      type="search"
      placeholder="Filter ${SITUATIONS.length} situations"
      .value=${context.filter}
      @input=${(event: InputEvent) => context.setFilter((event.target as HTMLInputElement).value)}
    />
  </label>`;
}

/** The list of situations beside the frame. */
export function rail(context: WorkbenchContext): TemplateResult {
  const groups = groupsOf(context.filter);
  return html`<div class="rail-head">${filterField(context)}</div>
    <nav class="rail" aria-label="Situations" @keydown=${moveFocus}>
      ${groups.map(
        ({ label, members }) =>
          html`<h2>${label} <small>${members.length}</small></h2>
            <ul>
              ${members.map((situation) => railEntry(context, situation, groups))}
            </ul>`,
      )}
      ${groups.length === 0 ? html`<p class="soft">No situation fits.</p>` : nothing}
    </nav>`;
}

function railEntry(
  context: WorkbenchContext,
  situation: Situation,
  groups: readonly Group[],
): TemplateResult {
  const { id, title, note } = situation;
  const members = groups.flatMap((group) => group.members);
  const current = context.settings.situation;
  // The Tab key reaches one link; the arrow keys reach the others.
  const entrance = members.some((each) => each.id === current) ? current : members[0]?.id;
  return html`<li>
    <a
      href=${addressOf(context, id)}
      aria-current=${id === current ? 'true' : nothing}
      tabindex=${id === entrance ? 0 : -1}
      data-situation=${id}
      @click=${follow(context, id)}
      >${mark(situation)}<span class="rail-text"><span>${title}</span> <small>${note}</small></span></a
    >
  </li>`;
}

/** The arrow keys move the focus through the list. */
function moveFocus(event: KeyboardEvent): void {
  const links = [...(event.currentTarget as HTMLElement).querySelectorAll('a')];
  const at = links.indexOf(event.target as HTMLAnchorElement);
  const targets: Readonly<Record<string, HTMLAnchorElement | undefined>> = {
    ArrowDown: links[at + 1],
    ArrowUp: links[at - 1],
    Home: links[0],
    End: links.at(-1),
  };
  const target = targets[event.key];
  if (!target) return;
  event.preventDefault();
  target.focus();
}
