/** Checks a merchant's own deposit endpoint, in any language, against what the element expects. */
export { checkEndpoint, type Line, type Report } from './server/check/check.js';
export { CheckOptionsError, type CheckOptions } from './server/check/options.js';
export type { RuleText } from './server/check/rule.js';
export { CHECK_RULES } from './server/check/rules.js';
export { reportText } from './server/check/report.js';
