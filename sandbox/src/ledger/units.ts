/** Formats an amount in the smallest unit as a decimal string with all decimals and its sign. */
export function decimalOf(units: bigint, decimals: number): string {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0');
  const sign = units < 0n ? '-' : '';
  const whole = digits.slice(0, digits.length - decimals);
  return decimals === 0 ? sign + whole : `${sign}${whole}.${digits.slice(-decimals)}`;
}

/**
 * Parses a plain decimal string into the smallest unit; undefined for any other text or for too many
 * decimals.
 */
export function unitsOf(text: string, decimals: number): bigint | undefined {
  const parts = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?$/.exec(text);
  const fraction = parts?.[2] ?? '';
  if (!parts || fraction.length > decimals) return undefined;
  return BigInt(parts[1]! + fraction.padEnd(decimals, '0'));
}
