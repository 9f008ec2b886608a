import { channelsOf } from '../src/channels.js';
import { sandboxDocument } from '../src/reference/document.js';

/** The distinct patterns in the OpenAPI document. */
export function documentedPatterns(): readonly string[] {
  return patternsIn(sandboxDocument({ channels: channelsOf({}) }));
}

/** The values of all `pattern` members, and the names in all `patternProperties` members. */
function patternsIn(document: unknown): readonly string[] {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      if (name === 'pattern' && typeof member === 'string') found.add(member);
      if (name === 'patternProperties')
        for (const pattern of Object.keys(member as object)) found.add(pattern);
      visit(member);
    }
  };
  visit(document);
  return [...found];
}
