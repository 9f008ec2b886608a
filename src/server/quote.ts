/** Foreign text made safe to print: short, on one line, and without control characters. */
export function quote(text: string, maxLength = 24): string {
  const plain = text.slice(0, 4 * maxLength).replace(/[^\x20-\x7e\p{Script=Latin}]/gu, '?');
  return plain.length > maxLength ? `${plain.slice(0, maxLength)}…` : plain;
}
