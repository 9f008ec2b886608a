import { html, type TemplateResult } from 'lit';
import { fill, type Values } from '../i18n/formatting.js';

/**
 * A name, a number or a sum. A browser that translates the page leaves it as it is, and its reading direction
 * is its own.
 */
export function isolated(value: string): TemplateResult {
  return html`<bdi translate="no">${value}</bdi>`;
}

/**
 * The text of `fill` as it is shown, with each value isolated. Words are part of the text, and translated
 * with it.
 */
export function sentenceView(text: string, values: Values = {}, valueView = isolated): TemplateResult {
  const worded = text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name];
    return typeof value === 'object' ? value[0] : placeholder;
  });
  return html`${worded
    .split(/(\{\w+\})/)
    .map((part, at) => (at % 2 === 0 ? part : valueView(fill(part, values))))}`;
}
