/**
 * The log levels, from only the most important messages to all. Requests are logged at `info`, failed ones
 * (5xx) at `error`.
 */
export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
