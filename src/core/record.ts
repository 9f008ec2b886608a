/** `T` without `undefined` as a value: members that may be `undefined` become optional. */
type Present<T> = {
  [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key];
} & {
  [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>;
};

/**
 * A copy without the members whose value is `undefined`, and without a prototype: a member that is absent is
 * then absent, whatever a script of the page has added to `Object.prototype` (docs/reading-policy.md R28).
 */
export function record<const T extends object>(members: T): Present<T> {
  const copy: Record<string, unknown> = { __proto__: null, ...members };
  for (const name in copy) if (copy[name] === undefined) delete copy[name];
  return copy as Present<T>;
}
