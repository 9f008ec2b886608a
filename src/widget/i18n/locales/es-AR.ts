import type { PartialMessages } from '../messages.js';

/** Argentina: voseo, and the words of its banks and wallets. */
export const esAR: PartialMessages = {
  copy: 'Copiá',
  selected: 'Seleccionado. Mantené presionado y copiá',
  blocked: 'No se pudo copiar. Seleccioná el dato y copialo a mano',
  amountFaults: {
    empty: 'Escribí un monto',
    form: 'Escribí un monto como {example}',
    decimals: 'Usá dos decimales como máximo',
    zero: 'Escribí un monto mayor que cero',
  },
  chooseTitle: '¿Cómo querés pagar?',
  qrFailed: 'No se pudo dibujar el código QR. Copiá el código',
  reminder: 'Revisá el nombre del titular y el monto antes de confirmar',
  waiting: 'Esperando tu depósito. Podés dejar esta página abierta',
  checkFailed: 'No pudimos comprobar este número. Confirmalo con {merchant} antes de pagar',
  lossy: 'A este dato pueden faltarle dígitos. Confirmalo con {merchant} antes de pagar',
  messageRequired: 'Incluí este mensaje tal cual. Sin él no se puede identificar tu depósito',
  messageHelps: 'Incluí también este mensaje, si tu banco tiene un campo para él',
  notices: {
    rail: 'Estos datos son de otro tipo de transferencia. Confirmalos con {merchant} antes de pagar',
    amount: 'Este código pide {amount}, no el monto de arriba. Confirmalo con {merchant} antes de pagar',
    key: 'La llave Pix no coincide con el código y se omitió. Usá el código',
    qr: 'No pudimos comprobar este código y no dibujamos el QR. Confirmalo con {merchant} antes de pagar',
  },
  labels: { alias: 'Alias', message: 'Concepto / Motivo' },
  titles: { cvu: 'Transferencia a CBU/CVU', 'ar-qr': 'Pagar con QR' },
  steps: {
    spei: [
      'Abrí la app de tu banco y elegí una transferencia SPEI',
      'Pegá la CLABE, los 18 dígitos',
      'Revisá el nombre del titular, escribí el monto y confirmá',
      'Si la cuenta es nueva, algunos bancos retienen un rato el primer envío',
    ],
    cvu: [
      'Abrí la app de tu banco o billetera y elegí transferir a un CBU o CVU',
      'Pegá el número, los 22 dígitos',
      'Revisá el titular y el CUIT antes de confirmar: no se puede deshacer',
    ],
    'ar-qr': [
      'Abrí el código QR, mejor en otra pantalla',
      'Escanealo con la app de cualquier banco o billetera, no con la cámara',
      'Revisá el nombre y el monto, y confirmá: no se puede deshacer',
    ],
    pse: [
      'Abrí la página de pago y elegí tu banco',
      'Terminá el pago en el sitio de tu banco',
      'Si usás el alias, copialo tal cual, con sus puntos y su @',
    ],
    pix: [
      'Abrí la app de tu banco y elegí Pix',
      'Pegá el código, o escaneá el QR desde otra pantalla',
      'Revisá el nombre de quien recibe y el monto, y confirmá',
    ],
    ach: [
      'En tu banco, elegí una transferencia ACH: un wire a estos datos se devuelve',
      'Copiá la cuenta, el número de ruta y el nombre tal como aparecen',
      'Poné el mensaje en el campo de concepto (memo) y confirmá',
    ],
    wire: [
      'En tu banco, elegí un wire nacional, no ACH, antes de la hora de corte',
      'Copiá la cuenta, el número de ruta y el nombre tal como aparecen',
      'Poné el mensaje en el campo para el beneficiario (OBI); tu banco puede cobrarte una comisión',
    ],
    sepa: [
      'Abrí tu banco y elegí una transferencia SEPA',
      'Copiá el IBAN y el nombre tal como aparecen',
      'Poné el mensaje en el campo de concepto y confirmá',
    ],
    'pe-link': [
      'Abrí la página de pago y elegí tu banco',
      'Pagá el monto exacto antes de que la página venza',
      'Volvé acá cuando termines',
    ],
    other: [
      'Abrí la app de tu banco',
      'Copiá los datos tal como aparecen',
      'Revisá el nombre del titular y el monto, y confirmá',
    ],
  },
  problems: {
    unconfigured: ['No se pueden mostrar los datos del depósito', 'Comunicate con {merchant}'],
    offline: ['Parece que no tenés conexión', 'Revisá tu conexión y volvé a intentarlo'],
    timeout: ['Esto está tardando demasiado', 'Esperá un momento y volvé a intentarlo'],
    unavailable: [
      'Los datos del depósito no están disponibles ahora',
      'Esperá un momento y volvé a intentarlo',
    ],
    unauthorized: ['Esta página venció', 'Volvé a {merchant} y empezá de nuevo'],
    forbidden: ['Esta forma de pago no está disponible para vos', 'Comunicate con {merchant}'],
    'not-found': ['No encontramos los datos del depósito', 'Comunicate con {merchant}'],
    'rate-limited': ['Demasiados intentos', 'Esperá un minuto y volvé a intentarlo'],
    'invalid-amount': ['No se puede depositar este monto', 'Elegí otro monto o comunicate con {merchant}'],
    refused: ['No se aceptó el pedido de los datos del depósito', 'Comunicate con {merchant}'],
    unreadable: [
      'No se pudieron leer los datos del depósito',
      'Volvé a intentarlo. Si sigue igual, comunicate con {merchant}',
    ],
    incomplete: ['Los datos del depósito están incompletos', 'No pagues todavía. Comunicate con {merchant}'],
    unverified: [
      'Los datos del depósito no pasaron nuestra revisión',
      'No pagues. Comunicate con {merchant}',
    ],
    mismatch: ['Los datos del depósito se contradicen', 'No pagues. Comunicate con {merchant}'],
    unsafe: ['Los datos del depósito pueden estar alterados', 'No pagues. Comunicate con {merchant}'],
    'not-payable': ['Esta cuenta todavía no puede recibir depósitos', 'Comunicate con {merchant}'],
  },
};
