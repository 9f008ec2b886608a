import { expect } from '@open-wc/testing';
import { engine } from '../browsers/commands.js';

interface Report {
  violations: string[];
  errors: string[];
  statuses: string[];
}

describe(`under a strict policy with Trusted Types, in ${engine}`, () => {
  it('shows every view without one violation', async () => {
    const frame = document.createElement('iframe');
    const told = new Promise<Report>((resolve) =>
      addEventListener('message', (message) => resolve(message.data as Report), { once: true }),
    );
    frame.src = '/test/pages/strict.html';
    document.body.append(frame);
    const { violations, errors, statuses } = await told;
    frame.remove();
    expect(violations).to.deep.equal([]);
    expect(errors).to.deep.equal([]);
    expect(statuses).to.include.members(['arrived', 'asking', 'choosing', 'problem']);
  });
});
