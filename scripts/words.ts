/** `npm run check`: finds names we no longer use, references to documents outside this repository, and bare rule numbers. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** Names we no longer use, by the keyword that declares them; in src a `Fault` too, which only a tester injects. */
const OLD_NAMES = [
  /\b(?:class|interface|type)\s+(?:Visit|VisitEvent|Visitor|Watcher|Drawer|Copier|FocusKeeper|Scene|Ask|Asked|Errand)\b/,
  /\b(?:class|interface|type)\s+(?:Desk|Flights|Patience|Memory|Bag|Refusal|World|Later|Hands)\b|\bclass\s+Language\b/,
  /\b(?:function|const|let)\s+(?:whoAsks|patiently|recall|desk|clue|ears|deeds|woven\w*|slipsOfThePen)\b/,
];
const OLD_FILES =
  /^(?:visitor|watcher|drawer|copier|focus-keeper|scene|ask|errand|desk|flights|patience|bag|refusal|world|later|hands|ears|deeds|slips-of-the-pen|weave-\w+|gates)\./;
const KIT_FAULT = /\b(?:class|interface|type)\s+Fault\b/;
const OUTSIDE = /\b(?:promises|reading|kit-and-client|instruments|sandbox|performance|look)\.md\b/;

/** The document that defines the rules of each letter. */
const RULES = { R: 'reading-policy.md', P: 'SECURITY.md', I: 'sandbox/README.md', B: undefined };
/** A rule number, but not the key of a table. */
const RULE = /(?<![\w.&#^/+-])([RPIB])[1-9]\d?(?![\w/+-]|: [{[])/g;

/** What is wrong in a file, each with its line. */
export function findings(file: string, text: string): string[] {
  const found = OLD_FILES.test(basename(file)) ? [`${file}: old file name`] : [];
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    const place = `${file}:${index + 1}:`;
    const name = OLD_NAMES.map((pattern) => pattern.exec(line)?.[0]).find(Boolean);
    if (name !== undefined) found.push(`${place} old name: ${name}`);
    if (file.startsWith('src/') && KIT_FAULT.test(line)) found.push(`${place} old name: Fault`);
    if (OUTSIDE.test(line)) found.push(`${place} document outside the repository: ${line.trim()}`);
    for (const [rule, letter] of line.replace(/'[RPI]\d[\dRPI, and]*'/g, '').matchAll(RULE)) {
      // Performance targets are said in words; elsewhere a B may be a letter of an account number.
      if (letter === 'B' && !/^(?:bench|scripts)\//.test(file)) continue;
      const source = RULES[letter as keyof typeof RULES];
      const isCited = source !== undefined && `${lines[index - 1] ?? ''}${line}`.includes(source);
      if (!(source && file.endsWith(source)) && !isCited)
        found.push(`${place} ${rule} without its document: ${line.trim()}`);
    }
  }
  return found;
}

/** What is wrong in every tracked text of ours. */
export function wordsCheck(): string[] {
  const files = spawnSync('git', ['ls-files'], { encoding: 'utf8' }).stdout.split('\n');
  const exempt = /^(?:scripts\/words|test\/lint\/words\.test)\.ts$|^CHANGELOG\.md$|^test\/fixtures\/spec\//;
  return files
    .filter(
      (file) => /\.(?:[cm]?[jt]s|md|sql|html|css)$/.test(file) && !exempt.test(file) && existsSync(file),
    )
    .flatMap((file) => findings(file, readFileSync(file, 'utf8')));
}
