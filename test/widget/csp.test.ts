import { expect } from '@open-wc/testing/pure';
import { engine } from '../browsers/commands.js';
import { reportOf } from './helpers/servers.js';

interface Report {
  violations: string[];
  errors: string[];
  statuses: string[];
}

describe(`under a strict policy with Trusted Types, in ${engine}`, () => {
  it('shows every view without a violation', async () => {
    const { violations, errors, statuses } = await reportOf<Report>('/test/pages/strict.html');
    expect(violations).to.deep.equal([]);
    expect(errors).to.deep.equal([]);
    expect(statuses).to.include.members(['arrived', 'asking', 'choosing', 'problem']);
  });
});
