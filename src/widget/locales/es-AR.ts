import type { Messages, PartialMessages } from '../shared/i18n/types.js';
import { eachText } from '../shared/i18n/texts.js';

/** Argentina: the words of its banks and wallets; all else is Spanish in voseo. */
export const esAR: PartialMessages = {
  copy: 'Copiá',
  labels: { alias: 'Alias', message: 'Concepto / Motivo' },
  titles: { cvu: 'Transferencia a CBU/CVU', 'ar-qr': 'Pagar con QR' },
};

/**
 * What tú says and vos says, as whole words in small letters; where vos says nothing else, it stresses the last letter.
 * `Abre` alone may be a third person; a text in which one of these is a noun would need the same care.
 */
const VOSEO: ReadonlyMap<string, string | undefined> = new Map(
  (
    'abre la:abrí la,abre tu:abrí tu,elige:elegí,pega,revisa,escribe:escribí,confirma,copia,cópialo:copialo,' +
    'confírmalo:confirmalo,comunícate:comunicate,espera,vuelve:volvé,empieza:empezá,incluye:incluí,pon:poné,paga,usa,' +
    'usas:usás,termina,escanea,selecciona,mantén:mantené,puedes:podés,quieres:querés,tienes:tenés,para ti:para vos,aquí:acá'
  )
    .split(',')
    .map((pair) => pair.split(':') as [string, string | undefined]),
);

// Letters with accents are no word characters to \b: a word ends where no letter follows. `Copia e Cola` is a name.
const TU = new RegExp(`(?<!\\p{L})(?:${[...VOSEO.keys()].join('|')})(?!\\p{L}| e )`, 'giu');

/** The same texts, spoken as in Buenos Aires and Córdoba. */
export function inVoseo(messages: Messages): Messages {
  return eachText(messages, (text) => text.replace(TU, spoken));
}

function spoken(word: string): string {
  const vos = VOSEO.get(word.toLowerCase());
  return vos ? `${word[0]}${vos.slice(1)}` : word.replace(/a$/, 'á');
}
