import { ElementRenderer, render as renderTemplate } from '@lit-labs/ssr';
import { collectResultSync } from '@lit-labs/ssr/lib/render-result.js';
import type { TemplateResult } from 'lit';
import { attributesOf, escapeHtml, escapeJson } from './markup.js';
import { untilScript } from './styles.js';
import { MARKERS } from '../widget/shared/markers.js';

/**
 * Options of the page. If the page's policy forbids inline styles, allow the element's styles by
 * `styleHash()`, or set the nonce of `style-src` or the URL of the style sheet.
 */
export interface PageOptions {
  /** The language of the page, a BCP 47 tag. */
  readonly lang: string;
  /** URL of the page. Links to this machine are shown only on a page that comes from it. */
  readonly url?: string | undefined;
  /** The nonce of the page's `style-src`. */
  readonly nonce?: string | undefined;
  /** Where the page serves `deposit-slip/styles/deposit-slip.css`, or the style sheet of the history. */
  readonly stylesheet?: string | undefined;
  /** The tag under which the page registers the element. Default: its own. */
  readonly tag?: string | undefined;
  /** HTML of the element's children, for its slots. It is not escaped. */
  readonly slotted?: string | undefined;
}

/** Separates the options of the page from the element's properties. */
export function splitOptions<Options extends PageOptions>(options: Options) {
  const { lang, url, nonce, stylesheet, tag, slotted, ...values } = options;
  const page: PageOptions = { lang, url, nonce, stylesheet, tag, slotted };
  return { page, values };
}

/** The class of an element, with what a rendering needs of it. */
export interface ElementClass {
  readonly tag: string;
  readonly observedAttributes: readonly string[];
  readonly styles: unknown;
}

/** An element that was drawn. */
export interface Rendering {
  readonly template: TemplateResult;
  /** The text shown where no script can run. */
  readonly withoutScript: string;
}

/**
 * The HTML of an element: its tag with the attributes, its shadow root, and the response, which therefore
 * need not be requested again.
 */
export function toHtml(
  elementClass: ElementClass,
  { template, withoutScript }: Rendering,
  values: { readonly answer?: object | undefined },
  page: PageOptions,
): string {
  const { lang, tag = elementClass.tag, slotted = '' } = page;
  // Anything but a valid name would need escaping.
  if (!/^[a-z][a-z0-9._]*-[a-z0-9._-]*$/.test(tag))
    throw new TypeError(`${tag} is not a valid name of a custom element`);
  const content = collectResultSync(renderTemplate(template, { customElementHostStack: [new Host(tag)] }));
  const root = [
    styleOf(elementClass, page, content),
    withoutScript && noteWithoutScript(withoutScript, lang),
    content,
  ].join('');
  const { answer } = values;
  return [
    // Cloudflare replaces e-mail addresses, such as a Pix key, unless a page says otherwise.
    `<!--email_off--><${tag} lang="${escapeHtml(lang)}"${attributesOf(elementClass, values)}>`,
    `<template shadowrootmode="open">${root}</template>`,
    answer === undefined ? '' : `<script type="application/json">${escapeJson(answer)}</script>`,
    `${slotted}</${tag}><!--/email_off-->`,
  ].join('');
}

/** The note above the card where no script can run. */
function noteWithoutScript(text: string, lang: string): string {
  return `<div class="frame without-script" lang="${escapeHtml(lang)}"><p class="card">${escapeHtml(text)}</p></div>`;
}

/** A stand-in for the element, because Lit's renderer asks it for its slots. */
class Host extends ElementRenderer {}

/** The style sheet of an element that was rendered on a server. */
export function sheetOf({ styles }: Pick<ElementClass, 'styles'>): string {
  return `${String(styles)}${untilScript}`;
}

/** The style sheet, which also says how many of Lit's comments the content has. */
function styleOf(elementClass: ElementClass, { nonce, stylesheet }: PageOptions, content: string): string {
  const markers = `${MARKERS}="${content.match(/<!--\/?lit-/g)?.length ?? 0}"`;
  if (stylesheet !== undefined) return `<link rel="stylesheet" href="${escapeHtml(stylesheet)}" ${markers}>`;
  const attribute = nonce === undefined ? '' : ` nonce="${escapeHtml(nonce)}"`;
  return `<style${attribute} ${markers}>${sheetOf(elementClass)}</style>`;
}
