import { readFileSync } from 'node:fs';
import { format, type OxfmtConfig } from 'oxfmt';

const {
  ignorePatterns: _,
  overrides = [],
  ...options
} = JSON.parse(readFileSync(new URL('../.oxfmtrc.json', import.meta.url), 'utf8')) as OxfmtConfig;
const markdown = overrides[0]?.options;

/**
 * Formats a generated text as `npm run check` requires for this file name. Throws if it is not well formed.
 */
export async function formatted(name: string, text: string): Promise<string> {
  const { code, errors } = await format(name, text, { ...options, ...(name.endsWith('.md') && markdown) });
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]!.message}`);
  return code;
}
