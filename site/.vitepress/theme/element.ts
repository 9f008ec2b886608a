/** The element from its source, loaded only in a browser, with a back end in the page. */
export { TOKENS } from '../../../src/widget/shared/styles/tokens.js';
import '../../../src/index.js';
import { answerInPage } from './demo.js';

answerInPage();
