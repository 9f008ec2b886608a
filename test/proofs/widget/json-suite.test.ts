/**
 * Generated JSON bodies, and the public JSON test suite, as responses to the element: `y_` must be parsed,
 * `n_` must be unreadable, `i_` may be either.
 */
import { expect } from '@open-wc/testing/pure';
import { fetchJson } from '../../../src/widget/shared/endpoint.js';
import { cases, sampleOf } from '../scale.js';

async function bodyNames(): Promise<string[]> {
  const response = await fetch('/json-suite');
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as string[];
}

const addressOf = (name: string): string => `${location.origin}/json-suite/${encodeURIComponent(name)}`;

/** How the element's request for a body ends. */
async function read(name: string): Promise<string> {
  const answer = await fetchJson({ url: addressOf(name), timeout: 60_000 }, {}, new AbortController().signal);
  if (!answer) throw new Error(`The request for ${name} was aborted.`);
  return 'problem' in answer ? answer.problem.kind : 'read';
}

describe('a JSON body', () => {
  it('is read if the name requires it, unreadable if the name forbids it, and never throws', async () => {
    for (const name of sampleOf(await bodyNames(), 60)) {
      const outcome = await read(name);
      if (name.startsWith('y_')) expect(outcome, name).to.equal('read');
      else if (name.startsWith('n_')) expect(outcome, name).to.equal('unreadable');
      else expect(outcome, name).to.be.oneOf(['read', 'unreadable']);
    }
  }).timeout(cases(120_000, 3_600_000));
});
