/** The engines of JavaScript, Python, Java and Go (RE2) agree on every `pattern` of the OpenAPI document. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { RE2JS } from 're2js';
import { pick, randomOf } from '../../../test/fixtures/grammar.js';
import { lackOf } from '../../../test/machine.js';
import { cases } from '../../../test/proofs/scale.js';
import { SEED } from '../../../test/seed.js';
import { temporaryFolder } from '../../../test/temporary-folder.js';
import { documentedPatterns } from '../documented-patterns.js';
import { ODD, parsePattern, valueOf } from '../portable-pattern.js';

/** A value to match. */
interface Sample {
  readonly pattern: string;
  readonly value: string;
}

/** Tests each sample twice: whether the value contains a match, and whether the whole value matches. */
type Engine = (samples: readonly Sample[]) => readonly (readonly [found: boolean, whole: boolean])[];

const javaScript: Engine = (samples) =>
  samples.map(({ pattern, value }) => [
    new RegExp(pattern, 'u').test(value),
    new RegExp(`^(?:${pattern})$`, 'u').test(value),
  ]);

const re2: Engine = (samples) =>
  samples.map(({ pattern, value }) => {
    const matcher = RE2JS.compile(pattern).matcher(value);
    return [matcher.find(), matcher.matches()];
  });

const PYTHON = `
import json, re, sys
print(json.dumps([[bool(re.search(s["pattern"], s["value"])), bool(re.fullmatch(s["pattern"], s["value"]))]
  for s in json.load(sys.stdin)]))`;

const python: Engine = (samples) =>
  JSON.parse(run('python3', ['-c', PYTHON], JSON.stringify(samples))) as ReturnType<Engine>;

/** Reads lines of two texts, each in hexadecimal digits, because Java has no built-in JSON parser. */
const JAVA = `
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.regex.*;

public class Patterns {
  public static void main(String[] arguments) {
    Scanner lines = new Scanner(System.in);
    StringBuilder answer = new StringBuilder();
    while (lines.hasNextLine()) {
      String[] texts = lines.nextLine().split(" ", -1);
      Matcher matcher = Pattern.compile(text(texts[0])).matcher(text(texts[1]));
      answer.append(matcher.find() ? 1 : 0).append(matcher.matches() ? 1 : 0).append("\\n");
    }
    System.out.print(answer);
  }

  static String text(String hex) {
    return new String(HexFormat.of().parseHex(hex), StandardCharsets.UTF_8);
  }
}
`;

const java: Engine = (samples) => {
  const file = join(temporaryFolder(), 'Patterns.java');
  writeFileSync(file, JAVA);
  const hex = (text: string): string => Buffer.from(text).toString('hex');
  const input = samples.map(({ pattern, value }) => `${hex(pattern)} ${hex(value)}\n`).join('');
  const lines = run('java', [file], input).trim().split('\n');
  return lines.map((line) => [line[0] === '1', line[1] === '1'] as const);
};

function run(program: string, args: readonly string[], input: string): string {
  return execFileSync(program, args, { input, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}

const ENGINES = [
  ['RE2', re2, undefined],
  ['Python', python, 'python3'],
  // The source file must be compiled first, which a Java runtime alone cannot do.
  ['Java', java, 'javac'],
] as const;

/**
 * The line ends before which $ matches in Python and Java. With them, the engines agree only on matches of
 * the whole value.
 */
const ENDS_A_LINE = /[\n\r\x85\u2028\u2029]$/;

/** Values that a pattern accepts, and values that differ from them in one place. */
function samplesOf(pattern: string, count: number): readonly Sample[] {
  const random = randomOf(SEED);
  const node = parsePattern(pattern);
  const values = ODD.flatMap((odd) => [
    odd,
    `${valueOf(node, random)}${odd}`,
    `${odd}${valueOf(node, random)}`,
  ]);
  for (let each = 0; each < count; each++) {
    const accepted = valueOf(node, random);
    const signs = [...accepted];
    const at = Math.floor(random() * (signs.length + 1));
    values.push(
      accepted,
      signs.toSpliced(at, 1, pick(random, ODD)).join(''),
      signs.toSpliced(at, pick(random, [0, 1, 2]), pick(random, ['', 'a', '7', '-'])).join(''),
    );
  }
  return values.map((value) => ({ pattern, value }));
}

describe('the patterns of the OpenAPI document', () => {
  const patterns = documentedPatterns();
  const samples = patterns.flatMap((pattern) => samplesOf(pattern, cases(20, 300)));
  const expected = javaScript(samples);

  it('accept some samples each, and refuse others', () => {
    for (const pattern of patterns) {
      const decisions = expected
        .filter((_, at) => samples[at]!.pattern === pattern)
        .map(([, whole]) => whole);
      assert.deepEqual(new Set(decisions), new Set([true, false]), pattern);
    }
  });

  for (const [name, engine, needs] of ENGINES)
    it(`give the same results in ${name}`, (test) => {
      const lack = needs && lackOf(needs);
      if (lack !== undefined) return test.skip(lack);
      const decisions = engine(samples);
      assert.equal(decisions.length, samples.length);
      for (const [at, { pattern, value }] of samples.entries()) {
        const sample = `${pattern} for ${JSON.stringify(value)}`;
        assert.equal(decisions[at]![1], expected[at]![1], `the whole of ${sample}`);
        if (!ENDS_A_LINE.test(value))
          assert.equal(decisions[at]![0], expected[at]![0], `a part of ${sample}`);
      }
    });
});
