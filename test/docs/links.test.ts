import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { ROOT } from '../root.js';
import { anchorsOf, withoutCode } from './anchors.js';

/** Every Markdown file of the repository, including uncommitted ones. */
const FILES = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .stdout.split('\n')
  .filter((file) => file !== '' && existsSync(join(ROOT, file)));

/** The relative links and pictures of a text in Markdown: `[text](target)`, `src="target"` and the like. */
function linksIn(text: string): string[] {
  const prose = withoutCode(text).replace(/`[^`\n]*`/g, '');
  const links = [
    ...prose.matchAll(/\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)/g),
    ...prose.matchAll(/ (?:href|src|srcset)="([^"]+)"/g),
    ...prose.matchAll(/^\[[^\]]+\]: +(\S+)/gm),
  ];
  return links.map(([, target]) => target!).filter((target) => !/^[a-z][a-z+.-]*:/i.test(target));
}

/** The error of a link in a file, or undefined if the link leads somewhere. */
function problemWith(link: string, file: string): string | undefined {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? file : join(dirname(file), decodeURIComponent(path));
  if (path.startsWith('/') || target.startsWith('..')) return 'leads out of the repository';
  if (!existsSync(join(ROOT, target))) return 'leads to no file';
  if (anchor !== undefined && !anchorsOf(target).has(decodeURIComponent(anchor)))
    return 'leads to no section';
  return undefined;
}

describe('the Markdown files', () => {
  it('are all found, in every folder', () => {
    for (const file of ['README.md', 'docs/element.md', 'sandbox/README.md'])
      assert.ok(FILES.includes(file), file);
  });

  for (const file of FILES)
    it(`link to files and sections that exist: ${file}`, () => {
      const broken = linksIn(readFileSync(join(ROOT, file), 'utf8')).flatMap((link) => {
        const problem = problemWith(link, file);
        return problem === undefined ? [] : [`${link} ${problem}`];
      });
      assert.deepEqual(broken, []);
    });

  it('name files and folders that exist: docs/architecture.md', () => {
    const text = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
    const boxes = [...text.matchAll(/\["([\w/-]+\.ts)"\]/g)].map(([, file]) => `src/${file!}`);
    const names = [...text.matchAll(/`((?:src|sandbox|demo)[\w/.-]*)`/g)].map(([, path]) => path!);
    assert.ok(boxes.length > 10);
    assert.deepEqual(
      [...boxes, ...names].filter((path) => !existsSync(join(ROOT, path))),
      [],
    );
  });
});
