/** The same texts in the same places, each as `change` makes it. */
export function eachText<Texts>(texts: Texts, change: (text: string) => string): Texts {
  if (typeof texts === 'string') return change(texts) as Texts;
  if (Array.isArray(texts)) return texts.map((one: unknown) => eachText(one, change)) as Texts;
  return Object.fromEntries(
    Object.entries(texts as object).map(([key, value]: [string, unknown]) => [key, eachText(value, change)]),
  ) as Texts;
}
