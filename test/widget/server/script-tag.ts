import { readFile } from 'node:fs/promises';
import { builtScript, HISTORY_SCRIPT_TAG, SCRIPT_TAG } from '../../../demo/scripts.js';
import { DeferredMap } from '../../browsers/deferred.js';
import type { Mount } from '../../browsers/mount.js';
import { ROOT } from '../../root.js';

/**
 * The script-tag files as merchants get them: `/script-tag/deposit-slip.js` and `deposit-history.js`.
 * `other-version.js` is another version of the first, and `late.js` is served once its page has requested
 * `/script-tag/open`. All are built on the first request.
 */
const mount: Mount = () => {
  let built: Promise<string> | undefined;
  let history: Promise<string> | undefined;
  const gates = new DeferredMap();
  const script = (): Promise<string> =>
    (built ??= builtScript(ROOT, SCRIPT_TAG).then((file) => readFile(file, 'utf8')));
  return {
    handle: async ({ url, headers }) => {
      const [, place, name] = new URL(url).pathname.split('/');
      if (place !== 'script-tag') return undefined;
      const gate = gates.get(headers.get('referer') ?? '');
      switch (name) {
        case 'open':
          gate.resolve();
          return new Response(null, { status: 204 });
        case 'late.js':
          await gate.promise;
          return module(await script());
        case 'deposit-history.js':
          history ??= builtScript(ROOT, HISTORY_SCRIPT_TAG).then((file) => readFile(file, 'utf8'));
          return module(await history);
        case 'other-version.js':
          return module(otherVersion(await script()));
        default:
          return module(await script());
      }
    },
  };
};

function module(script: string): Response {
  return new Response(script, { headers: { 'content-type': 'text/javascript; charset=utf-8' } });
}

/** The same file with a different text, so that it is another module with another class. */
function otherVersion(script: string): string {
  const other = script.replaceAll('Copied', 'Copied by another version');
  if (other === script) throw new Error('The script no longer contains "Copied".');
  return other;
}

export default mount;
