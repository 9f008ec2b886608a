import { html, type TemplateResult } from 'lit';
import { fill, placeholderValue, type Values } from '../i18n/formatting.js';

/**
 * A name, a number or a sum. Browsers that translate the page leave it unchanged, and it has its own reading
 * direction.
 */
export function isolated(value: string): TemplateResult {
  return html`<bdi translate="no">${value}</bdi>`;
}

/**
 * The text of `fill` as it is shown, with each value isolated. Values that are words belong to the text and
 * are translated with it.
 */
export function sentenceView(text: string, values: Values = {}, valueView = isolated): TemplateResult {
  const worded = text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = placeholderValue(values, name);
    return typeof value === 'object' ? value[0] : placeholder;
  });
  return html`${worded
    .split(/(\{\w+\})/)
    .map((part, at) => (at % 2 === 0 ? part : valueView(fill(part, values))))}`;
}
