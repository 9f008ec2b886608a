import { registerLocale } from '../shared/i18n/registry.js';
import type { PartialMessages } from '../shared/i18n/types.js';
import './es.js';

/** Spanish of Argentina: voseo in sentences. Buttons are in the infinitive. */
export const esAR: PartialMessages = {
  selected: 'Seleccionado. Mantené presionado y copiá, o usá Ctrl+C',
  blocked: 'No se pudo copiar. Seleccioná el dato y copialo a mano',
  amountLabel: '¿Cuánto querés depositar?',
  amountOptional: 'Monto del código (opcional)',
  amountErrors: {
    empty: 'Ingresá un monto',
    form: 'Ingresá un monto, por ejemplo {example}',
    symbol: 'Ingresá solo números, sin {symbol}',
    currency: 'Ingresá el monto en {fiat}, no en {symbol}',
    decimals: 'Usá dos decimales como máximo',
    zero: 'Ingresá un monto mayor que cero',
  },
  chooseTitle: '¿Cómo querés pagar?',
  changeMethod: 'Elegir otro medio',
  qrHint: 'Copiá el código y pegalo en la app de tu banco o billetera, o escaneá con ella el código QR.',
  qrFailed: 'No pudimos mostrar el código QR. Copiá y pegá el código',
  renewLink: 'Generar otro link',
  reload: 'Actualizar',
  offlineStatus: 'No tenés conexión. Si ya pagaste, no vuelvas a pagar. Cuando vuelva, revisamos de nuevo.',
  cannotKnow:
    'Esta página no muestra cuándo llega el pago; {merchant} te lo va a confirmar. Si ya pagaste, no vuelvas a pagar.',
  cannotLook: 'En este momento no podemos ver depósitos nuevos. Si ya pagaste, no vuelvas a pagar.',
  held: {
    old: {
      title: 'Actualizá los datos antes de pagar',
      text: 'Esta página está abierta hace más de un día. Si ya pagaste, no vuelvas a pagar.',
    },
  },
  waitedLong: '¿Ya pagaste? Revisá los datos del pago o enviale el comprobante a {merchant}.',
  waitedLongOrder:
    '¿Ya pagaste? Revisá los datos del pago. Si están bien, enviale a {merchant} este número de pedido y el comprobante.',
  account: {
    once: '{merchant} te puede devolver la diferencia.',
    twice: 'Recibimos un segundo pago. {merchant} te lo puede devolver.',
  },
  unexpected: 'El monto solicitado era {amount}. No vuelvas a pagar: preguntale a {merchant} cómo seguir.',
  paidWith: 'Medio de pago',
  checkFailed: {
    clabe: 'La CLABE tiene un error. Pedile a {merchant} que la confirme.',
    pixKey: 'La clave Pix no tiene el formato correcto. Pedile a {merchant} que la confirme.',
    code: 'No pudimos comprobar este código. Pedile a {merchant} que lo confirme.',
    form: 'Este {name} no tiene el formato correcto. Pedile a {merchant} que lo confirme.',
    other: 'Este {name} tiene un error. Pedile a {merchant} que lo confirme.',
  },
  lossy: 'A este número le pueden faltar dígitos. Pedile a {merchant} que lo confirme.',
  unknown: 'No reconocemos este dato. Preguntale a {merchant} antes de usarlo.',
  messageRequired: 'Sin esta referencia no vamos a poder identificar tu transferencia.',
  messageHelps: 'Incluí también esta referencia si tu banco lo permite.',
  notices: {
    account: {
      title: 'Preguntá antes de pagar',
      text: 'Los datos de la cuenta cambiaron desde tu última visita. Confirmalos con {merchant}.',
    },
    rail: { text: 'Estos datos son de otro tipo de transferencia. Pedile a {merchant} que los confirme.' },
    amount: {
      text: 'Este código es por {amount}, no por el monto de arriba. Pedile a {merchant} que lo confirme.',
    },
    key: { title: 'Usá el código', text: 'La clave Pix no coincide con el código y no se muestra.' },
  },
  labels: { alias: 'Alias', pixKey: 'Clave Pix', link: 'Link de pago' },
  names: {
    cuit: 'CUIT/CUIL',
    pixKey: 'clave Pix',
    qr: 'link del QR',
    link: 'link de pago',
  },
  spokenCode: '{name}, {count} caracteres; usá el botón Copiar',
  stepOpen: {
    spei: 'Abrí la app de tu banco y elegí transferir por SPEI',
    cvu: 'Abrí la app de tu banco o billetera y elegí transferir a un CBU o CVU',
    'ar-qr': 'Abrí la app de tu banco o billetera y elegí pagar con QR',
    pix: 'Abrí la app de tu banco o billetera y entrá a Pix',
    pse: 'Abrí la app de tu banco y elegí Bre-B',
    ach: 'Abrí la app de tu banco en EE. UU. y elegí transferir por ACH',
    wire: 'Abrí la app de tu banco en EE. UU. y elegí “domestic wire”',
    sepa: 'Abrí la app de tu banco y elegí transferir por SEPA',
    other: 'Abrí la app de tu banco',
  },
  steps: {
    spei: ['Pegá la CLABE de 18 dígitos'],
    cvu: ['Pegá el CBU o CVU completo, de 22 dígitos'],
    'ar-qr': ['Pegá el código si esa app lo permite, o escaneá con ella el código QR, no con la cámara'],
    pix: ['Elegí “Pix copia e cola” y pegá el código, o escaneá el código QR'],
    pse: ['Pegá el alias (llave) tal como aparece'],
    ach: ['Copiá los datos de arriba'],
    wire: ['Copiá los datos de arriba'],
    sepa: ['Ingresá el IBAN y el nombre del beneficiario'],
    other: ['Copiá los datos tal como aparecen'],
  },
  stepReference: {
    ach: 'Pegá la referencia en el campo “Memo”',
    wire: 'Pegá la referencia en el campo “Message to beneficiary”',
    sepa: 'Pegá la referencia en el campo “concepto”',
    other: 'Agregá la referencia tal como aparece',
  },
  stepReceiver: {
    both: 'Elegí {bank} y escribí {name} si tu app te los solicita',
    bank: 'Elegí {bank} si tu app solicita el banco',
    name: 'Escribí {name} si tu app solicita el beneficiario',
  },
  stepConfirm: {
    both: 'Revisá que diga {name} y {amount}, y confirmá',
    named: 'Revisá que diga {name} y confirmá',
    shown: 'Revisá que diga {amount} y confirmá',
    check: 'Revisá el monto y confirmá',
    typed: 'Revisá que diga {name}, ingresá {amount} y confirmá',
    name: 'Revisá que diga {name}, ingresá el monto y confirmá',
    amount: 'Ingresá exactamente {amount} y confirmá',
    none: 'Ingresá el monto y confirmá',
  },
  stepPage: 'Abrí la página de pago y elegí tu banco',
  stepsQr: [
    'Abrí el código QR',
    'Escaneá el código QR con tu banco o billetera, o guardá la imagen y abrila en esa app',
  ],
  stepPay: {
    amount: 'Pagá exactamente {amount} en el sitio de tu banco',
    none: 'Completá el pago en el sitio de tu banco',
  },
  stepReturn: 'Volvé acá cuando termines',
  payee: 'En tu banco tiene que aparecer {name}.',
  cuit: 'En tu banco o billetera tiene que aparecer este CUIT/CUIL. Si aparece otro, no confirmes.',
  settles: {
    'same-day': 'Suele llegar el mismo día hábil si se envía antes del horario de corte de tu banco',
    'next-day': 'En segundos en muchos bancos; en los demás, al día hábil siguiente',
  },
  problems: {
    offline: 'No tenés conexión a internet',
    forbidden: 'No podés usar este medio de pago',
  },
  advice: {
    contact: 'Si ya pagaste, no vuelvas a pagar. Si no, preguntale a {merchant} cómo pagar.',
    connect: 'Revisá tu conexión y probá de nuevo. Si ya pagaste, no vuelvas a pagar.',
    wait: 'Esperá un momento y probá de nuevo. Si ya pagaste, no vuelvas a pagar.',
    restart: 'Si ya pagaste, no vuelvas a pagar. Si no, volvé al sitio de {merchant} y empezá de nuevo.',
    amount: 'Ingresá otro monto o preguntale a {merchant}. Si ya pagaste, no vuelvas a pagar.',
    again: 'Probá de nuevo. Si se repite, preguntale a {merchant}. Si ya pagaste, no vuelvas a pagar.',
    notYet: 'No pagues todavía. Preguntale a {merchant} cómo pagar. Si ya pagaste, no vuelvas a pagar.',
    never: 'No pagues. Preguntale a {merchant} qué pasó.',
  },
};

registerLocale('es-AR', esAR);
