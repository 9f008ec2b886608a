/** The two payments that the pages show, and the responses of the merchant's server with them. */
import { methodOf } from '../../../src/core/methods.js';
import { json, type Payment } from './page.js';

/** A Pix code of 158 characters, the length that most banks use. */
export const PIX_CODE =
  '00020126750014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400000213Pedido 100234' +
  '5204000053039865802BR5916LOJA DE TESTE SA6009SAO PAULO62070503***63041CAB';

/** The fields of each payment, as many as in the sample of its method. */
export const FIELDS: Readonly<Record<Payment, Readonly<Record<string, string>>>> = {
  pix: {
    'Chave Pix - Random Pix': '123e4567-e12b-12d1-a456-426655440000',
    'Pix copia e cola': PIX_CODE,
    'Pix QR Code': 'https://pay.example.com/qr/3471397f291c28d19.png',
  },
  transfer: methodOf(85)!.sample,
};

export const PAYMENT_ID: Readonly<Record<Payment, number>> = { pix: 90, transfer: 85 };

/** The response of the merchant's endpoint. */
export const ANSWERS = {
  pix: { code: 200, msg: 'SUCCESS', data: { fiat: 'BRL', txId: '90071992547409931', fieldList: FIELDS.pix } },
  transfer: { code: 200, msg: 'SUCCESS', data: { fiat: 'EUR', fieldList: FIELDS.transfer } },
};

/** The merchant's endpoint. */
export const endpointOf = (payment: Payment): string => `/${payment}/answer`;

/** The responses, by the path of their request. */
export const ANSWER_FILES = {
  [endpointOf('pix')]: json(ANSWERS.pix),
  [endpointOf('transfer')]: json(ANSWERS.transfer),
};
