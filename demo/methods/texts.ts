import { translated } from '../site/languages.js';

/** The texts of the page with every method, except those of the slips. */
export interface MethodsTexts {
  /** The title of the page's tab. */
  readonly name: string;
  readonly title: string;
  readonly text: string;
  /** The note about an id that the element does not know. */
  readonly unknown: string;
  /** The link that pays a slip on the phone of the simulator. */
  readonly pay: string;
}

const en: MethodsTexts = {
  name: 'Methods',
  title: 'Every method',
  text: 'Each of the API’s payment ids, live: the same endpoint answers for all of them. Every slip leads to the simulator, where you can pay it.',
  unknown: 'unknown to this version',
  pay: 'Pay in the simulator',
};

const es: MethodsTexts = {
  name: 'Métodos',
  title: 'Todos los métodos',
  text: 'Cada id de pago de la API, en vivo: el mismo endpoint responde por todos. Cada ficha lleva al simulador, donde puedes pagarla.',
  unknown: 'desconocido en esta versión',
  pay: 'Pagar en el simulador',
};

const esAR: MethodsTexts = {
  ...es,
  text: 'Cada id de pago de la API, en vivo: el mismo endpoint responde por todos. Cada ficha lleva al simulador, donde podés pagarla.',
};

const ptBR: MethodsTexts = {
  name: 'Métodos',
  title: 'Todos os métodos',
  text: 'Cada id de pagamento da API, ao vivo: o mesmo endpoint responde por todos. Cada ficha leva ao simulador, onde você pode pagá-la.',
  unknown: 'desconhecido nesta versão',
  pay: 'Pagar no simulador',
};

export const textsOf = translated({ en, es, esAR, ptBR });
