/**
 * A value, or a list of values during a key rotation. The first one signs; signatures of all are accepted.
 */
export type OneOrMore<Value> = Value | readonly Value[];

/** The values, the first one first. */
export function listOf<Value>(values: OneOrMore<Value>): readonly Value[] {
  return Array.isArray(values) ? (values as readonly Value[]) : [values as Value];
}

/**
 * Validates a value, or each value of a non-empty list. Returns the first error; undefined if there is none.
 */
export function validateEach(
  validate: (value: unknown) => string | undefined,
): (value: unknown) => string | undefined {
  return (value) => {
    if (!Array.isArray(value)) return validate(value);
    if (value.length === 0) return 'is an empty list';
    // An environment variable that is not set.
    if (value.includes(undefined)) return 'is a list with a missing key';
    return value.map(validate).find((error) => error !== undefined);
  };
}
