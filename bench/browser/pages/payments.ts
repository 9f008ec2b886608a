/** The payment that the pages show, and the response of the merchant's server with it. */
import { json } from './page.js';

/** A Pix code of 158 characters, the length that most banks use. */
export const PIX_CODE =
  '00020126750014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400000213Pedido 100234' +
  '5204000053039865802BR5916LOJA DE TESTE SA6009SAO PAULO62070503***63041CAB';

export const PAYMENT_ID = 90;

/** The response of the merchant's endpoint, with as many fields as the sample of the method has. */
export const ANSWER = {
  code: 200,
  msg: 'SUCCESS',
  data: {
    fiat: 'BRL',
    txId: '90071992547409931',
    fieldList: {
      'Chave Pix - Random Pix': '123e4567-e12b-12d1-a456-426655440000',
      'Pix copia e cola': PIX_CODE,
      'Pix QR Code': 'https://pay.example.com/qr/3471397f291c28d19.png',
    },
  },
};

/** The merchant's endpoint. */
export const ENDPOINT = '/answer';

/** The response, by the path of its request. */
export const ANSWER_FILES = { [ENDPOINT]: json(ANSWER) };
