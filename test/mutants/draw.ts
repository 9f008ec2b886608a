import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';
import { randomOf } from '../fixtures/grammar.js';
import type { Mutant } from './mutants.js';

/** Texts, styles and tables are data: a mistake in them is not a logic error. */
const IS_DATA = /\/(styles|locales|texts|reference)\/|clabe-banks\.ts$|\.d\.ts$/;

const OPERATORS: Readonly<Record<string, string>> = {
  ...{ '===': '!==', '!==': '===', '<': '<=', '<=': '<', '>': '>=', '>=': '>' },
  ...{ '&&': '||', '||': '&&', '??': '&&', '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' },
};

type Place = Omit<Mutant, 'name'>;

/** A node of the syntax tree, in UTF-16 units. */
interface Range {
  readonly start: number;
  readonly end: number;
}

interface Operation extends Range {
  readonly operator: string;
  readonly left: Range;
  readonly right: Range;
}

/** Every place of a file where a small mistake can be made, one for each operator, test, number and call. */
function placesIn(file: string): Place[] {
  const source = readFileSync(file, 'utf8');
  const places: Place[] = [];
  const add = ({ start, end }: Range, text: string): void => void places.push({ file, start, end, text });
  const negate = ({ test }: { test: Range }): void => add(test, `!(${source.slice(test.start, test.end)})`);
  const change = ({ operator, left, right }: Operation): void => {
    const text = OPERATORS[operator];
    const start = source.indexOf(operator, left.end);
    if (text && start < right.start) add({ start, end: start + operator.length }, text);
  };
  /** How many types surround the node: what is in a type has no effect. */
  let types = 0;
  const enter = (): void => void (types += 1);
  const leave = (): void => void (types -= 1);
  new Visitor({
    BinaryExpression: change,
    LogicalExpression: change,
    IfStatement: negate,
    ConditionalExpression: negate,
    Literal(node) {
      if (types > 0) return;
      if (typeof node.value === 'boolean') add(node, String(!node.value));
      if (typeof node.value === 'number') add(node, String(node.value + 1));
    },
    ExpressionStatement(node) {
      if (['CallExpression', 'AwaitExpression'].includes(node.expression.type)) add(node, ';');
    },
    TSTypeAnnotation: enter,
    'TSTypeAnnotation:exit': leave,
    TSTypeAliasDeclaration: enter,
    'TSTypeAliasDeclaration:exit': leave,
    TSTypeParameterInstantiation: enter,
    'TSTypeParameterInstantiation:exit': leave,
  }).visit(parseSync(file, source).program);
  return places;
}

/** Draws mistakes from all sources; every place has the same chance. */
export function drawMutants(count: number, seed: number): Mutant[] {
  const files = execFileSync('git', ['ls-files', 'src/*.ts', 'sandbox/src/*.ts'], { encoding: 'utf8' });
  const places = files
    .trim()
    .split('\n')
    .filter((file) => !IS_DATA.test(`/${file}`))
    .flatMap(placesIn);
  const random = randomOf(seed);
  const draw = (): Place => places.splice(Math.floor(random() * places.length), 1)[0]!;
  return Array.from({ length: Math.min(count, places.length) }, draw).map((place) => {
    const before = readFileSync(place.file, 'utf8').slice(0, place.start).split('\n');
    const old = readFileSync(place.file, 'utf8').slice(place.start, place.end);
    const what = `${shortened(old)} -> ${shortened(place.text)}`;
    return { ...place, name: `${place.file}:${before.length}: ${what}` };
  });
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
