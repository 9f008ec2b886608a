import { ElementRenderer, render as renderTemplate } from '@lit-labs/ssr';
import { collectResultSync } from '@lit-labs/ssr/lib/render-result.js';
import type { TemplateResult } from 'lit';
import { attributesOf, escapeHtml, escapeJson } from './markup.js';
import { untilScript } from './styles.js';

/** How a page lets the element have its styles: by the nonce of its policy, by a file, or, without such a policy, as they are. */
export interface Styling {
  /** The nonce of the page's `style-src`. */
  readonly nonce?: string | undefined;
  /** URL of `deposit-slip/styles/deposit-slip.css`, or of the history's, where the page serves it. */
  readonly stylesheet?: string | undefined;
}

/** What every rendering needs of the page. */
export interface PageOptions extends Styling {
  /** The language of the page, a BCP 47 tag. */
  readonly lang: string;
  /** URL of the page. Links that lead to this machine are shown only on a page that comes from it. */
  readonly url?: string | undefined;
  /** The tag that the page registers the element under, if it is another one. */
  readonly tag?: string | undefined;
  /** HTML of the element's children, for its slots. It is not escaped. */
  readonly slotted?: string | undefined;
}

/** An element that was rendered on a server. */
export interface Rendered {
  readonly template: TemplateResult;
  /** What to say where no script can run. */
  readonly withoutScript: string;
}

/** The class of an element with what a rendering needs of it. */
interface ElementClass {
  readonly tag: string;
  readonly observedAttributes: readonly string[];
  readonly styles: { readonly cssText: string };
}

/** The HTML of an element: its tag with the attributes, its shadow root, and the answer, so that it need not be requested again. */
export function toHtml(
  elementClass: ElementClass,
  { template, withoutScript }: Rendered,
  options: PageOptions & { readonly answer?: unknown },
): string {
  const { lang, url: _, tag = elementClass.tag, slotted = '', nonce, stylesheet, answer, ...values } = options;
  const attributes = attributesOf(elementClass, values);
  const root = [
    styleOf(elementClass.styles.cssText, { nonce, stylesheet }),
    withoutScript && `<p class="without-script">${escapeHtml(withoutScript)}</p>`,
    collectResultSync(renderTemplate(template, { customElementHostStack: [new Host(tag)] })),
  ].join('');
  const json = answer === undefined ? '' : `<script type="application/json">${escapeJson(answer)}</script>`;
  return (
    `<${nameOf(tag)} lang="${escapeHtml(lang)}"${attributes}>` +
    `<template shadowrootmode="open">${root}</template>${json}${slotted}</${tag}>`
  );
}

/** Stands for the element, whose slots Lit asks for. */
class Host extends ElementRenderer {}

/** The style sheet that a page links, or serves as a file. */
export function sheetOf(styles: { readonly cssText: string }): string {
  return styles.cssText + untilScript;
}

function styleOf(cssText: string, { nonce, stylesheet }: Styling): string {
  if (stylesheet !== undefined) return `<link rel="stylesheet" href="${escapeHtml(stylesheet)}">`;
  const attribute = nonce === undefined ? '' : ` nonce="${escapeHtml(nonce)}"`;
  return `<style${attribute}>${cssText}${untilScript}</style>`;
}

/** A name as custom elements have. Anything else would not be escaped in its place. */
function nameOf(tag: string): string {
  if (!/^[a-z][a-z0-9._]*-[a-z0-9._-]*$/.test(tag)) throw new TypeError(`Not the name of a custom element: ${tag}`);
  return tag;
}
