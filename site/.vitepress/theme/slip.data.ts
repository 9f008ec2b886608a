/** Renders the slip as a server would, for the HTML of the page. */
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
