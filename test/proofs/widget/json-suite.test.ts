/** The public JSON test suite as answers to the element: `y_` is read, `n_` is unreadable, `i_` may be either. */
import { expect } from '@open-wc/testing';

import { fetchAnswer } from '../../../src/widget/shared/endpoint.js';
import { event, mount } from '../../widget/bench.js';
import { cases, sampleOf } from '../scale.js';

const names = async (): Promise<string[]> => {
  const found = (await (await fetch('/json-suite')).json()) as string[];
  if (found.length === 0)
    console.warn('The JSON test suite is not on this machine: nothing of it was tried.');
  return found;
};
const addressOf = (name: string): string => `${location.origin}/json-suite/${encodeURIComponent(name)}`;

/** What the element’s source makes of a file. */
async function read(name: string): Promise<string> {
  const answer = await fetchAnswer(
    { url: addressOf(name), timeout: 60_000 },
    {},
    new AbortController().signal,
  );
  if (!answer) throw new Error(`${name} was given up`);
  return 'problem' in answer ? answer.problem.kind : 'read';
}

describe('a body of JSON', () => {
  it('is read where it must be, unreadable where it must not, and never throws', async () => {
    for (const name of sampleOf(await names(), 40)) {
      const outcome = await read(name);
      if (name.startsWith('y_')) expect(outcome, name).to.equal('read');
      else if (name.startsWith('n_')) expect(outcome, name).to.equal('unreadable');
      else expect(outcome, name).to.be.oneOf(['read', 'unreadable']);
    }
  }).timeout(cases(120_000, 3_600_000));

  it('ends on the page in a problem the element names, since none of the suite is a slip', async () => {
    for (const name of sampleOf(await names(), 12)) {
      const slip = await mount({ paymentId: '105', endpoint: addressOf(name) });
      const problem = slip.problem ?? (await event(slip, 'deposit-problem')).problem;
      if (name.startsWith('n_')) expect(problem.kind, name).to.equal('unreadable');
      expect(slip.slip, name).to.equal(undefined);
      slip.remove();
    }
  }).timeout(cases(120_000, 3_600_000));
});
