/**
 * A value, or a list of them while one replaces another. The first signs; what any of them signed is
 * accepted.
 */
export type OneOrMore<Value> = Value | readonly Value[];

/** The values, the first one first. */
export function listOf<Value>(values: OneOrMore<Value>): readonly Value[] {
  return Array.isArray(values) ? (values as readonly Value[]) : [values as Value];
}

/**
 * Validates a value, or each one of a list, which must not be empty. Says what is wrong first; undefined if
 * nothing is.
 */
export function validateEach(
  validate: (value: unknown) => string | undefined,
): (value: unknown) => string | undefined {
  return (value) => {
    if (!Array.isArray(value)) return validate(value);
    if (value.length === 0) return 'is an empty list';
    // A variable of the environment that is not set.
    if (value.includes(undefined)) return 'is a list in which one is missing';
    return value.map(validate).find((error) => error !== undefined);
  };
}
