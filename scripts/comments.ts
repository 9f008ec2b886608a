import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../test/root.js';

/** The width of Markdown too, which oxfmt wraps; it leaves comments as they are. */
const WIDTH = 110;

/** Comments on lines of their own. The formatter judges a comment after code together with its line. */
const COMMENT = /^\s*(\/\/|\/?\*)/;

/** The comments that are too wide, as `<file>:<line>`. */
export function commentsCheck(): readonly string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.mjs', '*.js', '*.css'];
  const files = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
  return files.filter((file) => existsSync(join(ROOT, file))).flatMap(wideComments);
}

function wideComments(file: string): string[] {
  const lines = readFileSync(join(ROOT, file), 'utf8').split('\n');
  return lines.flatMap((line, at) =>
    line.length > WIDTH && COMMENT.test(line)
      ? [`${file}:${at + 1}: the comment is wider than ${WIDTH} characters`]
      : [],
  );
}
