import { integer, pick, type Random } from '../../test/fixtures/grammar.js';

/**
 * The part of the regular expression syntax that ECMAScript with the flag u, Python's re, Java's
 * java.util.regex and RE2 interpret alike. It excludes, among others: `.` and `\s`, which match different
 * characters in each; `\d` and `\w`, which in Python match the digits and letters of every script; `\p`,
 * which Python lacks; and lookahead and lookbehind, which RE2 lacks.
 */
export type Node =
  | { readonly kind: 'set'; readonly ranges: readonly Range[]; readonly isNegated: boolean }
  | { readonly kind: 'group'; readonly alternatives: readonly (readonly Node[])[] }
  | { readonly kind: 'repeat'; readonly node: Node; readonly min: number; readonly max: number };

/** The first and the last code point. */
type Range = readonly [number, number];

/** The maximum number of repetitions in RE2. */
const MAX_REPEAT = 1000;

/**
 * An escape with the same meaning everywhere, inside and outside a set: a code point, or a syntax character.
 */
const ESCAPE = /^\\(?:x([0-9a-f]{2})|([\^$\\.*+?()[\]{}|/]))/;
const LITERAL = /^[A-Za-z0-9 !"#%&',:;<=>@_`~/-]/;
/**
 * One character of a set. Python and Java interpret `[`, `&&`, `||`, `--` and `~~` in a set as operators, now
 * or in future versions.
 */
const MEMBER = /^(?!&&|\|\||--|~~)[A-Za-z0-9 !"#$%&'()*+,./:;<=>?@_`{|}~-]/;
const QUANTIFIER = /^(?:([*+?])|\{(\d{1,4})(?:(,)(\d{1,4})?)?\})/;
const NAMED: Readonly<Record<string, readonly [number, number]>> = {
  '*': [0, Infinity],
  '+': [1, Infinity],
  '?': [0, 1],
};

/**
 * Parses a pattern for the whole value, from ^ to $. Throws if the engines would interpret any part of it
 * differently.
 */
export function parsePattern(pattern: string): Node {
  const whole = /^\^(.*)\$$/s.exec(pattern)?.[1];
  if (whole === undefined) throw new Error(`${pattern} must begin with ^ and end with $`);
  const reader = new Reader(whole, pattern);
  const node = reader.group();
  if (!reader.isAtEnd) reader.refuse();
  // The anchors bind more tightly than |: without a group, each would belong to a single alternative.
  if (node.alternatives.length > 1) throw new Error(`${pattern} needs a group around its alternatives`);
  return node;
}

class Reader {
  #rest: string;
  readonly #pattern: string;

  constructor(text: string, pattern: string) {
    this.#rest = text;
    this.#pattern = pattern;
  }

  get isAtEnd(): boolean {
    return this.#rest === '';
  }

  refuse(): never {
    throw new Error(`${this.#pattern} is not portable, from ${this.#rest}`);
  }

  group() {
    const alternatives: Node[][] = [[]];
    while (!this.isAtEnd && !this.#rest.startsWith(')'))
      if (this.#take(/^\|/)) alternatives.push([]);
      else alternatives.at(-1)!.push(this.#repeated(this.#atom()));
    return { kind: 'group' as const, alternatives };
  }

  #take(what: RegExp): RegExpExecArray | undefined {
    const match = what.exec(this.#rest);
    if (match) this.#rest = this.#rest.slice(match[0].length);
    return match ?? undefined;
  }

  #atom(): Node {
    if (this.#take(/^\((?:\?:|(?!\?))/)) {
      const group = this.group();
      if (!this.#take(/^\)/)) this.refuse();
      return group;
    }
    const opened = this.#take(/^\[(\^?)/);
    if (opened) return this.#set(opened[1] === '^');
    const point = this.#point(LITERAL);
    return { kind: 'set', ranges: [[point, point]], isNegated: false };
  }

  #point(literal: RegExp): number {
    const escape = this.#take(ESCAPE);
    if (escape) return escape[1] === undefined ? escape[2]!.codePointAt(0)! : Number.parseInt(escape[1], 16);
    return (this.#take(literal) ?? this.refuse())[0].codePointAt(0)!;
  }

  #set(isNegated: boolean): Node {
    const ranges: Range[] = [];
    while (!this.#take(/^\]/)) {
      const first = this.#point(MEMBER);
      const last = this.#take(/^-(?!\])/) ? this.#point(MEMBER) : first;
      if (last < first) this.refuse();
      ranges.push([first, last]);
    }
    return ranges.length > 0 ? { kind: 'set', ranges, isNegated } : this.refuse();
  }

  #repeated(node: Node): Node {
    const match = this.#take(QUANTIFIER);
    if (!match) return node;
    const [, sign, least, comma, most] = match;
    const [min, max] = sign
      ? NAMED[sign]!
      : [Number(least), comma ? Number(most ?? Infinity) : Number(least)];
    // Another quantifier would be lazy or possessive.
    if (min > max || min > MAX_REPEAT || (max > MAX_REPEAT && max < Infinity) || QUANTIFIER.test(this.#rest))
      this.refuse();
    return { kind: 'repeat', node, min, max };
  }
}

/** Generates a value that a pattern accepts. */
export function valueOf(node: Node, random: Random): string {
  if (node.kind === 'group')
    return pick(random, node.alternatives)
      .map((each) => valueOf(each, random))
      .join('');
  if (node.kind === 'repeat') {
    const most = random() < 0.2 && node.max < Infinity ? node.max : Math.min(node.max, node.min + 3);
    const times = node.min + integer(random, most - node.min + 1);
    return Array.from({ length: times }, () => valueOf(node.node, random)).join('');
  }
  if (node.isNegated) {
    const allowed = OTHERS.filter(
      (point) => !node.ranges.some(([first, last]) => first <= point && point <= last),
    );
    return String.fromCodePoint(pick(random, allowed));
  }
  const [first, last] = pick(random, node.ranges);
  return String.fromCodePoint(first + integer(random, last - first + 1));
}

/**
 * Characters that engines may treat as a digit, a letter, a space, a line end or two characters: from ASCII,
 * from Latin 1, from other scripts, and from beyond the first 65,536.
 */
export const ODD = [
  '',
  '\n',
  '\r',
  '\t',
  '\0',
  ' ',
  '\x7f',
  '\x85',
  '\xa0',
  '\u2028',
  '\u2029',
  '\u3000',
  '\ufeff',
  'é',
  'ß',
  'İ',
  'ſ',
  'K',
  '٣',
  '１',
  '一',
  '😀',
  '𝟙',
];

const OTHERS = [...'aZ09 .-@', ...ODD].filter((each) => each !== '').map((each) => each.codePointAt(0)!);
