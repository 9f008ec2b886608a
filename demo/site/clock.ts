/** A time of day in the reader's time zone: on the page it is the payer's, as in the slip beside it. */
export function timeOf(lang: string, time: number): string {
  return new Intl.DateTimeFormat(lang, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(time);
}
