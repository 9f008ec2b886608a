import type { Messages, PartialMessages } from '../shape.js';

/** Argentina: the words of its banks and wallets; all else is Spanish in voseo. */
export const esAR: PartialMessages = {
  copy: 'Copiá',
  labels: { alias: 'Alias', message: 'Concepto / Motivo' },
  titles: { cvu: 'Transferencia a CBU/CVU', 'ar-qr': 'Pagar con QR' },
};

/** What tú says and vos says, as whole words. `Abre` alone may be a third person, and `Copia e Cola` is a name. */
const VOSEO: ReadonlyMap<string, string> = new Map(
  (
    'Abre la:Abrí la,Abre tu:Abrí tu,elige:elegí,Elige:Elegí,Pega:Pegá,Revisa:Revisá,escribe:escribí,Escribe:Escribí,' +
    'confirma:confirmá,Copia el:Copiá el,Copia la:Copiá la,Copia los:Copiá los,copia:copiá,cópialo:copialo,' +
    'Confírmalo:Confirmalo,Comunícate:Comunicate,comunícate:comunicate,Espera:Esperá,' +
    'Vuelve:Volvé,vuelve:volvé,empieza:empezá,Incluye:Incluí,Pon:Poné,Paga:Pagá,Usa:Usá,usas:usás,Termina:Terminá,' +
    'Escanea:Escaneá,escanea:escaneá,Selecciona:Seleccioná,Mantén:Mantené,Puedes:Podés,quieres:querés,tienes:tenés,' +
    'para ti:para vos,aquí:acá'
  )
    .split(',')
    .map((pair) => pair.split(':') as [string, string]),
);

// Letters with accents are no word characters to \b: a word ends where no letter follows.
const TU = new RegExp(`(?<!\\p{L})(?:${[...VOSEO.keys()].join('|')})(?!\\p{L})`, 'gu');

/** The same texts, spoken as in Buenos Aires and Córdoba. */
export function inVoseo(messages: Messages): Messages {
  return spoken(messages) as Messages;
}

function spoken(text: unknown): unknown {
  if (typeof text === 'string') return text.replace(TU, (word) => VOSEO.get(word) ?? word);
  if (Array.isArray(text)) return text.map(spoken);
  return Object.fromEntries(Object.entries(text as object).map(([key, value]) => [key, spoken(value)]));
}
