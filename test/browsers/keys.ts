/** W3C WebDriver, "Keyboard actions": keys without a character are private-use code points. */
const CODE_POINTS: Record<string, string> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  Space: ' ',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Insert: '\uE016',
  Delete: '\uE017',
  Meta: '\uE03D',
};

const MODIFIERS = ['Shift', 'Control', 'Alt', 'Meta'];

export interface Combination {
  modifiers: string[];
  key: string;
}

/** Splits `Control+Shift+a` into modifiers and key; `+` alone is the plus key. */
export function splitCombination(combination: string): Combination {
  const parts = combination === '+' ? ['+'] : combination.split('+');
  const key = parts.pop() ?? '';
  const unknown = parts.find((part) => !MODIFIERS.includes(part));
  if (key === '' || unknown !== undefined) {
    throw new Error(
      `"${combination}" is not a key combination; examples are Enter, Shift+Tab and Control+a.`,
    );
  }
  return { modifiers: parts, key };
}

/** The WebDriver value of a key named as in KeyboardEvent.key. */
export function webdriverKey(name: string): string {
  const codePoint = CODE_POINTS[name];
  if (codePoint !== undefined) return codePoint;
  if ([...name].length === 1) return name;
  throw new Error(`There is no key "${name}".`);
}
