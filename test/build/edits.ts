/** Changes to the text of a file, for the examples of the recipes. */

/** Makes the new text of a file from its old one, which is empty if the file does not exist. */
export type Edit = (text: string, read: Read) => string;
/** Reads another file, including what earlier recipes wrote. */
export type Read = (path: string) => string;

/** Replaces a text, which must occur exactly once. */
export function instead(place: string, replacement: string): Edit {
  return (text) => {
    const [start, end, ...others] = text.split(place);
    if (end === undefined || others.length > 0) throw new Error(`Not once in the file: ${place}`);
    return start + replacement + end;
  };
}

export const before = (place: string, insertion: string): Edit => instead(place, insertion + place);

export const created = (text: string): Edit => {
  return () => text;
};

/**
 * A copy of another file with some changes. Its texts stay in the original's language, since no test reads
 * them.
 */
export const copied = (original: string, ...edits: readonly Edit[]): Edit => {
  return (_, read) => edits.reduce((text, edit) => edit(text, read), read(original));
};
