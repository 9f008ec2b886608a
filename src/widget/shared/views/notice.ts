import { html, nothing, type TemplateResult } from 'lit';
import { record } from '../../../core/record.js';
import { fill, type Sentence } from '../i18n/formatting.js';
import { icon } from './icon.js';
import { sentenceView } from './sentence.js';

/** A notice that a payer must read before paying. */
export interface Notice {
  readonly title?: Sentence | undefined;
  readonly text: Sentence;
}

/** A notice above the values, followed by the action that belongs to it. */
export function noticeView(
  notice: Notice,
  wayOut: TemplateResult | typeof nothing = nothing,
): TemplateResult {
  const { title, text } = record(notice);
  const heading = title ? html`<strong>${sentenceView(...title)}</strong>` : nothing;
  return html`<div part="notice" class="notice">
      ${icon('warning', 22)}
      <div>${heading}${sentenceView(...text)}</div>
    </div>
    ${wayOut}`;
}

/** The notice as text. */
export function noticeText(notice: Notice): string {
  const { title, text } = record(notice);
  return title ? `${fill(...title)}. ${fill(...text)}` : fill(...text);
}
