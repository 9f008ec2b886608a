/** The slip as a server renders it, to be in the HTML of its page. */
import { renderDepositSlip } from '../../../src/ssr.js';
import { answerOf, FIRST } from './demo.js';

export default {
  async load(): Promise<string> {
    const html = await renderDepositSlip({ ...FIRST, answer: answerOf(Number(FIRST.paymentId), 1) });
    // Lit's markers: a browser reads both as the same comment, but a validator takes the first for XML.
    return html.replaceAll('<?>', '<!--?-->');
  },
};

export declare const data: string;
