/** A record whose keys may be there without a value, as one whose keys are there with a value or not at all. */
type Defined<Bag> = {
  [Key in keyof Bag as undefined extends Bag[Key] ? never : Key]: Bag[Key];
} & {
  [Key in keyof Bag as undefined extends Bag[Key] ? Key : never]?: Exclude<Bag[Key], undefined>;
};

/** `bag` without the keys whose value is undefined. */
export function defined<Bag extends object>(bag: Bag): Defined<Bag> {
  return Object.fromEntries(Object.entries(bag).filter(([, value]) => value !== undefined)) as Defined<Bag>;
}
