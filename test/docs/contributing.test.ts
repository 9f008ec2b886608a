/**
 * Everything that CONTRIBUTING.md names in backticks exists: files, folders, scripts, and identifiers of the
 * sources.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ROOT } from '../root.js';

const GUIDE = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8').replaceAll(/^ *```[^]*?^ *```/gm, '');
const NAMES = [
  ...new Set([...GUIDE.matchAll(/`([^`]+)`/g)].map(([, name]) => name!.replaceAll(/\s+/g, ' '))),
];

/** Examples, patterns and comments of Markdown, which do not occur in the sources. */
const isExample = (name: string): boolean =>
  /\*|^<!--|^cases\(/.test(name) || ['Add QR download', 'Fix amount focus on iOS'].includes(name);

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object };

const FILES = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
  .stdout.split('\n')
  .filter((file) => /\.(ts|mjs|js|json|vue|sql)$|^\.ci\//.test(file) && !/lock/.test(file));
const SOURCES = FILES.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n');

function exists(name: string): boolean {
  const script = /\bnpm (?:run )?([\w:]+)/.exec(name)?.[1];
  if (script !== undefined) return script in scripts || ['ci', 'install', 'start'].includes(script);
  // The part before a placeholder for any name.
  const path = name.split(' ')[0]!.replace(/[^/]*[<*].*$/, '');
  if (path.includes('/') && existsSync(join(ROOT, path))) return true;
  const file = (each: string) => each === name || each.endsWith(`/${name}`) || each.startsWith(`${name}/`);
  // The identifier of an assignment, an argument or a call.
  const word = name.replace(/=.*$/, '').replace(/^-- /, '');
  return FILES.some(file) || word.split(/<\w+>/).every((piece) => SOURCES.includes(piece));
}

describe('CONTRIBUTING.md', () => {
  it('names only files and scripts that exist', () => {
    assert.ok(NAMES.length > 50, String(NAMES.length));
    const missing = NAMES.filter((name) => !isExample(name) && !exists(name));
    assert.deepEqual(missing, []);
  });
});
