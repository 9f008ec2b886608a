import { html, type TemplateResult } from 'lit';
import type { Situation } from '../situations/situation.js';
import { codeFor } from './code.js';
import type { WorkbenchContext } from './context.js';
import { icon } from '../site/lit-icons.js';
import type { LoggedEvent } from './messages.js';
import { CHOICES } from './settings.js';
import { health } from './stage.js';

const PANELS = { code: codePanel, events: eventsPanel };
type PanelName = keyof typeof PANELS;

/** The element's events, and the code for it. Closed at first, to leave the space to the frame. */
export function dock(context: WorkbenchContext, situation: Situation): TemplateResult {
  const { tab } = context.settings;
  const isOpen = Object.hasOwn(PANELS, tab);
  return html`<section class="dock ${isOpen ? 'open' : ''}" aria-label="Events and code">
    <div class="dock-head">
      <div class="segments tabs">
        ${tabButton(context, 'code')} ${tabButton(context, 'events', context.events)}
      </div>
      ${health(context)} ${tab === 'code' ? codeTools(context, situation) : isOpen ? logTools(context) : ''}
    </div>
    ${isOpen ? PANELS[tab as PanelName](context, situation) : ''}
  </section>`;
}

/** Opens its panel, or closes it. */
function tabButton(
  { settings, change }: WorkbenchContext,
  name: PanelName,
  entries?: readonly unknown[],
): TemplateResult {
  const isOpen = settings.tab === name;
  const label = CHOICES.tab.options.find(([value]) => value === name)![1];
  return html`<button
    type="button"
    data-tab=${name}
    aria-expanded=${isOpen}
    @click=${() => change({ tab: isOpen ? 'closed' : name })}
  >
    ${label}${entries ? html` <small>${entries.length}</small>` : ''}
  </button>`;
}

function codeTools(context: WorkbenchContext, situation: Situation): TemplateResult {
  return html`<div class="dock-tools">
    <button
      type="button"
      class="plain"
      id="copy-code"
      @click=${() => context.copy(codeFor(situation, context.settings), 'The code')}
    >
      ${icon('copy')}Copy
    </button>
  </div>`;
}

function logTools(context: WorkbenchContext): TemplateResult {
  return html`<div class="dock-tools">
    <button type="button" class="plain" id="clear-log" @click=${() => context.clearLogs()}>Clear</button>
  </div>`;
}

function codePanel({ settings }: WorkbenchContext, situation: Situation): TemplateResult {
  return html`<div class="panel" tabindex="0" role="region" aria-label="Code">
    <pre id="code"><code>${codeFor(situation, settings)}</code></pre>
  </div>`;
}

function eventsPanel({ events }: WorkbenchContext): TemplateResult {
  return html`<div class="panel log" tabindex="0" role="region" aria-label="Events, newest first">
    ${events.length === 0 ? html`<p class="soft">No event yet.</p>` : ''}
    <ol id="events">
      ${events.map((event) => eventEntry(event))}
    </ol>
  </div>`;
}

function eventEntry({ name, time, fields }: LoggedEvent): TemplateResult {
  const all = JSON.parse(fields) as object;
  return html`<li
    data-name=${name}
    class=${name === 'deposit-warning' || name === 'deposit-problem' ? 'care' : ''}
  >
    <details>
      <summary><time>${time}</time><b>${name}</b><span>${briefOf(all)}</span></summary>
      <pre>${JSON.stringify(all, null, 2)}</pre>
    </details>
  </li>`;
}

/** A summary in one line: the primitive values, down to one level of nesting. */
function briefOf(fields: object): string {
  const plain = Object.entries(fields).flatMap(([key, value]: [string, unknown]): [string, unknown][] =>
    [value]
      .flat()
      .flatMap((each): [string, unknown][] => (isObject(each) ? Object.entries(each) : [[key, each]])),
  );
  return plain
    .filter(([, value]) => !isObject(value))
    .map(([key, value]) => `${key}: ${String(value)}`)
    .join(', ');
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
