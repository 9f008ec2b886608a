import { METHODS } from '../../../src/core/methods.js';
import { appendEmvCrc, emvField } from '../../../src/core/schemes/emv.js';
import { HISTORY_STATUSES, type HistoryStatus } from '../../../src/core/reader/history.js';
import type { Mount } from '../../browsers/mount.js';
import { memberNames } from '../../fixtures/member-names.js';
import { PIX } from '../../fixtures/instruments.js';
import type { View } from '../../pages/polluted.js';

/** The views that pages with a polluted `Object.prototype` show, and the names that pollute it. */
const mount: Mount = () => {
  let body: string | undefined;
  return {
    handle: ({ url }) => {
      if (new URL(url).pathname !== '/polluted') return undefined;
      body ??= JSON.stringify({
        names: memberNames('src/core', 'src/widget'),
        slips: slips(),
        histories: histories(),
      });
      return new Response(body, { headers: { 'content-type': 'application/json' } });
    },
  };
};

function slips(): View[] {
  const samples = METHODS.map(({ id, fiat, sample, hasTxId }) => {
    const answer = { code: 200, data: { fiat, fieldList: sample, ...(hasTxId && { txId: '100001' }) } };
    return { paymentId: String(id), answer };
  });
  const asked = samples
    .filter(({ paymentId }) => ['105', '90', '95'].includes(paymentId))
    .map((view) => ({ ...view, amount: '150.00', watch: true }));
  const PAYMENT = {
    status: 'part',
    fiat: 'BRL',
    asked: '100.00',
    received: '40.00',
    remaining: '60.00',
    deposits: [{ id: 'a', amount: '40.00', fiat: 'BRL', createTime: 1_700_000_000_000 }],
  };
  const data = { fiat: 'BRL', fieldList: { 'Pix copia e cola': PIX.withAmount, Extra: 'a\u0007b' } };
  const others = [
    {
      paymentId: '90',
      answer: { code: 200, data, payment: PAYMENT, arrival: 'x', checked: 1_700_000_000_000 },
    },
    { paymentId: '90', answer: { code: 200, data: { fiat: 'BRL', fieldList: { pixKey: PIX.random } } } },
    { paymentId: '90', answer: { fiat: 'BRL', fieldList: { 'Pix copia e cola': ACCENTED } } },
    { paymentId: '105', answer: CLABE },
    { paymentId: '105', answer: { fiat: 'EUR', fieldList: { IBAN: 'DE89370400440532013000' } } },
    { paymentId: '9', answer: { fiat: 'USD', fieldList: { Other: '1' }, paymentMethodName: 'New' } },
    { answer: { code: 200, data: { methods: METHODS.map(({ id }) => ({ paymentId: id })) } } },
    { paymentId: '105', answer: { code: 500, msg: 'no' } },
    {
      paymentId: '90',
      answer: { status: 'arrived', deposits: [{ amount: '1.00', fiat: 'BRL', txId: '7' }] },
    },
    { paymentId: '105', endpoint: endpointWith(CLABE) },
    { paymentId: '95', endpoint: '/none' },
    { paymentId: '95 105', endpoint: '/none', merchantName: 'Tienda Sol', orderReference: '7' },
    { paymentId: '105', amount: '9.00', answer: ARRIVED },
    { paymentId: '90', answer: { ...ARRIVED, payment: OVER } },
    {},
  ];
  return [...samples, ...asked, ...others].map((properties) => ({ tag: 'deposit-slip', properties }));
}

/** An endpoint that responds with a body (scripted.ts). */
function endpointWith(body: object): string {
  return `/scripted?log=polluted&body=${encodeURIComponent(JSON.stringify(body))}`;
}

const ACCOUNT = emvField('26', emvField('00', 'br.gov.bcb.pix') + emvField('01', 'ana@loja.example'));
/** A code whose payee has accents, which count as several bytes. */
const ACCENTED = appendEmvCrc(
  ['000201', ACCOUNT, '52040000', '5303986', '5802BR', emvField('59', 'João Pão'), '6002SP'].join(''),
);
const CLABE = { fiat: 'MXN', fieldList: { 'Cuenta CLABE': '002010077777777770' } };

/** The views of the history. */
function histories(): View[] {
  const deposits = HISTORY_STATUSES.map((status, at) => ({
    ...{ id: String(at), fiat: 'BRL', amount: '10.00', status, createTime: 1_700_000_000_000 },
    ...SUMS[status],
  }));
  const answers = [{ deposits }, { deposits: [{ id: '1', fiat: 'MXN', status: 'waiting' }], next: 'x' }, {}];
  const endpoint = endpointWith({ code: 200, data: { deposits } });
  return [...answers.map((answer) => ({ answer })), { endpoint }].map((properties) => ({
    tag: 'deposit-history',
    properties,
  }));
}

const SUMS: Readonly<Record<HistoryStatus, object>> = {
  waiting: { paymentId: 90 },
  part: { asked: '20.00', received: '10.00', payable: true, paymentId: 90, reference: 'No. 7' },
  arrived: { txId: '7' },
  over: { asked: '5.00', received: '10.00' },
  returned: { returned: '10.00', returnTime: 1_700_000_000_001 },
};

const ARRIVED = { code: 200, data: { status: 'arrived', deposits: [{ amount: '1.00', fiat: 'MXN' }] } };
const OVER = {
  ...{ status: 'over', fiat: 'MXN', asked: '0.50', received: '1.00', excess: '0.50' },
  deposits: [{ id: 'a', amount: '1.00', fiat: 'MXN', createTime: 1_700_000_000_000 }],
};

export default mount;
