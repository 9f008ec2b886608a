import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Console } from '../actions.js';
import type { Row } from '../api.js';
import { text } from '../format.js';
import type { Column, List } from '../lists.js';
import { rows, type State } from '../state.js';
import { button, pill } from './parts.js';

/** The rows of a list that contain every word of the filter. */
export function shownRows(list: List, state: State): readonly Row[] {
  const words = state.filter.toLowerCase().split(/\s+/).filter(Boolean);
  const textOf = (row: Row) =>
    list.columns
      .map(({ cell }) => cell(row))
      .join(' ')
      .toLowerCase();
  return rows(state, list.source).filter((row) => words.every((word) => textOf(row).includes(word)));
}

export function keyOf(list: List, row: Row): string {
  return list.key === '' ? JSON.stringify(row) : text(row, list.key);
}

/** A list as a table. A row takes the focus, so that its actions have keys. */
export function listTable(list: List, console: Console): TemplateResult {
  const found = shownRows(list, console.state);
  if (found.length === 0) return html`<p class="empty">${list.empty}</p>`;
  const hasActions = list.actions !== undefined;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="List">
    <table>
      <thead>
        <tr>
          ${list.columns.map(({ title, kind }) => html`<th class=${kind ?? ''} scope="col">${title}</th>`)}
          ${hasActions ? html`<th scope="col"><span class="hidden">Actions</span></th>` : nothing}
        </tr>
      </thead>
      <tbody>
        ${repeat(
          found,
          (row, at) => `${keyOf(list, row)} ${list.key === '' ? at : ''}`,
          (row) => tableRow(list, row, console),
        )}
      </tbody>
    </table>
  </div>`;
}

function tableRow(list: List, row: Row, console: Console): TemplateResult {
  const key = keyOf(list, row);
  const name = list.columns[0]!.cell(row);
  return html`<tr data-key=${key} tabindex="-1" class=${key === console.state.selected ? 'selected' : ''}>
    ${list.columns.map((column) => cell(column, row))}
    ${
      list.actions
        ? html`<td class="acts">
            ${list.actions(row, console.state).map((action) => button(console, action, `${action.label} ${name}`))}
          </td>`
        : nothing
    }
  </tr>`;
}

function cell({ cell: value, kind, tone }: Column, row: Row): TemplateResult {
  return html`<td class=${kind ?? ''}>${tone ? pill(tone(row), value(row)) : value(row)}</td>`;
}
