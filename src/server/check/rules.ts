import { omitUndefined } from '../../core/omit-undefined.js';
import type { Rule, RuleText } from './rule.js';
import { BEHAVIOR } from './rules/behavior.js';
import { HEADERS } from './rules/headers.js';
import { HTTP } from './rules/http.js';
import { LEAKS } from './rules/leaks.js';
import { READING } from './rules/reading.js';

/** All rules, in the order of the report. To add a rule, add an entry to one of these lists. */
export const RULES: readonly Rule[] = [HTTP, HEADERS, READING, BEHAVIOR, LEAKS].flat();

/** The texts of all rules, in the order of the report. */
export const CHECK_RULES: readonly RuleText[] = RULES.map(({ name, requirement, fix, see }) =>
  omitUndefined({ name, requirement, fix, see }),
);
