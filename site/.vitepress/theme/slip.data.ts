/** The slip as a server renders it, to be in the HTML of its page. */
import { renderDepositSlip } from '../../../src/ssr.js';
import { answerOf, FIRST } from './demo.js';

export default {
  load: () => renderDepositSlip({ ...FIRST, answer: answerOf(Number(FIRST.paymentId), 1) }),
};

export declare const data: string;
