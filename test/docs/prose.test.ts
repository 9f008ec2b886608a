/**
 * Comments are at most as wide as the Markdown that oxfmt wraps, and the subject of a commit says what it
 * does.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ROOT } from '../root.js';

const WIDTH = 110;
/** Subjects of earlier commits follow other rules. */
const SINCE = '82de76ca907e';

const git = (...args: readonly string[]): string[] =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim().split('\n').filter(Boolean);

/** Comments on lines of their own. The formatter judges a comment after code together with its line. */
const COMMENT = /^\s*(\/\/|\/?\*)/;

function wideComments(file: string): string[] {
  const lines = readFileSync(join(ROOT, file), 'utf8').split('\n');
  return lines.flatMap((line, at) =>
    line.length > WIDTH && COMMENT.test(line) ? [`${file}:${at + 1}`] : [],
  );
}

/** The error in the subject of a commit, or undefined if there is none. */
function faultOf(subject: string): string | undefined {
  if (subject.length > 72) return 'longer than 72 characters';
  if (!/^[A-Z]/.test(subject)) return 'begins with no capital letter';
  if (subject.endsWith('.')) return 'ends with a full stop';
  const [verb = ''] = subject.split(' ');
  const isVerb = /(?:ss|us|ring|eed|mbed)$/.test(verb) || !/(?:s|ed|ing)$/.test(verb);
  return isVerb ? undefined : 'is no imperative';
}

describe('prose', () => {
  it(`in comments is at most ${WIDTH} characters wide`, () => {
    const files = git('ls-files', '*.ts', '*.mjs', '*.js', '*.css');
    assert.ok(files.length > 1000);
    assert.deepEqual(files.flatMap(wideComments), []);
  });

  it('of a commit has a subject in the imperative, of at most 72 characters', (test) => {
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
