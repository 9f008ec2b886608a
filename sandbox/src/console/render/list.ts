import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Action, Console } from '../actions.js';
import type { Row } from '../api.js';
import { hasWords } from '../format.js';
import type { Column, List } from '../lists.js';
import { isCut, rows, SOURCES, type Source, type State } from '../state.js';
import { viewOf } from '../views.js';
import { button, pill } from './parts.js';

/** A row with a key that is unique in its list. */
interface KeyedRow {
  readonly key: string;
  readonly row: Row;
}

/** The rows of a list that contain every word of the filter. */
export function shownRows(list: List, state: State): readonly KeyedRow[] {
  const textOf = (row: Row) => list.columns.map(({ cell }) => cell(row)).join(' ');
  const shown = rows(state, list.source).filter((row) => hasWords(state.filter, textOf(row)));
  const counts = new Map<string, number>();
  return shown.map((row) => {
    const name = list.key(row);
    // The same fault can be set twice.
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return { key: count === 1 ? name : `${name} ${count}`, row };
  });
}

/** A list as a table. Rows can have the focus, so that keys can trigger their actions. */
export function listTable(list: List, console: Console): TemplateResult {
  const { state } = console;
  const shown = shownRows(list, state);
  if (shown.length === 0)
    return html`${emptyList(state, list.source, list.empty)} ${olderRows(list.source, console)}`;
  const hasActions = list.actions !== undefined;
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${viewOf(state.view).title}>
      <table>
        <thead>
          <tr>
            ${list.columns.map(({ title, kind }) => html`<th class=${kind ?? ''} scope="col">${title}</th>`)}
            ${hasActions ? html`<th scope="col"><span class="hidden">Actions</span></th>` : nothing}
          </tr>
        </thead>
        <tbody>
          ${repeat(
            shown,
            ({ key }) => key,
            (each) => tableRow(list, each, console),
          )}
        </tbody>
      </table>
    </div>
    ${olderRows(list.source, console)}`;
}

/** Says why no row is shown: none is loaded yet, none matches the filter, or there is none. */
export function emptyList(state: State, source: Source, words: string): TemplateResult {
  const isRead = state.data[source] !== undefined;
  const isFiltered = rows(state, source).length > 0;
  return html`<p class="empty">
    ${isFiltered ? 'No row matches the filter.' : isRead ? words : 'Loading…'}
  </p>`;
}

/** Says that there are more rows, and loads them. */
export function olderRows(source: Source, { state, older }: Console): TemplateResult | typeof nothing {
  if (!isCut(state, source)) return nothing;
  const more = html`<button type="button" class="button plain" @click=${() => void older(source)}>
    Show older
  </button>`;
  return html`<p class="more">
    <span class="muted">Showing the newest ${rows(state, source).length}.</span>
    ${SOURCES[source].cursor === undefined ? nothing : more}
  </p>`;
}

function tableRow(list: List, { key, row }: KeyedRow, console: Console): TemplateResult {
  const name = list.columns[0]!.cell(row);
  const actions = list.actions?.(row, console.state);
  return html`<tr data-key=${key} tabindex="-1" class=${key === console.state.selected ? 'selected' : ''}>
    ${list.columns.map((column) => cell(column, row))}
    ${actions === undefined ? nothing : actionsCell(actions, name, console)}
  </tr>`;
}

/** The buttons of a row: stacked where the row is narrow. */
function actionsCell(actions: readonly Action[], name: string, console: Console): TemplateResult {
  return html`<td class="acts">
    ${actions.map((action) => button(console, action, `${action.label} ${name}`))}
  </td>`;
}

function cell({ cell: value, kind, tone }: Column, row: Row): TemplateResult {
  const words = value(row);
  return html`<td class=${kind ?? ''}>${tone ? pill(tone(row), words) : words}</td>`;
}
