/** `T` without `undefined` as a value: properties that may be `undefined` become optional. */
type OmitUndefined<T> = {
  [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key];
} & {
  [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>;
};

/** A copy of `record` without the properties whose value is `undefined`. */
export function omitUndefined<T extends object>(record: T): OmitUndefined<T> {
  return Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== undefined),
  ) as OmitUndefined<T>;
}
