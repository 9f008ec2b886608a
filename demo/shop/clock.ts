/**
 * A time of day in the time zone of whoever reads it: in the page that of the payer, as in the slip beside
 * it.
 */
export function timeOf(lang: string, time: number): string {
  return new Intl.DateTimeFormat(lang, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(time);
}
