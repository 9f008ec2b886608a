import { isServer } from 'lit';

/**
 * The response a server wrote into the page, as a `<script type="application/json">` child of the element;
 * undefined if there is none. Text that is not JSON is returned as it is: the reader calls it unreadable.
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
