/** Texts in every language of the demo. */
interface Translations<Texts> {
  readonly en: Texts;
  readonly es: Texts;
  readonly esAR: Texts;
  readonly ptBR: Texts;
}

/** Picks texts by a BCP 47 tag; other languages get English. */
export function translated<Texts>({ en, es, esAR, ptBR }: Translations<Texts>): (lang: string) => Texts {
  const byTag: Readonly<Record<string, Texts>> = { es, 'es-AR': esAR, pt: ptBR };
  return (lang) => byTag[lang] ?? byTag[lang.split('-')[0]!] ?? en;
}
