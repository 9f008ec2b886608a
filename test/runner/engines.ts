import { isWidget } from './files.js';

/**
 * Element tests whose result does not depend on the engine: wording, states, and which requests are sent.
 * Chromium runs them; in a soak, every engine does.
 */
const ALIKE = [
  'announcements',
  'arrival',
  'arrival-poller',
  'bank',
  'code-first',
  'headline',
  'history/announcements',
  'history/hostile',
  'history/opener',
  'history/requests',
  'history/rows',
  'history/state',
  'method-names',
  'new-method',
  'notation',
  'payment',
  'polling',
  'polluted',
  'problems',
  'promises',
  'receipts',
  'renewal',
  'replaced-built-ins',
  'second-element',
  'settings',
  'shapes',
  'state',
  'translation',
  'unknown-values',
  'waiting',
  'warnings',
];

/** End-to-end tests of what the engines do differently. */
const END_TO_END = ['preload', 'server-rendering', 'wallet'];

/** Whether the result of a test file can differ between the engines. */
export function dependsOnEngine(file: string): boolean {
  const isOneOf = (folder: string, names: readonly string[]): boolean =>
    names.some((name) => file.endsWith(`${folder}/${name}.test.ts`));
  return isWidget(file) ? !isOneOf('widget', ALIKE) : isOneOf('test/e2e', END_TO_END);
}
