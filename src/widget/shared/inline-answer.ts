import { isServer } from 'lit';

/**
 * The response that a server embedded in the page, as a `<script type="application/json">` child of the
 * element; undefined if there is none. Text that is not JSON is returned unchanged, and the reader reports it
 * as unreadable.
 */
export function inlineAnswer(host: Element): unknown {
  if (isServer) return undefined;
  const text = host.querySelector(':scope > script[type="application/json"]')?.textContent;
  if (text === null || text === undefined || text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
