const MAX_LENGTH = 16 * 1024;

/** Shortens a text beyond 16 KiB and appends a note that it did so. */
export function shorten(text: string): string {
  if (text.length <= MAX_LENGTH) return text;
  // Copied, because a slice of a string keeps the whole string in memory.
  const head = Buffer.from(text.slice(0, MAX_LENGTH)).toString();
  return `${head}… [truncated: ${text.length} characters in all]`;
}
