/** The subject of a commit says what it does. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { ROOT } from '../root.js';

/** Subjects of earlier commits follow other rules. */
const SINCE = '82de76ca907e';

const git = (...args: readonly string[]): string[] =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim().split('\n').filter(Boolean);

/** The error in the subject of a commit, or undefined if there is none. */
function faultOf(subject: string): string | undefined {
  if (subject.length > 72) return 'longer than 72 characters';
  if (!/^[A-Z]/.test(subject)) return 'begins with no capital letter';
  if (subject.endsWith('.')) return 'ends with a full stop';
  const [verb = ''] = subject.split(' ');
  const isVerb = /(?:ss|us|ring|eed|mbed)$/.test(verb) || !/(?:s|ed|ing)$/.test(verb);
  return isVerb ? undefined : 'is no imperative';
}

describe('a commit', () => {
  it('has a subject in the imperative, of at most 72 characters', (test) => {
    const wrong = [
      'Adds a rule',
      'Added a rule',
      'Adding a rule',
      'add a rule',
      'Add a rule.',
      'A'.repeat(73),
    ];
    assert.deepEqual(
      wrong.filter((subject) => faultOf(subject) === undefined),
      [],
    );
    try {
      git('merge-base', '--is-ancestor', SINCE, 'HEAD');
    } catch {
      return test.skip('the clone has no history');
    }
    const subjects = git('log', '--format=%s', `${SINCE}..HEAD`);
    assert.deepEqual(
      subjects.map((subject) => [subject, faultOf(subject)]).filter(([, fault]) => fault !== undefined),
      [],
    );
  });
});
