import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'node:test';
import { RULES, TEXT } from '../../src/widget/shared/controllers/palette-controller.js';
import { TOKENS } from '../../src/widget/shared/styles/tokens.js';
import { example } from '../docs/examples.js';
import { contrast } from './contrast.js';

const THEMES = fileURLToPath(new URL('../../themes', import.meta.url));

/** Each text or edge, its background, and the contrast that WCAG requires. */
const PAIRS = [
  ['text', 'surface', 4.5] as const,
  ...RULES.flatMap(([fronts, backs, least]) =>
    // A background over another is judged as the one below, if it is transparent.
    fronts.flatMap((front) =>
      backs
        .filter((back) => !back.includes(' '))
        .map((back) => [front, back, least === TEXT ? 4.5 : 3] as const),
    ),
  ),
];

type Values = Readonly<Record<string, string>>;

/** Defaults that are other tokens. A theme that sets the other one sets them, too. */
const ALIASES: Values = Object.fromEntries(
  TOKENS.filter(({ light }) => light.startsWith('var(')).map(({ name, light }) => [name, light]),
);

/** A device's color scheme, and the `theme` of the element. */
interface Look {
  readonly medium: 'screen' | 'print';
  readonly scheme: 'light' | 'dark';
  readonly theme?: 'light' | 'dark';
}

const LOOKS: readonly Look[] = [
  { medium: 'screen', scheme: 'light' },
  { medium: 'screen', scheme: 'dark' },
  { medium: 'screen', scheme: 'light', theme: 'dark' },
  { medium: 'screen', scheme: 'dark', theme: 'light' },
];

/** The tokens that a style sheet sets on `<deposit-slip>`, in the order of its rules. */
function tokensOf(sheet: string, { medium, scheme, theme }: Look): Values {
  const rules = sheet
    .replace(/\/\*[^]*?\*\//g, '')
    // Each rule styles both elements.
    .replaceAll('deposit-slip, deposit-history', 'deposit-slip')
    .replaceAll(':is(deposit-slip)', 'deposit-slip')
    .matchAll(/(?:@media ([^{]+)\{\s*)?(?::where\()?deposit-slip([^){\s]*\)?)\)?\s*\{([^}]*)\}/g);
  const values: Record<string, string> = {};
  for (const [, query = '', condition, block] of rules) {
    if (query.includes('screen') && medium !== 'screen') continue;
    if (query.includes('prefers-color-scheme: dark') && scheme !== 'dark') continue;
    if (condition!.startsWith(":not([theme='light'])") && theme === 'light') continue;
    if (condition!.startsWith("[theme='dark']") && theme !== 'dark') continue;
    for (const [, name, value] of block!.matchAll(/--deposit-([\w-]+): ([^;]+);/g)) values[name!] = value!;
  }
  return values;
}

function defaults({ scheme, theme = scheme }: Look): Values {
  return Object.fromEntries(
    TOKENS.map(({ name, light, dark = light }) => [name, theme === 'dark' ? dark : light]),
  );
}

/** The value of a token, which may be that of another token: `var(--_muted)`. */
function valueOf(name: string, values: Values): string | undefined {
  const value = values[name] ?? ALIASES[name];
  const [, other] = /^var\(--_([\w-]+)\)$/.exec(value ?? '') ?? [];
  return other === undefined ? value : valueOf(other, values);
}

function assertReadable(values: Values, where: string): void {
  for (const [front, back, least] of PAIRS) {
    // A transparent background shows the panel behind it, which has pairs of its own.
    const ground = valueOf(back, values) ?? 'transparent';
    if (ground === 'transparent') continue;
    const ratio = contrast(valueOf(front, values)!, ground);
    assert.ok(ratio >= least, `${where}: ${front} on ${back} is ${ratio.toFixed(2)}, not ${least}`);
  }
}

const nameOf = ({ scheme, theme }: Look): string => `theme ${theme ?? 'auto'} on a ${scheme} device`;
const PRESETS = readdirSync(THEMES).map((file) => [file, readFileSync(`${THEMES}/${file}`, 'utf8')] as const);

/** WCAG 2.2, 1.4.3 and 1.4.11. */
describe('the contrast of text and edges', () => {
  it('is computed as WCAG defines it', () => {
    assert.equal(contrast('#000000', '#ffffff'), 21);
    assert.equal(contrast('#777777', '#ffffff').toFixed(2), '4.48');
    assert.throws(() => assertReadable({ ...defaults(LOOKS[0]!), muted: '#777777' }, 'gray'), /4\.48/);
  });

  it('is sufficient by default', () => {
    for (const look of LOOKS) assertReadable(defaults(look), nameOf(look));
  });

  for (const [name, theme] of [
    ['brand_pill', 'light'],
    ['brand_dark', 'dark'],
  ] as const)
    it(`is sufficient with the example ${name} of the guide, on screens and on paper`, () => {
      const sheet = example('docs/theming.md', name);
      for (const look of LOOKS) {
        const values = tokensOf(sheet, { ...look, theme });
        assert.ok('accent' in values && 'link' in values && 'panel-radius' in values, nameOf(look));
        assertReadable({ ...defaults({ ...look, theme }), ...values }, nameOf(look));
        const paper = tokensOf(sheet, { ...look, theme, medium: 'print' });
        assertReadable({ ...defaults(LOOKS[0]!), ...paper, surface: '#ffffff', sunken: '#ffffff' }, 'paper');
      }
    });

  it('is sufficient with the example of the guide, in both color schemes', () => {
    const sheet = example('docs/theming.md', 'theme');
    for (const look of LOOKS.filter(({ theme }) => theme === undefined)) {
      const values = tokensOf(sheet, look);
      assert.ok('accent' in values && 'link' in values, nameOf(look));
      assertReadable({ ...defaults(look), ...values }, nameOf(look));
    }
    assert.notDeepEqual(tokensOf(sheet, LOOKS[0]!), tokensOf(sheet, LOOKS[1]!));
  });

  for (const [file, sheet] of PRESETS)
    describe(`of ${file}`, () => {
      it('is sufficient in every color scheme and theme', () => {
        for (const look of LOOKS) assertReadable(tokensOf(sheet, look), nameOf(look));
      });

      it('does not depend on the default colors, which follow the page and not the device', () => {
        const names = new Set(TOKENS.map(({ name }) => name));
        const colors = TOKENS.filter(({ light }) => light.startsWith('#')).map(({ name }) => name);
        for (const look of LOOKS) {
          const set = Object.keys(tokensOf(sheet, look));
          assert.deepEqual(
            colors.filter((name) => !set.includes(name)),
            [],
          );
          assert.deepEqual(
            set.filter((name) => !names.has(name)),
            [],
          );
        }
      });

      it('is the same for a dark device as for the dark theme', () => {
        assert.deepEqual(tokensOf(sheet, LOOKS[1]!), tokensOf(sheet, LOOKS[2]!));
        assert.deepEqual(tokensOf(sheet, LOOKS[0]!), tokensOf(sheet, LOOKS[3]!));
      });

      it('is sufficient on paper, which is white', () => {
        for (const look of LOOKS) {
          const values = { ...defaults(LOOKS[0]!), ...tokensOf(sheet, { ...look, medium: 'print' }) };
          assertReadable({ ...values, surface: '#ffffff', sunken: '#ffffff' }, nameOf(look));
        }
      });
    });
});
