import type { Rule, RuleText } from './rule.js';
import { HEADERS } from './rules/headers.js';
import { LEAKS } from './rules/leaks.js';
import { READING } from './rules/reading.js';
import { VISIT } from './rules/visit.js';
import { WIRE } from './rules/wire.js';

/** Everything that is asked of an endpoint, in the order of the report. A new rule is one entry. */
export const RULES: readonly Rule[] = [WIRE, HEADERS, READING, VISIT, LEAKS].flat();

/** Every rule in words, in the order of the report. */
export const CHECK_RULES: readonly RuleText[] = RULES;
